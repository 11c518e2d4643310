// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"

#include <atomic>
#include <memory>

namespace faultline::dwarf {

/// Limits what long texts cost. Any number of entries may refer to one, or to ends of it. Short
/// texts are free: an entry that refers to one has bytes of its own. Thread-safe.
class LongTexts
{
public:
    /// Longer texts take from the allowance. The longest name in Debian's libraries has 921 bytes.
    static constexpr std::size_t kFreeBytes = 1024;

    /// Enlarges the allowance by what a file with that much debug info needs.
    void allowFor(std::uint64_t infoBytes);

    /// The text at the beginning of `bytes`, whose first kFreeBytes do not end it. Empty when
    /// nothing ends it, or when it exceeds the allowance.
    std::string_view read(Bytes bytes);

    /// Number of texts that exceeded the allowance.
    std::uint32_t lost() const { return m_lost; }

private:
    std::atomic<std::uint64_t> m_bytesLeft = 1 << 20;
    std::atomic<std::uint32_t> m_lost = 0;
};

/// The sections that the reader uses. They are held for its lifetime; empty when the file lacks
/// them.
struct DwarfSections
{
    ByteView info;
    ByteView abbrev;
    ByteView line;
    ByteView lineStr;
    ByteView str;
    ByteView strOffsets;
    ByteView addr;
    ByteView ranges;
    ByteView rnglists;
    ByteView types;            ///< .debug_types of DWARF 4.
    ByteView loc;              ///< Location lists up to DWARF 4; with loadValueSections() only.
    ByteView loclists;         ///< Those of DWARF 5; likewise.
    ByteView aranges;          ///< Likewise.
    bool hasLocations = false; ///< Location lists were asked for.
    ByteView supplementaryStr; ///< .debug_str of the supplementary file.
    std::endian order = std::endian::little;
    std::shared_ptr<LongTexts> longTexts = std::make_shared<LongTexts>(); ///< Copies share it.

    /// The NUL-terminated text at `offset`; empty when it is not inside the section, or beyond the
    /// allowance for long texts.
    std::string_view textAt(const ByteView& section, std::uint64_t offset) const;
};

/// Loads what units and names need (info, abbrev, the string sections). The others stay empty.
DwarfSections loadUnitSections(const DwarfInput& input);
/// Loads everything that functions and lines need.
DwarfSections loadAllSections(const DwarfInput& input);
/// The same, and what variables need.
DwarfSections loadValueSections(const DwarfInput& input);
/// Loads what names need from a supplementary file.
DwarfSections loadSupplementarySections(const DwarfCompanion& companion);
/// A split file's own sections. Addresses, lines and the ranges of DWARF 4 come from `main`, the
/// file with the skeleton units (DWARF 5 §7.3.2).
DwarfSections loadSplitSections(const DwarfCompanion& companion, const DwarfSections& main);

} // namespace faultline::dwarf

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_layout.h"

#include <memory>
#include <mutex>

namespace faultline::elf {

/// Section contents by name. A section is decompressed on demand, and kept until it is lent out or
/// this object is destroyed. Thread-safe.
class ElfSections
{
public:
    ElfSections(ByteView file, const ElfLayout& layout, const ParseLimits& limits);

    /// The section with that name that has bytes in the file; null otherwise. ".debug_x" also finds
    /// ".zdebug_x".
    const ElfSection* find(std::string_view name) const;

    /// The decompressed content. Absent when there is none. Absent too, with a warning, when it
    /// does not fit into the file, its declared size exceeds the limit, or it cannot be
    /// decompressed.
    std::optional<ByteView> content(std::string_view name) const;
    std::optional<ByteView> content(const ElfSection& section) const;

    /// Tells whether content() would return a section. Judges a compressed section of more than 1
    /// MiB by its header alone. Leaves a warning if content() would.
    bool isReadable(std::string_view name) const;

    /// All sections with that name, one after the other. Compilers put each type unit into its own
    /// `.debug_info.dwo`.
    std::optional<ByteView> joined(std::string_view name) const;

    /// Like content(), but from now on only its users keep the section: debug info is large and
    /// usually read once.
    std::optional<ByteView> lend(std::string_view name) const;

    /// Content for one user.
    struct Taken
    {
        ByteView content;
        bool isPrivate =
            false; ///< Decompressed for this user alone, so parts may be returned to the system.
    };

    /// Like lend(), but the next caller gets the section decompressed again.
    std::optional<Taken> take(std::string_view name) const;

    /// Damage found after opening, by this object or by users of a section.
    std::vector<std::string> warnings() const;
    void warn(std::string text) const;

private:
    struct Slot
    {
        std::mutex
            mutex; // Guards the other members. Threads wait here while another one decompresses.
        bool isDamaged = false;
        std::optional<ByteView> kept;
        std::weak_ptr<const void> lentOwner;
        Bytes lentBytes;
    };

    Slot& slotOf(const ElfSection& section) const;
    std::optional<ByteView> obtain(const ElfSection& section, Slot& slot) const;

    Result<ByteView> load(const ElfSection& section) const;
    Result<ByteView> loadCompressed(const ByteView& stored) const;

    struct PackedSection
    {
        std::uint32_t algorithm;
        std::uint64_t sizeBytes; ///< Unpacked size, as declared.
        std::uint64_t limitBytes;
        Bytes data;
    };

    Result<PackedSection> readPacked(const ByteView& stored) const;
    std::optional<PackedSection> packedHeader(const ElfSection& section) const;

    ByteView m_file;
    const ElfLayout& m_layout;
    ParseLimits m_limits;
    std::unique_ptr<Slot[]> m_slots; // One per section.
    mutable std::mutex m_mutex;      // Guards m_warnings.
    mutable std::vector<std::string> m_warnings;
};

} // namespace faultline::elf

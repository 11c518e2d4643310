// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// One `.eh_frame` or `.debug_frame` section: its bytes, its linked address, and its encoding.
struct CfiSection
{
    enum class Kind : std::uint8_t { EhFrame, DebugFrame };
    Kind kind = Kind::EhFrame;
    ByteView bytes;
    std::uint64_t address = 0;     ///< Linked address of the first byte.
    std::uint64_t textAddress = 0; ///< Base of DW_EH_PE_textrel.
    std::uint64_t dataAddress = 0; ///< Base of DW_EH_PE_datarel.
    std::endian order = std::endian::little;
    unsigned addressSize = 8;
};

/// A common information entry. Layout: DWARF 5 §6.4.1; the augmentations z, R, P, L, S, B: LSB Core
/// §10.6 and, for B, AADWARF64.
struct CommonEntry
{
    std::uint64_t codeAlignment = 1;
    std::int64_t dataAlignment = 1;
    std::uint64_t returnRegister = 0;
    std::uint8_t pointerEncoding = 0; ///< Encoding of the addresses in the frame entries.
    unsigned addressSize = 8;
    unsigned segmentSize = 0;
    bool hasAugmentationData = false;
    bool isSignalFrame = false;
    Bytes instructions;
    std::size_t instructionsOffset =
        0; ///< Offset in the section: instructions may hold pointers relative to their own place.
};

/// A frame description entry. It covers the bytes [begin, begin + sizeBytes); addresses are linked
/// ones.
struct FrameEntry
{
    std::uint64_t begin = 0;
    std::uint64_t sizeBytes = 0;
    Bytes instructions;
    std::size_t instructionsOffset = 0;
    CommonEntry common;

    bool contains(std::uint64_t linkedAddress) const { return linkedAddress - begin < sizeBytes; }
};

/// The header that common entries and frame entries share.
struct CfiRecord
{
    std::size_t bodyOffset = 0; ///< After the id field.
    std::size_t endOffset = 0;  ///< Start of the next record.
    bool isCommon = false;
    bool isTerminator = false;      ///< A zero length ends `.eh_frame`.
    std::uint64_t commonOffset = 0; ///< In a frame entry: offset of its common entry.
};

/// Reads the record that starts at `offset`. Errors: Malformed.
Result<CfiRecord> readCfiRecord(const CfiSection& section, std::uint64_t offset);

/// Reads the frame entry at `offset` together with its common entry. Errors: Malformed (also when
/// `offset` holds a common entry).
Result<FrameEntry> readFrameEntry(const CfiSection& section, std::uint64_t offset);

} // namespace faultline::unwind

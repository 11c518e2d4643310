// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline {

/// Reads of the crashed process's memory. Immutable, thread-safe. Addresses are the process's own.
class MemoryReader
{
public:
    virtual ~MemoryReader() = default;

    /// Copies the known bytes from `address` to the first gap, at most `out.size()`, and returns
    /// their number.
    virtual std::size_t read(std::uint64_t address, std::span<std::byte> out) const = 0;

    /// An unsigned integer of 1, 2, 4 or 8 bytes in the process's byte order. Absent when a byte is
    /// unknown.
    std::optional<std::uint64_t> readUnsigned(std::uint64_t address, unsigned sizeBytes) const;

    virtual std::endian byteOrder() const { return std::endian::little; }
};

/// A piece of memory that the file contains.
struct MemoryRange
{
    std::uint64_t address = 0;
    ByteView bytes;
    bool clipped = false; ///< The file declares more than it holds.

    std::uint64_t end() const { return address + bytes.size(); }
};

/// All memory of an event as one address space. A read may cross from one piece to an adjacent one.
/// Where pieces overlap, the one listed first wins.
class MemoryImage final : public MemoryReader
{
public:
    MemoryImage() = default;
    MemoryImage(std::vector<MemoryRange> ranges, std::endian order);

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override;

    std::endian byteOrder() const override { return m_order; }

    /// Sorted by address, not overlapping.
    const std::vector<MemoryRange>& ranges() const { return m_ranges; }

    bool contains(std::uint64_t address) const;
    /// The bytes from `address` to the end of the piece that holds it, without copying. Empty when
    /// the address is unknown.
    Bytes pieceFrom(std::uint64_t address) const;
    /// End of the contiguous known bytes around `address`. Absent when the address itself is
    /// unknown.
    std::optional<std::uint64_t> endOfRun(std::uint64_t address) const;

private:
    std::vector<MemoryRange>::const_iterator rangeAt(std::uint64_t address) const;

    std::vector<MemoryRange> m_ranges;
    std::endian m_order = std::endian::little;
};

} // namespace faultline

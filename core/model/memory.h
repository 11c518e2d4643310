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

    /// As many bytes from `address` on as are known without a gap, at most `out.size()`; returns
    /// the count.
    virtual std::size_t read(std::uint64_t address, std::span<std::byte> out) const = 0;

    /// An unsigned integer of 1, 2, 4 or 8 bytes in the process's byte order; absent when a byte is
    /// missing.
    std::optional<std::uint64_t> readUnsigned(std::uint64_t address, unsigned sizeBytes) const;

    virtual std::endian byteOrder() const { return std::endian::little; }
};

/// A piece of memory the file carries.
struct MemoryRange
{
    std::uint64_t address = 0;
    ByteView bytes;
    bool clipped = false; ///< The file declares more than it holds.

    std::uint64_t end() const { return address + bytes.size(); }
};

/// All memory of an event as one address space: adjacent pieces read across their seam; where
/// pieces overlap the earlier listed one wins.
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
    /// The bytes from `address` to the end of the one piece that holds it, not copied; empty when
    /// it is not known.
    Bytes pieceFrom(std::uint64_t address) const;
    /// End of the run of known bytes around `address`; absent when the address itself is not known.
    std::optional<std::uint64_t> endOfRun(std::uint64_t address) const;

private:
    std::vector<MemoryRange>::const_iterator rangeAt(std::uint64_t address) const;

    std::vector<MemoryRange> m_ranges;
    std::endian m_order = std::endian::little;
};

} // namespace faultline

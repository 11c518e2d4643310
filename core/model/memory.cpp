// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory.h"

#include "core/base/byte_reader.h"

#include <algorithm>
#include <array>

namespace faultline {

std::optional<std::uint64_t> MemoryReader::readUnsigned(std::uint64_t address,
                                                        unsigned sizeBytes) const
{
    std::array<std::byte, 8> buffer{};
    if (sizeBytes > buffer.size())
        return std::nullopt;
    const auto target = std::span(buffer).first(sizeBytes);
    if (read(address, target) != sizeBytes)
        return std::nullopt;
    ByteReader reader(target, byteOrder());
    return reader.unsignedOf(sizeBytes);
}

MemoryImage::MemoryImage(std::vector<MemoryRange> ranges, std::endian order) : m_order(order)
{
    std::erase_if(ranges, [](const MemoryRange& r) {
        return r.bytes.empty() || r.address + r.bytes.size() < r.address;
    });
    // A stable sort: of two pieces with the same start, the one listed first stays first and wins.
    std::ranges::stable_sort(ranges, {}, &MemoryRange::address);
    for (auto& range : ranges) {
        const std::uint64_t covered = m_ranges.empty() ? 0 : m_ranges.back().end();
        if (range.address < covered) {
            const std::uint64_t cut = covered - range.address;
            if (cut >= range.bytes.size())
                continue;
            range.bytes = range.bytes.from(cut);
            range.address = covered;
        }
        m_ranges.push_back(std::move(range));
    }
}

std::vector<MemoryRange>::const_iterator MemoryImage::rangeAt(std::uint64_t address) const
{
    auto next = std::ranges::upper_bound(m_ranges, address, {}, &MemoryRange::address);
    if (next == m_ranges.begin() || address >= std::prev(next)->end())
        return m_ranges.end();
    return std::prev(next);
}

bool MemoryImage::contains(std::uint64_t address) const
{
    return rangeAt(address) != m_ranges.end();
}

Bytes MemoryImage::pieceFrom(std::uint64_t address) const
{
    const auto range = rangeAt(address);
    if (range == m_ranges.end())
        return {};
    return range->bytes.span().subspan(static_cast<std::size_t>(address - range->address));
}

std::optional<std::uint64_t> MemoryImage::endOfRun(std::uint64_t address) const
{
    auto range = rangeAt(address);
    if (range == m_ranges.end())
        return std::nullopt;
    std::uint64_t end = range->end();
    for (++range; range != m_ranges.end() && range->address == end; ++range)
        end = range->end();
    return end;
}

std::size_t MemoryImage::read(std::uint64_t address, std::span<std::byte> out) const
{
    std::size_t done = 0;
    for (auto range = rangeAt(address); range != m_ranges.end() && done < out.size(); ++range) {
        const std::uint64_t position = address + done;
        if (range->address > position)
            break;
        const auto offset = static_cast<std::size_t>(position - range->address);
        const std::size_t count = std::min(out.size() - done, range->bytes.size() - offset);
        std::ranges::copy(range->bytes.span().subspan(offset, count),
                          out.begin() + static_cast<std::ptrdiff_t>(done));
        done += count;
    }
    return done;
}

} // namespace faultline

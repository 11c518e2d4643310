// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// What `__unwind_info` says about one function. Addresses are relative to the image.
struct CompactEntry
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t encoding = 0;
};

/// The two-level table of Mach-O's `__unwind_info`, searched in place.
/// Layout: Apple, mach-o/compact_unwind_encoding.h; docs/spec/stackwalk.md §11.2.
class CompactEntries
{
public:
    /// Absent when the header is not version 1 or its index does not fit.
    static std::optional<CompactEntries> read(ByteView bytes);

    /// Absent when no entry covers the address or the page cannot be read.
    std::optional<CompactEntry> find(std::uint64_t relativeAddress) const;

private:
    struct Page
    {
        std::uint32_t begin = 0;  ///< First function of the page.
        std::uint32_t end = 0;    ///< First function of the next page.
        std::uint32_t offset = 0; ///< Offset of the page from the section's start.
    };

    CompactEntries() = default;

    std::optional<Page> findPage(std::uint64_t relativeAddress) const;
    std::optional<CompactEntry> findInRegularPage(const Page& page,
                                                  std::uint64_t relativeAddress) const;
    std::optional<CompactEntry> findInCompressedPage(const Page& page,
                                                     std::uint64_t relativeAddress) const;
    std::uint32_t u32(std::uint64_t offset) const;
    std::uint16_t u16(std::uint64_t offset) const;

    ByteView m_bytes;
    std::uint32_t m_commonOffset = 0;
    std::uint32_t m_commonCount = 0;
    std::uint32_t m_indexOffset = 0;
    std::uint32_t m_indexCount = 0;
};

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/pe/pe_image.h"

#include <vector>

namespace faultline::pe {

/// Ends of functions, from the exception directory of an x64 or ARM64 image. It lists every
/// function with a frame. Immutable. Layout: Microsoft's "x64 exception handling" and "ARM64
/// exception handling".
class PeFunctionTable
{
public:
    explicit PeFunctionTable(const PeImage& image);

    /// The end of the function at an RVA. Functions without a frame are not listed; such a function
    /// extends at most to the next listed one. Absent when the end is unknown.
    std::optional<std::uint32_t> codeEnd(std::uint32_t rva) const;

private:
    struct Entry
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        bool isContinued = false; ///< Continues the function whose code precedes it.
    };

    static Entry x64Entry(const PeImage& image, ByteReader& table);
    static Entry arm64Entry(const PeImage& image, ByteReader& table);

    std::vector<Entry> m_entries; // Sorted by their beginning.
};

} // namespace faultline::pe

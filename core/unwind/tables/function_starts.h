// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

#include <optional>
#include <vector>

namespace faultline::unwind {

/// Where the functions of a Mach-O image begin (LC_FUNCTION_STARTS): differences of addresses as
/// ULEB128, the first relative to `__TEXT`; zero ends them. Source: <mach-o/loader.h>.
class FunctionStarts
{
public:
    struct Range
    {
        std::uint64_t begin = 0; ///< Relative to the image.
        std::uint64_t end = 0;   ///< Start of the next function; the largest number after the last.
    };

    FunctionStarts() = default;
    explicit FunctionStarts(Bytes table);

    /// Absent before the first function, and without a table.
    std::optional<Range> find(std::uint64_t relativeAddress) const;

private:
    std::vector<std::uint32_t> m_starts; // Ascending.
};

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace faultline::engine {

/// What came of the files of an import.
struct ImportCounts
{
    std::uint64_t added = 0; ///< Reports.
    std::uint64_t duplicates = 0;
    std::uint64_t regressions = 0; ///< Among the added ones.
    std::uint64_t failed = 0;

    friend bool operator==(const ImportCounts&, const ImportCounts&) = default;
};

} // namespace faultline::engine

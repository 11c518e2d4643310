// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/growth/growth_case.h"

namespace faultline::growth {

/// What reading one file cost.
struct Cost
{
    double seconds = 0; ///< Of the processor, the least of several times.
    std::uint64_t allocatedBytes = 0;
    std::uint64_t peakBytes = 0; ///< Of memory allocated meanwhile.
    std::uint64_t outputBytes = 0;
};

/// Reads it `times` times.
Cost measure(const Made& made, int times);

} // namespace faultline::growth

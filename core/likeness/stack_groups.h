// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/likeness/stack_alignment.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace faultline::likeness {

/// Two stacks that may belong to one group, by their numbers, with their likeness.
struct StackPair
{
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    double likeness = 0;
};

/// Groups of stacks that are alike on average, and at least `threshold`. The likest groups become
/// one first. Of a group with many stacks, a few stand for all, so that the work is bounded by the
/// number of pairs. Returns for each stack the number of the first one of its group. Deterministic:
/// the same stacks and pairs give the same groups.
std::vector<std::uint32_t> groupStacks(std::span<const PreparedStack> stacks,
                                       std::vector<StackPair> pairs,
                                       double threshold,
                                       const Weights& weights);

} // namespace faultline::likeness

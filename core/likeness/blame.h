// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/likeness/stack_alignment.h"

#include <cstddef>
#include <span>
#include <vector>

namespace faultline::likeness {

/// The few numbers of the ranking; how they were found: docs/grouping.md.
struct BlameWeights
{
    double positionDecay = 0.5; ///< Below n frames of the program: (n + 1)^-decay.
    double rarityPower = 3.0;   ///< Exponent of how rare the function is.
    double ender = 0.1;         ///< A helper that only ends the process: what called it says more.
    double guess = 0.25;        ///< Found by scanning.
};

/// A frame in which to look for the mistake, with the factors that make its score.
struct BlamedFrame
{
    std::size_t row = 0;
    double score = 0;     ///< The product of the factors.
    double position = 1;  ///< Less the more of the program's frames are above it.
    double rarity = 1;    ///< Less the more crashes have its function.
    bool isOwn = false;   ///< Otherwise it comes after all that are.
    bool isEnder = false; ///< It ends the process, and the frame below it asked for that.
    bool isGuess = false;
};

/// The stack's functions, each once, the one to look at first in front. Frames without a function
/// are left out. At most the first 100 frames count. Without a library the
/// rarity is 1 everywhere. The order is then that of the stack, but helpers that end the process
/// and the system's code come last.
std::vector<BlamedFrame> blame(std::span<const RecordedFrame> frames,
                               const Rarity& rarity,
                               const BlameWeights& weights = {});

} // namespace faultline::likeness

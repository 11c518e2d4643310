// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/report_record.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faultline::likeness {

using library::RecordedFrame;

/// The few numbers of the comparison. A frame's weight is the product of what applies to it.
/// Source of the idea: the FaST paper (irving-muller/FaST, MSR 2022): a linear-time alignment whose
/// frames weigh by position and rarity.
struct Weights
{
    double positionDecay = 0.7; ///< Frame n (counted from 0) weighs (n + 1)^-decay.
    double shiftDecay = 0.06;   ///< A match loses exp(-decay × difference of the positions).
    double system = 0.4;        ///< Code that is not the program's.
    double guess = 0.25;        ///< Found by scanning.
    double unnamed = 0.3;       ///< Only its module is known.
};

/// How rare a frame is among all that are known: 1 for one that is nowhere else, towards 0 for one
/// that every stack has.
using Rarity = std::function<double(const std::string& key)>;

/// What makes frames equal: the function with its module's name, or the module alone. Empty when
/// nothing is known.
std::string frameKey(const RecordedFrame& frame);

/// A stack that is ready to be compared: recursion folded, frames that say nothing left out.
struct PreparedStack
{
    struct Entry
    {
        std::string key;
        double weight = 0;
        std::size_t row = 0;    ///< Index of its first frame in the stack.
        std::size_t folded = 0; ///< How many frames repeat it.
    };

    std::vector<Entry> entries;
    double total = 0; ///< Of all weights.
};

/// At most the first 100 frames count. Linear.
PreparedStack
prepare(std::span<const RecordedFrame> frames, const Weights& weights, const Rarity& rarity);

/// One line of an explanation: a pair, or a frame that only one stack has.
struct AlignedRow
{
    std::optional<std::size_t> a; ///< Row of the first stack.
    std::optional<std::size_t> b; ///< Row of the second stack.
    double share = 0;             ///< What it adds to the likeness, or takes from it if unpaired.
};

struct Alignment
{
    double likeness = 0; ///< 0 to 1.
    /// In the order of the stacks: each row once, pairs where the first stack has them.
    std::vector<AlignedRow> rows;
};

/// Pairs equal frames, the first with the first and so on. Linear; symmetric in its likeness.
double likenessOf(const PreparedStack& a, const PreparedStack& b, const Weights& weights);

/// The same with its explanation.
Alignment align(const PreparedStack& a, const PreparedStack& b, const Weights& weights);

} // namespace faultline::likeness

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
/// frames weigh by position and rarity. How the numbers were found: docs/grouping.md.
struct Weights
{
    /// A frame below n frames of the program weighs (n + 1)^-decay: what the system puts on top of
    /// them moves nothing.
    double positionDecay = 1.2;
    double rarityPower = 3.0; ///< Exponent of how rare a frame is.
    double shiftDecay = 0.06; ///< A match loses exp(-decay × difference of the positions).
    double system = 0.25;     ///< Code that is not the program's.
    double ender = 0.3;       ///< Of the program, but it only ends the process: it calls abort().
    double inlined = 1.0;     ///< Inlined into another frame, which builds do differently.
    double guess = 0.25;      ///< Found by scanning.
    double unnamed = 0.3;     ///< Only its module is known.
    double moved = 0.95;      ///< Of a match whose functions are in other namespaces.
    double otherScope = 0.35; ///< Of a match whose functions have only the last name in common.
    double renamed = 0.7;     ///< Of functions without a common name between two matches.
};

/// The names of a frame as numbers: equal names have equal ones. They are digests of 64 bits, so
/// that no stack has to keep the texts.
struct FrameNames
{
    std::uint64_t key = 0;     ///< Of frameKey(); 0: nothing is known of the frame.
    std::uint64_t movable = 0; ///< Of movableKey().
    std::uint64_t last = 0;    ///< Of the last part of movableKey().

    friend bool operator==(const FrameNames&, const FrameNames&) = default;
};

FrameNames namesOf(const RecordedFrame& frame);

/// How rare a frame is among all that are known, by FrameNames::movable: 1 for one that is nowhere
/// else, towards 0 for one that every stack has.
using Rarity = std::function<double(std::uint64_t movable)>;

/// What makes frames equal: the function with its module's name, or the module alone. Empty when
/// nothing is known.
std::string frameKey(const RecordedFrame& frame);

/// What stays when a function moves to another module or namespace: its name with the class or
/// namespace around it, "Node::bounds". As frameKey() for a frame without a function.
std::string movableKey(const RecordedFrame& frame);

/// So many frames of a stack count.
inline constexpr std::size_t kMaxFrames = 100;

/// Is the frame a helper of the program that ends the process, such as a check that failed? What
/// called it says more.
bool isEnder(std::span<const RecordedFrame> frames, std::size_t index);

/// What counts of a frame, whatever other stacks there are.
struct OutlinedFrame
{
    FrameNames names;
    std::uint8_t depth = 0;  ///< How many of the program's frames are above it.
    std::uint8_t row = 0;    ///< Index of its first frame in the stack.
    std::uint8_t folded = 0; ///< How many frames repeat it.
    bool isOwn = false;
    bool isGuess = false;
    bool isInlined = false;
    bool isNamed = false; ///< Its function is known.
    bool isEnder = false;
};

static_assert(kMaxFrames <= 255);

/// At most the first 100 frames of a stack; recursion folded, frames that say nothing left out.
std::vector<OutlinedFrame> outlineOf(std::span<const RecordedFrame> frames);

/// A stack that is ready to be compared.
struct PreparedStack
{
    struct Entry
    {
        FrameNames names;
        double weight = 0;
        std::uint8_t depth = 0; ///< As in OutlinedFrame, like the next two.
        std::uint8_t row = 0;
        std::uint8_t folded = 0;
    };

    std::vector<Entry> entries;
    double total = 0; ///< Of all weights.
};

PreparedStack
weigh(std::span<const OutlinedFrame> frames, const Weights& weights, const Rarity& rarity);

/// Both steps at once.
PreparedStack
prepare(std::span<const RecordedFrame> frames, const Weights& weights, const Rarity& rarity);

/// Why two frames are a pair.
enum class PairKind : std::uint8_t {
    Equal,      ///< One function.
    Moved,      ///< One name with the class or namespace around it.
    OtherScope, ///< One name in different classes or namespaces.
    Renamed     ///< Other names between two pairs that follow each other in both stacks.
};

/// One line of an explanation: a pair, or a frame that only one stack has.
struct AlignedRow
{
    std::optional<std::size_t> a; ///< Row of the first stack.
    std::optional<std::size_t> b; ///< Row of the second stack.
    double share = 0;             ///< What it adds to the likeness, or takes from it if unpaired.
    PairKind kind = PairKind::Equal; ///< Of a pair.
};

struct Alignment
{
    double likeness = 0; ///< 0 to 1.
    /// In the order of the stacks: each row once, pairs where the first stack has them.
    std::vector<AlignedRow> rows;
};

/// Pairs equal frames, the first with the first and so on; then, among those that are left, moved
/// and renamed ones. Linear; symmetric in its likeness.
double likenessOf(const PreparedStack& a, const PreparedStack& b, const Weights& weights);

/// The same with its explanation.
Alignment align(const PreparedStack& a, const PreparedStack& b, const Weights& weights);

} // namespace faultline::likeness

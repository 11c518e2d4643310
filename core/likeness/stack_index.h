// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/likeness/blame.h"
#include "core/likeness/calibration.h"
#include "core/likeness/stack_alignment.h"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace faultline::likeness {

/// A stack that is like another one.
struct Likely
{
    std::int64_t report = 0;
    std::int64_t group = 0;
    double likeness = 0;
};

/// Is a report of a known group, and of which?
struct Placement
{
    std::vector<Likely> nearest; ///< Reports, the likest first.
    std::vector<Likely> groups;  ///< One entry per group with its likest report, the likest first.
    /// That the first group is the right one, as the library's own groups show it. Absent when they
    /// are too few to tell, and when nothing is like the stack.
    std::optional<double> probability;
};

/// All stacks of a library: an inverted index proposes some, the alignment decides. Keeps 12 bytes
/// a frame and 32 a stack, up to twice that while it grows, and about 170 for each name. Reading is
/// thread-safe.
class StackIndex
{
public:
    /// From this average likeness on, stacks are taken for one bug: the threshold with the best F1
    /// on the bugs for which numbers were tuned (docs/grouping.md).
    static constexpr double kOneGroup = 0.45;

    explicit StackIndex(Weights weights = {}) : m_weights(weights) {}

    /// Adds a stack; those without any frame that says something are passed over.
    void add(std::int64_t report, std::int64_t group, std::span<const RecordedFrame> frames);

    std::size_t size() const { return m_stacks.size(); }

    /// Looks for what is like the stack. `except` leaves the report itself out.
    Placement place(std::span<const RecordedFrame> frames,
                    std::optional<std::int64_t> except = std::nullopt) const;

    /// Groups that are like these stacks on average, and at least `threshold`, the likest first.
    /// The stacks' own group is left out. For groups that may be one.
    std::vector<Likely> groupsLike(std::span<const std::vector<RecordedFrame>> stacks,
                                   std::int64_t group,
                                   double threshold = kOneGroup) const;

    /// Compares two stacks by the rarity of their frames in this index.
    Alignment explain(std::span<const RecordedFrame> a, std::span<const RecordedFrame> b) const;

    /// Which frames to look at first, by the rarity of functions in this index.
    std::vector<BlamedFrame> blameFrames(std::span<const RecordedFrame> frames) const;

    /// Groups of stacks that are alike: for each stack, in the order of adding, the number of the
    /// first one of its group, counted from 0. Those that the index does not propose to each other
    /// get into one group only through others.
    std::vector<std::uint32_t> groupsAlike(double threshold = kOneGroup) const;

    /// Learns from the groups as they are how likely a likeness means the same group. Call it after
    /// adding. Looks at no more than `samples` reports.
    void calibrate(std::size_t samples = 1000);

private:
    /// A frame of a stack, with its name by number.
    struct Cell
    {
        std::uint32_t name = 0; ///< Index into m_names.
        std::uint8_t depth = 0;
        bool isOwn : 1 = false;
        bool isGuess : 1 = false;
        bool isInlined : 1 = false;
        bool isNamed : 1 = false;
        bool isEnder : 1 = false;
    };

    struct Stack
    {
        std::int64_t report = 0;
        std::int64_t group = 0;
        std::size_t first = 0; ///< Index into m_cells.
        std::uint8_t count = 0;
    };

    /// Which stacks are not compared.
    struct Except
    {
        std::optional<std::int64_t> report;
        std::optional<std::int64_t> group;
    };

    /// What proposing needs for itself, so that many look-ups share it.
    struct Scores;

    static Except exceptReport(std::optional<std::int64_t> report);
    std::uint32_t numberOf(const FrameNames& names);
    std::vector<OutlinedFrame> outline(const Stack& stack) const;
    PreparedStack prepared(std::span<const OutlinedFrame> frames) const;
    double rarity(std::uint64_t movable) const;
    std::vector<std::uint32_t>
    propose(const PreparedStack& stack, const Except& except, Scores& scores) const;
    std::vector<Likely> nearestTo(const PreparedStack& stack, const Except& except) const;

    Weights m_weights;
    std::vector<Stack> m_stacks;
    std::vector<Cell> m_cells;
    std::vector<FrameNames> m_names;
    std::unordered_map<std::uint64_t, std::uint32_t> m_numbers; ///< By FrameNames::key.
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>
        m_postings; ///< Stacks by FrameNames::movable, ascending.
    Calibration m_calibration;
};

} // namespace faultline::likeness

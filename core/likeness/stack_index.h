// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/likeness/blame.h"
#include "core/likeness/calibration.h"
#include "core/likeness/stack_alignment.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
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

/// All stacks of a library: an inverted index proposes some, the alignment decides. Keeps about 12
/// bytes a frame. Reading is thread-safe.
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
    struct Stack
    {
        std::int64_t report = 0;
        std::int64_t group = 0;
        std::vector<RecordedFrame> frames; ///< One for each key, in order.
    };

    double rarity(const std::string& key) const;
    std::vector<std::uint32_t> propose(const PreparedStack& stack,
                                       std::optional<std::int64_t> except) const;
    std::vector<Likely> nearestTo(const PreparedStack& stack,
                                  std::optional<std::int64_t> except) const;

    Weights m_weights;
    std::vector<Stack> m_stacks;
    std::unordered_map<std::string, std::vector<std::uint32_t>>
        m_postings; ///< By movableKey(), ascending.
    Calibration m_calibration;
};

} // namespace faultline::likeness

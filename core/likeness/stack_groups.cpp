// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/stack_groups.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace faultline::likeness {

namespace {

/// So many stacks stand for a group.
constexpr std::size_t kSpokesmen = 8;
/// How far apart the averages are at which groups become one, from 1 down to the threshold.
constexpr double kLevel = 0.05;

class Merging
{
public:
    Merging(std::span<const PreparedStack> stacks, const Weights& weights)
        : m_stacks(stacks), m_weights(weights), m_groups(stacks.size()), m_members(stacks.size())
    {
        std::iota(m_groups.begin(), m_groups.end(), 0U);
        for (std::uint32_t i = 0; i < m_members.size(); ++i)
            m_members[i] = {i};
    }

    /// Makes one group of those that are at least so alike on average. Then at least one pair of
    /// theirs is; the likest pairs come first.
    void mergeFrom(double level, std::span<const StackPair> pairs)
    {
        for (const auto& pair : pairs) {
            if (pair.likeness < level)
                return;
            const auto a = std::min(m_groups[pair.a], m_groups[pair.b]);
            const auto b = std::max(m_groups[pair.a], m_groups[pair.b]);
            if (a != b && averageOf(a, b) >= level)
                unite(a, b);
        }
    }

    std::vector<std::uint32_t> groups() && { return std::move(m_groups); }

private:
    struct Average
    {
        std::size_t size = 0; ///< How many members both groups had together.
        double likeness = 0;
    };

    double averageOf(std::uint32_t a, std::uint32_t b)
    {
        auto& known = m_averages[std::uint64_t(a) << 32 | b];
        const auto size = m_members[a].size() + m_members[b].size();
        if (known.size == size)
            return known.likeness;
        double sum = 0;
        const auto ofA = spokesmen(a);
        const auto ofB = spokesmen(b);
        for (const auto i : ofA) {
            for (const auto j : ofB)
                sum += likenessOf(m_stacks[i], m_stacks[j], m_weights);
        }
        known = {.size = size, .likeness = sum / static_cast<double>(ofA.size() * ofB.size())};
        return known.likeness;
    }

    /// Some members that are spread evenly over the group.
    std::vector<std::uint32_t> spokesmen(std::uint32_t group) const
    {
        const auto& members = m_members[group];
        const auto count = std::min(members.size(), kSpokesmen);
        std::vector<std::uint32_t> chosen;
        for (std::size_t i = 0; i < count; ++i)
            chosen.push_back(members[i * members.size() / count]);
        return chosen;
    }

    /// The later group becomes part of the earlier one.
    void unite(std::uint32_t a, std::uint32_t b)
    {
        for (const auto member : m_members[b])
            m_groups[member] = a;
        auto& members = m_members[a];
        members.insert(members.end(), m_members[b].begin(), m_members[b].end());
        m_members[b].clear();
    }

    std::span<const PreparedStack> m_stacks;
    const Weights& m_weights;
    std::vector<std::uint32_t> m_groups; ///< Of each stack: the first member of its group.
    std::vector<std::vector<std::uint32_t>> m_members;
    std::unordered_map<std::uint64_t, Average> m_averages; ///< Of pairs of groups.
};

} // namespace

std::vector<std::uint32_t> groupStacks(std::span<const PreparedStack> stacks,
                                       std::vector<StackPair> pairs,
                                       double threshold,
                                       const Weights& weights)
{
    std::ranges::sort(pairs, [](const StackPair& left, const StackPair& right) {
        return std::tuple(-left.likeness, left.a, left.b) <
               std::tuple(-right.likeness, right.a, right.b);
    });
    Merging merging(stacks, weights);
    for (double level = 1; level > threshold; level -= kLevel)
        merging.mergeFrom(level, pairs);
    merging.mergeFrom(threshold, pairs);
    return std::move(merging).groups();
}

} // namespace faultline::likeness

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/stack_index.h"

#include "core/likeness/stack_groups.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace faultline::likeness {

namespace {

/// What a look-up may cost: entries of the index that are read, and stacks that are compared.
constexpr std::size_t kMaxPostings = 20'000;
constexpr std::size_t kMaxCompared = 64;
constexpr std::size_t kMaxNearest = 20;

double everyFrameIsRare(const std::string&)
{
    return 1;
}

/// The likest report of each group, in the order of the list.
std::vector<Likely> byGroup(const std::vector<Likely>& nearest)
{
    std::vector<Likely> groups;
    std::unordered_set<std::int64_t> seen;
    for (const auto& likely : nearest) {
        if (seen.insert(likely.group).second)
            groups.push_back(likely);
    }
    return groups;
}

} // namespace

void StackIndex::add(std::int64_t report, std::int64_t group, std::span<const RecordedFrame> frames)
{
    const auto prepared = prepare(frames, m_weights, everyFrameIsRare);
    if (prepared.entries.empty())
        return;
    const auto number = static_cast<std::uint32_t>(m_stacks.size());
    Stack stack{.report = report, .group = group, .frames = {}};
    for (const auto& entry : prepared.entries) {
        stack.frames.push_back(frames[entry.row]);
        auto& postings = m_postings[entry.movable];
        if (postings.empty() || postings.back() != number)
            postings.push_back(number);
    }
    m_stacks.push_back(std::move(stack));
}

double StackIndex::rarity(const std::string& key) const
{
    const auto found = m_postings.find(key);
    const auto having = found == m_postings.end() ? 0.0 : static_cast<double>(found->second.size());
    const auto all = static_cast<double>(m_stacks.size());
    return std::log(1 + (all + 1) / (having + 1)) / std::log(2 + all);
}

std::vector<std::uint32_t> StackIndex::propose(const PreparedStack& stack,
                                               std::optional<std::int64_t> except) const
{
    struct Source
    {
        const std::vector<std::uint32_t>* postings;
        double weight;
    };

    std::vector<Source> sources;
    for (const auto& entry : stack.entries) {
        if (const auto found = m_postings.find(entry.movable); found != m_postings.end())
            sources.push_back({&found->second, entry.weight});
    }
    std::ranges::sort(sources, {}, [](const Source& source) { return source.postings->size(); });
    std::unordered_map<std::uint32_t, double> scores;
    std::size_t read = 0;
    for (const auto& source : sources) {
        if (read > 0 && read + source.postings->size() > kMaxPostings)
            break;
        // The latest ones of a frame that nearly all have.
        const auto count = std::min(source.postings->size(), kMaxPostings);
        const auto latest = std::span(*source.postings).last(count);
        for (const auto number : latest)
            scores[number] += source.weight;
        read += count;
    }
    std::vector<std::pair<double, std::uint32_t>> ranked;
    for (const auto& [number, score] : scores) {
        if (!except || m_stacks[number].report != *except)
            ranked.emplace_back(-score, number);
    }
    const auto count = std::min(ranked.size(), kMaxCompared);
    std::ranges::partial_sort(ranked, ranked.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<std::uint32_t> proposed;
    for (std::size_t i = 0; i < count; ++i)
        proposed.push_back(ranked[i].second);
    return proposed;
}

std::vector<Likely> StackIndex::nearestTo(const PreparedStack& stack,
                                          std::optional<std::int64_t> except) const
{
    const Rarity rarityOf = [this](const std::string& key) { return rarity(key); };
    std::vector<Likely> nearest;
    for (const auto number : propose(stack, except)) {
        const auto& other = m_stacks[number];
        const auto prepared = prepare(other.frames, m_weights, rarityOf);
        nearest.push_back({other.report, other.group, likenessOf(stack, prepared, m_weights)});
    }
    std::ranges::stable_sort(nearest, std::ranges::greater(), &Likely::likeness);
    return nearest;
}

Placement StackIndex::place(std::span<const RecordedFrame> frames,
                            std::optional<std::int64_t> except) const
{
    const auto stack =
        prepare(frames, m_weights, [this](const std::string& key) { return rarity(key); });
    Placement placement;
    placement.nearest = nearestTo(stack, except);
    placement.groups = byGroup(placement.nearest);
    placement.nearest.resize(std::min(placement.nearest.size(), kMaxNearest));
    if (!placement.groups.empty())
        placement.probability = m_calibration.probability(placement.groups.front().likeness);
    return placement;
}

std::vector<BlamedFrame> StackIndex::blameFrames(std::span<const RecordedFrame> frames) const
{
    return blame(frames, [this](const std::string& key) { return rarity(key); });
}

std::vector<std::uint32_t> StackIndex::groupsAlike(double threshold) const
{
    const Rarity rarityOf = [this](const std::string& key) { return rarity(key); };
    std::vector<PreparedStack> stacks;
    for (const auto& stack : m_stacks)
        stacks.push_back(prepare(stack.frames, m_weights, rarityOf));
    std::vector<StackPair> pairs;
    for (std::uint32_t a = 0; a < stacks.size(); ++a) {
        for (const auto b : propose(stacks[a], m_stacks[a].report)) {
            const auto likeness = likenessOf(stacks[a], stacks[b], m_weights);
            if (likeness > 0)
                pairs.push_back({a, b, likeness});
        }
    }
    return groupStacks(stacks, std::move(pairs), threshold, m_weights);
}

Alignment StackIndex::explain(std::span<const RecordedFrame> a,
                              std::span<const RecordedFrame> b) const
{
    const Rarity rarityOf = [this](const std::string& key) { return rarity(key); };
    return align(prepare(a, m_weights, rarityOf), prepare(b, m_weights, rarityOf), m_weights);
}

void StackIndex::calibrate(std::size_t samples)
{
    std::vector<Observation> observations;
    const auto step = std::max<std::size_t>(1, m_stacks.size() / std::max<std::size_t>(1, samples));
    for (std::size_t i = 0; i < m_stacks.size(); i += step) {
        const auto groups = place(m_stacks[i].frames, m_stacks[i].report).groups;
        if (!groups.empty())
            observations.push_back(
                {groups.front().likeness, groups.front().group == m_stacks[i].group});
    }
    m_calibration = Calibration(std::move(observations));
}

} // namespace faultline::likeness

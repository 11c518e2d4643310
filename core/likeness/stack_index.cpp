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

/// The weights of what speaks for each stack. Only what was added is cleared.
struct StackIndex::Scores
{
    explicit Scores(std::size_t stacks) : ofStack(stacks) {}

    void add(std::uint32_t stack, double weight)
    {
        if (ofStack[stack] == 0)
            added.push_back(stack);
        ofStack[stack] += static_cast<float>(weight);
    }

    void clear()
    {
        for (const auto stack : added)
            ofStack[stack] = 0;
        added.clear();
    }

    std::vector<float> ofStack;
    std::vector<std::uint32_t> added;
};

void StackIndex::add(std::int64_t report, std::int64_t group, std::span<const RecordedFrame> frames)
{
    const auto outline = outlineOf(frames);
    if (outline.empty())
        return;
    const auto number = static_cast<std::uint32_t>(m_stacks.size());
    m_stacks.push_back({.report = report,
                        .group = group,
                        .first = m_cells.size(),
                        .count = static_cast<std::uint8_t>(outline.size())});
    for (const auto& frame : outline) {
        m_cells.push_back({.name = numberOf(frame.names),
                           .depth = frame.depth,
                           .isOwn = frame.isOwn,
                           .isGuess = frame.isGuess,
                           .isInlined = frame.isInlined,
                           .isNamed = frame.isNamed,
                           .isEnder = frame.isEnder});
        auto& postings = m_postings[frame.names.movable];
        if (postings.empty() || postings.back() != number)
            postings.push_back(number);
    }
}

StackIndex::Except StackIndex::exceptReport(std::optional<std::int64_t> report)
{
    return {.report = report, .group = {}};
}

std::uint32_t StackIndex::numberOf(const FrameNames& names)
{
    const auto [place, isNew] =
        m_numbers.try_emplace(names.key, static_cast<std::uint32_t>(m_names.size()));
    if (isNew)
        m_names.push_back(names);
    return place->second;
}

std::vector<OutlinedFrame> StackIndex::outline(const Stack& stack) const
{
    std::vector<OutlinedFrame> outline;
    outline.reserve(stack.count);
    for (const auto& cell : std::span(m_cells).subspan(stack.first, stack.count))
        outline.push_back({.names = m_names[cell.name],
                           .depth = cell.depth,
                           .isOwn = cell.isOwn,
                           .isGuess = cell.isGuess,
                           .isInlined = cell.isInlined,
                           .isNamed = cell.isNamed,
                           .isEnder = cell.isEnder});
    return outline;
}

PreparedStack StackIndex::prepared(std::span<const OutlinedFrame> frames) const
{
    return weigh(frames, m_weights, [this](std::uint64_t movable) { return rarity(movable); });
}

double StackIndex::rarity(std::uint64_t movable) const
{
    const auto found = m_postings.find(movable);
    const auto having = found == m_postings.end() ? 0.0 : static_cast<double>(found->second.size());
    const auto all = static_cast<double>(m_stacks.size());
    return std::log(1 + (all + 1) / (having + 1)) / std::log(2 + all);
}

std::vector<std::uint32_t>
StackIndex::propose(const PreparedStack& stack, const Except& except, Scores& scores) const
{
    struct Source
    {
        const std::vector<std::uint32_t>* postings;
        double weight;
    };

    std::vector<Source> sources;
    for (const auto& entry : stack.entries) {
        if (const auto found = m_postings.find(entry.names.movable); found != m_postings.end())
            sources.push_back({&found->second, entry.weight});
    }
    std::ranges::sort(sources, {}, [](const Source& source) { return source.postings->size(); });
    scores.clear();
    std::size_t read = 0;
    for (const auto& source : sources) {
        if (read > 0 && read + source.postings->size() > kMaxPostings)
            break;
        // The latest ones of a frame that nearly all have.
        const auto count = std::min(source.postings->size(), kMaxPostings);
        for (const auto number : std::span(*source.postings).last(count))
            scores.add(number, source.weight);
        read += count;
    }
    std::vector<std::pair<float, std::uint32_t>> ranked;
    ranked.reserve(scores.added.size());
    for (const auto number : scores.added) {
        if (m_stacks[number].report != except.report && m_stacks[number].group != except.group)
            ranked.emplace_back(-scores.ofStack[number], number);
    }
    const auto count = std::min(ranked.size(), kMaxCompared);
    std::ranges::partial_sort(ranked, ranked.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<std::uint32_t> proposed;
    for (std::size_t i = 0; i < count; ++i)
        proposed.push_back(ranked[i].second);
    return proposed;
}

std::vector<Likely> StackIndex::nearestTo(const PreparedStack& stack, const Except& except) const
{
    Scores scores(m_stacks.size());
    std::vector<Likely> nearest;
    for (const auto number : propose(stack, except, scores)) {
        const auto& other = m_stacks[number];
        nearest.push_back(
            {other.report, other.group, likenessOf(stack, prepared(outline(other)), m_weights)});
    }
    std::ranges::stable_sort(nearest, std::ranges::greater(), &Likely::likeness);
    return nearest;
}

Placement StackIndex::place(std::span<const RecordedFrame> frames,
                            std::optional<std::int64_t> except) const
{
    Placement placement;
    placement.nearest = nearestTo(prepared(outlineOf(frames)), exceptReport(except));
    placement.groups = byGroup(placement.nearest);
    placement.nearest.resize(std::min(placement.nearest.size(), kMaxNearest));
    if (!placement.groups.empty())
        placement.probability = m_calibration.probability(placement.groups.front().likeness);
    return placement;
}

/// A group that one of the stacks does not find counts as not like it at all.
std::vector<Likely> StackIndex::groupsLike(std::span<const std::vector<RecordedFrame>> stacks,
                                           std::int64_t group,
                                           double threshold) const
{
    std::vector<Likely> groups;
    std::size_t compared = 0;
    for (const auto& frames : stacks) {
        const auto stack = prepared(outlineOf(frames));
        if (stack.entries.empty())
            continue;
        ++compared;
        for (const auto& likely : byGroup(nearestTo(stack, {.report = {}, .group = group}))) {
            const auto known = std::ranges::find(groups, likely.group, &Likely::group);
            if (known == groups.end())
                groups.push_back(likely);
            else
                known->likeness += likely.likeness;
        }
    }
    for (auto& likely : groups)
        likely.likeness /= static_cast<double>(compared);
    std::erase_if(groups,
                  [threshold](const Likely& likely) { return likely.likeness < threshold; });
    std::ranges::stable_sort(groups, std::ranges::greater(), &Likely::likeness);
    return groups;
}

std::vector<BlamedFrame> StackIndex::blameFrames(std::span<const RecordedFrame> frames) const
{
    return blame(frames, [this](std::uint64_t movable) { return rarity(movable); });
}

std::vector<std::uint32_t> StackIndex::groupsAlike(double threshold) const
{
    std::vector<PreparedStack> stacks;
    stacks.reserve(m_stacks.size());
    for (const auto& stack : m_stacks)
        stacks.push_back(prepared(outline(stack)));
    std::vector<StackPair> pairs;
    Scores scores(m_stacks.size());
    for (std::uint32_t a = 0; a < stacks.size(); ++a) {
        for (const auto b : propose(stacks[a], exceptReport(m_stacks[a].report), scores)) {
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
    return align(prepared(outlineOf(a)), prepared(outlineOf(b)), m_weights);
}

void StackIndex::calibrate(std::size_t samples)
{
    std::vector<Observation> observations;
    const auto step = std::max<std::size_t>(1, m_stacks.size() / std::max<std::size_t>(1, samples));
    for (std::size_t i = 0; i < m_stacks.size(); i += step) {
        const auto& stack = m_stacks[i];
        const auto nearest = nearestTo(prepared(outline(stack)), exceptReport(stack.report));
        if (!nearest.empty())
            observations.push_back(
                {nearest.front().likeness, nearest.front().group == stack.group});
    }
    m_calibration = Calibration(std::move(observations));
}

} // namespace faultline::likeness

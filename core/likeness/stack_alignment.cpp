// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/stack_alignment.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace faultline::likeness {

namespace {

constexpr std::size_t kMaxFrames = 100;
constexpr std::size_t kLongestCycle = 8;

/// How far back the key stands, if that is no further than the longest cycle that is folded;
/// otherwise 0.
std::size_t cycleWith(const std::vector<PreparedStack::Entry>& entries, const std::string& key)
{
    for (std::size_t period = 1; period <= std::min(kLongestCycle, entries.size()); ++period) {
        if (entries[entries.size() - period].key == key)
            return period;
    }
    return 0;
}

double weightOf(const RecordedFrame& frame, std::size_t position, const Weights& weights)
{
    double weight = std::pow(static_cast<double>(position + 1), -weights.positionDecay);
    weight *= frame.isOwn ? 1 : weights.system;
    weight *= frame.isGuess ? weights.guess : 1;
    weight *= frame.function.empty() ? weights.unnamed : 1;
    return weight;
}

/// A pair of entries with what it counts.
struct Pair
{
    std::size_t a = 0;
    std::size_t b = 0;
    double value = 0;
};

double valueOf(const PreparedStack& a,
               const PreparedStack& b,
               std::size_t i,
               std::size_t j,
               const Weights& weights)
{
    const auto shift = static_cast<double>(i > j ? i - j : j - i);
    return (a.entries[i].weight + b.entries[j].weight) * std::exp(-weights.shiftDecay * shift);
}

/// The pairs in the order of the second stack.
std::vector<Pair> pairsOf(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
{
    std::unordered_map<std::string_view, std::vector<std::size_t>> places; // Last first.
    for (std::size_t i = a.entries.size(); i-- > 0;)
        places[a.entries[i].key].push_back(i);
    std::vector<Pair> pairs;
    for (std::size_t j = 0; j < b.entries.size(); ++j) {
        const auto found = places.find(b.entries[j].key);
        if (found == places.end() || found->second.empty())
            continue;
        const auto i = found->second.back();
        found->second.pop_back();
        pairs.push_back({i, j, valueOf(a, b, i, j, weights)});
    }
    return pairs;
}

double sumOf(const std::vector<Pair>& pairs)
{
    double sum = 0;
    for (const auto& pair : pairs)
        sum += pair.value;
    return sum;
}

} // namespace

std::string frameKey(const RecordedFrame& frame)
{
    const auto module = toLowerAscii(frame.module);
    if (frame.function.empty())
        return module.empty() ? std::string() : concat('[', module, ']');
    return concat(module, '!', frame.function);
}

PreparedStack
prepare(std::span<const RecordedFrame> frames, const Weights& weights, const Rarity& rarity)
{
    PreparedStack stack;
    for (std::size_t i = 0; i < std::min(frames.size(), kMaxFrames); ++i) {
        auto key = frameKey(frames[i]);
        if (key.empty())
            continue;
        if (const auto period = cycleWith(stack.entries, key); period != 0) {
            ++stack.entries[stack.entries.size() - period].folded;
            continue;
        }
        const auto weight = weightOf(frames[i], stack.entries.size(), weights) * rarity(key);
        stack.total += weight;
        stack.entries.push_back({std::move(key), weight, i, 0});
    }
    return stack;
}

double likenessOf(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
{
    const auto total = a.total + b.total;
    return total > 0 ? std::min(1.0, sumOf(pairsOf(a, b, weights)) / total) : 0;
}

Alignment align(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
{
    Alignment alignment;
    const auto total = a.total + b.total;
    if (total <= 0)
        return alignment;
    const auto pairs = pairsOf(a, b, weights);
    alignment.likeness = std::min(1.0, sumOf(pairs) / total);
    std::vector<std::optional<Pair>> pairOfA(a.entries.size());
    std::vector<bool> isPairedB(b.entries.size());
    for (const auto& pair : pairs) {
        pairOfA[pair.a] = pair;
        isPairedB[pair.b] = true;
    }
    std::size_t nextB = 0;
    const auto addLonelyB = [&](std::size_t end) {
        for (; nextB < end; ++nextB) {
            if (!isPairedB[nextB])
                alignment.rows.push_back(
                    {std::nullopt, b.entries[nextB].row, -b.entries[nextB].weight / total});
        }
    };
    for (std::size_t i = 0; i < a.entries.size(); ++i) {
        if (!pairOfA[i]) {
            alignment.rows.push_back(
                {a.entries[i].row, std::nullopt, -a.entries[i].weight / total});
            continue;
        }
        addLonelyB(pairOfA[i]->b);
        alignment.rows.push_back(
            {a.entries[i].row, b.entries[pairOfA[i]->b].row, pairOfA[i]->value / total});
    }
    addLonelyB(b.entries.size());
    return alignment;
}

} // namespace faultline::likeness

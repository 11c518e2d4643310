// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/stack_alignment.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace faultline::likeness {

namespace {

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

/// Functions with which C and its libraries end a process.
constexpr std::array<std::string_view, 7> kEnders{
    "abort",  "__assert_fail", "__GI_abort", "__GI___assert_fail",
    "_abort", "__assert_rtn",  "_wassert"};

double
weightOf(const RecordedFrame& frame, std::size_t depth, double rarity, const Weights& weights)
{
    double weight = std::pow(static_cast<double>(depth + 1), -weights.positionDecay);
    weight *= std::pow(rarity, weights.rarityPower);
    weight *= frame.isOwn ? 1 : weights.system;
    weight *= frame.isInlined ? weights.inlined : 1;
    weight *= frame.isGuess ? weights.guess : 1;
    weight *= frame.function.empty() ? weights.unnamed : 1;
    return weight;
}

/// The last `parts` parts of a name: "Node::bounds" are two of "scene::Node::bounds".
std::string_view lastParts(std::string_view name, int parts)
{
    std::size_t begin = name.size();
    for (int i = 0; i < parts; ++i) {
        const auto colons = begin < 2 ? std::string_view::npos : name.rfind("::", begin - 1);
        if (colons == std::string_view::npos)
            return name;
        begin = colons;
    }
    return name.substr(begin + 2);
}

/// A pair of entries with what it counts.
struct Pair
{
    std::size_t a = 0;
    std::size_t b = 0;
    PairKind kind = PairKind::Equal;
    double value = 0;
};

constexpr std::size_t kUnpaired = static_cast<std::size_t>(-1);

/// Finds the pairs of two stacks, one kind after the other.
class Pairing
{
public:
    Pairing(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
        : m_a(a), m_b(b), m_weights(weights), m_ofA(a.entries.size(), kUnpaired),
          m_ofB(b.entries.size(), kUnpaired)
    {
        using Entry = PreparedStack::Entry;
        pairBy(PairKind::Equal, [](const Entry& entry) { return std::string_view(entry.key); });
        pairBy(PairKind::Moved, [](const Entry& entry) { return std::string_view(entry.movable); });
        pairBy(PairKind::OtherScope,
               [](const Entry& entry) { return lastParts(entry.movable, 1); });
        pairRenamed();
        std::ranges::sort(m_pairs, {}, &Pair::b);
    }

    const std::vector<Pair>& pairs() const { return m_pairs; }

private:
    /// Pairs what has one name, the first with the first and so on.
    template <class NameOf>
    void pairBy(PairKind kind, NameOf nameOf)
    {
        std::unordered_map<std::string_view, std::vector<std::size_t>> places; // Last first.
        for (std::size_t i = m_ofA.size(); i-- > 0;) {
            if (m_ofA[i] == kUnpaired)
                places[nameOf(m_a.entries[i])].push_back(i);
        }
        for (std::size_t j = 0; j < m_ofB.size() && !places.empty(); ++j) {
            const auto found =
                m_ofB[j] == kUnpaired ? places.find(nameOf(m_b.entries[j])) : places.end();
            if (found == places.end() || found->second.empty())
                continue;
            add(kind, found->second.back(), j);
            found->second.pop_back();
        }
    }

    /// Pairs what is left between two pairs that follow each other in both stacks.
    void pairRenamed()
    {
        for (std::size_t i = 1; i + 1 < m_ofA.size(); ++i) {
            const auto before = m_ofA[i - 1];
            if (m_ofA[i] == kUnpaired && before != kUnpaired && before + 2 < m_ofB.size() &&
                m_ofA[i + 1] == before + 2 && m_ofB[before + 1] == kUnpaired)
                add(PairKind::Renamed, i, before + 1);
        }
    }

    void add(PairKind kind, std::size_t i, std::size_t j)
    {
        m_ofA[i] = j;
        m_ofB[j] = i;
        const auto& a = m_a.entries[i];
        const auto& b = m_b.entries[j];
        const auto shift =
            static_cast<double>(a.depth > b.depth ? a.depth - b.depth : b.depth - a.depth);
        m_pairs.push_back(
            {i, j, kind,
             (a.weight + b.weight) * factorOf(kind) * std::exp(-m_weights.shiftDecay * shift)});
    }

    double factorOf(PairKind kind) const
    {
        switch (kind) {
        case PairKind::Equal: return 1;
        case PairKind::Moved: return m_weights.moved;
        case PairKind::OtherScope: return m_weights.otherScope;
        case PairKind::Renamed: return m_weights.renamed;
        }
        return 0;
    }

    const PreparedStack& m_a;
    const PreparedStack& m_b;
    const Weights& m_weights;
    std::vector<std::size_t> m_ofA; ///< Partner of each entry.
    std::vector<std::size_t> m_ofB;
    std::vector<Pair> m_pairs;
};

double sumOf(const std::vector<Pair>& pairs)
{
    double sum = 0;
    for (const auto& pair : pairs)
        sum += pair.value;
    return sum;
}

} // namespace

bool isEnder(std::span<const RecordedFrame> frames, std::size_t index)
{
    return index > 0 && frames[index].isOwn && !frames[index - 1].isOwn &&
           std::ranges::find(kEnders, frames[index - 1].function) != kEnders.end();
}

std::string frameKey(const RecordedFrame& frame)
{
    const auto module = toLowerAscii(frame.module);
    if (frame.function.empty())
        return module.empty() ? std::string() : concat('[', module, ']');
    return concat(module, '!', frame.function);
}

std::string movableKey(const RecordedFrame& frame)
{
    return frame.function.empty() ? frameKey(frame) : std::string(lastParts(frame.function, 2));
}

PreparedStack
prepare(std::span<const RecordedFrame> frames, const Weights& weights, const Rarity& rarity)
{
    PreparedStack stack;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < std::min(frames.size(), kMaxFrames); ++i) {
        auto key = frameKey(frames[i]);
        if (key.empty())
            continue;
        if (const auto period = cycleWith(stack.entries, key); period != 0) {
            ++stack.entries[stack.entries.size() - period].folded;
            continue;
        }
        auto movable = movableKey(frames[i]);
        const bool isHelper = isEnder(frames, i);
        const auto weight =
            weightOf(frames[i], depth, rarity(movable), weights) * (isHelper ? weights.ender : 1);
        stack.total += weight;
        stack.entries.push_back({std::move(key), std::move(movable), depth, weight, i, 0});
        depth += frames[i].isOwn && !isHelper ? 1 : 0;
    }
    return stack;
}

double likenessOf(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
{
    const auto total = a.total + b.total;
    return total > 0 ? std::min(1.0, sumOf(Pairing(a, b, weights).pairs()) / total) : 0;
}

Alignment align(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
{
    Alignment alignment;
    const auto total = a.total + b.total;
    if (total <= 0)
        return alignment;
    const Pairing pairing(a, b, weights);
    const auto& pairs = pairing.pairs();
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
        alignment.rows.push_back({a.entries[i].row, b.entries[pairOfA[i]->b].row,
                                  pairOfA[i]->value / total, pairOfA[i]->kind});
    }
    addLonelyB(b.entries.size());
    return alignment;
}

} // namespace faultline::likeness

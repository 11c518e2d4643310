// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/stack_alignment.h"

#include "core/base/byte_view.h"
#include "core/base/hash.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace faultline::likeness {

namespace {

constexpr std::size_t kLongestCycle = 8;

/// How far back the frame stands, if that is no further than the longest cycle that is folded;
/// otherwise 0.
std::size_t cycleWith(const std::vector<OutlinedFrame>& frames, std::uint64_t key)
{
    for (std::size_t period = 1; period <= std::min(kLongestCycle, frames.size()); ++period) {
        if (frames[frames.size() - period].names.key == key)
            return period;
    }
    return 0;
}

/// Functions with which C and its libraries end a process.
constexpr std::array<std::string_view, 7> kEnders{
    "abort",  "__assert_fail", "__GI_abort", "__GI___assert_fail",
    "_abort", "__assert_rtn",  "_wassert"};

double weightOf(const OutlinedFrame& frame, double rarity, const Weights& weights)
{
    double weight = std::pow(static_cast<double>(frame.depth + 1), -weights.positionDecay);
    weight *= std::pow(rarity, weights.rarityPower);
    weight *= frame.isOwn ? 1 : weights.system;
    weight *= frame.isInlined ? weights.inlined : 1;
    weight *= frame.isGuess ? weights.guess : 1;
    weight *= frame.isNamed ? 1 : weights.unnamed;
    weight *= frame.isEnder ? weights.ender : 1;
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
    std::uint8_t a = 0;
    std::uint8_t b = 0;
    PairKind kind = PairKind::Equal;
    double value = 0;
};

constexpr std::uint8_t kNone = 255;
static_assert(kMaxFrames < kNone);

/// Where names stand in a stack, without allocations: each bucket is a list of places, the first
/// one first.
class NamePlaces
{
public:
    NamePlaces() { m_first.fill(kNone); }

    /// Places are put in from the last to the first.
    void put(std::uint64_t name, std::uint8_t place)
    {
        auto& first = m_first[bucketOf(name)];
        m_next[place] = first;
        m_names[place] = name;
        first = place;
    }

    /// The first place of the name, which is then no longer there; kNone if there is none.
    std::uint8_t take(std::uint64_t name)
    {
        for (auto* link = &m_first[bucketOf(name)]; *link != kNone; link = &m_next[*link]) {
            if (m_names[*link] == name)
                return std::exchange(*link, m_next[*link]);
        }
        return kNone;
    }

private:
    static std::size_t bucketOf(std::uint64_t name) { return name % 256; }

    std::array<std::uint8_t, 256> m_first;
    std::array<std::uint8_t, kMaxFrames> m_next;
    std::array<std::uint64_t, kMaxFrames> m_names;
};

/// Finds the pairs of two stacks, one kind after the other.
class Pairing
{
public:
    Pairing(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
        : m_a(a.entries), m_b(b.entries), m_weights(weights)
    {
        m_ofA.fill(kNone);
        m_ofB.fill(kNone);
        pairBy(PairKind::Equal, &FrameNames::key);
        pairBy(PairKind::Moved, &FrameNames::movable);
        pairBy(PairKind::OtherScope, &FrameNames::last);
        pairRenamed();
    }

    double sum() const
    {
        double sum = 0;
        for (const auto& pair : found())
            sum += pair.value;
        return sum;
    }

    /// In the order of the second stack.
    std::vector<Pair> pairs() const
    {
        std::vector<Pair> pairs(found().begin(), found().end());
        std::ranges::sort(pairs, {}, &Pair::b);
        return pairs;
    }

private:
    using Entries = std::vector<PreparedStack::Entry>;

    std::span<const Pair> found() const { return std::span(m_pairs).first(m_count); }

    /// Pairs what has one name, the first with the first and so on.
    void pairBy(PairKind kind, std::uint64_t FrameNames::* name)
    {
        if (m_count == std::min(m_a.size(), m_b.size()))
            return;
        NamePlaces places;
        for (std::size_t i = m_a.size(); i-- > 0;) {
            if (m_ofA[i] == kNone)
                places.put(m_a[i].names.*name, static_cast<std::uint8_t>(i));
        }
        for (std::size_t j = 0; j < m_b.size(); ++j) {
            const auto i = m_ofB[j] == kNone ? places.take(m_b[j].names.*name) : kNone;
            if (i != kNone)
                add(kind, i, j);
        }
    }

    /// Pairs what is left between two pairs that follow each other in both stacks.
    void pairRenamed()
    {
        for (std::size_t i = 1; i + 1 < m_a.size(); ++i) {
            const std::size_t before = m_ofA[i - 1];
            if (m_ofA[i] == kNone && before != kNone && before + 2 < m_b.size() &&
                m_ofA[i + 1] == before + 2 && m_ofB[before + 1] == kNone)
                add(PairKind::Renamed, i, before + 1);
        }
    }

    void add(PairKind kind, std::size_t i, std::size_t j)
    {
        m_ofA[i] = static_cast<std::uint8_t>(j);
        m_ofB[j] = static_cast<std::uint8_t>(i);
        const auto& a = m_a[i];
        const auto& b = m_b[j];
        const auto shift = std::abs(int(a.depth) - int(b.depth));
        const double nearness = shift == 0 ? 1 : std::exp(-m_weights.shiftDecay * shift);
        m_pairs[m_count++] = {.a = m_ofB[j],
                              .b = m_ofA[i],
                              .kind = kind,
                              .value = (a.weight + b.weight) * factorOf(kind) * nearness};
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

    const Entries& m_a;
    const Entries& m_b;
    const Weights& m_weights;
    std::array<std::uint8_t, kMaxFrames> m_ofA; ///< Partner of each entry.
    std::array<std::uint8_t, kMaxFrames> m_ofB;
    std::array<Pair, kMaxFrames> m_pairs; ///< The first m_count.
    std::size_t m_count = 0;
};

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

FrameNames namesOf(const RecordedFrame& frame)
{
    const auto key = frameKey(frame);
    if (key.empty())
        return {};
    const auto movable = movableKey(frame);
    const auto digest = [](std::string_view text) {
        return std::max<std::uint64_t>(1,
                                       checksum64(asBytes(text))); // 0 means that nothing is known.
    };
    return {.key = digest(key), .movable = digest(movable), .last = digest(lastParts(movable, 1))};
}

std::vector<OutlinedFrame> outlineOf(std::span<const RecordedFrame> frames)
{
    std::vector<OutlinedFrame> outline;
    std::uint8_t depth = 0;
    for (std::size_t i = 0; i < std::min(frames.size(), kMaxFrames); ++i) {
        const auto names = namesOf(frames[i]);
        if (names.key == 0)
            continue;
        if (const auto period = cycleWith(outline, names.key); period != 0) {
            ++outline[outline.size() - period].folded;
            continue;
        }
        const bool isHelper = isEnder(frames, i);
        outline.push_back({.names = names,
                           .depth = depth,
                           .row = static_cast<std::uint8_t>(i),
                           .isOwn = frames[i].isOwn,
                           .isGuess = frames[i].isGuess,
                           .isInlined = frames[i].isInlined,
                           .isNamed = !frames[i].function.empty(),
                           .isEnder = isHelper});
        if (frames[i].isOwn && !isHelper)
            ++depth;
    }
    return outline;
}

PreparedStack
weigh(std::span<const OutlinedFrame> frames, const Weights& weights, const Rarity& rarity)
{
    PreparedStack stack;
    stack.entries.reserve(frames.size());
    for (const auto& frame : frames) {
        const auto weight = weightOf(frame, rarity(frame.names.movable), weights);
        stack.total += weight;
        stack.entries.push_back({.names = frame.names,
                                 .weight = weight,
                                 .depth = frame.depth,
                                 .row = frame.row,
                                 .folded = frame.folded});
    }
    return stack;
}

PreparedStack
prepare(std::span<const RecordedFrame> frames, const Weights& weights, const Rarity& rarity)
{
    return weigh(outlineOf(frames), weights, rarity);
}

double likenessOf(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
{
    const auto total = a.total + b.total;
    return total > 0 ? std::min(1.0, Pairing(a, b, weights).sum() / total) : 0;
}

Alignment align(const PreparedStack& a, const PreparedStack& b, const Weights& weights)
{
    Alignment alignment;
    const auto total = a.total + b.total;
    if (total <= 0)
        return alignment;
    const Pairing pairing(a, b, weights);
    const auto pairs = pairing.pairs();
    alignment.likeness = std::min(1.0, pairing.sum() / total);
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

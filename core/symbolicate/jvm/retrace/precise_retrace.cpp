// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/precise_retrace.h"

#include "core/symbolicate/jvm/retrace/mapping_walk.h"
#include "core/symbolicate/jvm/retrace/source_file_of.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace faultline::jvm {

using namespace proguard;

namespace {

/// Keeps the elements for which `fits` is true, or all if it is true for none.
template <class Fits>
void keepIfAny(std::vector<InlineChain>& chains, Fits fits)
{
    if (chains.size() > 1 && std::ranges::any_of(chains, fits))
        std::erase_if(chains, std::not_fn(fits));
}

bool isSameRow(const RetracedFrame& a, const RetracedFrame& b)
{
    return a.module == b.module && a.function == b.function && a.line == b.line;
}

bool isSameChain(const RetracedChain& a, const RetracedChain& b)
{
    return std::ranges::equal(a, b, isSameRow);
}

std::optional<std::uint32_t> known(std::uint32_t line)
{
    return line == kNoLine || line == 0 ? std::nullopt : std::optional(line);
}

/// Returns the original line of an entry for a line of the obfuscated program.
std::optional<std::uint32_t> originalLine(const proguard::MappedEntry& entry,
                                          std::optional<std::uint32_t> line)
{
    if (entry.originalFrom == kNoLine)
        return entry.range.start == kNoLine ? line : std::nullopt;
    const bool isOneLine = entry.originalTo == kNoLine || entry.originalTo == entry.originalFrom;
    if (isOneLine)
        return known(entry.originalFrom);
    if (entry.range.start == kNoLine || !line || !entry.range.covers(*line))
        return std::nullopt;
    return known(entry.originalFrom + (*line - entry.range.start));
}

} // namespace

PreciseRetrace::Answer PreciseRetrace::retrace(const PreciseQuery& query,
                                               std::optional<std::string_view> thrown)
{
    const auto owner = m_mapping.findClass(query.frame.module);
    const auto method = owner ? m_mapping.findMethod(*owner, query.frame.function) : std::nullopt;
    if (method && method->entryCount > 0 && m_mapping.entryAt(method->firstEntry).isOutline) {
        m_outlineLine = query.frame.line.value_or(0);
        return {.outcome = RetraceOutcome::Outline, .isMethodKnown = true, .alternatives = {}};
    }
    PreciseQuery effective = query;
    const auto outlineLine = std::exchange(m_outlineLine, std::nullopt);
    if (method && outlineLine)
        effective.frame.line = lineInCaller(*method, query.frame.line, *outlineLine);
    if (!owner)
        return {};
    if (method) {
        if (auto answer = retraceMethod(*owner, *method, effective, thrown);
            answer.outcome != RetraceOutcome::Unknown)
            return answer;
    }
    // A method without an entry kept its name and its lines.
    const auto line = method ? std::nullopt : query.frame.line;
    return {.outcome = RetraceOutcome::Frames,
            .isMethodKnown = false,
            .alternatives = {
                RetracedChain{RetracedFrame{.module = owner->original,
                                            .function = query.frame.function,
                                            .file = sourceFileOf(m_mapping, owner->original),
                                            .line = line,
                                            .isSynthesized = false}}}};
}

std::optional<std::uint32_t> PreciseRetrace::lineInCaller(const proguard::MappedMethod& method,
                                                          std::optional<std::uint32_t> line,
                                                          std::uint32_t outlineLine) const
{
    const auto found = callsiteLine(m_mapping, EntryList(m_mapping, method, std::nullopt),
                                    line.value_or(0), outlineLine);
    return found ? found : line;
}

PreciseRetrace::Answer PreciseRetrace::retraceMethod(const proguard::MappedClass& owner,
                                                     const proguard::MappedMethod& method,
                                                     const PreciseQuery& query,
                                                     std::optional<std::string_view> thrown)
{
    m_ownerFile = owner.sourceFile;
    auto chains = chainsFor(method, query);
    narrow(chains, query);
    if (query.frame.line)
        chains = m_sourceLines.innermost(owner, std::move(chains), *query.frame.line);
    if (chains.size() > kMaxAlternatives)
        return {};
    Answer answer{.outcome = RetraceOutcome::Removed, .isMethodKnown = true, .alternatives = {}};
    for (const auto& chain : chains) {
        auto rows = rowsOf(chain, query.frame.line);
        std::uint64_t removed = 0;
        for (std::uint32_t i = 0; thrown && i < chain.count; ++i)
            removed += removedFrames(m_mapping, m_mapping.entryAt(chain.first + i), thrown);
        rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(
                                                    std::min<std::uint64_t>(removed, rows.size())));
        const auto isKnown = [&](const RetracedChain& other) { return isSameChain(other, rows); };
        if (!rows.empty() && std::ranges::none_of(answer.alternatives, isKnown))
            answer.alternatives.push_back(std::move(rows));
    }
    if (!answer.alternatives.empty())
        answer.outcome = RetraceOutcome::Frames;
    return chains.empty() ? Answer() : answer;
}

std::vector<InlineChain> PreciseRetrace::chainsFor(const proguard::MappedMethod& method,
                                                   const PreciseQuery& query)
{
    if (const auto line = query.frame.line) {
        const auto around = m_mapping.entriesAround(method, *line);
        if (!m_budget.take(around.count))
            return {};
        auto chains = chainsCovering(around, *line);
        if (!chains.empty())
            return chains;
    }
    return methodsByName(method);
}

/// Returns the chains whose ranges contain a line.
std::vector<InlineChain> PreciseRetrace::chainsCovering(proguard::RecordSpan entries,
                                                        std::uint32_t line) const
{
    std::vector<InlineChain> chains;
    const auto covers = [&](std::uint32_t index) {
        const auto range = m_mapping.rangeOf(index);
        return range.start != kNoLine && range.covers(line);
    };
    const auto end = entries.first + entries.count;
    for (auto i = entries.first; i < end;) {
        auto next = i;
        while (next < end && covers(next))
            ++next;
        const auto found = chainsOf(m_mapping, {.first = i, .count = next - i});
        chains.insert(chains.end(), found.begin(), found.end());
        i = next + 1;
    }
    return chains;
}

/// Returns the chains that stand for whole methods, or only the methods if there are no such
/// chains.
std::vector<InlineChain> PreciseRetrace::methodsByName(const proguard::MappedMethod& method)
{
    constexpr std::uint32_t kMostEntries = 1u << 16;
    const auto count = std::min(method.entryCount, kMostEntries);
    if (!m_budget.take(count))
        return {};
    const auto all = chainsOf(m_mapping, {.first = method.firstEntry, .count = count});
    std::vector<InlineChain> chains;
    for (const auto& chain : all) {
        const bool isWhole = chain.range.isBase() || chain.isFullRange();
        auto known = std::ranges::find_if(chains, [&](const InlineChain& other) {
            return haveOneMethod(m_mapping, chain, other);
        });
        // A chain for a part of a method proves only the method itself.
        const InlineChain one =
            isWhole ? chain : InlineChain{.first = chain.outermost(), .count = 1, .range = {}};
        if (known == chains.end())
            chains.push_back(one);
        else if (isWhole && known->range == proguard::EntryRange())
            *known = one;
        if (chains.size() > kMaxAlternatives)
            break;
    }
    return chains;
}

void PreciseRetrace::narrow(std::vector<InlineChain>& chains, const PreciseQuery& query) const
{
    if (!query.descriptor.empty())
        keepIfAny(chains, [&](const InlineChain& chain) {
            return m_mapping.entryAt(chain.outermost()).residual == query.descriptor;
        });
    if (query.frame.arguments)
        keepIfAny(chains, [&](const InlineChain& chain) {
            return m_mapping.entryAt(chain.outermost()).arguments == *query.frame.arguments;
        });
    // A line outside all ranges belongs to a method whose entry has none.
    if (query.frame.line.value_or(0) > 0)
        keepIfAny(chains, [&](const InlineChain& chain) {
            const auto range = m_mapping.rangeOf(chain.first);
            return range.start == kNoLine || range.covers(*query.frame.line);
        });
    keepIfAny(chains, [](const InlineChain& chain) { return !chain.isFullRange(); });
    keepNarrowest(chains);
}

/// Leaves out chains of a method that has another chain with a narrower range. Compares each with
/// each, so too many are all kept.
void PreciseRetrace::keepNarrowest(std::vector<InlineChain>& chains) const
{
    constexpr std::size_t kMostCompared = 4 * kMaxAlternatives;
    if (chains.size() > kMostCompared)
        return;
    const auto all = chains;
    std::erase_if(chains, [&](const InlineChain& chain) {
        return std::ranges::any_of(all, [&](const InlineChain& other) {
            return other.width() < chain.width() && haveOneMethod(m_mapping, chain, other);
        });
    });
}

RetracedChain PreciseRetrace::rowsOf(const InlineChain& chain,
                                     std::optional<std::uint32_t> line) const
{
    RetracedChain rows;
    const auto add = [&](std::uint32_t index) {
        const auto entry = m_mapping.entryAt(index);
        // If only parts of the method have lines, a chain for the whole method says nothing about
        // these lines.
        const bool isPart = chain.range == proguard::EntryRange() && entry.range.start != kNoLine;
        const auto name = m_isByProGuard ? nameWithoutHash(entry.name) : entry.name;
        rows.push_back({entry.receiver, name, sourceFileOf(m_mapping, entry, m_ownerFile),
                        isPart ? std::nullopt : originalLine(entry, line), entry.isSynthesized});
    };
    if (m_isByProGuard && chain.count > 1) {
        std::ranges::for_each(trueCalls(m_mapping, chain), add);
        return rows;
    }
    for (std::uint32_t i = 0; i < chain.count; ++i)
        add(chain.first + i);
    return rows;
}

} // namespace faultline::jvm

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/source_lines.h"

#include <algorithm>
#include <optional>

namespace faultline::jvm {

using namespace proguard;

namespace {

/// A class with more entries keeps its alternatives, so that one frame costs a bounded time.
constexpr std::uint32_t kMostEntries = 1u << 14;

bool hasSourceLines(const proguard::MappedEntry& entry)
{
    return entry.range.start != kNoLine && entry.originalFrom == entry.range.start &&
           entry.originalTo == entry.range.end;
}

bool contains(const proguard::EntryRange& outer, const proguard::EntryRange& inner)
{
    return outer != inner && outer.start <= inner.start && inner.end <= outer.end;
}

/// The first line of a method is a line of the file. So the file is at least this long.
std::uint32_t greatestFirstLine(const proguard::MappingCache& mapping,
                                const proguard::MappedClass& owner)
{
    std::uint32_t length = 0;
    std::uint32_t seen = 0;
    for (std::uint32_t m = 0; m < owner.methodCount; ++m) {
        const auto method = mapping.methodAt(owner.firstMethod + m);
        for (std::uint32_t i = 0; i < method.entryCount; ++i) {
            if (++seen > kMostEntries)
                return 0;
            const auto entry = mapping.entryAt(method.firstEntry + i);
            if (hasSourceLines(entry) && !entry.namesReceiver)
                length = std::max(length, entry.range.start);
        }
    }
    return length;
}

/// Returns the chain whose range lies within those of all others, if all have lines of one file.
const InlineChain* narrowest(const proguard::MappingCache& mapping,
                             const std::vector<InlineChain>& chains)
{
    const auto isOfFile = [&](const InlineChain& chain) {
        const auto entry = mapping.entryAt(chain.first);
        return chain.count == 1 && hasSourceLines(entry) && !entry.namesReceiver;
    };
    if (chains.size() < 2 || !std::ranges::all_of(chains, isOfFile))
        return nullptr;
    const auto least = std::ranges::min_element(chains, {}, &InlineChain::width);
    const bool isWithin = std::ranges::all_of(chains, [&](const InlineChain& chain) {
        return &chain == &*least || contains(chain.range, least->range);
    });
    return isWithin ? &*least : nullptr;
}

} // namespace

std::uint32_t SourceLines::leastLengthOfFile(const proguard::MappedClass& owner)
{
    const auto known = m_lengths.find(owner.index);
    if (known != m_lengths.end())
        return known->second;
    return m_lengths.emplace(owner.index, greatestFirstLine(m_mapping, owner)).first->second;
}

std::vector<InlineChain> SourceLines::innermost(const proguard::MappedClass& owner,
                                                std::vector<InlineChain> chains,
                                                std::uint32_t line)
{
    const auto* least = narrowest(m_mapping, chains);
    if (least == nullptr)
        return chains;
    const auto entry = m_mapping.entryAt(least->first);
    // Compilers put '$' into the names of code that lies within another method.
    const bool mayShareLines = entry.name.find('$') != std::string_view::npos;
    const bool isBetween = least->range.start < line && line < least->range.end;
    if (mayShareLines && !isBetween)
        return chains;
    const bool isJava = entry.sourceFile && entry.sourceFile->ends_with(".java");
    if (!isJava && least->range.end > leastLengthOfFile(owner))
        return chains;
    return {*least};
}

} // namespace faultline::jvm

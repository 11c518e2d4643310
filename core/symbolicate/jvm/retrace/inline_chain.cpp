// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/inline_chain.h"

namespace faultline::jvm {

using namespace proguard;

namespace {

/// `inner` is the entry before it. A method of another class runs in this one only by being
/// inlined; so does one whose range goes on, up to a method of this class.
bool continuesChain(const proguard::MappedEntry& entry,
                    const proguard::MappedEntry& inner,
                    bool endsInClass)
{
    const bool isCall = entry.originalFrom != kNoLine && entry.originalTo == kNoLine;
    const bool isUnknown = entry.originalFrom == 0 && entry.originalTo == 0;
    return isCall || isUnknown ||
           (inner.namesReceiver && (endsInClass || inner.receiver != entry.receiver));
}

/// For each entry: does its range end in a method of the class itself, here or further on?
std::vector<bool> endsInClass(const proguard::MappingCache& mapping, proguard::RecordSpan entries)
{
    std::vector<bool> ends(entries.count);
    for (std::uint32_t i = entries.count; i-- > 0;) {
        const auto entry = mapping.entryAt(entries.first + i);
        const bool isNext =
            i + 1 < entries.count && mapping.rangeOf(entries.first + i + 1) == entry.range;
        ends[i] = !entry.namesReceiver || (isNext && ends[i + 1]);
    }
    return ends;
}

} // namespace

std::vector<InlineChain> chainsOf(const proguard::MappingCache& mapping,
                                  proguard::RecordSpan entries)
{
    std::vector<InlineChain> chains;
    const auto ends = endsInClass(mapping, entries);
    for (std::uint32_t i = 0; i < entries.count; ++i) {
        const auto index = entries.first + i;
        const auto entry = mapping.entryAt(index);
        // An entry without a range is always a method of the program.
        const bool isNext =
            !chains.empty() && entry.range.start != kNoLine && chains.back().range == entry.range &&
            continuesChain(entry, mapping.entryAt(chains.back().outermost()), ends[i]);
        if (isNext)
            ++chains.back().count;
        else
            chains.push_back({index, 1, entry.range});
    }
    return chains;
}

bool haveOneMethod(const proguard::MappingCache& mapping,
                   const InlineChain& a,
                   const InlineChain& b)
{
    const auto one = mapping.entryAt(a.outermost());
    const auto other = mapping.entryAt(b.outermost());
    return one.name == other.name && one.arguments == other.arguments &&
           one.receiver == other.receiver;
}

} // namespace faultline::jvm

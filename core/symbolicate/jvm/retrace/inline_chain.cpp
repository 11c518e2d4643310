// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/inline_chain.h"

namespace faultline::jvm {

using namespace proguard;

namespace {

/// `inner` is the entry before it. A method of another class runs in this one only by being
/// inlined.
bool continuesChain(const proguard::MappedEntry& entry, const proguard::MappedEntry& inner)
{
    const bool isCall = entry.originalFrom != kNoLine && entry.originalTo == kNoLine;
    const bool isUnknown = entry.originalFrom == 0 && entry.originalTo == 0;
    return isCall || isUnknown || (inner.namesReceiver && inner.receiver != entry.receiver);
}

} // namespace

std::vector<InlineChain> chainsOf(const proguard::MappingCache& mapping,
                                  proguard::RecordSpan entries)
{
    std::vector<InlineChain> chains;
    for (std::uint32_t i = 0; i < entries.count; ++i) {
        const auto index = entries.first + i;
        const auto entry = mapping.entryAt(index);
        // An entry without a range is always a method of the program.
        const bool isNext = !chains.empty() && entry.range.start != kNoLine &&
                            chains.back().range == entry.range &&
                            continuesChain(entry, mapping.entryAt(chains.back().outermost()));
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

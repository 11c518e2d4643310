// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"

#include <vector>

namespace faultline::jvm {

/// Entries that together stand for one chain of calls at one place. Inlined code comes first, the
/// method that exists in the program last.
struct InlineChain
{
    std::uint32_t first = 0; ///< Index into the mapping's entries.
    std::uint32_t count = 0;
    proguard::EntryRange range;

    std::uint32_t outermost() const { return first + count - 1; }

    /// R8 writes this range for a method whose lines all mean the same.
    bool isFullRange() const { return range.start == 0 && range.end >= 65'535; }

    std::uint32_t width() const { return range.end - range.start; }
};

/// Divides neighbouring entries into chains. The entries of a chain share a range. Only the
/// innermost entry says where its original lines end, because the others are calls, which have one
/// line. Overloads with the same range therefore become separate chains, while the reference mixes
/// them. R8 writes "0:0" for a call whose line is unknown, and sometimes "17:17"
/// for one at line 17: such an entry continues a chain, the latter after a method of another class,
/// which can only be inlined there. Inlined methods of one other class follow each other in a chain
/// if it ends in a method of the class itself. Source: R8 doc/retrace.md, "Inline frames".
std::vector<InlineChain> chainsOf(const proguard::MappingCache& mapping,
                                  proguard::RecordSpan entries);

/// Tells whether the outermost entries of two chains are the same method.
bool haveOneMethod(const proguard::MappingCache& mapping,
                   const InlineChain& a,
                   const InlineChain& b);

} // namespace faultline::jvm

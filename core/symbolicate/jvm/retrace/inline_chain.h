#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"

#include <vector>

namespace faultline::jvm {

/// Entries that stand for one call chain at one place: inlined code first, the method that is
/// really in the program last.
struct InlineChain
{
    std::uint32_t first = 0; ///< Index into the mapping's entries.
    std::uint32_t count = 0;
    proguard::EntryRange range;

    std::uint32_t outermost() const { return first + count - 1; }

    /// R8's range of a method whose lines all mean the same.
    bool isFullRange() const { return range.start == 0 && range.end >= 65'535; }

    std::uint32_t width() const { return range.end - range.start; }
};

/// Cuts neighbouring entries into chains. Entries of one chain share a range, and only the
/// innermost says where its original lines end: the others are calls, which have one line. So
/// overloads that share a range are chains of their own, which the reference cannot tell. A call
/// whose line is not known is written "0:0" by R8 and continues a chain. Source: R8 doc/retrace.md,
/// "Inline frames".
std::vector<InlineChain> chainsOf(const proguard::MappingCache& mapping,
                                  proguard::RecordSpan entries);

/// Whether the outermost entries of two chains are the same method.
bool haveOneMethod(const proguard::MappingCache& mapping,
                   const InlineChain& a,
                   const InlineChain& b);

} // namespace faultline::jvm

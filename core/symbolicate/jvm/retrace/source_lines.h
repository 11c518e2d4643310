#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/inline_chain.h"

#include <string_view>
#include <vector>

namespace faultline::jvm {

/// Reduces alternatives by the text of the source. ProGuard and `-dontoptimize` keep the lines of a
/// program, and a mapping then has one range from a method's first line to its last. A lambda lies
/// within the range of its method, and code that Kotlin inlines has lines after the end of the
/// file, so the ranges of many methods overlap. A line within the narrowest range belongs to that
/// method, except on lines that it shares with the text around it. Returns the chains unchanged
/// when the mapping does not prove that.
std::vector<InlineChain> innermostBySource(const proguard::MappingCache& mapping,
                                           const proguard::MappedClass& owner,
                                           std::vector<InlineChain> chains,
                                           std::uint32_t line);

} // namespace faultline::jvm

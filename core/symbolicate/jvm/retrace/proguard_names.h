#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/inline_chain.h"

#include <string_view>

namespace faultline::jvm {

/// Did ProGuard write the mapping? Unlike R8 it names no compiler.
bool isByProGuard(const proguard::MappingCache& mapping);

/// Returns a method's name in the source. ProGuard adds '$' and a hash of the descriptor to a
/// method whose parameters it changes ("concat$721a0040"), and maps to that name.
std::string_view nameWithoutHash(std::string_view method);

/// Returns how many calls of a chain of ProGuard are true. After a call to inlined code that has no
/// lines, ProGuard forgets to end it. The method then encloses itself at the call's line in all
/// further chains (seen with 7.7: "run():25" within "run():21").
std::uint32_t trueCalls(const proguard::MappingCache& mapping, const InlineChain& chain);

} // namespace faultline::jvm

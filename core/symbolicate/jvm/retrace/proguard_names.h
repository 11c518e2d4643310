// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/inline_chain.h"

#include <string_view>
#include <vector>

namespace faultline::jvm {

/// Did ProGuard write the mapping? Unlike R8 it names no compiler.
bool isByProGuard(const proguard::MappingCache& mapping);

/// Returns a method's name in the source. ProGuard adds '$' and a hash of the descriptor to a
/// method whose parameters it changes ("concat$721a0040"), and maps to that name.
std::string_view nameWithoutHash(std::string_view method);

/// Returns the true calls of a chain of ProGuard, as indexes of entries. After inlined code without
/// lines, ProGuard (seen with 7.7) forgets to end the call, and all further chains of the method
/// contain it: "casts():35, run():25, run():21", or with the call itself, at line 999:
/// "per():7, constructor():999, speed():24, run():21". No method is inlined into itself.
std::vector<std::uint32_t> trueCalls(const proguard::MappingCache& mapping,
                                     const InlineChain& chain);

} // namespace faultline::jvm

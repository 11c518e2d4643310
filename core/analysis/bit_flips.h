// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory_map.h"
#include "core/model/crash_analysis.h"
#include "core/model/event.h"

namespace faultline::analysis {

/// Mapped addresses that differ in one bit from an address that the crash accessed
/// (docs/spec/stackwalk.md §12.4). Empty for null dereferences, and on arm64 when the instruction
/// is unknown. Empty on 32-bit systems, where too many addresses are mapped.
std::vector<PossibleBitFlip> findBitFlips(const Event& event,
                                          const RegisterSet& registers,
                                          const MemoryMap& map,
                                          const CrashAnalysis& analysis);

} // namespace faultline::analysis

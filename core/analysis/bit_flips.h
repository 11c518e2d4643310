#pragma once

#include "core/analysis/memory_map.h"
#include "core/model/crash_analysis.h"
#include "core/model/event.h"

namespace faultline::analysis {

/// Mapped addresses one flipped bit away from what the crash accessed (docs/spec/stackwalk.md
/// §12.4). Empty on 32-bit systems, where too many addresses are mapped to tell, for null
/// dereferences, and on arm64 when the instruction is not known.
std::vector<PossibleBitFlip> findBitFlips(const Event& event,
                                          const RegisterSet& registers,
                                          const MemoryMap& map,
                                          const CrashAnalysis& analysis);

} // namespace faultline::analysis

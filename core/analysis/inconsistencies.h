// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory_map.h"
#include "core/model/crash_analysis.h"
#include "core/model/event.h"

namespace faultline::analysis {

/// The lowest and highest addresses that are invalid on x86-64 with 48-bit addresses.
constexpr std::uint64_t kFirstNonCanonical = 0x0000'8000'0000'0000;
constexpr std::uint64_t kLastNonCanonical = 0xffff'7fff'ffff'ffff;

inline bool isNonCanonical(std::uint64_t address)
{
    return address >= kFirstNonCanonical && address <= kLastNonCanonical;
}

/// Where the reported reason contradicts the instruction or the memory map (docs/spec/stackwalk.md
/// §12.5): signs of broken hardware or of tampering. Undecidable cases are left out.
std::vector<CrashInconsistency>
findInconsistencies(const Event& event, const MemoryMap& map, const CrashAnalysis& analysis);

} // namespace faultline::analysis

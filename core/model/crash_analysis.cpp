// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/crash_analysis.h"

namespace faultline {

std::string_view memoryAccessKindName(MemoryAccessKind kind)
{
    switch (kind) {
    case MemoryAccessKind::Unknown: return "";
    case MemoryAccessKind::Read: return "Read";
    case MemoryAccessKind::Write: return "Write";
    case MemoryAccessKind::ReadWrite: return "ReadWrite";
    }
    return "";
}

std::string_view crashInconsistencyName(CrashInconsistency inconsistency)
{
    switch (inconsistency) {
    case CrashInconsistency::DivisionByZeroNotPossible: return "int_div_by_zero_not_possible";
    case CrashInconsistency::PrivilegedCrashWithoutPrivilegedInstruction:
        return "priv_instruction_crash_without_priv_instruction";
    case CrashInconsistency::NonCanonicalAddressFalselyReported:
        return "non_canonical_address_falsely_reported";
    case CrashInconsistency::AccessNotAmongInstructionsAccesses:
        return "crashing_access_not_found_in_memory_accesses";
    case CrashInconsistency::ViolationWhereAccessIsAllowed:
        return "access_violation_when_access_allowed";
    }
    return "";
}

std::string_view exploitabilityName(Exploitability rating)
{
    switch (rating) {
    case Exploitability::NotAnalyzed: return "not analyzed";
    case Exploitability::None: return "none";
    case Exploitability::Interesting: return "interesting";
    case Exploitability::Low: return "low";
    case Exploitability::Medium: return "medium";
    case Exploitability::High: return "high";
    }
    return "";
}

const PossibleBitFlip* CrashAnalysis::likeliestBitFlip() const
{
    const PossibleBitFlip* best = nullptr;
    for (const auto& flip : bitFlips) {
        if (!flip.wasLow && (best == nullptr || flip.confidence > best->confidence))
            best = &flip;
    }
    return best;
}

} // namespace faultline

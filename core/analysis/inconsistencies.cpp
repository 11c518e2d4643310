// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inconsistencies.h"

#include <algorithm>

namespace faultline::analysis {

namespace {

/// Handles accesses that wrap around the end of the address space.
bool covers(const MemoryAccess& access, std::uint64_t address)
{
    return access.sizeBytes != 0 && address - access.address < access.sizeBytes;
}

bool hasKind(const MemoryAccess& access, MemoryAccessKind kind)
{
    return access.kind == kind || access.kind == MemoryAccessKind::ReadWrite;
}

class Inconsistencies
{
public:
    Inconsistencies(const Event& event, const MemoryMap& map, const CrashAnalysis& analysis)
        : m_event(event), m_map(map), m_instruction(*analysis.instruction)
    {
    }

    std::vector<CrashInconsistency> find()
    {
        if (isDivisionFault(m_event)) {
            addIf(!m_instruction.isDivision, CrashInconsistency::DivisionByZeroNotPossible);
        } else if (isPrivilegedInstructionFault(m_event)) {
            addIf(!m_instruction.isPrivileged,
                  CrashInconsistency::PrivilegedCrashWithoutPrivilegedInstruction);
        } else if (operationOf(m_event) == AccessOperation::Read &&
                   looksLikeProtectionFault(m_event) && isCrashAccessMissing()) {
            addIf(m_instruction.onlyFaultsWhenNonCanonical && usesNoNonCanonicalAddress(),
                  CrashInconsistency::NonCanonicalAddressFalselyReported);
        } else if (operationOf(m_event) != AccessOperation::Undetermined ||
                   isStackOverflow(m_event)) {
            addIf(isCrashAccessMissing(), CrashInconsistency::AccessNotAmongInstructionsAccesses);
            addIf(isAccessAllowed(), CrashInconsistency::ViolationWhereAccessIsAllowed);
        }
        return std::move(m_found);
    }

private:
    void addIf(bool condition, CrashInconsistency inconsistency)
    {
        if (condition)
            m_found.push_back(inconsistency);
    }

    bool hasAccess(MemoryAccessKind kind) const
    {
        return std::ranges::any_of(*m_instruction.accesses, [&](const MemoryAccess& access) {
            return hasKind(access, kind) && covers(access, m_event.crash.address);
        });
    }

    bool isCrashAccessMissing() const
    {
        if (!m_instruction.accesses)
            return false;
        const bool isCertain = m_instruction.areAccessesCertain;
        switch (operationOf(m_event)) {
        case AccessOperation::Read: return isCertain && !hasAccess(MemoryAccessKind::Read);
        case AccessOperation::Write: return isCertain && !hasAccess(MemoryAccessKind::Write);
        case AccessOperation::Execute: return m_instruction.address != m_event.crash.address;
        case AccessOperation::Undetermined: break;
        }
        return isStackOverflow(m_event) && isCertain && m_instruction.accesses->empty();
    }

    bool usesNoNonCanonicalAddress() const
    {
        const auto& target = m_instruction.target;
        return m_instruction.accesses &&
               std::ranges::none_of(
                   *m_instruction.accesses,
                   [](const MemoryAccess& access) { return isNonCanonical(access.address); }) &&
               target.state != InstructionTarget::State::Undetermined &&
               !isNonCanonical(target.address);
    }

    bool isAccessAllowed() const
    {
        const auto* region = m_map.find(m_event.crash.address);
        return region != nullptr && allows(*region, operationOf(m_event));
    }

    const Event& m_event;
    const MemoryMap& m_map;
    const CrashInstruction& m_instruction;
    std::vector<CrashInconsistency> m_found;
};

} // namespace

std::vector<CrashInconsistency>
findInconsistencies(const Event& event, const MemoryMap& map, const CrashAnalysis& analysis)
{
    if (analysis.instruction)
        return Inconsistencies(event, map, analysis).find();
    const auto* region = map.find(event.crash.address);
    if (region != nullptr && allows(*region, operationOf(event)))
        return {CrashInconsistency::ViolationWhereAccessIsAllowed};
    return {};
}

} // namespace faultline::analysis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/exidx_table.h"

#include "core/unwind/code/arm_code_steps.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/ehabi_opcodes.h"

#include <algorithm>

namespace faultline::unwind {

namespace {

constexpr std::uint64_t kEdgeBytes = 96; // How many bytes of a prologue or epilogue are examined.
constexpr std::uint64_t kThumbBit = 1;

} // namespace

ExidxTable::ExidxTable(object::ObjectPtr object, ExidxEntries entries)
    : m_object(std::move(object)), m_entries(std::move(entries)),
      m_loadAddress(m_object->loadAddress())
{
}

Result<UnwindStep> ExidxTable::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    if (query.callee.family() != CpuFamily::Arm32)
        return fail(ErrorKind::Unsupported, "unwind data is for 32-bit ARM");
    const auto linked = (query.lookupAddress & ~kThumbBit) - query.moduleAddress + m_loadAddress;
    FL_TRY(const auto entry, m_entries.find(linked));
    FL_TRY(const auto registers, unwindFunction(query, memory, entry));
    UnwindStep step;
    step.method = UnwindMethod::Exidx;
    const auto special = specialRegisters(CpuFamily::Arm32);
    step.caller = forwardedRegisters(registers, CallingConvention::SystemV);
    step.caller.set(special.sp, registers.sp());
    step.caller.set(special.pc, registers.pc());
    return step;
}

Result<RegisterSet> ExidxTable::unwindFunction(const UnwindQuery& query,
                                               const MemoryReader& memory,
                                               const ExidxEntry& entry) const
{
    const auto pc = query.callee.pc();
    const bool isThumb = (pc & kThumbBit) != 0;
    const auto linkedPc = (pc & ~kThumbBit) - query.moduleAddress + m_loadAddress;
    if (query.isExact && linkedPc >= entry.begin && linkedPc - entry.begin <= kEdgeBytes) {
        const auto executedBytes = linkedPc - entry.begin;
        const auto executed =
            m_object->readImage(entry.begin, std::max<std::uint64_t>(executedBytes, 1));
        if (executed && executed->size() >= executedBytes) {
            const auto code = executed->span().first(static_cast<std::size_t>(executedBytes));
            if (auto caller = undoArmPrologue(code, isThumb, query.callee, memory))
                return *std::move(caller);
        }
    }
    const auto rest = query.isExact ? m_object->readImage(linkedPc, kEdgeBytes) : std::nullopt;
    if (rest) {
        if (auto caller = finishArmEpilogue(rest->span(), isThumb, query.callee, memory))
            return *std::move(caller);
    }
    if (entry.cannotUnwind)
        return fail(ErrorKind::NotFound, "the index says that the function cannot be unwound");
    return runEhabiOpcodes(std::span(entry.opcodes).first(entry.opcodeCount), query.callee, memory);
}

bool ExidxTable::covers(std::uint64_t relativeAddress) const
{
    return m_entries.covers((relativeAddress & ~kThumbBit) + m_loadAddress);
}

UnwindTablePtr makeExidxTable(const object::ObjectPtr& object)
{
    if (cpuFamily(object->arch()) != CpuFamily::Arm32)
        return nullptr;
    auto entries = ExidxEntries::read(object);
    return entries ? std::make_shared<const ExidxTable>(object, *std::move(entries)) : nullptr;
}

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/go_table.h"

#include "core/formats/debug/golang/open_function_table.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

/// Where goroutines and programs begin. The runtime's own traces also end in functions that the
/// kernel or C code calls.
constexpr std::array<std::string_view, 2> kStarts{"runtime.goexit", "runtime.rt0_go"};

bool isIntel(CpuFamily family)
{
    return family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
}

} // namespace

GoTable::GoTable(object::ObjectPtr object, std::shared_ptr<const golang::GoProgram> program)
    : m_object(std::move(object)), m_program(std::move(program)),
      m_family(cpuFamily(m_object->arch()))
{
}

Result<UnwindStep> GoTable::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    if (query.callee.family() != m_family)
        return fail(ErrorKind::Unsupported, "the Go function table is for ",
                    archName(m_object->arch()), ", not for the thread's CPU");
    const auto linked = query.lookupAddress - query.moduleAddress + m_object->loadAddress();
    const auto& table = m_program->table();
    const auto function = table.find(linked);
    if (!function)
        return fail(ErrorKind::NotFound, "no Go function covers ", Hex{linked});
    if (std::ranges::find(kStarts, function->name) != kStarts.end()) {
        UnwindStep end;
        end.method = UnwindMethod::GoFrameSize;
        end.endOfStack = true;
        return end;
    }
    UnwindMeter meter(query.budget);
    const auto allowed = meter.left();
    auto rowsLeft = allowed;
    auto sizes = table.values(*function, function->stackBytes);
    sizes.limitBy(rowsLeft);
    const auto size = golang::valueAt(sizes, linked);
    if (!meter.read(allowed - rowsLeft) || rowsLeft == 0)
        return fail(ErrorKind::Malformed, kUnwindBudgetUsed);
    const auto word = static_cast<std::int32_t>(pointerSize(m_family));
    if (!size)
        return fail(ErrorKind::NotFound, "the Go function at ", Hex{function->entry},
                    " records no frame size");
    if (*size < 0 || *size % word != 0)
        return fail(ErrorKind::Malformed, "the Go function at ", Hex{function->entry},
                    " has a frame of ", *size, " bytes");
    return undoFrame(query, memory, static_cast<std::uint64_t>(*size));
}

/// On x86 the return address lies above the frame; elsewhere at its low end, and functions without
/// a frame keep it in the link register. Functions with a frame save the frame pointer and let it
/// point there. No other register survives a call.
Result<UnwindStep> GoTable::undoFrame(const UnwindQuery& query,
                                      const MemoryReader& memory,
                                      std::uint64_t frameBytes) const
{
    const auto special = specialRegisters(m_family);
    const auto word = pointerSize(m_family);
    const auto sp = query.callee.find(special.sp);
    if (!sp)
        return fail(ErrorKind::NotFound, "sp is not known");
    const bool isInRegister = !isIntel(m_family) && frameBytes == 0;
    const auto place = isIntel(m_family) ? *sp + frameBytes : *sp;
    std::optional<std::uint64_t> returnAddress;
    if (!isInRegister)
        returnAddress = memory.readUnsigned(place, word);
    else if (query.isExact && special.lr)
        returnAddress = query.callee.find(*special.lr);
    if (!returnAddress)
        return fail(ErrorKind::NotFound, isInRegister ? "the link register is lost"
                                                      : "the return address is not in memory");
    UnwindStep step;
    step.method = UnwindMethod::GoFrameSize;
    step.caller = RegisterSet(m_family);
    step.caller.set(special.pc, *returnAddress);
    step.caller.set(special.sp, isIntel(m_family) ? place + word : *sp + frameBytes);
    const auto fp = query.callee.find(special.fp);
    const auto savedFp = place - word;
    if (fp && frameBytes == 0)
        step.caller.set(special.fp, *fp);
    else if (fp == savedFp) {
        if (const auto saved = memory.readUnsigned(savedFp, word))
            step.caller.set(special.fp, *saved);
    }
    return step;
}

bool GoTable::covers(std::uint64_t relativeAddress) const
{
    return m_program->table().find(relativeAddress + m_object->loadAddress()).has_value();
}

UnwindTablePtr makeGoTable(const object::ObjectPtr& object)
{
    switch (cpuFamily(object->arch())) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64:
    case CpuFamily::Arm32:
    case CpuFamily::Arm64: break;
    default: return nullptr;
    }
    auto program = object->goProgram();
    return program ? std::make_shared<const GoTable>(object, std::move(program)) : nullptr;
}

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/return_sequence.h"

#include "core/unwind/code/arm_code_steps.h"
#include "core/unwind/code/code_steps.h"
#include "core/unwind/code/intel_epilogue.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/walk/return_address.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

constexpr std::size_t kCodeBytes = 64;

using CodeBuffer = std::array<std::byte, kCodeBytes>;

Bytes readCodeAt(const WalkEnvironment& environment,
                 std::uint64_t address,
                 std::size_t sizeBytes,
                 CodeBuffer& buffer)
{
    const auto wanted = std::span(buffer).first(sizeBytes);
    const auto module = environment.moduleMap.find(address);
    return Bytes(buffer).first(environment.modules.readCode(address, module, wanted));
}

std::optional<RegisterSet> finishEpilogue(const WalkEnvironment& environment, const Callee& callee)
{
    CodeBuffer buffer{};
    const auto pc = alignInstruction(environment.family, callee.pc);
    const auto code = readCodeAt(environment, pc, kCodeBytes, buffer);
    const auto& memory = *environment.event.asNative()->memory;
    switch (environment.family) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64:
        return finishIntelEpilogue(code, callee.registers, std::nullopt, memory);
    case CpuFamily::Arm32: return finishArmEpilogue(code, callee.isThumb, callee.registers, memory);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return finishArm64Epilogue(code, callee.registers, memory);
    default: return std::nullopt;
    }
}

std::optional<RegisterSet> undoPrologue(const WalkEnvironment& environment, const Callee& callee)
{
    const auto function = functionAt(environment, callee.pc, callee.module);
    const auto pc = alignInstruction(environment.family, callee.pc);
    if (!callee.isExact || !function || function->begin > pc || pc - function->begin > kCodeBytes)
        return std::nullopt;
    CodeBuffer buffer{};
    const auto executedBytes = static_cast<std::size_t>(pc - function->begin);
    const auto executed = readCodeAt(environment, function->begin, executedBytes, buffer);
    if (executed.size() != executedBytes)
        return std::nullopt;
    const auto& memory = *environment.event.asNative()->memory;
    switch (environment.family) {
    case CpuFamily::Arm32:
        return undoArmPrologue(executed, callee.isThumb, callee.registers, memory);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return undoArm64Prologue(executed, callee.registers);
    default: return std::nullopt;
    }
}

std::optional<Caller> believed(WalkEnvironment& environment,
                               const Callee& callee,
                               const std::optional<RegisterSet>& restored)
{
    if (!restored || restored->sp() < callee.sp ||
        !isCertainReturnAddress(environment, environment.strip(restored->pc())))
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    Caller caller;
    caller.registers = forwardedRegisters(*restored, conventionOf(environment));
    caller.registers.set(special.pc, restored->pc());
    caller.registers.set(special.sp, restored->sp());
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::Instructions;
    return caller;
}

/// Undoes the prologue of a function in its body that has no other data. C libraries for 32-bit ARM
/// have many functions marked as "cannot unwind". Accepted only if the call at the return address
/// targets this function.
std::optional<Caller> undoWholePrologue(WalkEnvironment& environment, const Callee& callee)
{
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    if (environment.family != CpuFamily::Arm32 || !function)
        return std::nullopt;
    CodeBuffer buffer{};
    const auto begin = alignInstruction(environment.family, function->begin);
    const auto pc = alignInstruction(environment.family, callee.pc);
    const auto wanted = std::min<std::uint64_t>(pc - begin, kCodeBytes);
    const auto code = readCodeAt(environment, begin, static_cast<std::size_t>(wanted), buffer);
    const auto restored =
        undoArmFrame(code, callee.isThumb, callee.registers, *environment.event.asNative()->memory);
    if (!restored)
        return std::nullopt;
    const auto module = environment.moduleMap.find(restored->pc());
    const auto site = callSiteBefore(environment, restored->pc(), module);
    const bool isItsCall = site && site->target == begin;
    return isItsCall ? believed(environment, callee, restored) : std::nullopt;
}

} // namespace

bool isUnprovableStub(const WalkEnvironment& environment, const Callee& callee)
{
    if (!callee.module || environment.event.system.os != OsFamily::Windows)
        return false;
    const auto* module = environment.modules.known(*callee.module);
    return module == nullptr || module->state != WalkModule::State::Ready;
}

StepResult stepByInstructions(WalkEnvironment& environment, const Callee& callee)
{
    if (callee.isSpGuessed || isUnprovableStub(environment, callee))
        return std::nullopt;
    auto caller = believed(environment, callee, undoPrologue(environment, callee));
    if (caller || environment.modules.pending())
        return caller;
    caller = believed(environment, callee, finishEpilogue(environment, callee));
    if (caller || environment.modules.pending())
        return caller;
    return undoWholePrologue(environment, callee);
}

} // namespace faultline::unwind

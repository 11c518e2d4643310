#include "core/unwind/return_sequence.h"

#include "core/unwind/arm_code_steps.h"
#include "core/unwind/code_steps.h"
#include "core/unwind/intel_epilogue.h"
#include "core/unwind/register_rules.h"
#include "core/unwind/stack_scan.h"

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
    const auto& memory = *environment.event.memory;
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
    const auto& memory = *environment.event.memory;
    switch (environment.family) {
    case CpuFamily::Intel64: return undoAmd64Prologue(executed, callee.registers, memory);
    case CpuFamily::Arm32:
        return undoArmPrologue(executed, callee.isThumb, callee.registers, memory);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return undoArm64Prologue(executed, callee.registers);
    default: return std::nullopt;
    }
}

std::optional<Candidate> believed(WalkEnvironment& environment,
                                  const Callee& callee,
                                  const std::optional<RegisterSet>& caller)
{
    if (!caller || caller->sp() < callee.sp ||
        !isCertainReturnAddress(environment, environment.strip(caller->pc())))
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    Candidate candidate;
    candidate.registers = forwardedRegisters(*caller, conventionOf(environment));
    candidate.registers.set(special.pc, caller->pc());
    candidate.registers.set(special.sp, caller->sp());
    candidate.trust = FrameTrust::FramePointer;
    candidate.method = UnwindMethod::Instructions;
    return candidate;
}

/// Every waiting thread of a Windows process stands in a system call's stub. To prove where it
/// returns to would ask for one more system library, when not even the stub's own was to be had.
bool isUnprovableStub(const WalkEnvironment& environment, const Callee& callee)
{
    if (!callee.module || environment.event.system.os != OsFamily::Windows)
        return false;
    const auto* module = environment.modules.known(*callee.module);
    return module == nullptr || module->state != WalkModule::State::Ready;
}

} // namespace

std::optional<Candidate> stepByInstructions(WalkEnvironment& environment, const Callee& callee)
{
    if (isUnprovableStub(environment, callee))
        return std::nullopt;
    auto candidate = believed(environment, callee, undoPrologue(environment, callee));
    if (candidate || environment.modules.pending())
        return candidate;
    return believed(environment, callee, finishEpilogue(environment, callee));
}

} // namespace faultline::unwind

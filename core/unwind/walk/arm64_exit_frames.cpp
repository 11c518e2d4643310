// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/arm64_exit_frames.h"

#include "core/unwind/code/arm64_exits.h"
#include "core/unwind/walk/exit_choice.h"
#include "core/unwind/walk/intel_code_frames.h"
#include "core/unwind/walk/return_address.h"
#include "core/unwind/walk/return_sequence.h"

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kMaxInstructions = 1 << 12;

/// An address after a call, and not after a call of something else.
bool isPossible(WalkEnvironment& environment, const Callee& callee, const Arm64Exit& exit)
{
    const auto address = environment.strip(exit.registers.pc());
    return exit.registers.sp() >= callee.sp && isCertainReturnAddress(environment, address) &&
           callsWhom(environment, callee, address) != Calls::Another;
}

} // namespace

StepResult stepByArm64Exits(WalkEnvironment& environment, const Callee& callee)
{
    const bool isArm64 =
        environment.family == CpuFamily::Arm64 || environment.family == CpuFamily::Arm64_32;
    if (!isArm64 || !callee.isExact || callee.isSpGuessed || isUnprovableStub(environment, callee))
        return std::nullopt;
    auto start = callee.registers;
    start.set(specialRegisters(environment.family).pc, callee.pc);
    auto& budget = *environment.codeBudget;
    auto left = budget.take(kMaxInstructions);
    const auto exits = findArm64Exits(codeSourceOf(environment), start, left);
    budget.giveBack(left);
    const auto* exit =
        chooseExit(exits, [&](const auto& each) { return isPossible(environment, callee, each); });
    if (exit == nullptr || environment.modules.pending())
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    Caller caller;
    caller.registers = forwardedRegisters(exit->registers, conventionOf(environment));
    caller.registers.set(special.pc, exit->registers.pc());
    caller.registers.set(special.sp, exit->registers.sp());
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::Instructions;
    StepResult step(std::move(caller));
    if (exit->passedCalls != 0)
        step.learn().addNote("a guess: where the code from here on returns, if its calls return");
    return step;
}

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/intel_exit_frames.h"

#include "core/unwind/code/intel_exits.h"
#include "core/unwind/code/intel_registers.h"
#include "core/unwind/walk/exit_choice.h"
#include "core/unwind/walk/intel_code_frames.h"
#include "core/unwind/walk/return_address.h"

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kMaxInstructions = 1 << 12;

/// The exits that the stack does not contradict: an address after a call lies there, and not after
/// a call of something else.
bool isPossible(WalkEnvironment& environment, const Callee& callee, const IntelExit& exit)
{
    const auto word = environment.stack.word(exit.slot);
    return word && exit.slot >= callee.sp && exit.spAfter > callee.sp &&
           isCertainReturnAddress(environment, *word) &&
           callsWhom(environment, callee, *word) != Calls::Another;
}

Caller callerAt(const WalkEnvironment& environment, const Callee& callee, const IntelExit& exit)
{
    const auto special = specialRegisters(environment.family);
    const auto convention = conventionOf(environment);
    Caller caller;
    caller.registers = forwardedRegisters(callee.registers, convention);
    const std::size_t count = environment.family == CpuFamily::Intel64 ? 16 : 8;
    for (std::size_t encoding = 0; encoding < count; ++encoding) {
        const auto index = intelRegisterIndex(environment.family, encoding);
        const auto& change = exit.registers[encoding];
        if (!change.isChanged || !isCalleeSaved(environment.family, convention, index))
            continue;
        if (change.value)
            caller.registers.set(index, *change.value);
        else
            caller.registers.forget(index);
    }
    caller.registers.set(special.pc, environment.stack.word(exit.slot).value_or(0));
    caller.registers.set(special.sp, exit.spAfter);
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::Instructions;
    return caller;
}

} // namespace

StepResult stepByIntelExits(WalkEnvironment& environment, const Callee& callee)
{
    if (!canFollowIntelCode(environment, callee))
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    auto& budget = *environment.codeBudget;
    auto left = budget.take(kMaxInstructions);
    const auto exits =
        findIntelExits(codeSourceOf(environment),
                       {.pc = callee.pc, .sp = callee.sp, .fp = callee.registers.find(special.fp)},
                       environment.family == CpuFamily::Intel64, left);
    budget.giveBack(left);
    const auto* exit =
        chooseExit(exits, [&](const auto& each) { return isPossible(environment, callee, each); });
    if (exit == nullptr || environment.modules.pending())
        return std::nullopt;
    StepResult step(callerAt(environment, callee, *exit));
    step.learn().addNote(exit->passedCalls == 0
                             ? "a guess: where the code from here on returns"
                             : "a guess: where the code from here on returns, if its calls return");
    return step;
}

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/unwind_data_step.h"

#include "core/unwind/walk/intel_code_frames.h"
#include "core/unwind/walk/intel_exit_frames.h"
#include "core/unwind/walk/pushed_arguments.h"
#include "core/unwind/walk/return_sequence.h"

namespace faultline::unwind {

namespace {

/// Windows runs a catch block on top of the frames that it ends, and hides them from then on:
/// unwind data like an interrupt's lead to the function that catches. The address there is still a
/// return address. Names in Microsoft's ntdll and in Wine's.
bool consolidatesFrames(const WalkEnvironment& environment, const Callee& callee)
{
    if (environment.event.system.os != OsFamily::Windows)
        return false;
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    return function && (function->name == "RcConsolidateFrames" ||
                        function->name == "call_consolidate_callback");
}

/// Assembler functions push without recording it in their unwind data. The data then mistake
/// another word for the return address.
bool leadsNowhere(const WalkEnvironment& environment, const Caller& caller)
{
    const auto pc = environment.strip(caller.registers.pc());
    return !environment.moduleMap.find(pc - 1) || isExecutable(environment, pc - 1) == false;
}

/// One entry with a fixed rule may cover a whole virtual machine, whose code moves sp all the same
/// (LuaJIT). If its rule leads to data, the code itself decides.
StepResult
stepAgainstData(WalkEnvironment& environment, const Callee& callee, const Caller& refuted)
{
    StepResult step;
    if (step.take(stepByInstructions(environment, callee)) ||
        isExecutable(environment, environment.strip(refuted.registers.pc()) - 1).value_or(true))
        return step;
    for (const auto means : {stepByIntelCode, stepByIntelCaller, stepByIntelExits}) {
        if (environment.modules.pending() || step.take(means(environment, callee)))
            break;
    }
    return step;
}

UnwindQuery queryFor(const WalkEnvironment& environment, const Callee& callee)
{
    const auto special = specialRegisters(environment.family);
    UnwindQuery query;
    query.moduleAddress = environment.event.modules[*callee.module].address;
    query.lookupAddress = callee.lookupAddress;
    query.isExact = callee.isExact;
    query.callee = callee.registers;
    if (callee.isSpGuessed)
        query.callee.forget(special.sp);
    if (callee.isThumb)
        query.callee.set(special.pc, callee.pc | 1);
    query.grandCalleeParameterBytes = callee.grandCalleeParameterBytes;
    query.budget = &environment.codeBudget->unwindData();
    return query;
}

} // namespace

StepResult stepByUnwindData(WalkEnvironment& environment, const Callee& callee)
{
    const auto* module = callee.module ? environment.modules.get(*callee.module) : nullptr;
    if (module == nullptr || !module->unwind)
        return {};
    const auto query = queryFor(environment, callee);
    auto result = unwindPushedArguments(environment, callee, *module->unwind, query);
    if (!result) {
        StepResult step;
        step.learn().addNote(concat(module->unwind->description(), ": ", result.error().detail));
        step.learn().hasLostFrame =
            module->unwind->covers(query.lookupAddress - query.moduleAddress);
        return step;
    }
    Caller caller;
    caller.registers = result->caller;
    caller.trust = FrameTrust::Cfi;
    caller.method = result->method;
    caller.isExact = result->isSignalFrame && !consolidatesFrames(environment, callee);
    caller.switchesStack = result->isSignalFrame;
    caller.calleeParameterBytes = result->calleeParameterBytes;
    if (result->endOfStack)
        caller.end = StackEnd::UnwindData;
    else if (!result->isSignalFrame && leadsNowhere(environment, caller)) {
        if (auto step = stepAgainstData(environment, callee, caller); step.caller)
            return step;
    }
    return caller;
}

} // namespace faultline::unwind

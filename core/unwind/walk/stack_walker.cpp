// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/stack_walker.h"

#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/arm64_exit_frames.h"
#include "core/unwind/walk/context_frame.h"
#include "core/unwind/walk/frame_pointer.h"
#include "core/unwind/walk/go_stacks.h"
#include "core/unwind/walk/intel_code_frames.h"
#include "core/unwind/walk/intel_exit_frames.h"
#include "core/unwind/walk/known_starts.h"
#include "core/unwind/walk/mac_signal_frame.h"
#include "core/unwind/walk/return_address.h"
#include "core/unwind/walk/return_sequence.h"
#include "core/unwind/walk/signal_trampoline.h"
#include "core/unwind/walk/stack_scan.h"
#include "core/unwind/walk/unwind_data_step.h"
#include "core/unwind/walk/vsyscall_frame.h"
#include "core/unwind/walk/walk_recorder.h"
#include "core/unwind/walk/windows_funclet.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kMaxStackSwitches = 16;

/// The bits of an arm64 pointer that form the address. The dump gives them (Crashpad names the
/// others); otherwise enough for every module and for 47-bit user space.
std::uint64_t addressMaskOf(const Event& event, const ModuleMap& modules, CpuFamily family)
{
    if (!isArm64(family))
        return addressBits(family);
    if (event.asNative()->addressMask != 0)
        return ~event.asNative()->addressMask;
    constexpr std::uint64_t kUserSpace = (std::uint64_t{1} << 47) - 1;
    const auto highest = std::max(kUserSpace, modules.highestEnd());
    constexpr std::uint64_t kHighestPower = std::uint64_t{1} << 63;
    return highest > kHighestPower ? ~std::uint64_t{0} : std::bit_ceil(highest) - 1;
}

/// 32-bit ARM records the instruction set outside pc, in bit 5 of cpsr.
bool isInThumbState(const EventThread& thread, CpuFamily family)
{
    constexpr std::uint64_t kThumbState = 1 << 5;
    const auto cpsr = std::ranges::find(thread.extraRegisters, "cpsr",
                                        &std::pair<std::string, std::uint64_t>::first);
    return family == CpuFamily::Arm32 && cpsr != thread.extraRegisters.end() &&
           (cpsr->second & kThumbState) != 0;
}

/// 32-bit ARM may have set the Thumb bit.
bool isZeroPc(CpuFamily family, std::uint64_t pc)
{
    return pc == 0 || (family == CpuFamily::Arm32 && pc == 1);
}

/// Does a return lead to code that nothing called: the kernel's trampoline, or a function put on
/// the stack as a return address, as coroutines begin? The code before it is another function.
bool isEnteredByReturn(const WalkEnvironment& environment, const Caller& caller)
{
    const auto pc = caller.registers.pc();
    const auto module = environment.moduleMap.find(pc);
    if (isSignalTrampoline(environment, pc) ||
        (!caller.isSpGuessed && mayBeSignalFrame(environment, pc, caller.registers.sp())))
        return true;
    if (followsCall(environment, pc, module).value_or(true))
        return false;
    const auto function = functionAt(environment, pc, module);
    const auto family = alignedLike(environment.family);
    return function && alignInstruction(family, function->begin) == alignInstruction(family, pc);
}

/// A step that needs nothing from the steps before it.
struct Means
{
    WalkStep step;
    StepResult (*take)(WalkEnvironment&, const Callee&);
};

constexpr std::array kBeforeUnwindData{
    Means{WalkStep::SignalTrampoline, stepBySignalTrampoline},
    Means{WalkStep::MacSignalHandler, stepByMacSigtramp},
    Means{WalkStep::BsdStart, endAtBsdStart},
    Means{WalkStep::Funclet, stepOutOfFunclet},
    Means{WalkStep::GoStacks, stepBetweenGoStacks},
};

constexpr std::array kAfterUnwindData{
    Means{WalkStep::BadCall, stepOutOfBadCall},
    Means{WalkStep::FollowedInstructions, stepByIntelCode},
    Means{WalkStep::KnownStart, endAtKnownStart},
    Means{WalkStep::PrologueOrEpilogue, stepByInstructions},
    Means{WalkStep::CallerByTarget, stepByIntelCaller},
    Means{WalkStep::WaysToReturn, stepByIntelExits},
    Means{WalkStep::Arm64WaysToReturn, stepByArm64Exits},
    Means{WalkStep::Vsyscall, stepOutOfVsyscall},
    Means{WalkStep::LinkRegister, stepByLinkRegister},
    Means{WalkStep::FramePointer, stepByFramePointer},
    Means{WalkStep::UncheckedLinkRegister, stepByUncheckedLinkRegister},
};

CpuFamily familyOf(const Event& event, const EventThread& thread)
{
    return thread.registers ? thread.registers->family() : cpuFamily(event.system.arch);
}

} // namespace

struct StackWalker::State
{
    State(const Event& event,
          const ModuleMap& modules,
          std::uint32_t threadIndex,
          WalkModuleProvider& provider,
          const ParseLimits& parseLimits,
          UnwindPreference unwindPreference,
          std::shared_ptr<CodeBudget> budget)
        : thread(event.threads[threadIndex]), limits(parseLimits), preference(unwindPreference),
          environment{.event = event,
                      .thread = thread,
                      .moduleMap = modules,
                      .modules = WalkModules(event, provider),
                      .stack = {},
                      .codeBudget = std::move(budget)}
    {
        setFamily(familyOf(event, thread));
    }

    Step next();
    Step walkOn();
    void setFamily(CpuFamily family);
    bool continuesOnHost(const Step& step) const;
    Step hostFrame();
    Step firstFrame();
    Step nextPrewalked();
    Step step();
    StepResult findCaller();
    bool attempt(StepResult& step, const Means& means);
    void scan(StepResult& step);
    bool decides(StepResult& step);
    std::optional<Finished> endAfter(StepResult& step);
    bool advances(const Caller& caller);
    bool returnsToStack(const Caller& caller) const;
    WalkedFrame accept(StepResult step);
    Step finish(Finished why);

    const EventThread& thread;
    const ParseLimits limits;
    const UnwindPreference preference;
    WalkEnvironment environment;
    Callee callee;
    std::uint32_t frameCount = 0;
    std::uint32_t stackSwitches = 0;
    std::optional<Finished> finished;
    bool isOnHost = false; ///< The 64-bit part of the stack of a 32-bit program has begun.
    WalkRecorder recorder;
};

StackWalker::StackWalker(const Event& event,
                         const ModuleMap& modules,
                         std::uint32_t threadIndex,
                         WalkModuleProvider& provider,
                         const ParseLimits& limits,
                         UnwindPreference preference,
                         std::shared_ptr<CodeBudget> budget)
    : m_state(std::make_shared<State>(
          event, modules, threadIndex, provider, limits, preference, std::move(budget)))
{
}

std::uint32_t CodeBudget::take(std::uint32_t wanted)
{
    const auto before = m_left.fetch_sub(wanted, std::memory_order_relaxed);
    const auto taken = std::clamp<std::int64_t>(before, 0, wanted);
    giveBack(static_cast<std::uint32_t>(wanted - taken));
    return static_cast<std::uint32_t>(taken);
}

StackWalker::Step StackWalker::next()
{
    return m_state->next();
}

void StackWalker::recordAttempts()
{
    m_state->recorder.start();
}

std::vector<WalkAttempt> StackWalker::takeAttempts()
{
    return m_state->recorder.take();
}

void StackWalker::State::setFamily(CpuFamily family)
{
    environment.family = family;
    environment.wordBytes = pointerSize(family);
    environment.addressMask = addressMaskOf(environment.event, environment.moduleMap, family);
}

StackWalker::Step StackWalker::State::next()
{
    if (finished)
        return *finished;
    auto step = walkOn();
    return continuesOnHost(step) ? hostFrame() : std::move(step);
}

bool StackWalker::State::continuesOnHost(const Step& step) const
{
    const auto* end = std::get_if<Finished>(&step);
    return end != nullptr && end->reason != StackEnd::FrameLimit && thread.hostRegisters &&
           !isOnHost;
}

/// The first frame of the 64-bit code. It says how the 32-bit stack has ended.
StackWalker::Step StackWalker::State::hostFrame()
{
    const auto end = *std::exchange(finished, std::nullopt);
    isOnHost = true;
    setFamily(thread.hostRegisters->family());
    Caller caller;
    caller.registers = *thread.hostRegisters;
    caller.trust = FrameTrust::Context;
    caller.method = UnwindMethod::HostContext;
    caller.isExact = true;
    caller.switchesStack = true;
    StepResult step(std::move(caller));
    step.learn().addNote(concat("the 32-bit stack ends above (", stackEndName(end.reason),
                                end.note.empty() ? "" : ", ", end.note,
                                "); from here on the 64-bit code of Windows that runs it"));
    auto frame = accept(std::move(step));
    callee.isContext = true;
    return frame;
}

StackWalker::Step StackWalker::State::walkOn()
{
    if (frameCount >= limits.maxFramesPerThread)
        return finish({.reason = StackEnd::FrameLimit, .note = {}});
    if (!thread.prewalked.empty())
        return nextPrewalked();
    if (frameCount == 0)
        return firstFrame();
    environment.modules.clearPending();
    return step();
}

StackWalker::Step StackWalker::State::finish(Finished why)
{
    finished = std::move(why);
    return *finished;
}

StackWalker::Step StackWalker::State::nextPrewalked()
{
    if (frameCount >= thread.prewalked.size())
        return finish({.reason = StackEnd::NotFound, .note = {}});
    WalkedFrame frame;
    frame.pc = thread.prewalked[frameCount].address;
    frame.lookupAddress =
        frameCount == 0 ? frame.pc : previousInstruction(environment.family, frame.pc);
    frame.trust = FrameTrust::Prewalked;
    frame.method = UnwindMethod::Prewalked;
    frame.module = environment.moduleMap.find(frame.lookupAddress);
    if (frameCount == 0 && thread.registers) {
        frame.registers = *thread.registers;
        frame.sp = thread.registers->sp();
    }
    ++frameCount;
    return frame;
}

StackWalker::Step StackWalker::State::firstFrame()
{
    const auto special = specialRegisters(environment.family);
    if (!thread.registers || environment.wordBytes == 0 || !thread.registers->has(special.pc))
        return finish({.reason = StackEnd::NoContext, .note = thread.contextProblem});
    Caller caller;
    caller.registers = *thread.registers;
    caller.trust = FrameTrust::Context;
    caller.method = UnwindMethod::Context;
    caller.isExact = true;
    environment.stack =
        StackRegion(environment.event, thread, caller.registers.sp(), environment.wordBytes);
    auto frame = accept(std::move(caller));
    callee.isContext = true;
    callee.isThumb = callee.isThumb || isInThumbState(thread, environment.family);
    return frame;
}

StackWalker::Step StackWalker::State::step()
{
    if (environment.stack.empty())
        return finish({.reason = StackEnd::NoMemory, .note = {}});
    auto step = findCaller();
    if (const auto pending = environment.modules.pending())
        return NeedsModule{*pending};
    if (!step.caller)
        return finish({.reason = StackEnd::NotFound, .note = step.takeNote()});
    Caller& caller = *step.caller;
    if (!caller.end)
        caller.registers.set(specialRegisters(environment.family).pc,
                             environment.strip(caller.registers.pc()));
    if (auto end = endAfter(step))
        return finish(*std::move(end));
    // The next step needs the caller's module in any case.
    const auto module = environment.moduleMap.find(caller.registers.pc());
    if (module && environment.modules.get(*module) == nullptr)
        return NeedsModule{*module};
    caller.isFunctionStart = !caller.isExact && isEnteredByReturn(environment, caller);
    caller.isExact =
        caller.isExact || caller.isFunctionStart || isEnteredByFault(environment, callee);
    return accept(std::move(step));
}

/// The steps in order of reliability; core/unwind/README.md has a table. The first that yields a
/// caller decides. When the next step was tried after a rule that ends the walk had refused a
/// caller, stacks continued beyond their true end. A caller below all code does not count.
StepResult StackWalker::State::findCaller()
{
    // Also fetches the data of the module that the next steps may need.
    if (callee.module && environment.modules.get(*callee.module) == nullptr)
        return {};
    recorder.forget();
    StepResult step;
    for (const auto& means : kBeforeUnwindData) {
        if (attempt(step, means))
            return step;
    }
    if (preference == UnwindPreference::FramePointerFirst) {
        const bool leadsOn = attempt(step, {WalkStep::PreferredFramePointer, stepByFramePointer}) &&
                             !step.caller->end && decides(step);
        if (leadsOn || environment.modules.pending())
            return step;
    }
    if (attempt(step, {WalkStep::UnwindData, stepByUnwindData})) {
        if (decides(step))
            return step;
        step.learn().hasLostFrame = true;
    }
    for (const auto& means : kAfterUnwindData) {
        const bool isFound = attempt(step, means);
        if (environment.modules.pending() || (isFound && decides(step)))
            return step;
    }
    scan(step);
    return step;
}

/// Takes one step. Returns whether it found a caller.
bool StackWalker::State::attempt(StepResult& step, const Means& means)
{
    auto outcome = means.take(environment, callee);
    recorder.add(means.step, environment, callee, outcome);
    return step.take(std::move(outcome));
}

void StackWalker::State::scan(StepResult& step)
{
    auto outcome = stepByScan(environment, callee, step.learn());
    recorder.add(WalkStep::Scan, environment, callee, outcome);
    if (step.take(std::move(outcome)) && !decides(step))
        step.caller.reset();
}

/// False if nothing is mapped at the caller's address: the step mistook data for a return address.
/// Zero marks the end of a stack. A signal may interrupt after a jump to any address; such a frame
/// is valid.
bool StackWalker::State::decides(StepResult& step)
{
    const Caller& caller = *step.caller;
    const auto pc = environment.strip(caller.registers.pc());
    if (caller.end || caller.switchesStack || pc >= kLowestCode || isZeroPc(environment.family, pc))
        return true;
    const auto reason = concat(unwindMethodName(caller.method), " leads to ", Hex{pc});
    step.learn().addNote(reason);
    recorder.refuseLast(reason);
    return false;
}

std::optional<StackWalker::Finished> StackWalker::State::endAfter(StepResult& step)
{
    const Caller& caller = *step.caller;
    if (caller.end)
        return Finished{.reason = *caller.end, .note = step.takeNote()};
    const auto pc = caller.registers.pc();
    if (isZeroPc(environment.family, pc) && !caller.switchesStack)
        return Finished{.reason = StackEnd::ZeroPc, .note = step.takeNote()};
    if (!advances(caller)) {
        recorder.refuseLast("the stack pointer does not advance");
        return Finished{.reason = StackEnd::NoProgress, .note = step.takeNote()};
    }
    if (!caller.isExact && !isExecutable(environment, pc - 1).value_or(true) &&
        !isExecutableTrampoline(environment, pc)) {
        const auto place = concat("the caller would be at ", Hex{pc});
        step.learn().addNote(place);
        recorder.refuseLast(concat(place, ", which is no code"));
        return Finished{.reason = StackEnd::NotCode, .note = step.takeNote()};
    }
    return std::nullopt;
}

/// Every frame must lie further up, which also bounds the walk. A callee that has pushed nothing
/// shares its caller's stack pointer on CPUs whose calls do not push. A signal handler may have its
/// own stack.
bool StackWalker::State::advances(const Caller& caller)
{
    const auto sp = caller.registers.sp();
    if (caller.switchesStack)
        return stackSwitches < kMaxStackSwitches;
    if (sp != callee.sp)
        return sp > callee.sp;
    switch (environment.family) {
    case CpuFamily::Arm32:
    case CpuFamily::Mips32:
    case CpuFamily::Mips64:
    case CpuFamily::Ppc32:
    case CpuFamily::Ppc64:
    case CpuFamily::RiscV64:
    case CpuFamily::S390x:
    case CpuFamily::LoongArch64: return callee.isExact;
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: {
        const bool isTrusted = callee.isExact || caller.trust == FrameTrust::Cfi;
        return isTrusted && caller.registers.pc() != callee.pc;
    }
    // longjmp and the end of an exception's search have loaded the target's stack pointer, but not
    // yet jumped there.
    case CpuFamily::Intel32:
    case CpuFamily::Intel64:
        return callee.isExact && caller.trust == FrameTrust::Cfi &&
               isCertainReturnAddress(environment, caller.registers.pc());
    default: return false;
    }
}

/// A large frame may have moved sp below the stack, into other memory. The caller's is on it.
bool StackWalker::State::returnsToStack(const Caller& caller) const
{
    const auto sp = caller.registers.sp();
    return callee.isContext && caller.trust == FrameTrust::Cfi &&
           !environment.stack.contains(sp, environment.wordBytes) &&
           environment.event.asNative()->memory->endOfRun(sp).has_value();
}

WalkedFrame StackWalker::State::accept(StepResult step)
{
    Caller& caller = *step.caller;
    WalkedFrame frame;
    frame.pc = caller.registers.pc();
    frame.sp = caller.registers.sp();
    const auto family = alignedLike(environment.family);
    frame.lookupAddress =
        caller.isExact ? alignInstruction(family, frame.pc) : previousInstruction(family, frame.pc);
    frame.module = environment.moduleMap.find(frame.lookupAddress);
    frame.isFunctionStart = caller.isFunctionStart;
    frame.isNoCode = caller.isExact && couldNotFetch(environment.event, frame.pc);
    frame.trust = caller.trust;
    frame.method = caller.method;
    frame.registers = std::move(caller.registers);
    frame.note = step.takeNote();
    if (caller.switchesStack)
        ++stackSwitches;
    if (caller.switchesStack || returnsToStack(caller))
        environment.stack = StackRegion(environment.event, thread, frame.sp, environment.wordBytes);
    callee.registers = frame.registers;
    callee.pc = frame.pc;
    callee.lookupAddress = frame.lookupAddress;
    callee.sp = frame.sp;
    callee.trust = frame.trust;
    callee.method = frame.method;
    callee.module = frame.module;
    callee.isContext = false;
    callee.isExact = caller.isExact;
    callee.isSpGuessed = caller.isSpGuessed;
    callee.isThumb = environment.family == CpuFamily::Arm32 && (frame.pc & 1) != 0;
    callee.grandCalleeParameterBytes = caller.calleeParameterBytes;
    ++frameCount;
    return frame;
}

} // namespace faultline::unwind

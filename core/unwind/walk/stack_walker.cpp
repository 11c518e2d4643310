#include "core/unwind/walk/stack_walker.h"

#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/context_frame.h"
#include "core/unwind/walk/frame_pointer.h"
#include "core/unwind/walk/go_stacks.h"
#include "core/unwind/walk/intel_code_frames.h"
#include "core/unwind/walk/known_starts.h"
#include "core/unwind/walk/mac_signal_frame.h"
#include "core/unwind/walk/pushed_arguments.h"
#include "core/unwind/walk/return_sequence.h"
#include "core/unwind/walk/signal_trampoline.h"
#include "core/unwind/walk/stack_scan.h"
#include "core/unwind/walk/windows_funclet.h"

#include <algorithm>
#include <bit>

namespace faultline::unwind {

using namespace unwind;

namespace {

constexpr std::uint32_t kMaxStackSwitches = 16;

/// Bits of an arm64 pointer that are address: what the dump says (Crashpad names the others), else
/// enough for every module and for 47-bit user space.
std::uint64_t addressMaskOf(const Event& event, const ModuleMap& modules, CpuFamily family)
{
    if (!isArm64(family))
        return addressBits(family);
    if (event.native().addressMask != 0)
        return ~event.native().addressMask;
    constexpr std::uint64_t kUserSpace = (std::uint64_t{1} << 47) - 1;
    const auto highest = std::max(kUserSpace, modules.highestEnd());
    constexpr std::uint64_t kHighestPower = std::uint64_t{1} << 63;
    return highest > kHighestPower ? ~std::uint64_t{0} : std::bit_ceil(highest) - 1;
}

/// 32-bit ARM keeps the instruction set apart from pc, in bit 5 of cpsr.
bool isInThumbState(const EventThread& thread, CpuFamily family)
{
    constexpr std::uint64_t kThumbState = 1 << 5;
    const auto cpsr = std::ranges::find(thread.extraRegisters, "cpsr",
                                        &std::pair<std::string, std::uint64_t>::first);
    return family == CpuFamily::Arm32 && cpsr != thread.extraRegisters.end() &&
           (cpsr->second & kThumbState) != 0;
}

/// Guessing on from where threads begin only finds what the stack held before.
std::optional<Candidate> endAtKnownStart(WalkEnvironment& environment, const Callee& callee)
{
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    if (callee.isContext || !function ||
        !isThreadStart(function->name, environment.event.system.os))
        return std::nullopt;
    Candidate end;
    end.end = StackEnd::KnownStart;
    return end;
}

/// Windows runs a catch block on top of the frames that it ends and hides them from then on: unwind
/// data like an interrupt's lead to the function that catches. What stands there is a return
/// address all the same. Names in Microsoft's ntdll and in Wine's.
bool consolidatesFrames(const WalkEnvironment& environment, const Callee& callee)
{
    if (environment.event.system.os != OsFamily::Windows)
        return false;
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    return function && (function->name == "RcConsolidateFrames" ||
                        function->name == "call_consolidate_callback");
}

/// Functions in assembler push without saying so in their unwind data; the word that these take for
/// the return address then is anything.
bool leadsNowhere(const WalkEnvironment& environment, const Candidate& candidate)
{
    const auto pc = environment.strip(candidate.registers.pc());
    return !environment.moduleMap.find(pc - 1) || isExecutable(environment, pc - 1) == false;
}

/// 32-bit ARM may have set the Thumb bit.
bool isZeroPc(CpuFamily family, std::uint64_t pc)
{
    return pc == 0 || (family == CpuFamily::Arm32 && pc == 1);
}

/// Whether a return leads to where nothing called from: the kernel's trampoline, or a function that
/// somebody has put on the stack as a return address, as coroutines begin. What lies before it is
/// another function.
bool isEnteredByReturn(const WalkEnvironment& environment, const Candidate& candidate)
{
    const auto pc = candidate.registers.pc();
    const auto module = environment.moduleMap.find(pc);
    if (isSignalTrampoline(environment, pc) ||
        (!candidate.isSpGuessed && mayBeSignalFrame(environment, pc, candidate.registers.sp())))
        return true;
    if (followsCall(environment, pc, module).value_or(true))
        return false;
    const auto function = functionAt(environment, pc, module);
    return function && alignInstruction(environment.family, function->begin) ==
                           alignInstruction(environment.family, pc);
}

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
          environment{event,
                      modules,
                      WalkModules(event, provider),
                      familyOf(event, thread),
                      0,
                      0,
                      {},
                      {},
                      std::move(budget)}
    {
        environment.wordBytes = pointerSize(environment.family);
        environment.addressMask = addressMaskOf(event, modules, environment.family);
    }

    Step next();
    Step firstFrame();
    Step nextPrewalked();
    Step step();
    std::optional<Candidate> findCaller();
    std::optional<Candidate> stepByUnwindData();
    bool isRefuted(const Candidate& candidate);
    std::optional<Step> endAfter(const Candidate& candidate);
    bool advances(const Candidate& candidate) const;
    WalkedFrame accept(Candidate candidate);
    Step finish(StackEnd reason);

    const EventThread& thread;
    const ParseLimits limits;
    const UnwindPreference preference;
    WalkEnvironment environment;
    Callee callee;
    std::uint32_t frameCount = 0;
    std::uint32_t stackSwitches = 0;
    std::optional<Finished> finished;
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

StackWalker::Step StackWalker::State::next()
{
    if (finished)
        return *finished;
    if (frameCount >= limits.maxFramesPerThread)
        return finish(StackEnd::FrameLimit);
    if (!thread.prewalked.empty())
        return nextPrewalked();
    if (frameCount == 0)
        return firstFrame();
    environment.note.clear();
    environment.refutedSlots.clear();
    environment.modules.clearPending();
    return step();
}

StackWalker::Step StackWalker::State::finish(StackEnd reason)
{
    finished = Finished{reason, environment.note};
    return *finished;
}

StackWalker::Step StackWalker::State::nextPrewalked()
{
    if (frameCount >= thread.prewalked.size())
        return finish(StackEnd::NotFound);
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
    if (!thread.registers || environment.wordBytes == 0 || !thread.registers->has(special.pc)) {
        environment.note = thread.contextProblem;
        return finish(StackEnd::NoContext);
    }
    Candidate candidate;
    candidate.registers = *thread.registers;
    candidate.trust = FrameTrust::Context;
    candidate.method = UnwindMethod::Context;
    candidate.isExact = true;
    environment.stack =
        StackRegion(environment.event, thread, candidate.registers.sp(), environment.wordBytes);
    auto frame = accept(std::move(candidate));
    callee.isContext = true;
    callee.isThumb = callee.isThumb || isInThumbState(thread, environment.family);
    return frame;
}

StackWalker::Step StackWalker::State::step()
{
    if (environment.stack.empty())
        return finish(StackEnd::NoMemory);
    auto candidate = findCaller();
    if (const auto pending = environment.modules.pending())
        return NeedsModule{*pending};
    if (!candidate)
        return finish(StackEnd::NotFound);
    const auto special = specialRegisters(environment.family);
    if (!candidate->end)
        candidate->registers.set(special.pc, environment.strip(candidate->registers.pc()));
    if (auto end = endAfter(*candidate))
        return *std::move(end);
    // The next step needs the caller's module in any case.
    const auto module = environment.moduleMap.find(candidate->registers.pc());
    if (module && environment.modules.get(*module) == nullptr)
        return NeedsModule{*module};
    candidate->isFunctionStart = !candidate->isExact && isEnteredByReturn(environment, *candidate);
    candidate->isExact =
        candidate->isExact || candidate->isFunctionStart || isEnteredByFault(environment, callee);
    return accept(*std::move(candidate));
}

/// The means in order of how far they can be trusted. The first that yields a candidate decides:
/// trying the next one after a candidate was refused by the rules that end a walk made stacks run
/// on behind their true end. One that leads below all code is no candidate.
std::optional<Candidate> StackWalker::State::findCaller()
{
    // Also fetches what the steps below may want to know about the module.
    if (callee.module && environment.modules.get(*callee.module) == nullptr)
        return std::nullopt;
    if (auto candidate = stepBySignalTrampoline(environment, callee))
        return candidate;
    if (auto candidate = stepByMacSigtramp(environment, callee))
        return candidate;
    if (auto candidate = stepOutOfFunclet(environment, callee))
        return candidate;
    if (auto candidate = stepBetweenGoStacks(environment, thread, callee))
        return candidate;
    if (preference == UnwindPreference::FramePointerFirst) {
        auto candidate = stepByFramePointer(environment, callee);
        const bool leadsOn = candidate && !candidate->end && !isRefuted(*candidate);
        if (leadsOn || environment.modules.pending())
            return candidate;
    }
    if (auto candidate = stepByUnwindData()) {
        if (!isRefuted(*candidate))
            return candidate;
        callee.hasLostFrame = true;
    }
    for (const auto means :
         {stepOutOfBadCall, stepByIntelCode, endAtKnownStart, stepByInstructions, stepByIntelCaller,
          stepByLinkRegister, stepByFramePointer, stepByUncheckedLinkRegister, stepByScan}) {
        auto candidate = means(environment, callee);
        if (environment.modules.pending() || (candidate && !isRefuted(*candidate)))
            return candidate;
    }
    return std::nullopt;
}

/// Nothing is mapped so low: the means took data for a return address. Zero marks the end of a
/// stack, and a signal may have come after a jump to anywhere; that frame is as true as any.
bool StackWalker::State::isRefuted(const Candidate& candidate)
{
    const auto pc = environment.strip(candidate.registers.pc());
    if (candidate.end || candidate.switchesStack || pc >= kLowestCode ||
        isZeroPc(environment.family, pc))
        return false;
    environment.addNote(concat(unwindMethodName(candidate.method), " leads to ", Hex{pc}));
    return true;
}

std::optional<Candidate> StackWalker::State::stepByUnwindData()
{
    const auto* module = callee.module ? environment.modules.get(*callee.module) : nullptr;
    if (module == nullptr || !module->unwind)
        return std::nullopt;
    UnwindQuery query;
    query.moduleAddress = environment.event.modules[*callee.module].address;
    query.lookupAddress = callee.lookupAddress;
    query.isExact = callee.isExact;
    query.callee = callee.registers;
    if (callee.isSpGuessed)
        query.callee.forget(specialRegisters(environment.family).sp);
    if (callee.isThumb)
        query.callee.set(specialRegisters(environment.family).pc, callee.pc | 1);
    query.grandCalleeParameterBytes = callee.grandCalleeParameterBytes;
    auto result = unwindPushedArguments(environment, callee, *module->unwind, query);
    if (!result) {
        environment.addNote(concat(module->unwind->description(), ": ", result.error().detail));
        callee.hasLostFrame = module->unwind->covers(query.lookupAddress - query.moduleAddress);
        return std::nullopt;
    }
    Candidate candidate;
    candidate.registers = result->caller;
    candidate.trust = FrameTrust::Cfi;
    candidate.method = result->method;
    candidate.isExact = result->isSignalFrame && !consolidatesFrames(environment, callee);
    candidate.switchesStack = result->isSignalFrame;
    candidate.calleeParameterBytes = result->calleeParameterBytes;
    if (result->endOfStack)
        candidate.end = StackEnd::UnwindData;
    else if (!result->isSignalFrame && leadsNowhere(environment, candidate))
        return stepByInstructions(environment, callee).value_or(candidate);
    return candidate;
}

std::optional<StackWalker::Step> StackWalker::State::endAfter(const Candidate& candidate)
{
    if (candidate.end)
        return finish(*candidate.end);
    const auto pc = candidate.registers.pc();
    if (isZeroPc(environment.family, pc) && !candidate.switchesStack)
        return finish(StackEnd::ZeroPc);
    if (!advances(candidate))
        return finish(StackEnd::NoProgress);
    if (!candidate.isExact && !isExecutable(environment, pc - 1).value_or(true) &&
        !isExecutableTrampoline(environment, pc)) {
        environment.addNote(concat("the caller would be at ", Hex{pc}));
        return finish(StackEnd::NotCode);
    }
    return std::nullopt;
}

/// Every frame must lie further up, which also bounds the walk. A callee that has pushed nothing
/// shares its caller's stack pointer where calls do not push; a signal may have come in on a stack
/// of its own.
bool StackWalker::State::advances(const Candidate& candidate) const
{
    const auto sp = candidate.registers.sp();
    if (candidate.switchesStack)
        return stackSwitches < kMaxStackSwitches;
    if (sp != callee.sp)
        return sp > callee.sp;
    switch (environment.family) {
    case CpuFamily::Arm32:
    case CpuFamily::Mips32:
    case CpuFamily::Mips64: return callee.isExact;
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: {
        const bool isTrusted = callee.isExact || candidate.trust == FrameTrust::Cfi;
        return isTrusted && candidate.registers.pc() != callee.pc;
    }
    default: return false;
    }
}

WalkedFrame StackWalker::State::accept(Candidate candidate)
{
    WalkedFrame frame;
    frame.pc = candidate.registers.pc();
    frame.sp = candidate.registers.sp();
    frame.lookupAddress = candidate.isExact ? alignInstruction(environment.family, frame.pc)
                                            : previousInstruction(environment.family, frame.pc);
    frame.module = environment.moduleMap.find(frame.lookupAddress);
    frame.isFunctionStart = candidate.isFunctionStart;
    frame.isNoCode = candidate.isExact && couldNotFetch(environment.event, frame.pc);
    frame.trust = candidate.trust;
    frame.method = candidate.method;
    frame.registers = std::move(candidate.registers);
    frame.note = std::move(environment.note);
    environment.note.clear();
    if (candidate.switchesStack) {
        ++stackSwitches;
        environment.stack = StackRegion(environment.event, thread, frame.sp, environment.wordBytes);
    }
    callee.registers = frame.registers;
    callee.pc = frame.pc;
    callee.lookupAddress = frame.lookupAddress;
    callee.sp = frame.sp;
    callee.trust = frame.trust;
    callee.method = frame.method;
    callee.module = frame.module;
    callee.isContext = false;
    callee.isExact = candidate.isExact;
    callee.hasLostFrame = false;
    callee.isSpGuessed = candidate.isSpGuessed;
    callee.isThumb = environment.family == CpuFamily::Arm32 && (frame.pc & 1) != 0;
    callee.grandCalleeParameterBytes = candidate.calleeParameterBytes;
    ++frameCount;
    return frame;
}

} // namespace faultline::unwind

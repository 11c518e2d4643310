// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/go_stacks.h"

#include "core/unwind/walk/return_address.h"

#include <algorithm>
#include <array>
#include <functional>

namespace faultline::unwind {

namespace {

// Go, src/runtime/runtime2.go: `g` begins with its stack's bounds; its `m` and the start of its
// saved registers are at these offsets. The address of `g` is the last word below the thread's
// storage.
constexpr std::uint64_t kStackEndInG = 8;
constexpr std::uint64_t kMachineInG = 48;
constexpr std::uint64_t kSavedSpInG = 56;
constexpr std::uint64_t kSavedPcInG = 64;
constexpr std::uint64_t kSavedFpInG = 104; // Until Go 1.24.
constexpr std::uint64_t kGBelowThreadStorage = 8;
constexpr std::uint64_t kMaxMachineBytes = 0x200; // How far into `m` its current goroutine may be.

/// Functions without a caller, or whose caller is no longer on any stack.
constexpr std::array<std::string_view, 4> kStarts{"clone", "goexit", "mcall", "rt0_go"};

/// Functions that go over to the thread's own stack.
constexpr std::array<std::string_view, 4> kChanges{"systemstack", "asmcgocall", "mcall",
                                                   "morestack"};

struct Record
{
    std::uint64_t returnAddress = 0;
    std::uint64_t sp = 0;
    std::optional<std::uint64_t> fp;
};

/// The name after "runtime."; empty for every other function.
std::string_view runtimeName(std::string_view function)
{
    constexpr std::string_view kPackage = "runtime.";
    constexpr std::string_view kAssembler = ".abi0";
    if (!function.starts_with(kPackage))
        return {};
    function.remove_prefix(kPackage.size());
    if (function.ends_with(kAssembler))
        function.remove_suffix(kAssembler.size());
    return function;
}

class GoStacks
{
public:
    GoStacks(const WalkEnvironment& environment, const Callee& callee)
        : m_environment(environment), m_memory(*environment.event.asNative()->memory),
          m_callee(callee)
    {
    }

    /// While they call, `systemstack` and `asmcgocall` keep rbp at their frame's record on the
    /// goroutine's stack. The called function has saved rbp, or leaves it unchanged as C does.
    /// `asmcgocall` also keeps the goroutine and the record's place for itself.
    std::optional<Record> afterCall() const
    {
        const auto saved = word(m_callee.sp - std::uint64_t{2} * m_environment.wordBytes);
        const auto fp = m_callee.registers.find(specialRegisters(m_environment.family).fp);
        for (const auto place : {saved, fp, keptByAsmcgocall()}) {
            if (const auto record = place ? provenRecordAt(*place) : std::nullopt)
                return record;
        }
        return std::nullopt;
    }

    /// A function that needs more stack asks before it has a frame. `g` keeps its registers.
    std::optional<Record> afterMoreStack() const
    {
        return savedRecord([this](const Record& saved) {
            return asksForStack(saved.returnAddress)
                       ? std::optional(Record{saved.returnAddress, saved.sp, std::nullopt})
                       : std::nullopt;
        });
    }

    /// Before it changes the stack, `systemstack` saves its registers in `g`. That helps where the
    /// called function has overwritten rbp and not saved it yet, and before Go 1.12, where
    /// `systemstack` has no frame.
    std::optional<Record> afterSystemStack() const
    {
        return savedRecord([this](const Record& saved) -> std::optional<Record> {
            const auto function = functionAt(m_environment, saved.returnAddress, m_callee.module);
            if (!function || runtimeName(function->name) != "systemstack_switch")
                return std::nullopt;
            const auto record = provenRecordAt(saved.sp);
            const auto top = word(saved.sp);
            if (record || !top || callsWhom(m_environment, m_callee, *top) != Calls::This)
                return record;
            return Record{*top, saved.sp + m_environment.wordBytes, saved.fp};
        });
    }

    /// Is an interrupted function past its change of the stack? `systemstack` and `asmcgocall` then
    /// still have rbp at their record, far from sp.
    std::optional<Record> afterChange() const
    {
        constexpr std::uint64_t kFrameBytes = 0x100;
        const auto fp = m_callee.registers.find(specialRegisters(m_environment.family).fp);
        const auto record = fp ? provenRecordAt(*fp) : std::nullopt;
        return record && *fp - m_callee.sp > kFrameBytes ? record : std::nullopt;
    }

    /// Does sp lie on the thread's own stack? The other registers still say which goroutine runs.
    bool isOnThreadStack(std::uint64_t address) const
    {
        const auto machine = machineOfThread();
        const auto g0 = machine ? word(*machine) : std::nullopt;
        const auto begin = g0 ? word(*g0) : std::nullopt;
        const auto end = g0 ? word(*g0 + kStackEndInG) : std::nullopt;
        return begin && end && address >= *begin && address < *end;
    }

    /// `morestack` itself or one of its variants, which set a register and jump there.
    bool asksForStack(std::uint64_t returnAddress) const
    {
        const auto site = callSiteBefore(m_environment, returnAddress, m_callee.module);
        const auto target = site && site->target
                                ? functionAt(m_environment, *site->target, m_callee.module)
                                : std::nullopt;
        return target && runtimeName(target->name).starts_with("morestack");
    }

private:
    std::optional<std::uint64_t> word(std::uint64_t address) const
    {
        return m_memory.readUnsigned(address, m_environment.wordBytes);
    }

    std::optional<Record> recordAt(std::uint64_t fp) const
    {
        const auto returnAddress = word(fp + m_environment.wordBytes);
        if (!returnAddress)
            return std::nullopt;
        return Record{*returnAddress, fp + std::uint64_t{2} * m_environment.wordBytes, word(fp)};
    }

    std::optional<Record> provenRecordAt(std::uint64_t fp) const
    {
        const auto record = recordAt(fp);
        return record && callsWhom(m_environment, m_callee, record->returnAddress) == Calls::This
                   ? record
                   : std::nullopt;
    }

    /// The thread's `m` holds its current `g`, at an offset that differs between versions. `judge`
    /// makes a record of the registers that a `g` saved.
    std::optional<Record>
    savedRecord(const std::function<std::optional<Record>(const Record&)>& judge) const
    {
        const auto machine = machineOfThread();
        if (!machine)
            return std::nullopt;
        for (std::uint64_t at = 0; at < kMaxMachineBytes; at += m_environment.wordBytes) {
            const auto g = word(*machine + at);
            const auto saved = g && word(*g + kMachineInG) == machine ? savedIn(*g) : std::nullopt;
            if (const auto record = saved ? judge(*saved) : std::nullopt)
                return record;
        }
        return std::nullopt;
    }

    std::optional<std::uint64_t> keptByAsmcgocall() const
    {
        const auto depth = word(m_callee.sp);
        const auto g = word(m_callee.sp + m_environment.wordBytes);
        const auto end = g ? word(*g + kStackEndInG) : std::nullopt;
        return depth && end ? std::optional(*end - *depth) : std::nullopt;
    }

    std::optional<std::uint64_t> machineOfThread() const
    {
        const auto base = std::ranges::find(m_environment.thread.extraRegisters, "fs_base",
                                            &std::pair<std::string, std::uint64_t>::first);
        if (base == m_environment.thread.extraRegisters.end())
            return std::nullopt;
        const auto g = word(base->second - kGBelowThreadStorage);
        return g ? word(*g + kMachineInG) : std::nullopt;
    }

    std::optional<Record> savedIn(std::uint64_t g) const
    {
        const auto begin = word(g);
        const auto end = word(g + kStackEndInG);
        const auto sp = word(g + kSavedSpInG);
        const auto pc = word(g + kSavedPcInG);
        const bool isSaved = begin && end && sp && pc && *sp >= *begin && *sp < *end;
        return isSaved ? std::optional(Record{*pc, *sp, word(g + kSavedFpInG)}) : std::nullopt;
    }

    const WalkEnvironment& m_environment;
    const MemoryImage& m_memory;
    const Callee& m_callee;
};

Caller endBecause(StackEnd reason)
{
    Caller caller;
    caller.end = reason;
    return caller;
}

StepResult callerAt(const WalkEnvironment& environment, const Record& record)
{
    const auto special = specialRegisters(environment.family);
    Caller caller;
    caller.registers = RegisterSet(environment.family);
    caller.registers.set(special.pc, record.returnAddress);
    caller.registers.set(special.sp, record.sp);
    if (record.fp)
        caller.registers.set(special.fp, *record.fp);
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::FramePointer;
    caller.switchesStack = true;
    StepResult step(std::move(caller));
    step.learn().addNote("on the goroutine's own stack");
    return step;
}

StepResult goroutineUnknown()
{
    StepResult end(endBecause(StackEnd::NotFound));
    end.learn().addNote("the goroutine's stack is not known");
    return end;
}

/// A signal may come right after the stack was changed. The unwind data does not know that.
StepResult stepFromInterrupted(const WalkEnvironment& environment,
                               const Callee& callee,
                               std::string_view name,
                               const GoStacks& stacks)
{
    const auto fp = callee.registers.find(specialRegisters(environment.family).fp);
    if (name == "systemstack" || name == "asmcgocall") {
        if (const auto record = stacks.afterChange())
            return callerAt(environment, *record);
    }
    if (!stacks.isOnThreadStack(callee.sp))
        return std::nullopt;
    if (name == "morestack") {
        const auto top = environment.stack.word(callee.sp);
        if (top && stacks.asksForStack(*top))
            return std::nullopt;
        const auto record = stacks.afterMoreStack();
        return record ? callerAt(environment, *record) : goroutineUnknown();
    }
    // Before the change, rbp and sp are on the same stack.
    if (!fp || stacks.isOnThreadStack(*fp))
        return std::nullopt;
    const auto record = name == "systemstack" ? stacks.afterSystemStack() : std::nullopt;
    return record ? callerAt(environment, *record) : goroutineUnknown();
}

bool mayHoldGo(const WalkEnvironment& environment, std::optional<std::uint32_t> module)
{
    const auto* known = module ? environment.modules.known(*module) : nullptr;
    return known != nullptr && known->mayHoldGo;
}

} // namespace

StepResult stepBetweenGoStacks(WalkEnvironment& environment, const Callee& callee)
{
    if (environment.family != CpuFamily::Intel64 || !mayHoldGo(environment, callee.module))
        return std::nullopt;
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    const auto name = function ? runtimeName(function->name) : std::string_view();
    const bool changesStack = std::ranges::find(kChanges, name) != kChanges.end();
    const GoStacks stacks(environment, callee);
    if (callee.isExact)
        return changesStack ? stepFromInterrupted(environment, callee, name, stacks)
                            : StepResult(std::nullopt);
    if (std::ranges::find(kStarts, name) != kStarts.end())
        return endBecause(StackEnd::KnownStart);
    if (!changesStack)
        return std::nullopt;
    auto record = name == "morestack" ? stacks.afterMoreStack() : stacks.afterCall();
    if (!record && name == "systemstack")
        record = stacks.afterSystemStack();
    if (record)
        return callerAt(environment, *record);
    if (environment.modules.pending())
        return std::nullopt;
    return goroutineUnknown();
}

bool isEnteredByFault(const WalkEnvironment& environment, const Callee& callee)
{
    if (!mayHoldGo(environment, callee.module))
        return false;
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    return function && runtimeName(function->name) == "sigpanic";
}

} // namespace faultline::unwind

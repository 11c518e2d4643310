// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/stack_scan.h"

#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/return_address.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

using Verdict = ReturnAddressVerdict;

constexpr std::uint64_t kMaxFrameBytes =
    std::uint64_t{128} * 1024; // Largest distance between a frame pointer and the one it saved.
constexpr std::uint64_t kMaxOverflowBytes =
    std::uint64_t{64} * 1024; // How far below the stack sp may have run.

struct ScanRange
{
    unsigned skipWords = 0;
    unsigned words = 0;
};

/// Returns how many words are read. The numbers are rust-minidump's, whose issue 1087 explains
/// them.
ScanRange scanRange(CpuFamily family, const Callee& callee)
{
    constexpr unsigned kDefaultWords = 40;
    constexpr unsigned kExtendedWords = 160;
    // MIPS callers reserve four words for their callee's arguments.
    if (family == CpuFamily::Mips32)
        return {.skipWords = callee.isContext ? 0u : 4u, .words = kMaxScanWords};
    if (family == CpuFamily::Mips64)
        return {.skipWords = 0, .words = 128};
    const bool isTrusted = callee.trust == FrameTrust::Context || callee.trust == FrameTrust::Cfi;
    return {.skipWords = 0, .words = isTrusted ? kExtendedWords : kDefaultWords};
}

/// The refused addresses, for the frame's note: their number, and the first of them.
class Refusals
{
public:
    explicit Refusals(std::string_view reason) : m_reason(reason) {}

    void add(std::uint64_t address)
    {
        if (m_count++ < m_first.size())
            m_first[m_count - 1] = address;
    }

    void report(StepResult& step) const
    {
        if (m_count == 0)
            return;
        auto text = concat("scan skipped ", m_count, " ", m_reason, " (");
        for (std::size_t i = 0; i < std::min(m_count, m_first.size()); ++i)
            text += concat(i == 0 ? "" : ", ", Hex{m_first[i]});
        step.learn().addNote(text + (m_count > m_first.size() ? ", …)" : ")"));
    }

private:
    std::string_view m_reason;
    std::size_t m_count = 0;
    std::array<std::uint64_t, 8> m_first{};
};

struct Tally
{
    Refusals noFunction{"addresses outside functions"};
    Refusals noCall{"addresses that follow no call"};
    Refusals noCode{"addresses in data"};
    Refusals otherCallee{"calls of another function"};
    Refusals unproven{"calls through pointers, as the frame is lost"};
    Refusals refuted{"addresses whose own unwind data lead nowhere"};

    void count(Verdict verdict, std::uint64_t address)
    {
        switch (verdict) {
        case Verdict::NoFunction: noFunction.add(address); break;
        case Verdict::NoCall: noCall.add(address); break;
        case Verdict::NotCode: noCode.add(address); break;
        case Verdict::Accepted:
        case Verdict::OutsideModules:
        case Verdict::Pending: break;
        }
    }

    void report(StepResult& step) const
    {
        for (const auto* refusals :
             {&noFunction, &noCall, &noCode, &otherCallee, &unproven, &refuted})
            refusals->report(step);
    }
};

/// The caller's ebp: the word below the return address if that is plausible, or the callee's ebp if
/// it was not changed.
std::optional<std::uint64_t>
recoverEbp(const StackRegion& stack, std::optional<std::uint64_t> calleeEbp, std::uint64_t slot)
{
    const auto saved = stack.word(slot - 4);
    if (saved && *saved > slot && *saved - (slot - 4) <= kMaxFrameBytes && stack.word(*saved))
        return saved;
    if (calleeEbp && *calleeEbp >= slot + 4 && stack.word(*calleeEbp))
        return calleeEbp;
    return std::nullopt;
}

/// Is there a frame record: a frame pointer to a place further up, and an address after a call?
bool isFrameRecord(WalkEnvironment& environment, std::uint64_t address)
{
    const auto next = environment.stack.word(address);
    const auto returnAddress = environment.stack.word(address + environment.wordBytes);
    return next && returnAddress &&
           isCertainReturnAddress(environment, environment.strip(*returnAddress));
}

/// The same for rbp. It must have pointed at the word where it was saved, or the saved value must
/// lead to a frame record, because the callee may have lost its own. A value above the frame is not
/// checked.
std::optional<std::uint64_t>
recoverRbp(WalkEnvironment& environment, std::optional<std::uint64_t> calleeRbp, std::uint64_t slot)
{
    const auto& stack = environment.stack;
    const auto saved = stack.word(slot - 8);
    const bool isNear = saved && *saved > slot && *saved - (slot - 8) <= kMaxFrameBytes;
    if (isNear && isFrameRecord(environment, *saved))
        return saved;
    if (!saved || !calleeRbp)
        return std::nullopt;
    if (*calleeRbp == slot - 8 && isNear)
        return stack.word(*saved) ? saved : std::nullopt;
    const bool isAbove = *calleeRbp >= slot + 8 && stack.word(*calleeRbp);
    return isAbove ? calleeRbp : std::nullopt;
}

/// arm64 keeps a frame pointer and the return address side by side.
std::optional<std::uint64_t> recoverArm64Fp(WalkEnvironment& environment, std::uint64_t slot)
{
    const auto saved = environment.stack.word(slot - 8);
    const bool isNear = saved && *saved > slot && *saved - (slot - 8) <= kMaxFrameBytes;
    return isNear && isFrameRecord(environment, *saved) ? saved : std::nullopt;
}

Caller scannedFrame(WalkEnvironment& environment,
                    const Callee& callee,
                    std::uint64_t slot,
                    std::uint64_t address,
                    bool isFirstSlot)
{
    const auto special = specialRegisters(environment.family);
    Caller caller;
    caller.trust = FrameTrust::Scan;
    caller.method = UnwindMethod::Scan;
    caller.registers = RegisterSet(environment.family);
    caller.registers.set(special.pc, address);
    caller.registers.set(special.sp, slot + environment.wordBytes);
    caller.isSpGuessed = isArm64(environment.family);
    if (isFirstSlot)
        return caller;
    const auto calleeFp = callee.registers.find(special.fp);
    std::optional<std::uint64_t> fp;
    if (environment.family == CpuFamily::Intel32)
        fp = recoverEbp(environment.stack, calleeFp, slot);
    else if (environment.family == CpuFamily::Intel64)
        fp = recoverRbp(environment, calleeFp, slot);
    else if (isArm64(environment.family))
        fp = recoverArm64Fp(environment, slot);
    if (fp)
        caller.registers.set(special.fp, *fp);
    return caller;
}

/// In the middle of a stack, a function whose unwind data could not be followed has lost the
/// register that locates its frame. The content of that frame is mostly stale, so only a proven
/// call to the function counts.
bool needsProof(const WalkEnvironment& environment, const Callee& callee)
{
    return !callee.isExact &&
           functionAt(environment, callee.lookupAddress, callee.module).has_value();
}

/// A stale return address is refuted by the unwind data of its own function: counted from there,
/// they lead to data. A caller that these data reach only by lost registers stays possible.
bool isRefutedByItsOwnData(WalkEnvironment& environment, std::uint64_t address, std::uint64_t slot)
{
    const auto special = specialRegisters(environment.family);
    const auto index = environment.moduleMap.find(address - 1);
    if (!index)
        return false;
    const auto* module = environment.modules.known(*index);
    const bool isIntel =
        environment.family == CpuFamily::Intel32 || environment.family == CpuFamily::Intel64;
    if (!isIntel || module == nullptr || !module->unwind)
        return false;
    UnwindQuery query;
    query.moduleAddress = environment.event.modules[*index].address;
    query.lookupAddress = address - 1;
    query.callee = RegisterSet(environment.family);
    query.callee.set(special.pc, address);
    query.callee.set(special.sp, slot + environment.wordBytes);
    query.budget = &environment.codeBudget->unwindData();
    const auto next = module->unwind->unwind(query, *environment.event.asNative()->memory);
    if (!next || next->endOfStack || next->isSignalFrame || next->method != UnwindMethod::DwarfCfi)
        return false;
    const auto pc = next->caller.pc();
    return pc != 0 && (pc < kLowestCode || isExecutable(environment, pc - 1) == false);
}

struct Found
{
    std::uint64_t slot = 0;
    std::uint64_t address = 0;
    bool isFirstSlot = false;
};

/// A frame may be larger than the scanned part. Further up, only a direct call to the function
/// itself counts, if its symbol identifies it.
std::optional<Found>
findProvenCall(WalkEnvironment& environment, const Callee& callee, std::uint64_t begin)
{
    constexpr unsigned kWords = 1024;
    if (!functionAt(environment, callee.lookupAddress, callee.module))
        return std::nullopt;
    for (unsigned i = 0; i < kWords; ++i) {
        const auto slot = begin + std::uint64_t{i} * environment.wordBytes;
        const auto word = environment.stack.word(slot);
        if (!word)
            return std::nullopt;
        const auto address = environment.strip(*word);
        if (environment.moduleMap.find(address - 1) == callee.module &&
            judgeReturnAddress(environment, address) == Verdict::Accepted &&
            callsWhom(environment, callee, address) == Calls::This)
            return Found{.slot = slot, .address = address, .isFirstSlot = false};
    }
    return std::nullopt;
}

/// The result of one pass over the stack.
struct Scanned
{
    std::optional<Found> call;  ///< The first return address of a call that can have led here.
    std::optional<Found> other; ///< The first return address of any call.
    bool isPending = false;     ///< A word points into a module that is pending.
    Tally tally;
};

/// Sorts an accepted return address by its call.
void sortIn(Scanned& scanned, const Found& found, Calls calls, bool isStrict)
{
    if (calls == Calls::Another)
        scanned.tally.otherCallee.add(found.address);
    if (isStrict && calls == Calls::Anyone)
        scanned.tally.unproven.add(found.address);
    if (isStrict && calls != Calls::This)
        return;
    auto& place = calls == Calls::Another ? scanned.other : scanned.call;
    if (!place)
        place = found;
}

Scanned lookThrough(WalkEnvironment& environment,
                    const Callee& callee,
                    const StepEvidence& learned,
                    ScanRange range)
{
    const auto start = firstSlot(environment, callee);
    const bool isStrict = learned.hasLostFrame && needsProof(environment, callee);
    Scanned scanned;
    for (unsigned i = range.skipWords; i < range.words && !scanned.call; ++i) {
        const auto slot = start + std::uint64_t{i} * environment.wordBytes;
        const auto word = environment.stack.word(slot);
        if (!word)
            break;
        const auto address = environment.strip(*word);
        const auto verdict = judgeReturnAddress(environment, address);
        scanned.isPending = verdict == Verdict::Pending;
        if (scanned.isPending)
            break;
        scanned.tally.count(verdict, address);
        if (verdict != Verdict::Accepted)
            continue;
        auto calls = callsWhom(environment, callee, address);
        if (calls == Calls::Anyone && learned.endedCalls[i])
            calls = Calls::Another;
        if (calls != Calls::This && isRefutedByItsOwnData(environment, address, slot)) {
            scanned.tally.refuted.add(address);
            continue;
        }
        sortIn(scanned, {.slot = slot, .address = address, .isFirstSlot = i == 0}, calls, isStrict);
    }
    return scanned;
}

/// Nothing calls the code at the program's entry point, so its frame is the last. It is one short
/// function in every C library; where symbols are known, they tell better.
bool isStartCode(const WalkEnvironment& environment, const Callee& callee)
{
    constexpr std::uint64_t kStartBytes = 0x40;
    const auto entry = environment.event.asNative()->entryPoint;
    return entry && callee.lookupAddress >= *entry && callee.lookupAddress - *entry < kStartBytes &&
           !functionAt(environment, callee.lookupAddress, callee.module);
}

} // namespace

std::uint64_t firstSlot(const WalkEnvironment& environment, const Callee& callee)
{
    const auto begin = environment.stack.begin();
    const bool hasOverflowed =
        callee.isContext && callee.sp < begin && begin - callee.sp <= kMaxOverflowBytes;
    return hasOverflowed ? begin : callee.sp;
}

/// The first return address of a call that can have led here. Without one, the first of any call,
/// because a function that was left by a jump is not on the stack. If the frame is lost, only a
/// call to this function counts.
StepResult
stepByScan(WalkEnvironment& environment, const Callee& callee, const StepEvidence& learned)
{
    if (isStartCode(environment, callee))
        return {};
    const auto range = scanRange(environment.family, callee);
    auto scanned = lookThrough(environment, callee, learned, range);
    StepResult step;
    if (scanned.isPending)
        return step;
    scanned.tally.report(step);
    if (!scanned.call && !scanned.other)
        scanned.call = findProvenCall(environment, callee,
                                      firstSlot(environment, callee) +
                                          std::uint64_t{range.words} * environment.wordBytes);
    if (!scanned.call && scanned.other)
        step.learn().addNote("no call of this function found: it may have been jumped to");
    const auto& chosen = scanned.call ? scanned.call : scanned.other;
    if (chosen)
        step.caller =
            scannedFrame(environment, callee, chosen->slot, chosen->address, chosen->isFirstSlot);
    return step;
}

} // namespace faultline::unwind

#include "core/unwind/walk/stack_scan.h"

#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/signal_trampoline.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

using Verdict = ReturnAddressVerdict;

constexpr std::uint64_t kMaxFrameBytes =
    128 * 1024; // Between a frame pointer and the one it saved.
constexpr std::uint64_t kMaxOverflowBytes = 64 * 1024; // How far below the stack sp may have run.

struct ScanRange
{
    unsigned skipWords = 0;
    unsigned words = 0;
};

/// How many words are looked at; rust-minidump's numbers, which its issue 1087 explains.
ScanRange scanRange(CpuFamily family, const Callee& callee)
{
    constexpr unsigned kDefaultWords = 40;
    constexpr unsigned kExtendedWords = 160;
    // MIPS callers reserve four words for their callee's arguments.
    if (family == CpuFamily::Mips32)
        return {callee.isContext ? 0u : 4u, 256};
    if (family == CpuFamily::Mips64)
        return {0, 128};
    const bool isTrusted = callee.trust == FrameTrust::Context || callee.trust == FrameTrust::Cfi;
    return {0, isTrusted ? kExtendedWords : kDefaultWords};
}

bool isPlausibleValue(CpuFamily family, std::uint64_t address)
{
    switch (family) {
    case CpuFamily::Intel64: return address != 0 && isCanonicalAmd64(address);
    case CpuFamily::Arm64: return isArm64CodeAddress(address);
    case CpuFamily::Mips32:
    case CpuFamily::Mips64: return address >= kLowestCode;
    default: return address != 0;
    }
}

/// What was refused on the way, for the frame's note: how many addresses, and the first of them.
class Refusals
{
public:
    explicit Refusals(std::string_view reason) : m_reason(reason) {}

    void add(std::uint64_t address)
    {
        if (m_count++ < m_first.size())
            m_first[m_count - 1] = address;
    }

    void report(WalkEnvironment& environment) const
    {
        if (m_count == 0)
            return;
        auto text = concat("scan skipped ", m_count, " ", m_reason, " (");
        for (std::size_t i = 0; i < std::min(m_count, m_first.size()); ++i)
            text += concat(i == 0 ? "" : ", ", Hex{m_first[i]});
        environment.addNote(text + (m_count > m_first.size() ? ", …)" : ")"));
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

    void report(WalkEnvironment& environment) const
    {
        for (const auto* refusals : {&noFunction, &noCall, &noCode, &otherCallee, &unproven})
            refusals->report(environment);
    }
};

/// The caller's ebp, if the word below the return address can be it, or the callee's was not
/// touched.
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

/// Whether the stack holds a frame record there: a frame pointer further up, and an address that
/// follows a call.
bool isFrameRecord(WalkEnvironment& environment, std::uint64_t address)
{
    const auto next = environment.stack.word(address);
    const auto returnAddress = environment.stack.word(address + environment.wordBytes);
    return next && returnAddress &&
           isCertainReturnAddress(environment, environment.strip(*returnAddress));
}

/// As above for rbp, which must have pointed at the word it was saved in, or what was saved leads
/// to a frame record: the callee may have lost its own. One that lies above the frame stays
/// unchecked.
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

Candidate scannedFrame(WalkEnvironment& environment,
                       const Callee& callee,
                       std::uint64_t slot,
                       std::uint64_t address,
                       bool isFirstSlot)
{
    const auto special = specialRegisters(environment.family);
    Candidate candidate;
    candidate.trust = FrameTrust::Scan;
    candidate.method = UnwindMethod::Scan;
    candidate.registers = RegisterSet(environment.family);
    candidate.registers.set(special.pc, address);
    candidate.registers.set(special.sp, slot + environment.wordBytes);
    candidate.isSpGuessed = isArm64(environment.family);
    if (isFirstSlot)
        return candidate;
    const auto calleeFp = callee.registers.find(special.fp);
    std::optional<std::uint64_t> fp;
    if (environment.family == CpuFamily::Intel32)
        fp = recoverEbp(environment.stack, calleeFp, slot);
    else if (environment.family == CpuFamily::Intel64)
        fp = recoverRbp(environment, calleeFp, slot);
    else if (isArm64(environment.family))
        fp = recoverArm64Fp(environment, slot);
    if (fp)
        candidate.registers.set(special.fp, *fp);
    return candidate;
}

/// Whether the dump holds the code of a missing file: cores and full dumps do. The bytes that a
/// small dump has around pc would only refute the few words that lead there, and part its stacks
/// from the reference's.
bool holdsCodePages(const WalkEnvironment& environment, std::uint64_t address)
{
    constexpr std::uint64_t kPageBytes = 4096;
    const auto page = (address - 1) & ~(kPageBytes - 1);
    return environment.event.native().memory->pieceFrom(page).size() >= address - page;
}

/// Code that neither symbols nor unwind data tell of, and more of it than what pads functions: a
/// stripped library whose unwind data cover a part only (musl), functions in assembler.
bool isUnlistedCode(const WalkModule& module, std::uint64_t relative)
{
    constexpr std::uint64_t kLargestPadding = 64;
    const auto isListed = [&](std::uint64_t address) {
        return (module.hasFunction && module.hasFunction(address)) ||
               (module.unwind && module.unwind->covers(address));
    };
    const bool isPadding = relative > kLargestPadding && isListed(relative - kLargestPadding) &&
                           isListed(relative + kLargestPadding);
    const bool isListedWhole = module.unwind && module.unwind->listsAllCallers();
    return !isListedWhole && !isPadding;
}

/// Strict where symbols or unwind data are here, lenient otherwise: what nobody knows cannot be
/// ruled out.
Verdict judgeInModule(WalkEnvironment& environment, std::uint64_t address, std::uint32_t index)
{
    const auto* module = environment.modules.get(index);
    if (module == nullptr)
        return Verdict::Pending;
    // The call may be the function's last instruction, so the byte before counts.
    if (!isExecutable(environment, address - 1).value_or(true))
        return Verdict::NotCode;
    const bool isKnown =
        module->state == WalkModule::State::Ready || isVdso(environment.event.modules[index]);
    if (!isKnown && !module->code && !holdsCodePages(environment, address))
        return Verdict::Accepted;
    if (isKnown) {
        const auto relative = address - 1 - environment.event.modules[index].address;
        const bool isFunction = !module->hasFunction || module->hasFunction(relative);
        if (!isFunction && !(module->unwind && module->unwind->covers(relative))) {
            const bool isCaller = isUnlistedCode(*module, relative) &&
                                  followsCall(environment, address, index).value_or(false);
            return isCaller ? Verdict::Accepted : Verdict::NoFunction;
        }
    }
    const bool canBeReached = followsCall(environment, address, index).value_or(true) ||
                              isSignalTrampoline(environment, address);
    return canBeReached ? Verdict::Accepted : Verdict::NoCall;
}

/// Code that was made at run time: what the file's memory map calls executable, behind a call.
Verdict judgeOutsideModules(const WalkEnvironment& environment, std::uint64_t address)
{
    const bool isCode = !environment.event.native().memoryMap.empty() &&
                        isExecutable(environment, address - 1).value_or(false) &&
                        followsCall(environment, address, std::nullopt).value_or(false);
    return isCode ? Verdict::Accepted : Verdict::OutsideModules;
}

/// In the middle of a stack, a function whose own unwind data could not be followed has lost the
/// register that its frame hangs on; what lies in that frame is mostly stale. Only a proven call of
/// it counts then.
bool needsProof(const WalkEnvironment& environment, const Callee& callee)
{
    return callee.hasLostFrame && !callee.isExact &&
           functionAt(environment, callee.lookupAddress, callee.module).has_value();
}

/// Whether both lie in one module, or, as code made at run time does, in one region of memory; true
/// where no map tells the regions apart.
bool areNeighbours(const WalkEnvironment& environment, const Callee& callee, std::uint64_t target)
{
    if (callee.module || environment.moduleMap.find(target))
        return callee.module == environment.moduleMap.find(target);
    const auto* own = regionAt(environment.event, callee.lookupAddress);
    const auto* other = regionAt(environment.event, target);
    return own == nullptr || other == nullptr || own == other;
}

/// Whether the call whose return address lies there is known to be over.
bool isRefuted(const WalkEnvironment& environment, std::uint64_t slot)
{
    return std::ranges::find(environment.refutedSlots, slot) != environment.refutedSlots.end();
}

struct Found
{
    std::uint64_t slot = 0;
    std::uint64_t address = 0;
    bool isFirstSlot = false;
};

/// A frame may be larger than what a scan looks at. Further up only a direct call of the function
/// itself counts, where its symbol says which it is.
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
            return Found{slot, address, false};
    }
    return std::nullopt;
}

} // namespace

std::uint64_t firstSlot(const WalkEnvironment& environment, const Callee& callee)
{
    const auto begin = environment.stack.begin();
    const bool hasOverflowed =
        callee.isContext && callee.sp < begin && begin - callee.sp <= kMaxOverflowBytes;
    return hasOverflowed ? begin : callee.sp;
}

Calls callsWhom(const WalkEnvironment& environment, const Callee& callee, std::uint64_t address)
{
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    const auto site = callSiteBefore(environment, address, environment.moduleMap.find(address - 1));
    if (!site || !site->target)
        return Calls::Anyone;
    if (function && *site->target == alignInstruction(environment.family, function->begin))
        return Calls::This;
    const bool mayBeItsStart = !function && areNeighbours(environment, callee, *site->target);
    if (site->mayBeIndirect || mayBeItsStart)
        return Calls::Anyone;
    std::array<std::byte, 8> code{};
    const auto count = environment.modules.readCode(
        *site->target, environment.moduleMap.find(*site->target), code);
    const bool isStub =
        isJumpStub(environment.family, Bytes(code).first(count), site->isThumbTarget);
    return isStub ? Calls::Anyone : Calls::Another;
}

ReturnAddressVerdict judgeReturnAddress(WalkEnvironment& environment, std::uint64_t address)
{
    if (!isPlausibleValue(environment.family, address))
        return Verdict::OutsideModules;
    const auto index = environment.moduleMap.find(address - 1);
    const auto verdict = index ? judgeInModule(environment, address, *index)
                               : judgeOutsideModules(environment, address);
    const bool hasNothingBefore = verdict == Verdict::NotCode || verdict == Verdict::OutsideModules;
    return hasNothingBefore && isExecutableTrampoline(environment, address) ? Verdict::Accepted
                                                                            : verdict;
}

bool isCertainReturnAddress(WalkEnvironment& environment, std::uint64_t address)
{
    if (address < kLowestCode || judgeReturnAddress(environment, address) != Verdict::Accepted)
        return false;
    return followsCall(environment, address, environment.moduleMap.find(address - 1))
        .value_or(false);
}

bool isLikelyReturnAddress(WalkEnvironment& environment, std::uint64_t address)
{
    if (address < kLowestCode || judgeReturnAddress(environment, address) != Verdict::Accepted)
        return false;
    const auto module = environment.moduleMap.find(address - 1);
    const auto isCall = followsCall(environment, address, module);
    const auto function = functionAt(environment, address - 1, module);
    return isCall.value_or(function && function->begin < address - 1);
}

/// The first address behind a call that can have led here; where there is none, the first behind
/// any call, as a function that was left by a jump is not on the stack. Where the frame is lost,
/// only a call of this very function.
std::optional<Candidate> stepByScan(WalkEnvironment& environment, const Callee& callee)
{
    const auto range = scanRange(environment.family, callee);
    const auto start = firstSlot(environment, callee);
    const bool isStrict = needsProof(environment, callee);
    Tally tally;
    std::optional<Found> found;
    std::optional<Found> second;
    for (unsigned i = range.skipWords; i < range.words && !found; ++i) {
        const auto slot = start + std::uint64_t{i} * environment.wordBytes;
        const auto word = environment.stack.word(slot);
        if (!word)
            break;
        const auto address = environment.strip(*word);
        const auto verdict = judgeReturnAddress(environment, address);
        if (verdict == Verdict::Pending)
            return std::nullopt;
        tally.count(verdict, address);
        if (verdict != Verdict::Accepted)
            continue;
        auto calls = callsWhom(environment, callee, address);
        if (calls == Calls::Anyone && isRefuted(environment, slot))
            calls = Calls::Another;
        if (calls == Calls::Another)
            tally.otherCallee.add(address);
        if (isStrict && calls == Calls::Anyone)
            tally.unproven.add(address);
        if (isStrict && calls != Calls::This)
            continue;
        auto& place = calls == Calls::Another ? second : found;
        if (!place)
            place = Found{slot, address, i == 0};
    }
    tally.report(environment);
    if (!found && !second)
        found = findProvenCall(environment, callee,
                               start + std::uint64_t{range.words} * environment.wordBytes);
    if (!found && second)
        environment.addNote("no call of this function found: it may have been jumped to");
    const auto chosen = found ? found : second;
    return chosen ? std::optional(scannedFrame(environment, callee, chosen->slot, chosen->address,
                                               chosen->isFirstSlot))
                  : std::nullopt;
}

} // namespace faultline::unwind

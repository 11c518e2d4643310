// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/return_address.h"

#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/signal_trampoline.h"

#include <array>

namespace faultline::unwind {

namespace {

using Verdict = ReturnAddressVerdict;

bool isPlausibleValue(CpuFamily family, std::uint64_t address)
{
    switch (family) {
    case CpuFamily::Intel64: return address != 0 && isCanonicalAmd64(address);
    case CpuFamily::Arm64: return isArm64CodeAddress(address);
    case CpuFamily::Mips32:
    case CpuFamily::Mips64:
    case CpuFamily::Ppc32:
    case CpuFamily::Ppc64:
    case CpuFamily::RiscV64:
    case CpuFamily::S390x:
    case CpuFamily::LoongArch64: return address >= kLowestCode;
    default: return address != 0;
    }
}

/// Does the dump hold the code of a missing file? Cores and full dumps do. The bytes around pc in a
/// small dump would only refute the few words that lead there, and make its stacks differ from
/// rust-minidump's.
bool holdsCodePages(const WalkEnvironment& environment, std::uint64_t address)
{
    constexpr std::uint64_t kPageBytes = 4096;
    const auto page = (address - 1) & ~(kPageBytes - 1);
    return environment.event.asNative()->memory->pieceFrom(page).size() >= address - page;
}

/// Code without symbols and unwind data, and more of it than padding between functions: a stripped
/// library whose unwind data are partial (musl), functions in assembler, a stripped program's main
/// before its start code.
bool isUnlistedCode(const WalkModule& module, std::uint64_t relative)
{
    constexpr std::uint64_t kLargestPadding = 64;
    if (module.unwind && module.unwind->listsAllCallers())
        return false;
    const auto isListed = [&](std::uint64_t address) {
        return (module.hasFunction && module.hasFunction(address)) ||
               (module.unwind && module.unwind->covers(address));
    };
    std::uint64_t before = 0;
    while (before < kLargestPadding && before < relative && !isListed(relative - before - 1))
        ++before;
    std::uint64_t after = 1;
    while (before + after <= kLargestPadding && !isListed(relative + after))
        ++after;
    return before + after > kLargestPadding;
}

/// Nothing was called before the first instruction of a file's code. A program's entry point often
/// lies on the stack (AT_ENTRY).
bool beginsCode(const WalkEnvironment& environment, std::uint64_t address, std::uint32_t index)
{
    const auto begin = alignInstruction(environment.family, address);
    std::array<std::byte, 1> code{};
    return environment.modules.readCode(begin, index, code) != 0 &&
           environment.modules.readCode(begin - 1, index, code) == 0;
}

/// The kernel and libc leave the program's entry point and the address of its headers on the stack.
/// Nothing calls what comes before the entry point's code to return there, and headers are no code.
/// Only core files tell both: stacks of minidumps are scanned as Symbolicator scans them.
bool isStartValue(const WalkEnvironment& environment, std::uint64_t address)
{
    constexpr std::uint64_t kLargestHeaders = 0x1000;
    const auto& native = *environment.event.asNative();
    if (address == native.entryPoint)
        return true;
    const auto headers = native.programHeaders;
    const auto index = headers ? environment.moduleMap.find(*headers) : std::nullopt;
    if (!index || *headers - environment.event.modules[*index].address >= kLargestHeaders)
        return false;
    return address >= environment.event.modules[*index].address && address <= *headers;
}

/// Strict where symbols or unwind data are loaded. Otherwise lenient, because nothing can be ruled
/// out.
Verdict judgeInModule(WalkEnvironment& environment, std::uint64_t address, std::uint32_t index)
{
    const auto* module = environment.modules.get(index);
    if (module == nullptr)
        return Verdict::Pending;
    // The call may be the function's last instruction, so the byte before counts.
    if (!isExecutable(environment, address - 1).value_or(true))
        return Verdict::NotCode;
    // A signal's trampoline is never called, so the function before it means nothing.
    if (isSignalTrampoline(environment, address) &&
        !followsCall(environment, address, index).value_or(false))
        return Verdict::Accepted;
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
    const bool isFirst = module->code && beginsCode(environment, address, index);
    const bool mayFollowCall = followsCall(environment, address, index).value_or(!isFirst);
    return mayFollowCall ? Verdict::Accepted : Verdict::NoCall;
}

/// A loaded file's base often lies on the stack (AT_BASE), and is no return into the file that ends
/// there: code is not the last thing in a file.
bool isFirstOfAnotherModule(const WalkEnvironment& environment,
                            std::uint64_t address,
                            std::uint32_t before)
{
    const auto index = environment.moduleMap.find(address);
    return index && *index != before && environment.event.modules[*index].address == address;
}

/// Code made at run time: executable by the file's memory map, and after a call.
Verdict judgeOutsideModules(const WalkEnvironment& environment, std::uint64_t address)
{
    const bool isCode = !environment.event.asNative()->memoryMap.empty() &&
                        isExecutable(environment, address - 1).value_or(false) &&
                        followsCall(environment, address, std::nullopt).value_or(false);
    return isCode ? Verdict::Accepted : Verdict::OutsideModules;
}

/// The end of the function that begins at an address, with the padding after it where only a symbol
/// names it. Absent for larger ones.
std::optional<std::uint64_t> endOfFunction(const WalkEnvironment& environment,
                                           std::uint64_t begin,
                                           std::optional<std::uint32_t> module)
{
    constexpr std::uint64_t kLargest = 4096;
    const auto isInside = [&](std::uint64_t address) {
        const auto function = functionAt(environment, address, module);
        return function && function->begin == begin;
    };
    std::uint64_t inside = begin;
    std::uint64_t outside = begin + kLargest;
    if (!isInside(inside) || isInside(outside))
        return std::nullopt;
    while (outside - inside > 1) {
        const auto middle = inside + (outside - inside) / 2;
        (isInside(middle) ? inside : outside) = middle;
    }
    return outside;
}

/// Does a function leave by a jump to other code, as std::condition_variable::wait() leaves for
/// pthread_cond_wait()? Then its caller is that of the other code, whose file may not be there.
bool leavesByJump(const WalkEnvironment& environment, std::uint64_t begin)
{
    const auto module = environment.moduleMap.find(begin);
    const auto end = endOfFunction(environment, begin, module);
    if (!end)
        return false;
    std::array<std::byte, 32> code{}; // Functions begin at multiples of at most 16, mostly.
    const auto count = std::min<std::uint64_t>(code.size(), *end - begin);
    const auto last = std::span(code).first(static_cast<std::size_t>(count));
    return environment.modules.readCode(*end - count, module, last) == count &&
           endsInTailJump(environment.family, last, begin, *end);
}

/// Are both in one module or, like code made at run time, in one memory region? True where no map
/// distinguishes the regions.
bool areNeighbours(const WalkEnvironment& environment, const Callee& callee, std::uint64_t target)
{
    if (callee.module || environment.moduleMap.find(target))
        return callee.module == environment.moduleMap.find(target);
    const auto* own = regionAt(environment.event, callee.lookupAddress);
    const auto* other = regionAt(environment.event, target);
    return own == nullptr || other == nullptr || own == other;
}

} // namespace

Calls callsWhom(const WalkEnvironment& environment, const Callee& callee, std::uint64_t address)
{
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    const auto site = callSiteBefore(environment, address, environment.moduleMap.find(address - 1));
    if (!site || !site->target)
        return Calls::Anyone;
    if (function &&
        *site->target == alignInstruction(alignedLike(environment.family), function->begin))
        return Calls::This;
    const bool mayBeItsStart = !function && areNeighbours(environment, callee, *site->target);
    if (site->mayBeIndirect || mayBeItsStart)
        return Calls::Anyone;
    std::array<std::byte, 8> code{};
    const auto count = environment.modules.readCode(
        *site->target, environment.moduleMap.find(*site->target), code);
    const bool isStub =
        isJumpStub(environment.family, Bytes(code).first(count), site->isThumbTarget);
    // Where the callee's function is unknown, nothing tells which jumps lead to it.
    const bool mayLeadHere = isStub || (!function && leavesByJump(environment, *site->target));
    return mayLeadHere ? Calls::Anyone : Calls::Another;
}

ReturnAddressVerdict judgeReturnAddress(WalkEnvironment& environment, std::uint64_t address)
{
    if (!isPlausibleValue(environment.family, address))
        return Verdict::OutsideModules;
    const auto index = environment.moduleMap.find(address - 1);
    auto verdict = Verdict::NotCode;
    if (!index)
        verdict = judgeOutsideModules(environment, address);
    else if (!isFirstOfAnotherModule(environment, address, *index) &&
             !isStartValue(environment, address))
        verdict = judgeInModule(environment, address, *index);
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

} // namespace faultline::unwind

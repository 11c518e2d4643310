// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/context_frame.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/call_site.h"
#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/return_address.h"

#include <array>

namespace faultline::unwind {

namespace {

bool isKnownCode(const WalkEnvironment& environment, std::uint64_t pc)
{
    if (pc < kLowestCode || couldNotFetch(environment.event, pc))
        return false;
    if (const auto executable = isExecutable(environment, pc))
        return *executable;
    return environment.moduleMap.find(pc) || environment.event.asNative()->memory->contains(pc);
}

/// The caller of a function that has not changed any register or the stack yet.
Caller untouchedCaller(const WalkEnvironment& environment,
                       const Callee& callee,
                       std::uint64_t pc,
                       std::uint64_t sp)
{
    const auto special = specialRegisters(environment.family);
    Caller caller;
    caller.registers = forwardedRegisters(callee.registers, conventionOf(environment));
    caller.registers.set(special.pc, pc);
    caller.registers.set(special.sp, sp);
    return caller;
}

/// `stp x29, x30, …` or `str x30, …` (Arm ARM, C4.1.66): the link register goes to the stack.
bool savesLinkRegister(std::uint32_t instruction)
{
    constexpr std::uint32_t kLinkRegister = 30;
    const bool isStorePair =
        (instruction & 0xfe400000) == 0xa8000000; // stp of 64-bit registers, any addressing
    const bool isStore =
        (instruction & 0xffc00000) == 0xf9000000 || (instruction & 0xffe00000) == 0xf8000000;
    const auto first = instruction & 31;
    const auto second = instruction >> 10 & 31;
    return (isStorePair && (first == kLinkRegister || second == kLinkRegister)) ||
           (isStore && first == kLinkRegister);
}

bool endsFunction(std::uint32_t instruction)
{
    return instruction == 0xd65f03c0 || instruction == 0xd65f0bff ||
           instruction == 0xd65f0fff; // ret, retaa, retab
}

/// add and sub of an immediate or a register to sp, loads and stores that write sp back (C4.1.92,
/// C4.1.93).
bool movesStackPointer(std::uint32_t instruction)
{
    constexpr std::uint32_t kStackPointer = 31;
    const bool isSum =
        (instruction & 0xbf800000) == 0x91000000 || (instruction & 0xbfe00000) == 0x8b200000;
    const bool writesBack =
        (instruction & 0x3a800000) == 0x28800000 || (instruction & 0x3b200400) == 0x38000400;
    return (isSum && (instruction & 31) == kStackPointer) ||
           (writesBack && (instruction >> 5 & 31) == kStackPointer);
}

struct FunctionStart
{
    std::uint64_t address = 0;
    bool isFromSymbol = false;
};

/// The start of the callee's function: from its symbol, otherwise from a direct call to it.
std::optional<FunctionStart>
startOf(const WalkEnvironment& environment, const Callee& callee, std::uint64_t returnAddress)
{
    if (const auto function = functionAt(environment, callee.pc, callee.module))
        return FunctionStart{function->begin, true};
    const auto module = environment.moduleMap.find(returnAddress - 1);
    const auto site = callSiteBefore(environment, returnAddress, module);
    return site && site->target ? std::optional(FunctionStart{*site->target}) : std::nullopt;
}

/// What the code between a function's start and pc has preserved of the caller's registers.
struct LeafState
{
    bool hasLinkRegister = true;
    bool hasStackPointer = true;
};

/// No instruction may save the link register or call. After a return another function begins,
/// unless a symbol says that it is the same one.
LeafState
leafStateAt(const WalkEnvironment& environment, const FunctionStart& start, std::uint64_t pc)
{
    const auto begin = start.address;
    constexpr std::uint64_t kMaxCodeBytes = 1024;
    if (begin > pc || pc - begin > kMaxCodeBytes)
        return {.hasLinkRegister = false};
    std::array<std::byte, kMaxCodeBytes> buffer{};
    const auto code = std::span(buffer).first(static_cast<std::size_t>(pc - begin));
    if (environment.modules.readCode(begin, environment.moduleMap.find(begin), code) != code.size())
        return {.hasLinkRegister = false};
    LeafState state;
    ByteReader reader(code);
    while (reader.remaining() >= 4) {
        const auto instruction = reader.u32();
        const bool mayBeOver = !start.isFromSymbol && endsFunction(instruction);
        if (savesLinkRegister(instruction) || isArm64Call(instruction) || mayBeOver)
            state.hasLinkRegister = false;
        if (movesStackPointer(instruction))
            state.hasStackPointer = false;
    }
    return state;
}

/// A function that has made a call finds an address of its own module in the link register
/// afterwards. One of another module is still the caller's, even where no code is known.
bool leadsToAnotherModule(WalkEnvironment& environment,
                          const Callee& callee,
                          std::uint64_t returnAddress)
{
    const auto module = environment.moduleMap.find(returnAddress - 1);
    return callee.module && module && module != callee.module &&
           judgeReturnAddress(environment, returnAddress) == ReturnAddressVerdict::Accepted;
}

} // namespace

bool couldNotFetch(const Event& event, std::uint64_t pc)
{
    constexpr std::uint32_t kAccessViolation = 0xc0000005;
    constexpr std::uint32_t kSegmentationFault = 11;
    const auto& crash = event.crash;
    switch (event.system.os) {
    case OsFamily::Windows:
        return crash.code == kAccessViolation && crash.parameters.size() >= 2 &&
               crash.parameters[1] == pc;
    case OsFamily::Linux:
    case OsFamily::Android:
        return crash.present && crash.code == kSegmentationFault && crash.addressKnown &&
               crash.address == pc;
    default: return false;
    }
}

StepResult stepOutOfBadCall(WalkEnvironment& environment, const Callee& callee)
{
    if (!callee.isExact || isKnownCode(environment, callee.pc))
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    const bool isIntel =
        environment.family == CpuFamily::Intel32 || environment.family == CpuFamily::Intel64;
    const auto returnAddress = isIntel      ? environment.stack.word(callee.sp)
                               : special.lr ? callee.registers.find(*special.lr)
                                            : std::nullopt;
    if (!returnAddress || !isLikelyReturnAddress(environment, environment.strip(*returnAddress)))
        return std::nullopt;
    auto caller = untouchedCaller(environment, callee, environment.strip(*returnAddress),
                                  callee.sp + (isIntel ? environment.wordBytes : 0));
    caller.trust = isIntel ? FrameTrust::Scan : FrameTrust::FramePointer;
    caller.method = isIntel ? UnwindMethod::Scan : UnwindMethod::LinkRegister;
    StepResult step(std::move(caller));
    step.learn().addNote("a call to an address without code");
    return step;
}

StepResult stepByLinkRegister(WalkEnvironment& environment, const Callee& callee)
{
    if (!callee.isExact || !isArm64(environment.family))
        return std::nullopt;
    const auto lr = callee.registers.find(*specialRegisters(environment.family).lr);
    if (!lr)
        return std::nullopt;
    const auto returnAddress = environment.strip(*lr);
    const bool isFromElsewhere = leadsToAnotherModule(environment, callee, returnAddress);
    if (!isFromElsewhere && !isCertainReturnAddress(environment, returnAddress))
        return std::nullopt;
    const auto start = startOf(environment, callee, returnAddress);
    const auto state =
        start ? leafStateAt(environment, *start, callee.pc) : LeafState{.hasLinkRegister = false};
    if (!state.hasLinkRegister && !isFromElsewhere)
        return std::nullopt;
    auto caller = untouchedCaller(environment, callee, returnAddress, callee.sp);
    caller.isSpGuessed = !state.hasStackPointer;
    caller.trust = state.hasLinkRegister ? FrameTrust::FramePointer : FrameTrust::Scan;
    caller.method = UnwindMethod::LinkRegister;
    return caller;
}

StepResult stepByUncheckedLinkRegister(WalkEnvironment& environment, const Callee& callee)
{
    const auto special = specialRegisters(environment.family);
    if (!callee.isExact || !special.lr || pointerSize(environment.family) == 0)
        return std::nullopt;
    const auto returnAddress = environment.strip(callee.registers.find(*special.lr).value_or(0));
    if (returnAddress == callee.pc ||
        judgeReturnAddress(environment, returnAddress) != ReturnAddressVerdict::Accepted)
        return std::nullopt;
    auto caller = untouchedCaller(environment, callee, returnAddress, callee.sp);
    caller.trust = FrameTrust::Scan;
    caller.method = UnwindMethod::LinkRegister;
    StepResult step(std::move(caller));
    step.learn().addNote("the frame pointer leads nowhere; the link register may be out of date");
    return step;
}

} // namespace faultline::unwind

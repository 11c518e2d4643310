#include "core/unwind/context_frame.h"

#include "core/base/byte_reader.h"
#include "core/unwind/address_rules.h"
#include "core/unwind/call_site.h"
#include "core/unwind/stack_scan.h"

#include <array>

namespace faultline::unwind {

namespace {

bool isArm64(CpuFamily family)
{
    return family == CpuFamily::Arm64 || family == CpuFamily::Arm64_32;
}

/// Of an access violation the second parameter is the address (winnt.h, EXCEPTION_RECORD). When it
/// is pc itself, nothing could be fetched there; Wine writes zeros into the dump for it.
bool failedToFetch(const Event& event, std::uint64_t pc)
{
    constexpr std::uint32_t kAccessViolation = 0xc0000005;
    return event.system.os == OsFamily::Windows && event.crash.code == kAccessViolation &&
           event.crash.parameters.size() >= 2 && event.crash.parameters[1] == pc;
}

bool isKnownCode(const WalkEnvironment& environment, std::uint64_t pc)
{
    if (pc < kLowestCode || failedToFetch(environment.event, pc))
        return false;
    if (const auto executable = isExecutable(environment, pc))
        return *executable;
    return environment.moduleMap.find(pc) || environment.event.memory->contains(pc);
}

/// The caller of a function that has not touched anything yet.
Candidate untouchedCaller(const WalkEnvironment& environment,
                          const Callee& callee,
                          std::uint64_t pc,
                          std::uint64_t sp)
{
    const auto special = specialRegisters(environment.family);
    Candidate candidate;
    candidate.registers = forwardedRegisters(callee.registers, conventionOf(environment));
    candidate.registers.set(special.pc, pc);
    candidate.registers.set(special.sp, sp);
    return candidate;
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

/// Whether nothing between the function's start and pc saves the link register, calls, or ends the
/// function.
bool keepsLinkRegister(const WalkEnvironment& environment, std::uint64_t begin, std::uint64_t pc)
{
    constexpr std::uint64_t kMaxCodeBytes = 1024;
    if (begin > pc || pc - begin > kMaxCodeBytes)
        return false;
    std::array<std::byte, kMaxCodeBytes> buffer{};
    const auto code = std::span(buffer).first(static_cast<std::size_t>(pc - begin));
    if (environment.modules.readCode(begin, environment.moduleMap.find(begin), code) != code.size())
        return false;
    ByteReader reader(code);
    while (reader.remaining() >= 4) {
        const auto instruction = reader.u32();
        if (savesLinkRegister(instruction) || endsFunction(instruction) || isArm64Call(instruction))
            return false;
    }
    return true;
}

} // namespace

std::optional<Candidate> stepOutOfBadCall(WalkEnvironment& environment, const Callee& callee)
{
    if (!callee.isExact || isKnownCode(environment, callee.pc))
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    const bool isIntel =
        environment.family == CpuFamily::Intel32 || environment.family == CpuFamily::Intel64;
    const auto returnAddress = isIntel      ? environment.stack.word(callee.sp)
                               : special.lr ? callee.registers.find(*special.lr)
                                            : std::nullopt;
    if (!returnAddress || !isCertainReturnAddress(environment, environment.strip(*returnAddress)))
        return std::nullopt;
    auto candidate = untouchedCaller(environment, callee, environment.strip(*returnAddress),
                                     callee.sp + (isIntel ? environment.wordBytes : 0));
    candidate.trust = isIntel ? FrameTrust::Scan : FrameTrust::FramePointer;
    candidate.method = isIntel ? UnwindMethod::Scan : UnwindMethod::LinkRegister;
    environment.addNote("a call to an address without code");
    return candidate;
}

std::optional<Candidate> stepByLinkRegister(WalkEnvironment& environment, const Callee& callee)
{
    if (!callee.isExact || !isArm64(environment.family))
        return std::nullopt;
    const auto lr = callee.registers.find(*specialRegisters(environment.family).lr);
    if (!lr || !isCertainReturnAddress(environment, environment.strip(*lr)))
        return std::nullopt;
    const auto returnAddress = environment.strip(*lr);
    std::array<std::byte, 4> call{};
    const auto callAddress = returnAddress - call.size();
    if (environment.modules.readCode(callAddress, environment.moduleMap.find(callAddress), call) !=
        call.size())
        return std::nullopt;
    ByteReader reader(call);
    const auto target = arm64CallTarget(reader.u32(), callAddress);
    if (!target || !keepsLinkRegister(environment, *target, callee.pc))
        return std::nullopt;
    auto candidate = untouchedCaller(environment, callee, returnAddress, callee.sp);
    candidate.trust = FrameTrust::FramePointer;
    candidate.method = UnwindMethod::LinkRegister;
    return candidate;
}

std::optional<Candidate> stepByUncheckedLinkRegister(WalkEnvironment& environment,
                                                     const Callee& callee)
{
    const auto special = specialRegisters(environment.family);
    if (!callee.isExact || !special.lr || pointerSize(environment.family) == 0)
        return std::nullopt;
    const auto returnAddress = environment.strip(callee.registers.find(*special.lr).value_or(0));
    if (returnAddress == callee.pc ||
        judgeReturnAddress(environment, returnAddress) != ReturnAddressVerdict::Accepted)
        return std::nullopt;
    auto candidate = untouchedCaller(environment, callee, returnAddress, callee.sp);
    candidate.trust = FrameTrust::Scan;
    candidate.method = UnwindMethod::LinkRegister;
    environment.addNote("the frame pointer leads nowhere; the link register may be out of date");
    return candidate;
}

} // namespace faultline::unwind

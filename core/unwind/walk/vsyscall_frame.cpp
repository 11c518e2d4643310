// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/vsyscall_frame.h"

#include "core/unwind/walk/return_address.h"

#include <array>

namespace faultline::unwind {

namespace {

constexpr std::uint64_t kWordBytes = 4;
constexpr std::uint64_t kPushedWords = 3; // ebp, edx and ecx, upwards from sp.

/// call *%gs:offset, as glibc, musl and bionic call the address that the kernel gave them
/// (AT_SYSINFO).
bool followsCallThroughControlBlock(const WalkEnvironment& environment, std::uint64_t address)
{
    constexpr std::array kCall{std::byte{0x65}, std::byte{0xff}, std::byte{0x15}};
    constexpr std::uint64_t kCallBytes = 7;
    std::array<std::byte, kCall.size()> code{};
    const auto begin = address - kCallBytes;
    const auto count = environment.modules.readCode(begin, environment.moduleMap.find(begin), code);
    return count == code.size() && code == kCall;
}

} // namespace

StepResult stepOutOfVsyscall(WalkEnvironment& environment, const Callee& callee)
{
    if (environment.family != CpuFamily::Intel32 || !callee.isExact || !callee.module ||
        !isVdso(environment.event.modules[*callee.module]))
        return std::nullopt;
    for (std::uint64_t i = 0; i <= kPushedWords; ++i) {
        const auto slot = callee.sp + i * kWordBytes;
        const auto word = environment.stack.word(slot);
        if (!word || !isCertainReturnAddress(environment, *word) ||
            !followsCallThroughControlBlock(environment, *word))
            continue;
        const auto special = specialRegisters(environment.family);
        Caller caller;
        caller.trust = FrameTrust::FramePointer;
        caller.method = UnwindMethod::Instructions;
        caller.registers = forwardedRegisters(callee.registers, conventionOf(environment));
        if (i == kPushedWords) {
            if (const auto fp = environment.stack.word(callee.sp))
                caller.registers.set(special.fp, *fp);
        }
        caller.registers.set(special.pc, *word);
        caller.registers.set(special.sp, slot + kWordBytes);
        return caller;
    }
    return std::nullopt;
}

} // namespace faultline::unwind

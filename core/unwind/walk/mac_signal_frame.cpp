// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/mac_signal_frame.h"

#include <array>

namespace faultline::unwind {

namespace {

// XNU osfmk/mach/i386/_structs.h, _STRUCT_X86_THREAD_STATE64, after the 16 bytes of the exception
// state.
constexpr std::array<std::string_view, 17> kThreadState{"rax", "rbx", "rcx", "rdx", "rdi", "rsi",
                                                        "rbp", "rsp", "r8",  "r9",  "r10", "r11",
                                                        "r12", "r13", "r14", "r15", "rip"};
constexpr std::uint64_t kThreadStateOffset = 16;
// Offset in the ucontext, which rbx points to, of the pointer to the machine context.
constexpr std::uint64_t kMachineContextPointer = 48;

bool isSigtramp(const WalkEnvironment& environment, const Callee& callee)
{
    const auto os = environment.event.system.os;
    if (environment.family != CpuFamily::Intel64 || (os != OsFamily::MacOs && os != OsFamily::Ios))
        return false;
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    return function && (function->name == "_sigtramp" || function->name == "__sigtramp");
}

} // namespace

StepResult stepByMacSigtramp(WalkEnvironment& environment, const Callee& callee)
{
    const auto rbx = registerIndex(CpuFamily::Intel64, "rbx");
    if (callee.isContext || !callee.registers.has(*rbx) || !isSigtramp(environment, callee))
        return std::nullopt;
    const auto& memory = *environment.event.asNative()->memory;
    const auto context =
        memory.readUnsigned(callee.registers.get(*rbx) + kMachineContextPointer, 8);
    if (!context)
        return std::nullopt;
    Caller caller;
    caller.registers = RegisterSet(CpuFamily::Intel64);
    auto address = *context + kThreadStateOffset;
    for (const auto name : kThreadState) {
        const auto value = memory.readUnsigned(address, 8);
        if (!value)
            return std::nullopt;
        caller.registers.set(*registerIndex(CpuFamily::Intel64, name), *value);
        address += 8;
    }
    caller.trust = FrameTrust::Cfi;
    caller.method = UnwindMethod::SignalFrame;
    caller.isExact = true;
    caller.switchesStack = true;
    return caller;
}

} // namespace faultline::unwind

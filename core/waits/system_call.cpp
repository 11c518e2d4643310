// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/system_call.h"

#include <algorithm>
#include <span>

namespace faultline::waits {

namespace {

using enum CallKind;

// Linux, arch/x86/entry/syscalls/syscall_64.tbl.
constexpr auto kAmd64 = std::to_array<CallRow>({
    {0, Input, "read", 0},
    {1, Input, "write", 0},
    {7, Input, "poll", 3, true},
    {16, Other, "ioctl", 0},
    {17, Input, "pread64", 0},
    {18, Input, "pwrite64", 0},
    {19, Input, "readv", 0},
    {20, Input, "writev", 0},
    {23, Input, "select", 5},
    {34, Signal, "pause", 0},
    {35, Time, "nanosleep", 0},
    {42, Socket, "connect", 0},
    {43, Socket, "accept", 0},
    {44, Socket, "sendto", 0},
    {45, Socket, "recvfrom", 0},
    {46, Socket, "sendmsg", 0},
    {47, Socket, "recvmsg", 0},
    {61, Process, "wait4", 0},
    {65, Other, "semop", 0},
    {69, Other, "msgsnd", 0},
    {70, Other, "msgrcv", 0},
    {72, Other, "fcntl", 0},
    {73, Other, "flock", 0},
    {128, Signal, "rt_sigtimedwait", 3},
    {130, Signal, "rt_sigsuspend", 0},
    {202, Futex, "futex", 4},
    {208, Input, "io_getevents", 5},
    {219, Restart, "restart_syscall", 0},
    {220, Other, "semtimedop", 4},
    {230, Time, "clock_nanosleep", 0},
    {232, Input, "epoll_wait", 4, true},
    {242, Input, "mq_timedsend", 5},
    {243, Input, "mq_timedreceive", 5},
    {247, Process, "waitid", 0},
    {270, Input, "pselect6", 5},
    {271, Input, "ppoll", 3},
    {281, Input, "epoll_pwait", 4, true},
    {288, Socket, "accept4", 0},
    {299, Socket, "recvmmsg", 5},
    {426, Input, "io_uring_enter", 0},
    {441, Input, "epoll_pwait2", 4},
    {449, Other, "futex_waitv", 4},
});

// Linux, arch/x86/entry/syscalls/syscall_32.tbl.
constexpr auto kX86 = std::to_array<CallRow>({
    {3, Input, "read", 0},
    {4, Input, "write", 0},
    {7, Process, "waitpid", 0},
    {29, Signal, "pause", 0},
    {54, Other, "ioctl", 0},
    {82, Input, "select", 0},
    {102, Input, "socketcall", 0},
    {114, Process, "wait4", 0},
    {117, Other, "ipc", 0},
    {142, Input, "_newselect", 5},
    {143, Other, "flock", 0},
    {145, Input, "readv", 0},
    {146, Input, "writev", 0},
    {162, Time, "nanosleep", 0},
    {168, Input, "poll", 3, true},
    {177, Signal, "rt_sigtimedwait", 3},
    {179, Signal, "rt_sigsuspend", 0},
    {0, Restart, "restart_syscall", 0},
    {221, Other, "fcntl64", 0},
    {240, Futex, "futex", 4},
    {256, Input, "epoll_wait", 4, true},
    {267, Time, "clock_nanosleep", 0},
    {284, Process, "waitid", 0},
    {308, Input, "pselect6", 5},
    {309, Input, "ppoll", 3},
    {319, Input, "epoll_pwait", 4, true},
    {362, Socket, "connect", 0},
    {364, Socket, "accept4", 0},
    {369, Socket, "sendto", 0},
    {370, Socket, "sendmsg", 0},
    {371, Socket, "recvfrom", 0},
    {372, Socket, "recvmsg", 0},
    {407, Time, "clock_nanosleep_time64", 0},
    {413, Input, "pselect6_time64", 5},
    {414, Input, "ppoll_time64", 3},
    {421, Signal, "rt_sigtimedwait_time64", 3},
    {422, Futex, "futex_time64", 4},
});

// Linux, include/uapi/asm-generic/unistd.h.
constexpr auto kArm64 = std::to_array<CallRow>({
    {22, Input, "epoll_pwait", 4, true},
    {25, Other, "fcntl", 0},
    {29, Other, "ioctl", 0},
    {32, Other, "flock", 0},
    {63, Input, "read", 0},
    {64, Input, "write", 0},
    {65, Input, "readv", 0},
    {66, Input, "writev", 0},
    {72, Input, "pselect6", 5},
    {73, Input, "ppoll", 3},
    {95, Process, "waitid", 0},
    {98, Futex, "futex", 4},
    {101, Time, "nanosleep", 0},
    {115, Time, "clock_nanosleep", 0},
    {128, Restart, "restart_syscall", 0},
    {133, Signal, "rt_sigsuspend", 0},
    {137, Signal, "rt_sigtimedwait", 3},
    {202, Socket, "accept", 0},
    {203, Socket, "connect", 0},
    {206, Socket, "sendto", 0},
    {207, Socket, "recvfrom", 0},
    {211, Socket, "sendmsg", 0},
    {212, Socket, "recvmsg", 0},
    {242, Socket, "accept4", 0},
    {260, Process, "wait4", 0},
});

// Linux, arch/arm/tools/syscall.tbl.
constexpr auto kArm = std::to_array<CallRow>({
    {0, Restart, "restart_syscall", 0},
    {3, Input, "read", 0},
    {4, Input, "write", 0},
    {29, Signal, "pause", 0},
    {54, Other, "ioctl", 0},
    {114, Process, "wait4", 0},
    {142, Input, "_newselect", 5},
    {143, Other, "flock", 0},
    {145, Input, "readv", 0},
    {146, Input, "writev", 0},
    {162, Time, "nanosleep", 0},
    {168, Input, "poll", 3, true},
    {177, Signal, "rt_sigtimedwait", 3},
    {179, Signal, "rt_sigsuspend", 0},
    {240, Futex, "futex", 4},
    {252, Input, "epoll_wait", 4, true},
    {265, Time, "clock_nanosleep", 0},
    {280, Process, "waitid", 0},
    {283, Socket, "connect", 0},
    {285, Socket, "accept", 0},
    {292, Socket, "recvfrom", 0},
    {297, Socket, "recvmsg", 0},
    {335, Input, "pselect6", 5},
    {336, Input, "ppoll", 3},
    {346, Input, "epoll_pwait", 4, true},
    {407, Time, "clock_nanosleep_time64", 0},
    {414, Input, "ppoll_time64", 3},
    {422, Futex, "futex_time64", 4},
});

/// How one CPU passes a call: its number, its arguments, and its result.
struct CallConvention
{
    CpuFamily family;
    std::string_view number; ///< With the kernel's copy of it where there is one.
    std::string_view result;
    std::array<std::string_view, 6> arguments;
    std::span<const CallRow> rows;
};

constexpr std::array kConventions{
    CallConvention{
        CpuFamily::Intel64, "orig_rax", "rax", {"rdi", "rsi", "rdx", "r10", "r8", "r9"}, kAmd64},
    CallConvention{
        CpuFamily::Intel32, "orig_eax", "eax", {"ebx", "ecx", "edx", "esi", "edi", "ebp"}, kX86},
    CallConvention{CpuFamily::Arm64, "x8", "x0", {"x0", "x1", "x2", "x3", "x4", "x5"}, kArm64},
    CallConvention{CpuFamily::Arm32, "r7", "r0", {"r0", "r1", "r2", "r3", "r4", "r5"}, kArm},
};

const CallConvention* conventionOf(CpuFamily family)
{
    const auto found = std::ranges::find(kConventions, family, &CallConvention::family);
    return found == kConventions.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> registerOf(const EventThread& thread, std::string_view name)
{
    if (!thread.registers)
        return std::nullopt;
    if (const auto index = registerIndex(thread.registers->family(), name))
        return thread.registers->find(*index);
    const auto found =
        std::ranges::find(thread.extraRegisters, name,
                          [](const auto& entry) -> std::string_view { return entry.first; });
    return found == thread.extraRegisters.end() ? std::nullopt : std::optional(found->second);
}

/// EINTR, and what the kernel returns inside for calls that it will begin again.
bool isInterrupted(std::uint64_t result)
{
    switch (static_cast<std::int32_t>(result)) {
    case -4:   // EINTR
    case -512: // ERESTARTSYS
    case -513: // ERESTARTNOINTR
    case -514: // ERESTARTNOHAND
    case -516: // ERESTART_RESTARTBLOCK
        return true;
    default: return false;
    }
}

const CallRow* rowOf(const CallConvention& convention, std::uint32_t number)
{
    const auto found = std::ranges::find(convention.rows, number, &CallRow::number);
    return found == convention.rows.end() ? nullptr : &*found;
}

void setNumber(SystemCall& call, const CallConvention& convention, std::uint64_t number)
{
    call.number = static_cast<std::uint32_t>(number);
    call.row = rowOf(convention, *call.number);
}

/// A minidump lacks orig_rax. The instruction before the call may load the number:
/// "mov $number, %eax; syscall".
std::optional<std::uint64_t> numberInCode(const MemoryImage& memory, std::uint64_t pc)
{
    constexpr std::size_t kPattern = 7;
    std::array<std::byte, kPattern> code{};
    if (pc < kPattern || memory.read(pc - kPattern, code) < kPattern)
        return std::nullopt;
    if (code[0] != std::byte{0xb8} || code[5] != std::byte{0x0f} || code[6] != std::byte{0x05})
        return std::nullopt;
    std::uint64_t number = 0;
    for (std::size_t i = 4; i >= 1; --i)
        number = number << 8 | std::to_integer<std::uint64_t>(code[i]);
    return number;
}

void readIntel(const MemoryImage& memory,
               const EventThread& thread,
               const CallConvention& convention,
               CallFacts& facts)
{
    const auto result = registerOf(thread, convention.result);
    const auto number = registerOf(thread, convention.number);
    if (!result)
        return;
    if (number && (static_cast<std::int32_t>(*number) < 0 || !isInterrupted(*result))) {
        facts.state = CallState::NoCall;
        return;
    }
    if (!isInterrupted(*result))
        return;
    facts.state = CallState::InCall;
    if (number)
        setNumber(facts.call, convention, *number);
    else if (const auto inCode = convention.family == CpuFamily::Intel64
                                     ? numberInCode(memory, thread.registers->pc())
                                     : std::nullopt)
        setNumber(facts.call, convention, *inCode);
}

/// "svc #0" at `pc`: the kernel has put the program counter back to begin the call again.
bool isCallAt(const MemoryImage& memory, CpuFamily family, std::uint64_t pc)
{
    if (family == CpuFamily::Arm64)
        return memory.readUnsigned(pc, 4) == 0xd4000001;
    return memory.readUnsigned(pc & ~std::uint64_t{1}, 2) == 0xdf00 ||
           memory.readUnsigned(pc, 4) == 0xef000000;
}

/// These CPUs keep no copy of the number. The registers tell only with the instruction.
void readArm(const MemoryImage& memory,
             const EventThread& thread,
             const CallConvention& convention,
             CallFacts& facts)
{
    if (const auto number = registerOf(thread, convention.number))
        setNumber(facts.call, convention, *number);
    if (isCallAt(memory, convention.family, thread.registers->pc()))
        facts.state = CallState::InCall;
}

} // namespace

CallFacts systemCallOf(const Event& event, const MemoryImage& memory, const EventThread& thread)
{
    CallFacts facts;
    const auto* convention = conventionOf(cpuFamily(event.system.arch));
    const bool isLinux = event.system.os == OsFamily::Linux || event.system.os == OsFamily::Android;
    if (convention == nullptr || !isLinux || !thread.registers)
        return facts;
    for (std::size_t i = 0; i < facts.call.arguments.size(); ++i)
        facts.call.arguments[i] = registerOf(thread, convention->arguments[i]);
    const bool isIntel =
        convention->family == CpuFamily::Intel64 || convention->family == CpuFamily::Intel32;
    (isIntel ? readIntel : readArm)(memory, thread, *convention, facts);
    return facts;
}

const CallRow* callRowNamed(CpuFamily family, std::string_view name)
{
    const auto* convention = conventionOf(family);
    if (convention == nullptr)
        return nullptr;
    const auto found = std::ranges::find(convention->rows, name, &CallRow::name);
    return found == convention->rows.end() ? nullptr : &*found;
}

bool hasTimeLimit(const SystemCall& call, CpuFamily family)
{
    if (call.row == nullptr || call.row->timeArgument == 0)
        return false;
    const auto& limit = call.arguments[call.row->timeArgument - 1u];
    if (!limit)
        return false;
    if (call.row->isTimeNumber)
        return static_cast<std::int32_t>(*limit) >= 0;
    return (pointerSize(family) == 4 ? *limit & 0xffffffff : *limit) != 0;
}

} // namespace faultline::waits

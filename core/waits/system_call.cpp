// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/system_call.h"

#include <algorithm>
#include <span>

namespace faultline::waits {

namespace {

using enum CallKind;

constexpr auto kNone = std::nullopt; // The CPU has no such call.

// Linux: arch/x86/entry/syscalls/syscall_64.tbl and syscall_32.tbl,
// include/uapi/asm-generic/unistd.h for arm64, arch/arm/tools/syscall.tbl for arm (EABI).
constexpr CallRow kCalls[] = {
    {"read", Input, {0, 3, 63, 3}, 0},
    {"write", Input, {1, 4, 64, 4}, 0},
    {"poll", Input, {7, 168, kNone, 168}, 3, true},
    {"ioctl", Other, {16, 54, 29, 54}, 0},
    {"pread64", Input, {17, 180, 67, 180}, 0},
    {"pwrite64", Input, {18, 181, 68, 181}, 0},
    {"readv", Input, {19, 145, 65, 145}, 0},
    {"writev", Input, {20, 146, 66, 146}, 0},
    {"select", Input, {23, kNone, kNone, kNone}, 5},
    {"select", Input, {kNone, 82, kNone, kNone}, 0}, // The limit is in a record of arguments.
    {"pause", Signal, {34, 29, kNone, 29}, 0},
    {"nanosleep", Time, {35, 162, 101, 162}, 0},
    {"connect", Socket, {42, 362, 203, 283}, 0},
    {"accept", Socket, {43, kNone, 202, 285}, 0},
    {"sendto", Socket, {44, 369, 206, 290}, 0},
    {"recvfrom", Socket, {45, 371, 207, 292}, 0},
    {"sendmsg", Socket, {46, 370, 211, 296}, 0},
    {"recvmsg", Socket, {47, 372, 212, 297}, 0},
    {"wait4", Process, {61, 114, 260, 114}, 0},
    {"semop", Other, {65, kNone, 193, 298}, 0},
    {"msgsnd", Other, {69, 400, 189, 301}, 0},
    {"msgrcv", Other, {70, 401, 188, 302}, 0},
    {"fcntl", Other, {72, 55, 25, 55}, 0},
    {"flock", Other, {73, 143, 32, 143}, 0},
    {"rt_sigtimedwait", Signal, {128, 177, 137, 177}, 3},
    {"rt_sigsuspend", Signal, {130, 179, 133, 179}, 0},
    {"futex", Futex, {202, 240, 98, 240}, 4},
    {"io_getevents", Input, {208, 247, 4, 245}, 5},
    {"restart_syscall", Restart, {219, 0, 128, 0}, 0},
    {"semtimedop", Other, {220, kNone, 192, 312}, 4},
    {"clock_nanosleep", Time, {230, 267, 115, 265}, 0},
    {"epoll_wait", Input, {232, 256, kNone, 252}, 4, true},
    {"mq_timedsend", Input, {242, 279, 182, 276}, 5},
    {"mq_timedreceive", Input, {243, 280, 183, 277}, 5},
    {"waitid", Process, {247, 284, 95, 280}, 0},
    {"pselect6", Input, {270, 308, 72, 335}, 5},
    {"ppoll", Input, {271, 309, 73, 336}, 3},
    {"epoll_pwait", Input, {281, 319, 22, 346}, 4, true},
    {"accept4", Socket, {288, 364, 242, 366}, 0},
    {"recvmmsg", Socket, {299, 337, 243, 365}, 5},
    {"io_uring_enter", Input, {426, 426, 426, 426}, 0},
    {"epoll_pwait2", Input, {441, 441, 441, 441}, 4},
    {"futex_waitv", Other, {449, 449, 449, 449}, 4},
    {"waitpid", Process, {kNone, 7, kNone, kNone}, 0},
    {"socketcall", Input, {kNone, 102, kNone, kNone}, 0},
    {"ipc", Other, {kNone, 117, kNone, kNone}, 0},
    {"_newselect", Input, {kNone, 142, kNone, 142}, 5},
    {"fcntl64", Other, {kNone, 221, kNone, 221}, 0},
    {"clock_nanosleep_time64", Time, {kNone, 407, kNone, 407}, 0},
    {"pselect6_time64", Input, {kNone, 413, kNone, 413}, 5},
    {"ppoll_time64", Input, {kNone, 414, kNone, 414}, 3},
    {"rt_sigtimedwait_time64", Signal, {kNone, 421, kNone, 421}, 3},
    {"futex_time64", Futex, {kNone, 422, kNone, 422}, 4},
    {"semtimedop_time64", Other, {kNone, 420, kNone, 420}, 4},
    {"mq_timedsend_time64", Input, {kNone, 418, kNone, 418}, 5},
    {"mq_timedreceive_time64", Input, {kNone, 419, kNone, 419}, 5},
    {"recvmmsg_time64", Socket, {kNone, 417, kNone, 417}, 5},
};

/// How one CPU passes a call: its number, its arguments, and its result.
struct CallConvention
{
    CpuFamily family;
    std::size_t column;      ///< Of CallRow::numbers.
    std::string_view number; ///< With the kernel's copy of it where there is one.
    std::string_view result;
    std::array<std::string_view, 6> arguments;
};

constexpr std::array kConventions{
    CallConvention{
        CpuFamily::Intel64, 0, "orig_rax", "rax", {"rdi", "rsi", "rdx", "r10", "r8", "r9"}},
    CallConvention{
        CpuFamily::Intel32, 1, "orig_eax", "eax", {"ebx", "ecx", "edx", "esi", "edi", "ebp"}},
    CallConvention{CpuFamily::Arm64, 2, "x8", "x0", {"x0", "x1", "x2", "x3", "x4", "x5"}},
    CallConvention{CpuFamily::Arm32, 3, "r7", "r0", {"r0", "r1", "r2", "r3", "r4", "r5"}},
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
    const auto found = std::ranges::find_if(
        kCalls, [&](const CallRow& row) { return row.numbers[convention.column] == number; });
    return found == std::ranges::end(kCalls) ? nullptr : &*found;
}

void setNumber(SystemCall& call, const CallConvention& convention, std::uint64_t number)
{
    call.number = static_cast<std::uint32_t>(number);
    call.row = rowOf(convention, *call.number);
}

/// An instruction that may stand between the number of a call and the call, because it sets another
/// argument. The last of its listed bytes is compared with `mask`.
struct ArgumentCode
{
    std::size_t sizeBytes;
    std::size_t listedBytes;
    std::array<std::uint8_t, 3> bytes;
    std::uint8_t mask = 0xff;
};

// Intel 64 manual, volume 2, chapter 2: operation codes and ModR/M bytes.
constexpr auto kArgumentCode = std::to_array<ArgumentCode>({
    {4, 3, {0x40, 0x80, 0xf6}},       // xor $byte, %sil
    {5, 1, {0xba, 0, 0}},             // mov $value, %edx
    {5, 1, {0xbe, 0, 0}},             // mov $value, %esi
    {2, 2, {0x31, 0xd2, 0}},          // xor %edx, %edx
    {2, 2, {0x31, 0xf6, 0}},          // xor %esi, %esi
    {3, 3, {0x45, 0x31, 0xd2}},       // xor %r10d, %r10d
    {2, 2, {0x89, 0xc2, 0}, 0xc7},    // mov …, %edx
    {2, 2, {0x89, 0xc6, 0}, 0xc7},    // mov …, %esi
    {3, 3, {0x44, 0x89, 0xc2}, 0xc7}, // mov %r8d …, %edx
    {3, 3, {0x44, 0x89, 0xc6}, 0xc7}, // mov %r8d …, %esi
});

bool isCode(const ArgumentCode& form, std::span<const std::byte> code)
{
    for (std::size_t i = 0; i < form.listedBytes; ++i) {
        const auto mask = i + 1 == form.listedBytes ? form.mask : std::uint8_t{0xff};
        if ((std::to_integer<std::uint8_t>(code[i]) & mask) != form.bytes[i])
            return false;
    }
    return true;
}

/// Does the code do nothing but set arguments, and then make the call?
bool leadsToCall(std::span<const std::byte> code)
{
    constexpr std::size_t kCallBytes = 2; // "syscall", 0f 05
    while (code.size() > kCallBytes) {
        const auto form = std::ranges::find_if(kArgumentCode, [&](const ArgumentCode& row) {
            return row.sizeBytes + kCallBytes <= code.size() && isCode(row, code);
        });
        if (form == kArgumentCode.end())
            return false;
        code = code.subspan(form->sizeBytes);
    }
    return code.size() == kCallBytes && code[0] == std::byte{0x0f} && code[1] == std::byte{0x05};
}

/// A minidump lacks orig_rax. The instructions before the call may load the number:
/// "mov $number, %eax", others that set arguments, "syscall". Absent unless the code can be read in
/// one way only.
std::optional<std::uint64_t> numberInCode(const MemoryImage& memory, std::uint64_t pc)
{
    constexpr std::size_t kLoadBytes = 5;
    constexpr std::size_t kMostBytes = 24;
    std::array<std::byte, kMostBytes> code{};
    if (pc < kMostBytes || memory.read(pc - kMostBytes, code) < kMostBytes)
        return std::nullopt;
    std::optional<std::uint64_t> found;
    for (std::size_t at = 0; at + kLoadBytes < kMostBytes; ++at) {
        const auto rest = std::span<const std::byte>(code).subspan(at);
        if (rest[0] != std::byte{0xb8} || !leadsToCall(rest.subspan(kLoadBytes)))
            continue;
        if (found)
            return std::nullopt;
        found = 0;
        for (std::size_t i = 4; i >= 1; --i)
            *found = *found << 8 | std::to_integer<std::uint64_t>(rest[i]);
    }
    return found;
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

/// 0 or an error's number: what a call that waits for a word returns.
bool isResult(std::uint64_t value, CpuFamily family)
{
    constexpr std::int64_t kLargestError = 4095; // include/linux/err.h, MAX_ERRNO
    const auto number = pointerSize(family) == 4 ? static_cast<std::int32_t>(value)
                                                 : static_cast<std::int64_t>(value);
    return number <= 0 && number >= -kLargestError;
}

/// Right after "svc", with the call's own arguments: it has not ended, because the result of
/// futex() is never an address. qemu-user writes the threads of its core files so.
bool isInFutexCall(const MemoryImage& memory,
                   const CallConvention& convention,
                   const CallFacts& facts,
                   std::uint64_t pc)
{
    constexpr std::uint64_t kLowestAddress = 0x1000;
    const auto& word = facts.call.arguments[0];
    const bool isFutex = facts.call.row != nullptr && facts.call.row->kind == CallKind::Futex;
    return convention.family == CpuFamily::Arm64 && isFutex && word && *word >= kLowestAddress &&
           *word % 4 == 0 && !isResult(*word, convention.family) && pc >= 4 &&
           isCallAt(memory, convention.family, pc - 4);
}

/// These CPUs keep no copy of the number. The registers tell only with the instruction. Once a call
/// has ended, its result stands where its first argument was.
void readArm(const MemoryImage& memory,
             const EventThread& thread,
             const CallConvention& convention,
             CallFacts& facts)
{
    if (const auto number = registerOf(thread, convention.number))
        setNumber(facts.call, convention, *number);
    const auto pc = thread.registers->pc();
    if (isCallAt(memory, convention.family, pc) || isInFutexCall(memory, convention, facts, pc))
        facts.state = CallState::InCall;
    else if (auto& first = facts.call.arguments[0]; first && isResult(*first, convention.family))
        first.reset();
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

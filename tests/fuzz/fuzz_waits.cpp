// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event.h"
#include "core/waits/wait_analyzer.h"

#include <array>
#include <cstdlib>
#include <span>

using namespace faultline;

namespace {

constexpr std::uint64_t kMemory = 0x10000;
constexpr std::uint32_t kFirstId = 16;
constexpr std::size_t kMaxThreads = 6;

constexpr std::array kArchs{Arch::Amd64, Arch::X86, Arch::Arm64, Arch::ArmV7, Arch::Ppc64};
constexpr std::array kSystems{OsFamily::Linux, OsFamily::Windows, OsFamily::MacOs,
                              OsFamily::Android, OsFamily::Unknown};
constexpr std::array<const char*, 4> kLibraries{"/lib/libc.so.6", "/lib/ld-musl-x86_64.so.1",
                                                "/bin/program", ""};
constexpr std::array<const char*, 12> kFunctions{"__lll_lock_wait",
                                                 "pthread_mutex_lock",
                                                 "pthread_rwlock_wrlock",
                                                 "pthread_cond_wait",
                                                 "pthread_join",
                                                 "__lockfile",
                                                 "NtWaitForSingleObject",
                                                 "RtlEnterCriticalSection",
                                                 "__psynch_mutexwait",
                                                 "_os_unfair_lock_lock_slow",
                                                 "syscall",
                                                 "run"};

/// Named by bytes with this bit.
constexpr std::uint8_t kWindowsName = 0x40;
constexpr std::array<const char*, 8> kWindowsFunctions{
    "NtWaitForSingleObject",          "NtWaitForMultipleObjects",
    "NtSignalAndWaitForSingleObject", "KiFastSystemCallRet",
    "RtlAcquireSRWLockExclusive",     "RtlpWaitOnCriticalSection",
    "WaitForSingleObjectEx",          "run"};

/// Which byte of a thread a register gets its value from.
struct RegisterByte
{
    std::size_t byte;
    const char* name;
};

constexpr std::size_t kRegisterBytes = 14;
constexpr auto kRegisters = std::to_array<RegisterByte>({
    {0, "orig_rax"}, {1, "rax"}, {2, "rdi"}, {3, "rsi"},      {4, "rdx"},
    {4, "edx"},      {4, "x2"},  {4, "r2"},  {5, "orig_eax"}, {6, "eax"},
    {6, "pc"},       {7, "ebx"}, {8, "ecx"}, {9, "x0"},       {10, "x1"},
    {10, "r1"},      {11, "x8"}, {11, "r7"}, {12, "r0"},      {13, "fs_base"},
    {5, "rcx"},      {6, "r8"},  {7, "rbx"}, {8, "r9"},       {12, "x19"},
});

/// Small numbers stand for values that lead somewhere.
std::uint64_t valueOf(std::uint8_t byte)
{
    constexpr std::array<std::uint64_t, 8> kSpecial{202, 240, 98, ~511ull, ~3ull, 0x80, 2, 0};
    if (byte < kSpecial.size())
        return kSpecial[byte];
    return byte < 0xc0 ? kMemory + byte * 4u : byte;
}

EventThread threadOf(CpuFamily family, std::span<const std::uint8_t> bytes, std::uint32_t id)
{
    EventThread thread;
    thread.id = id;
    RegisterSet registers(family);
    for (const auto& [byte, name] : kRegisters) {
        if (const auto index = registerIndex(family, name))
            registers.set(*index, valueOf(bytes[byte]));
        else
            thread.extraRegisters.emplace_back(name, valueOf(bytes[byte]));
    }
    registers.set(specialRegisters(family).sp, kMemory + bytes[0]);
    thread.registers = registers;
    return thread;
}

std::shared_ptr<const ThreadStack>
stackOf(const EventThread& thread, std::span<const std::uint8_t> names, std::uint32_t index)
{
    auto stack = std::make_shared<ThreadStack>();
    stack->thread = index;
    for (const auto name : names) {
        Frame frame;
        frame.originalIndex = static_cast<std::uint32_t>(stack->frames.size());
        frame.module = name >> 4 & 1;
        frame.position.function = (name & kWindowsName) != 0
                                      ? kWindowsFunctions[name % kWindowsFunctions.size()]
                                      : kFunctions[name % kFunctions.size()];
        stack->frames.push_back(std::move(frame));
        stack->registers.push_back(*thread.registers);
    }
    return stack;
}

/// The handles of Windows are made of the first bytes of the memory, four each: value, kind, count
/// and thread.
std::vector<Handle> handlesOf(std::span<const std::uint8_t> bytes)
{
    constexpr std::size_t kHandleBytes = 4;
    constexpr std::size_t kMostHandles = 8;
    constexpr std::uint8_t kKinds = 6;
    std::vector<Handle> handles;
    for (; bytes.size() >= kHandleBytes && handles.size() < kMostHandles;
         bytes = bytes.subspan(kHandleBytes)) {
        Handle handle;
        handle.value = valueOf(bytes[0]);
        if (bytes[1] % (kKinds + 1) < kKinds) {
            handle.object = HandleObject{};
            handle.object->kind = static_cast<HandleObjectKind>(bytes[1] % (kKinds + 1));
            handle.object->count = static_cast<std::int8_t>(bytes[2]);
            handle.object->threadId = bytes[3] == 0 ? 0 : kFirstId + bytes[3] - 1u;
        }
        handles.push_back(std::move(handle));
    }
    return handles;
}

/// A claim must rest on what was recorded.
void check(const Event& event, const WaitGraph& graph)
{
    for (const auto& object : graph.objects) {
        if (object.owner.has_value() != (object.ownerState == OwnerState::Thread))
            std::abort();
        if (object.owner && (*object.owner >= event.threads.size() || object.evidence.empty()))
            std::abort();
    }
    for (const auto& finding : graph.findings) {
        for (const auto thread : finding.threads) {
            if (thread >= event.threads.size())
                std::abort();
        }
    }
}

} // namespace

// The input is the CPU, the system, the C library, the number of threads, each thread's registers
// and names, and then the memory.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kNames = 4;
    constexpr std::size_t kThreadBytes = kRegisterBytes + kNames;
    const std::span input(data, size);
    if (size < 4 + kMaxThreads * kThreadBytes)
        return 0;
    Event event;
    event.kind = (data[3] & 0x80) != 0 ? EventKind::Minidump : EventKind::CoreFile;
    event.system.arch = kArchs[data[0] % kArchs.size()];
    event.system.os = kSystems[data[1] % kSystems.size()];
    event.modules.emplace_back().codeFile = kLibraries[data[2] % kLibraries.size()];
    const auto family = cpuFamily(event.system.arch);
    std::vector<std::shared_ptr<const ThreadStack>> stacks;
    for (std::uint32_t i = 0; i < data[3] % (kMaxThreads + 1); ++i) {
        const auto bytes = input.subspan(4 + i * kThreadBytes, kThreadBytes);
        event.threads.push_back(threadOf(family, bytes, kFirstId + i));
        stacks.push_back(stackOf(event.threads.back(), bytes.last(kNames), i));
    }
    const auto rest = input.subspan(4 + kMaxThreads * kThreadBytes);
    if (event.system.os == OsFamily::Windows)
        event.makeNative().handles = handlesOf(rest);
    const auto memory = std::as_bytes(rest);
    std::vector<MemoryRange> ranges{
        {kMemory, ByteView::fromVector({memory.begin(), memory.end()}), false}};
    event.makeNative().memory =
        std::make_shared<const MemoryImage>(std::move(ranges), std::endian::little);
    if (const auto graph = waits::findWaits(event, stacks))
        check(event, *graph);
    return 0;
}

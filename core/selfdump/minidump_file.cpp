// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/minidump_file.h"

#include "core/base/byte_view.h"
#include "core/base/text.h"
#include "core/selfdump/dump_bytes.h"
#include "core/selfdump/loaded_modules.h"
#include "core/selfdump/secrets.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <filesystem>
#include <span>
#include <sys/utsname.h>
#include <thread>

namespace faultline::selfdump {

namespace {

constexpr std::uint64_t kRedZoneBytes = 128;
constexpr std::uint64_t kMaxStackBytes = 256 << 10;
constexpr std::uint64_t kMaxOverflowBytes = 64 << 10; ///< A frame that reaches beyond the stack.
constexpr std::uint64_t kMaxAllStacksBytes = 64 << 20;
constexpr std::uint64_t kCodeBytes = 128; ///< Before and after each instruction pointer.
constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kDirectoryEntryBytes = 12;

// MINIDUMP_STREAM_TYPE, and Breakpad's for Linux.
constexpr std::uint32_t kThreadList = 3;
constexpr std::uint32_t kModuleList = 4;
constexpr std::uint32_t kMemoryList = 5;
constexpr std::uint32_t kException = 6;
constexpr std::uint32_t kSystemInfo = 7;
constexpr std::uint32_t kThreadNames = 24;
constexpr std::uint32_t kLinuxProcStatus = 0x47670004;
constexpr std::uint32_t kLinuxReleaseFile = 0x47670005;
constexpr std::uint32_t kLinuxCommandLine = 0x47670006;
constexpr std::uint32_t kLinuxMaps = 0x47670009;
constexpr std::size_t kStreamCount = 10;

struct Memory
{
    std::uint64_t address = 0;
    Location place;
};

struct WrittenThread
{
    const CapturedThread* thread = nullptr;
    Memory stack;
    Location context;
};

class MinidumpFile
{
public:
    MinidumpFile(const ProcessCapture& process, const Crash& crash, const siginfo_t& signal)
        : m_process(process), m_crash(crash), m_signal(signal), m_secrets(process, crash.secrets)
    {
    }

    std::string make()
    {
        m_body.zeros(kHeaderBytes + kStreamCount * kDirectoryEntryBytes);
        for (const auto& thread : m_process.threads())
            writeThread(thread);
        addThreadList();
        addModules();
        addMemoryList();
        addException();
        addSystemInfo();
        addThreadNames();
        addText(kLinuxProcStatus, m_process.procFile("status"));
        addText(kLinuxReleaseFile, m_process.procFile("root/etc/os-release"));
        addText(kLinuxCommandLine, m_secrets.removedFrom(m_process.procFile("cmdline")));
        addText(kLinuxMaps, m_process.procFile("maps"));
        return withHeader();
    }

private:
    Location write(std::string_view bytes)
    {
        const Location place{.sizeBytes = static_cast<std::uint32_t>(bytes.size()),
                             .position = m_body.position()};
        m_body.text(bytes);
        return place;
    }

    std::uint32_t writeText(std::string_view text)
    {
        const auto position = m_body.position();
        const auto wide = std::filesystem::path(toValidUtf8(text)).u16string();
        m_body.u32(wide.size() * 2);
        for (const char16_t unit : wide)
            m_body.u16(unit);
        m_body.u16(0);
        return position;
    }

    void addStream(std::uint32_t type, const DumpBytes& content)
    {
        const auto place = write(content.bytes());
        m_directory.u32(type).u32(place.sizeBytes).u32(place.position);
    }

    void addText(std::uint32_t type, const std::string& content)
    {
        addStream(type, DumpBytes().text(content));
    }

    void writeThread(const CapturedThread& thread)
    {
        WrittenThread written{.thread = &thread, .stack = {}, .context = {}};
        written.stack = writeMemory(stackStart(thread), kMaxStackBytes);
        m_stackBytes += written.stack.place.sizeBytes;
        auto context = contextBytes(thread);
        m_secrets.removeCopiesFrom(context); // Vector registers have pieces of text.
        written.context = write(context);
        m_threads.push_back(written);
        const auto code = programCounter(thread.registers);
        if (const auto memory = writeMemory(code - kCodeBytes, 2 * kCodeBytes);
            memory.place.sizeBytes > 0)
            m_code.push_back(memory);
    }

    /// The address from which the stack is worth keeping. After an overflow the stack pointer is at
    /// the end of what is mapped, or below it.
    std::uint64_t stackStart(const CapturedThread& thread) const
    {
        const auto start = stackPointer(thread.registers) - kRedZoneBytes;
        const auto& ranges = m_process.ranges();
        const auto range = std::ranges::find_if(
            ranges, [start](const MappedRange& each) { return each.end > start; });
        const bool isNear = range != ranges.end() && range->begin > start &&
                            range->begin - start <= kMaxOverflowBytes;
        return isNear ? range->begin : start;
    }

    /// Writes at most that much, and nothing beyond the mapping or the limit of all stacks.
    Memory writeMemory(std::uint64_t address, std::uint64_t mostBytes)
    {
        const auto range = std::ranges::find_if(m_process.ranges(), [&](const MappedRange& each) {
            return address >= each.begin && address < each.end;
        });
        if (range == m_process.ranges().end() || m_stackBytes > kMaxAllStacksBytes)
            return {.address = address, .place = {}};
        auto bytes =
            m_process.read(address, std::min<std::uint64_t>(mostBytes, range->end - address));
        m_secrets.removeFrom(bytes, address);
        return {.address = address, .place = write(bytes)};
    }

    void addThreadList()
    {
        DumpBytes list;
        list.u32(m_threads.size());
        for (const auto& [thread, stack, context] : m_threads) {
            list.u32(thread->id).u32(0).u32(0).u32(0).u64(0);
            putMemory(list, stack);
            list.u32(context.sizeBytes).u32(context.position);
        }
        addStream(kThreadList, list);
    }

    static void putMemory(DumpBytes& list, const Memory& memory)
    {
        list.u64(memory.address).u32(memory.place.sizeBytes).u32(memory.place.position);
    }

    void addModules()
    {
        const auto modules = loadedModules(m_process);
        DumpBytes list;
        list.u32(modules.size());
        for (const auto& module : modules) {
            const auto name = writeText(module.path);
            const auto id = write(DumpBytes().u32(0x4270454c).text(module.buildId).bytes());
            list.u64(module.address).u32(module.sizeBytes).u32(0).u32(0).u32(name).zeros(52);
            list.u32(module.buildId.empty() ? 0 : id.sizeBytes).u32(id.position);
            list.zeros(8 + 16);
        }
        addStream(kModuleList, list);
    }

    void addMemoryList()
    {
        DumpBytes list;
        const auto stacks = std::ranges::count_if(
            m_threads, [](const auto& thread) { return thread.stack.place.sizeBytes > 0; });
        list.u32(static_cast<std::uint64_t>(stacks) + m_code.size());
        for (const auto& thread : m_threads) {
            if (thread.stack.place.sizeBytes > 0)
                putMemory(list, thread.stack);
        }
        for (const auto& memory : m_code)
            putMemory(list, memory);
        addStream(kMemoryList, list);
    }

    /// As Breakpad writes it: the signal is the code, si_code the flags.
    void addException()
    {
        const auto thread = std::ranges::find(
            m_threads, m_crash.thread, [](const auto& written) { return written.thread->id; });
        const Location context = thread == m_threads.end() ? Location() : thread->context;
        DumpBytes stream;
        stream.u32(m_crash.thread).u32(0);
        stream.u32(static_cast<std::uint32_t>(m_signal.si_signo))
            .u32(static_cast<std::uint32_t>(m_signal.si_code));
        stream.u64(0).u64(std::bit_cast<std::uintptr_t>(m_signal.si_addr)).u32(0).u32(0);
        stream.zeros(15 * sizeof(std::uint64_t));
        stream.u32(context.sizeBytes).u32(context.position);
        addStream(kException, stream);
    }

    void addSystemInfo()
    {
        utsname system{};
        ::uname(&system);
        const auto text = writeText(
            concat(system.sysname, " ", system.release, " ", system.version, " ", system.machine));
        constexpr std::uint64_t kLinux = 0x8201;
        DumpBytes stream;
        stream.u16(kArchitecture).u16(0).u16(0);
        stream.put(static_cast<std::uint8_t>(std::min(255u, std::thread::hardware_concurrency())));
        stream.zeros(1).u32(0).u32(0).u32(0).u32(kLinux).u32(text).u32(0).zeros(24);
        addStream(kSystemInfo, stream);
    }

    void addThreadNames()
    {
        DumpBytes list;
        list.u32(m_threads.size());
        for (const auto& written : m_threads)
            list.u32(written.thread->id).u64(writeText(written.thread->name));
        addStream(kThreadNames, list);
    }

    std::string withHeader() const
    {
        const auto now = std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::system_clock::now().time_since_epoch());
        DumpBytes head;
        head.text("MDMP").u32(0xa793).u32(kStreamCount).u32(kHeaderBytes).u32(0);
        head.u32(static_cast<std::uint64_t>(now.count())).u64(0).text(m_directory.bytes());
        return head.bytes() + m_body.bytes().substr(head.bytes().size());
    }

#if defined(__x86_64__)
    static constexpr std::uint64_t kArchitecture = 9; // PROCESSOR_ARCHITECTURE_AMD64

    /// CONTEXT of x64, with control, integer, segment and floating-point registers.
    static std::string contextBytes(const CapturedThread& thread)
    {
        const auto& r = thread.registers;
        DumpBytes bytes;
        bytes.zeros(std::size_t{6} * 8).u32(0x10000f).u32(thread.floats.mxcsr);
        for (const auto segment : {r.cs, r.ds, r.es, r.fs, r.gs, r.ss})
            bytes.u16(segment);
        bytes.u32(r.eflags).zeros(std::size_t{6} * 8);
        for (const auto value : {r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9,
                                 r.r10, r.r11, r.r12, r.r13, r.r14, r.r15, r.rip})
            bytes.u64(value);
        bytes.text(asText(std::as_bytes(std::span(&thread.floats, 1))));
        constexpr std::size_t kContextBytes = 1232;
        return bytes.zeros(kContextBytes - bytes.position()).bytes();
    }
#else
    static constexpr std::uint64_t kArchitecture = 12; // PROCESSOR_ARCHITECTURE_ARM64

    /// CONTEXT of ARM64, with control, integer and floating-point registers.
    static std::string contextBytes(const CapturedThread& thread)
    {
        const auto& r = thread.registers;
        DumpBytes bytes;
        bytes.u32(0x400007).u32(r.pstate);
        for (const auto value : r.regs)
            bytes.u64(value);
        bytes.u64(r.sp).u64(r.pc);
        bytes.text(asText(std::as_bytes(std::span(thread.floats.vregs))));
        bytes.u32(thread.floats.fpcr).u32(thread.floats.fpsr);
        constexpr std::size_t kContextBytes = 912;
        return bytes.zeros(kContextBytes - bytes.position()).bytes();
    }
#endif

    const ProcessCapture& m_process;
    const Crash& m_crash;
    const siginfo_t& m_signal;
    const Secrets m_secrets;
    DumpBytes m_body; ///< The file, with zeros for header and directory.
    DumpBytes m_directory;
    std::vector<WrittenThread> m_threads;
    std::vector<Memory> m_code;
    std::uint64_t m_stackBytes = 0;
};

} // namespace

std::string minidumpOf(const ProcessCapture& process, const Crash& crash, const siginfo_t& signal)
{
    return MinidumpFile(process, crash, signal).make();
}

} // namespace faultline::selfdump

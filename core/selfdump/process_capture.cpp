// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/process_capture.h"

#include "core/base/file.h"
#include "core/base/text.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

namespace faultline::selfdump {

namespace {

std::string pathOf(std::uint32_t process, std::string_view name)
{
    return concat("/proc/", process, "/", name);
}

std::string contentOf(const std::string& path)
{
    const std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::optional<std::uint64_t> hexNumber(std::string_view text)
{
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// "55d0-55e0 r-xp 00001000 fe:00 1234    /usr/bin/x" (proc_pid_maps(5)).
std::optional<MappedRange> rangeOf(const std::string& line)
{
    std::istringstream fields(line);
    std::string addresses;
    std::string access;
    std::string offset;
    std::string device;
    std::string inode;
    fields >> addresses >> access >> offset >> device >> inode;
    const auto dash = addresses.find('-');
    if (dash == std::string::npos)
        return std::nullopt;
    const auto begin = hexNumber(std::string_view(addresses).substr(0, dash));
    const auto end = hexNumber(std::string_view(addresses).substr(dash + 1));
    const auto fileOffset = hexNumber(offset);
    if (!begin || !end || !fileOffset)
        return std::nullopt;
    MappedRange range{.begin = *begin, .end = *end, .fileOffset = *fileOffset, .path = {}};
    std::getline(fields >> std::ws, range.path);
    return range;
}

std::vector<MappedRange> rangesOf(std::uint32_t process)
{
    std::vector<MappedRange> ranges;
    std::istringstream lines(contentOf(pathOf(process, "maps")));
    for (std::string line; std::getline(lines, line);) {
        if (auto range = rangeOf(line))
            ranges.push_back(std::move(*range));
    }
    return ranges;
}

std::vector<std::uint32_t> threadIds(std::uint32_t process)
{
    std::vector<std::uint32_t> ids;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(pathOf(process, "task"), error)) {
        const auto name = entry.path().filename().string();
        std::uint32_t id = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), id).ec == std::errc())
            ids.push_back(id);
    }
    return ids;
}

template <class Set>
bool readRegisterSet(std::uint32_t thread, int kind, Set& set)
{
    iovec target{.iov_base = &set, .iov_len = sizeof(set)};
    return ::ptrace(PTRACE_GETREGSET, static_cast<pid_t>(thread), kind, &target) == 0;
}

void setRegisters(CapturedThread& thread, const ucontext_t& context)
{
#if defined(__x86_64__)
    const auto at = [&](int index) {
        return static_cast<unsigned long long>(context.uc_mcontext.gregs[index]);
    };
    auto& to = thread.registers;
    to.r8 = at(REG_R8);
    to.r9 = at(REG_R9);
    to.r10 = at(REG_R10);
    to.r11 = at(REG_R11);
    to.r12 = at(REG_R12);
    to.r13 = at(REG_R13);
    to.r14 = at(REG_R14);
    to.r15 = at(REG_R15);
    to.rdi = at(REG_RDI);
    to.rsi = at(REG_RSI);
    to.rbp = at(REG_RBP);
    to.rbx = at(REG_RBX);
    to.rdx = at(REG_RDX);
    to.rax = at(REG_RAX);
    to.rcx = at(REG_RCX);
    to.rsp = at(REG_RSP);
    to.rip = at(REG_RIP);
    to.eflags = at(REG_EFL);
#elif defined(__aarch64__)
    const auto& from = context.uc_mcontext;
    std::memcpy(thread.registers.regs, from.regs, sizeof(thread.registers.regs));
    thread.registers.sp = from.sp;
    thread.registers.pc = from.pc;
    thread.registers.pstate = from.pstate;
#endif
}

} // namespace

std::uint64_t stackPointer(const Registers& registers)
{
#if defined(__x86_64__)
    return registers.rsp;
#else
    return registers.sp;
#endif
}

std::uint64_t programCounter(const Registers& registers)
{
#if defined(__x86_64__)
    return registers.rip;
#else
    return registers.pc;
#endif
}

Result<void> ProcessCapture::stopThread(std::uint32_t thread)
{
    const auto id = static_cast<pid_t>(thread);
    if (::ptrace(PTRACE_SEIZE, id, nullptr, nullptr) != 0) {
        // A thread may end meanwhile.
        return errno == ESRCH ? Result<void>()
                              : std::unexpected(errorFromErrno(errno, "attach to thread",
                                                               std::to_string(thread)));
    }
    if (::ptrace(PTRACE_INTERRUPT, id, nullptr, nullptr) != 0 ||
        ::waitpid(id, nullptr, __WALL) != id)
        return {};
    CapturedThread captured{.id = thread, .name = {}, .registers = {}, .floats = {}};
    if (!readRegisterSet(thread, NT_PRSTATUS, captured.registers))
        return {};
    readRegisterSet(thread, NT_FPREGSET, captured.floats);
    captured.name = trimAscii(contentOf(pathOf(m_process, concat("task/", thread, "/comm"))));
    m_threads.push_back(std::move(captured));
    return {};
}

Result<ProcessCapture> ProcessCapture::stop(std::uint32_t process)
{
    ProcessCapture capture;
    capture.m_process = process;
    for (const auto thread : threadIds(process))
        FL_CHECK(capture.stopThread(thread));
    capture.m_ranges = rangesOf(process);
    if (capture.m_threads.empty() || capture.m_ranges.empty())
        return fail(ErrorKind::Internal, "process ", process, " has no threads or no memory");
    return capture;
}

ProcessCapture::~ProcessCapture()
{
    for (const auto& thread : m_threads)
        ::ptrace(PTRACE_DETACH, static_cast<pid_t>(thread.id), nullptr, nullptr);
}

Result<siginfo_t> ProcessCapture::apply(const Crash& crash)
{
    const auto thread = std::ranges::find(m_threads, crash.thread, &CapturedThread::id);
    if (thread == m_threads.end())
        return fail(ErrorKind::Internal, "thread ", crash.thread, " is gone");
    siginfo_t info{};
    ucontext_t context{};
    const auto infoBytes = read(crash.signalInfo, sizeof(info));
    const auto contextBytes = read(crash.context, sizeof(context));
    if (infoBytes.size() != sizeof(info) || contextBytes.size() != sizeof(context))
        return fail(ErrorKind::Internal, "what the signal handler knows cannot be read");
    std::memcpy(&info, infoBytes.data(), sizeof(info));
    std::memcpy(&context, contextBytes.data(), sizeof(context));
    setRegisters(*thread, context);
    return info;
}

std::string ProcessCapture::read(std::uint64_t address, std::uint64_t sizeBytes) const
{
    std::string bytes(sizeBytes, '\0');
    const iovec local{.iov_base = bytes.data(), .iov_len = bytes.size()};
    const iovec remote{.iov_base = std::bit_cast<void*>(address), .iov_len = bytes.size()};
    const auto count = ::process_vm_readv(static_cast<pid_t>(m_process), &local, 1, &remote, 1, 0);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
}

std::string ProcessCapture::procFile(const char* name) const
{
    return contentOf(pathOf(m_process, name));
}

} // namespace faultline::selfdump

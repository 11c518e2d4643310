// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/tracee.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace faultline::truth {

namespace {

std::string ofProcess(pid_t pid, const char* name)
{
    return "/proc/" + std::to_string(pid) + "/" + name;
}

std::string readText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Addresses are the same in every run, so that a seed repeats a trace.
[[noreturn]] void becomeProgram(const std::vector<std::string>& commandLine)
{
    std::vector<char*> words;
    for (const auto& word : commandLine)
        words.push_back(const_cast<char*>(word.c_str())); // execvp changes nothing.
    words.push_back(nullptr);
    ::personality(ADDR_NO_RANDOMIZE);
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::execvp(words[0], words.data());
    ::_exit(127);
}

std::optional<Mapping> parseMapping(const std::string& line)
{
    std::istringstream words(line);
    std::string range;
    std::string permissions;
    std::string device;
    Mapping mapping;
    std::uint64_t inode = 0;
    words >> range >> permissions >> std::hex >> mapping.offset >> device >> std::dec >> inode;
    const auto dash = range.find('-');
    if (!words || dash == std::string::npos || permissions.size() < 4)
        return std::nullopt;
    mapping.begin = std::stoull(range.substr(0, dash), nullptr, 16);
    mapping.end = std::stoull(range.substr(dash + 1), nullptr, 16);
    mapping.isReadable = permissions[0] == 'r';
    mapping.isWritable = permissions[1] == 'w';
    mapping.isExecutable = permissions[2] == 'x';
    mapping.isFile = inode != 0;
    std::getline(words >> std::ws, mapping.path);
    return mapping;
}

} // namespace

Tracee::Tracee(const std::vector<std::string>& commandLine) : m_pid(::fork())
{
    if (m_pid == 0)
        becomeProgram(commandLine);
    int status = 0;
    if (m_pid < 0 || ::waitpid(m_pid, &status, 0) != m_pid || !WIFSTOPPED(status))
        throw std::runtime_error("cannot start " + commandLine[0]);
    ::ptrace(PTRACE_SETOPTIONS, m_pid, nullptr, PTRACE_O_EXITKILL);
    ::ptrace(PTRACE_GETREGS, m_pid, nullptr, &m_registers);
    constexpr std::uint64_t kUserCode32 = 0x23; // linux: __USER32_CS
    m_is64 = m_registers.cs != kUserCode32;
}

Tracee::~Tracee()
{
    if (m_hasEnded || m_pid <= 0)
        return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

bool Tracee::resume(Resume how)
{
    const auto request = how == Resume::Step ? PTRACE_SINGLESTEP : PTRACE_CONT;
    const long signal = m_waitingSignal;
    m_waitingSignal = 0;
    int status = 0;
    if (::ptrace(request, m_pid, nullptr, signal) != 0 || ::waitpid(m_pid, &status, 0) != m_pid ||
        !WIFSTOPPED(status)) {
        m_hasEnded = true;
        return false;
    }
    m_stopSignal = WSTOPSIG(status);
    if (m_stopSignal != SIGTRAP)
        m_waitingSignal = m_stopSignal;
    ::ptrace(PTRACE_GETREGS, m_pid, nullptr, &m_registers);
    return true;
}

bool Tracee::isCaught(int signal) const
{
    std::istringstream lines(readText(ofProcess(m_pid, "status")));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("SigCgt:"))
            return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
    }
    return false;
}

Tracee::Step Tracee::step()
{
    const bool entersHandler = m_waitingSignal != 0 && isCaught(m_waitingSignal);
    if (!resume(Resume::Step))
        return Step::Ended;
    if (m_waitingSignal != 0)
        return Step::Signal;
    return entersHandler ? Step::Handler : Step::Instruction;
}

/// Uses debug registers of the CPU: breakpoint instructions would be inherited by children and met
/// by other threads.
void Tracee::setBreakpoints(const std::vector<Destination>& destinations)
{
    constexpr auto kRegisters = offsetof(struct user, u_debugreg);
    constexpr auto kControl = kRegisters + 7 * sizeof(std::uint64_t);
    std::uint64_t enabled = 0;
    for (std::size_t i = 0; i < destinations.size(); ++i) {
        ::ptrace(PTRACE_POKEUSER, m_pid, kRegisters + i * sizeof(std::uint64_t),
                 destinations[i].address);
        enabled |= std::uint64_t{1} << 2 * i;
    }
    ::ptrace(PTRACE_POKEUSER, m_pid, kControl, enabled);
}

bool Tracee::runTo(const std::vector<Destination>& destinations)
{
    while (true) {
        setBreakpoints(destinations);
        const bool isRunning = resume(Resume::Run);
        if (!isRunning)
            return false;
        setBreakpoints({});
        if (m_waitingSignal != 0)
            continue;
        if (std::ranges::any_of(destinations, [this](const Destination& destination) {
                return pc() == destination.address && sp() >= destination.lowestSp;
            }))
            return true;
        // A deeper call returns to the same place; one step leads past it.
        if (!resume(Resume::Step))
            return false;
    }
}

std::size_t Tracee::read(std::uint64_t address, std::span<std::byte> out) const
{
    constexpr std::uint64_t kPageBytes = 4096;
    const auto readAt = [&](std::uint64_t from, std::span<std::byte> to) -> std::size_t {
        const iovec local{to.data(), to.size()};
        const iovec remote{reinterpret_cast<void*>(from), // NOLINT: an address of the tracee
                           to.size()};
        const auto count = ::process_vm_readv(m_pid, &local, 1, &remote, 1, 0);
        return count > 0 ? static_cast<std::size_t>(count) : 0;
    };
    const auto count = readAt(address, out);
    // One range is read whole or, in part of the kernels, not at all if it ends outside memory.
    const auto onPage = kPageBytes - address % kPageBytes;
    return count == 0 && onPage < out.size() ? readAt(address, out.first(onPage)) : count;
}

std::optional<std::uint64_t> Tracee::word(std::uint64_t address) const
{
    std::uint64_t value = 0;
    const auto bytes = std::as_writable_bytes(std::span(&value, 1)).first(wordBytes());
    return read(address, bytes) == bytes.size() ? std::optional(value) : std::nullopt;
}

std::vector<Mapping> Tracee::mappings() const
{
    constexpr std::string_view kWritten = "Anonymous:";
    std::vector<Mapping> all;
    std::istringstream lines(readText(ofProcess(m_pid, "smaps")));
    for (std::string line; std::getline(lines, line);) {
        if (auto mapping = parseMapping(line))
            all.push_back(*std::move(mapping));
        else if (line.starts_with(kWritten) && !all.empty())
            all.back().hasChanged = std::stoull(line.substr(kWritten.size())) != 0;
    }
    return all;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Tracee::auxv() const
{
    const auto text = readText(ofProcess(m_pid, "auxv"));
    std::vector<std::pair<std::uint64_t, std::uint64_t>> entries;
    for (std::size_t at = 0; at + 2 * wordBytes() <= text.size(); at += 2 * wordBytes()) {
        std::uint64_t type = 0;
        std::uint64_t value = 0;
        std::memcpy(&type, text.data() + at, wordBytes());
        std::memcpy(&value, text.data() + at + wordBytes(), wordBytes());
        if (type != AT_NULL)
            entries.emplace_back(type, value);
    }
    return entries;
}

std::uint64_t Tracee::stackAt(std::uint64_t sp)
{
    if (sp >= m_stack.begin && sp < m_stack.end)
        return m_stack.end;
    // A stack grows when it is touched, so sp may lie below the memory that it has.
    constexpr std::uint64_t kLargestGap = 8 << 20;
    const auto all = mappings();
    const auto found =
        std::ranges::find_if(all, [=](const Mapping& mapping) { return sp < mapping.end; });
    if (found == all.end() || (sp < found->begin && found->begin - sp > kLargestGap))
        return 0;
    m_stack = *found;
    return m_stack.end;
}

} // namespace faultline::truth

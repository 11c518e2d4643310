// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crashed_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

namespace faultline::test {

namespace {

constexpr std::uint64_t kRedZoneBytes = 128;
constexpr std::uint64_t kMaxStackBytes = 8 << 20;
constexpr std::uint64_t kMaxWritableBytes = 1 << 20; // Limit for one mapping.

std::string readText(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

struct Mapping
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t offset = 0;
    bool readable = false;
    bool writable = false;
    std::string path;
};

std::vector<Mapping> parseMaps(const std::string& maps)
{
    std::vector<Mapping> mappings;
    std::istringstream lines(maps);
    for (std::string line; std::getline(lines, line);) {
        Mapping mapping;
        unsigned long begin = 0;
        unsigned long end = 0;
        unsigned long offset = 0;
        std::array<char, 8> permissions{};
        int pathAt = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx %7s %lx %*s %*s %n", &begin, &end,
                        permissions.data(), &offset, &pathAt) < 4)
            continue;
        mapping.begin = begin;
        mapping.end = end;
        mapping.offset = offset;
        mapping.readable = permissions[0] == 'r';
        mapping.writable = permissions[1] == 'w';
        mapping.path = pathAt > 0 && static_cast<std::size_t>(pathAt) < line.size()
                           ? line.substr(static_cast<std::size_t>(pathAt))
                           : "";
        mappings.push_back(std::move(mapping));
    }
    return mappings;
}

/// One stopped process under ptrace.
class Tracee
{
public:
    explicit Tracee(pid_t pid)
        : m_pid(pid),
          m_memory(::open(("/proc/" + std::to_string(pid) + "/mem").c_str(), O_RDONLY | O_CLOEXEC))
    {
    }

    Tracee(const Tracee&) = delete;
    Tracee& operator=(const Tracee&) = delete;

    ~Tracee()
    {
        if (m_memory >= 0)
            ::close(m_memory);
    }

    std::vector<std::byte> read(std::uint64_t address, std::size_t sizeBytes) const
    {
        std::vector<std::byte> bytes(sizeBytes);
        const auto count = ::pread(m_memory, bytes.data(), sizeBytes, static_cast<off_t>(address));
        bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return bytes;
    }

    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid;
    int m_memory;
};

template <class T>
std::optional<T> valueAt(const std::vector<std::byte>& bytes, std::size_t offset)
{
    T value{};
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
        return std::nullopt;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

/// The build id note of the image mapped at `base`, found through its program headers in memory.
template <class Ehdr, class Phdr, class Nhdr>
std::vector<std::byte> buildIdAt(const Tracee& tracee, std::uint64_t base)
{
    const auto header = valueAt<Ehdr>(tracee.read(base, sizeof(Ehdr)), 0);
    if (!header)
        return {};
    for (unsigned i = 0; i < header->e_phnum; ++i) {
        const auto segment =
            valueAt<Phdr>(tracee.read(base + header->e_phoff + i * sizeof(Phdr), sizeof(Phdr)), 0);
        if (!segment || segment->p_type != PT_NOTE)
            continue;
        const auto notes = tracee.read(base + segment->p_offset, segment->p_filesz);
        for (std::size_t at = 0; at + sizeof(Nhdr) <= notes.size();) {
            const auto note = valueAt<Nhdr>(notes, at);
            const std::size_t descriptor = at + sizeof(Nhdr) + ((note->n_namesz + 3u) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
                descriptor + note->n_descsz <= notes.size())
                return {notes.begin() + static_cast<std::ptrdiff_t>(descriptor),
                        notes.begin() + static_cast<std::ptrdiff_t>(descriptor + note->n_descsz)};
            at = descriptor + ((note->n_descsz + 3u) & ~3u);
        }
    }
    return {};
}

#if defined(__x86_64__)
/// PTRACE_GETREGSET gives a 32-bit tracee's registers in the i386 layout
/// (linux/arch/x86/include/asm/user_32.h).
struct I386Registers
{
    std::uint32_t ebx, ecx, edx, esi, edi, ebp, eax, ds, es, fs, gs, origEax, eip, cs, eflags, esp,
        ss;
};

std::map<std::string, std::uint64_t>
registersOf(pid_t thread, CrashedProcess::Cpu& cpu, std::map<std::string, std::uint64_t>& kernel)
{
    user_regs_struct regs{};
    iovec area{&regs, sizeof(regs)};
    if (::ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &area) != 0)
        return {};
    if (area.iov_len == sizeof(I386Registers)) {
        cpu = CrashedProcess::Cpu::X86;
        I386Registers r{};
        std::memcpy(&r, &regs, sizeof(r));
        kernel = {{"orig_eax", r.origEax}};
        return {{"eip", r.eip}, {"esp", r.esp},      {"ebp", r.ebp}, {"ebx", r.ebx},
                {"esi", r.esi}, {"edi", r.edi},      {"eax", r.eax}, {"ecx", r.ecx},
                {"edx", r.edx}, {"eflags", r.eflags}};
    }
    kernel = {{"orig_rax", regs.orig_rax}, {"fs_base", regs.fs_base}};
    return {{"rax", regs.rax}, {"rdx", regs.rdx},      {"rcx", regs.rcx}, {"rbx", regs.rbx},
            {"rsi", regs.rsi}, {"rdi", regs.rdi},      {"rbp", regs.rbp}, {"rsp", regs.rsp},
            {"r8", regs.r8},   {"r9", regs.r9},        {"r10", regs.r10}, {"r11", regs.r11},
            {"r12", regs.r12}, {"r13", regs.r13},      {"r14", regs.r14}, {"r15", regs.r15},
            {"rip", regs.rip}, {"eflags", regs.eflags}};
}
#elif defined(__aarch64__)
std::map<std::string, std::uint64_t>
registersOf(pid_t thread, CrashedProcess::Cpu& cpu, std::map<std::string, std::uint64_t>&)
{
    user_regs_struct regs{};
    iovec area{&regs, sizeof(regs)};
    if (::ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &area) != 0)
        return {};
    cpu = CrashedProcess::Cpu::Arm64;
    std::map<std::string, std::uint64_t> all{{"sp", regs.sp},
                                             {"pc", regs.pc},
                                             {"cpsr", regs.pstate},
                                             {"fp", regs.regs[29]},
                                             {"lr", regs.regs[30]}};
    for (unsigned i = 0; i < 29; ++i)
        all["x" + std::to_string(i)] = regs.regs[i];
    return all;
}
#endif

std::uint64_t firstOf(const std::map<std::string, std::uint64_t>& registers,
                      std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        if (const auto found = registers.find(name); found != registers.end())
            return found->second;
    }
    return 0;
}

/// True when the process would handle the signal itself.
bool isCaught(pid_t pid, int signal)
{
    const auto status = readText("/proc/" + std::to_string(pid) + "/status");
    const auto at = status.find("SigCgt:");
    if (at == std::string::npos)
        return false;
    return (std::stoull(status.substr(at + 7), nullptr, 16) >> (signal - 1) & 1) != 0;
}

bool endsProcess(int signal)
{
    static const std::set<int> kFatal{SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP};
    return kFatal.contains(signal);
}

/// Runs the tracee until a fatal signal is about to be delivered; 0 when it ended by itself.
pid_t waitForCrash(pid_t pid, int& signal)
{
    while (true) {
        int status = 0;
        const pid_t who = ::waitpid(-1, &status, __WALL);
        if (who < 0 || (who == pid && (WIFEXITED(status) || WIFSIGNALED(status))))
            return 0;
        if (!WIFSTOPPED(status))
            continue;
        const int stopSignal = WSTOPSIG(status);
        const bool isEvent = (status >> 16) != 0;
        if (!isEvent && endsProcess(stopSignal) && !isCaught(who, stopSignal)) {
            signal = stopSignal;
            return who;
        }
        const bool deliver = !isEvent && stopSignal != SIGSTOP;
        ::ptrace(PTRACE_CONT, who, nullptr,
                 reinterpret_cast<void*>(static_cast<std::intptr_t>(deliver ? stopSignal : 0)));
    }
}

std::vector<pid_t> stopAllThreads(pid_t pid, pid_t crashed)
{
    std::vector<pid_t> threads;
    for (const auto& entry :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
        const pid_t thread = std::stoi(entry.path().filename().string());
        threads.push_back(thread);
        if (thread == crashed)
            continue;
        ::ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr);
        int status = 0;
        ::waitpid(thread, &status, __WALL);
    }
    std::ranges::sort(threads);
    return threads;
}

CrashedProcess::Thread captureThread(const Tracee& tracee,
                                     pid_t id,
                                     const std::vector<Mapping>& mappings,
                                     CrashedProcess::Cpu& cpu)
{
    CrashedProcess::Thread thread;
    thread.id = static_cast<std::uint32_t>(id);
    thread.registers = registersOf(id, cpu, thread.kernelRegisters);
    thread.name =
        readText("/proc/" + std::to_string(tracee.pid()) + "/task/" + std::to_string(id) + "/comm");
    if (!thread.name.empty() && thread.name.back() == '\n')
        thread.name.pop_back();
    const std::uint64_t sp = firstOf(thread.registers, {"rsp", "esp", "sp"});
    for (const auto& mapping : mappings) {
        // On a stack overflow the stack pointer stands in the guard page just below the stack.
        const bool inside = sp >= mapping.begin && sp < mapping.end && mapping.readable;
        const bool justBelow = mapping.readable && sp < mapping.begin && mapping.begin - sp <= 8192;
        if (!inside && !justBelow)
            continue;
        thread.stackBegin =
            std::max(mapping.begin, inside ? sp - std::min(sp, kRedZoneBytes) : mapping.begin);
        thread.stack = tracee.read(
            thread.stackBegin,
            static_cast<std::size_t>(std::min(mapping.end - thread.stackBegin, kMaxStackBytes)));
        if (inside)
            break;
    }
    return thread;
}

std::vector<CrashedProcess::Module> captureModules(const Tracee& tracee,
                                                   const std::vector<Mapping>& mappings,
                                                   const std::string& program)
{
    std::vector<CrashedProcess::Module> modules;
    for (const auto& mapping : mappings) {
        if (!mapping.path.starts_with('/') && mapping.path != "[vdso]")
            continue;
        const auto known = std::ranges::find(modules, mapping.path, &CrashedProcess::Module::path);
        if (known != modules.end()) {
            known->sizeBytes = std::max(known->sizeBytes, mapping.end - known->base);
            continue;
        }
        const auto magic = tracee.read(mapping.begin, 5);
        if (mapping.offset != 0 || magic.size() < 5 ||
            std::memcmp(magic.data(), ELFMAG, SELFMAG) != 0)
            continue;
        const bool wide = magic[4] == std::byte{ELFCLASS64};
        modules.push_back(
            {mapping.path, mapping.begin, mapping.end - mapping.begin,
             wide ? buildIdAt<Elf64_Ehdr, Elf64_Phdr, Elf64_Nhdr>(tracee, mapping.begin)
                  : buildIdAt<Elf32_Ehdr, Elf32_Phdr, Elf32_Nhdr>(tracee, mapping.begin)});
    }
    std::ranges::stable_partition(modules, [&](const auto& m) { return m.path == program; });
    return modules;
}

std::vector<CrashedProcess::Region> captureWritable(const Tracee& tracee,
                                                    const std::vector<Mapping>& mappings)
{
    std::vector<CrashedProcess::Region> regions;
    for (const auto& mapping : mappings) {
        const auto sizeBytes = mapping.end - mapping.begin;
        const bool isData = mapping.readable && mapping.writable && sizeBytes <= kMaxWritableBytes;
        if (isData || mapping.path == "[vdso]")
            regions.push_back(
                {mapping.begin, tracee.read(mapping.begin, static_cast<std::size_t>(sizeBytes))});
    }
    return regions;
}

CrashedProcess capture(pid_t pid, pid_t crashed, int signal, const std::string& program)
{
    const Tracee tracee(pid);
    CrashedProcess state;
    state.pid = static_cast<std::uint32_t>(pid);
    state.crashedThread = static_cast<std::uint32_t>(crashed);
    state.signal = signal;
    siginfo_t info{};
    if (::ptrace(PTRACE_GETSIGINFO, crashed, nullptr, &info) == 0) {
        state.signalCode = info.si_code;
        // si_addr shares its place with the sender of kill(); only hardware faults (si_code > 0)
        // have one.
        state.signalAddress = info.si_code > 0 ? reinterpret_cast<std::uint64_t>(info.si_addr) : 0;
    }
    const auto threads = stopAllThreads(pid, crashed);
    state.maps = readText("/proc/" + std::to_string(pid) + "/maps");
    const auto mappings = parseMaps(state.maps);
    for (const pid_t thread : threads)
        state.threads.push_back(captureThread(tracee, thread, mappings, state.cpu));
    state.modules = captureModules(tracee, mappings, program);
    state.writable = captureWritable(tracee, mappings);
    for (const auto& thread : state.threads) {
        const std::uint64_t pc = firstOf(thread.registers, {"rip", "eip", "pc"});
        auto bytes = pc > 128 ? tracee.read(pc - 128, 256) : std::vector<std::byte>{};
        if (!bytes.empty())
            state.codeAroundPcs.push_back({pc - 128, std::move(bytes)});
    }
    utsname system{};
    ::uname(&system);
    state.release = std::string(system.sysname) + ' ' + system.release + ' ' + system.version +
                    ' ' + system.machine + " GNU/Linux";
    return state;
}

[[noreturn]] void runTracee(const std::filesystem::path& program,
                            const std::vector<std::string>& arguments,
                            ProgramOutput output)
{
    std::vector<char*> argv;
    std::string name = program.string();
    std::vector<std::string> copies = arguments;
    argv.push_back(name.data());
    for (auto& argument : copies)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    const int null = ::open("/dev/null", O_RDWR);
    if (output == ProgramOutput::Discarded)
        ::dup2(null, STDOUT_FILENO);
    ::dup2(null, STDERR_FILENO);
    ::raise(SIGSTOP); // Until the tracer has seized us.
    ::execv(name.c_str(), argv.data());
    ::_exit(127);
}

std::vector<pid_t> threadsOf(pid_t pid)
{
    std::vector<pid_t> threads;
    std::error_code error;
    const std::filesystem::path folder = "/proc/" + std::to_string(pid) + "/task";
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        threads.push_back(std::stoi(entry.path().filename().string()));
    return threads;
}

/// Becomes the tracer of every thread, also of those that begin meanwhile.
std::set<pid_t> seizeThreads(pid_t pid, std::string& why)
{
    std::set<pid_t> seized;
    for (bool isMore = true; isMore;) {
        isMore = false;
        for (const pid_t thread : threadsOf(pid)) {
            if (seized.contains(thread))
                continue;
            if (::ptrace(PTRACE_SEIZE, thread, nullptr, nullptr) == 0) {
                seized.insert(thread);
                ::ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr);
                isMore = true;
            } else if (errno != ESRCH) {
                why = std::string("ptrace is refused: ") + std::strerror(errno);
            }
        }
    }
    return seized;
}

} // namespace

std::optional<CrashedProcess> captureRunning(std::uint32_t pid, std::string& why)
{
    const auto process = static_cast<pid_t>(pid);
    std::error_code error;
    const auto program =
        std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", error);
    const auto seized = seizeThreads(process, why);
    std::optional<CrashedProcess> state;
    if (why.empty() && !seized.empty())
        state = capture(process, 0, 0, program.string());
    for (const pid_t thread : seized)
        ::ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
    if (!state && why.empty())
        why = "there is no such process";
    return state;
}

std::optional<CrashedProcess> runUntilCrash(const std::filesystem::path& program,
                                            const std::vector<std::string>& arguments,
                                            std::string& why,
                                            ProgramOutput output)
{
    const auto absolute = std::filesystem::canonical(program);
    const pid_t pid = ::fork();
    if (pid == 0)
        runTracee(absolute, arguments, output);
    int status = 0;
    ::waitpid(pid, &status, WUNTRACED);
    const auto options = PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC;
    if (::ptrace(PTRACE_SEIZE, pid, nullptr,
                 reinterpret_cast<void*>(static_cast<std::intptr_t>(options))) != 0) {
        why = std::string("ptrace is refused: ") + std::strerror(errno);
        ::kill(pid, SIGKILL);
        ::waitpid(pid, &status, 0);
        return std::nullopt;
    }
    ::kill(pid, SIGCONT);
    int signal = 0;
    const pid_t crashed = waitForCrash(pid, signal);
    if (crashed == 0) {
        why = "the program ended without a crash";
        return std::nullopt;
    }
    auto state = capture(pid, crashed, signal, absolute.string());
    ::kill(pid, SIGKILL);
    while (::waitpid(-1, &status, __WALL) > 0) {
    }
    return state;
}

} // namespace faultline::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/emulated_process.h"

#include "tests/support/gdb_remote.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace faultline::test {

namespace {

using Cpu = CrashedProcess::Cpu;

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kMostStackBytes = 2 << 20;
constexpr std::uint64_t kMostGuardBytes = 256 << 10;
// Size of the memory taken below the program's first stack pointer.
constexpr std::uint64_t kMainStackBytes = 64 << 10;
constexpr std::uint32_t kProgramThread = 1;

/// qemu as a child process, which the destructor ends.
class Child
{
public:
    Child(const Emulation& emulation, const std::filesystem::path& socket)
    {
        const bool is64 = emulation.cpu == Cpu::Arm64;
        std::vector<std::string> words{is64 ? "qemu-aarch64" : "qemu-arm", "-g", socket.string(),
                                       emulation.program.string()};
        words.insert(words.end(), emulation.arguments.begin(), emulation.arguments.end());
        std::vector<char*> argv;
        for (auto& word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        m_pid = ::fork();
        if (m_pid != 0)
            return;
        const int null = ::open("/dev/null", O_RDWR);
        ::dup2(null, STDOUT_FILENO);
        ::dup2(null, STDERR_FILENO);
        ::execvp(argv[0], argv.data());
        ::_exit(127);
    }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    ~Child()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }

private:
    pid_t m_pid = -1;
};

/// The signals that end a program: GDB's number, then Linux's.
constexpr std::array<std::pair<int, int>, 6> kFatal{
    {{4, SIGILL}, {5, SIGTRAP}, {6, SIGABRT}, {8, SIGFPE}, {10, SIGBUS}, {11, SIGSEGV}}};

int linuxSignal(int signal)
{
    const auto known = std::ranges::find(kFatal, signal, &std::pair<int, int>::first);
    return known == kFatal.end() ? 0 : known->second;
}

/// Runs to the signal that ends the program; absent when it ends without one.
std::optional<int> runToFatalSignal(GdbRemote& stub, int caughtSignal)
{
    auto signal = stub.resume(0);
    while (signal) {
        const int fatal = linuxSignal(*signal);
        const bool isCaught = fatal != 0 && fatal == caughtSignal;
        if (fatal != 0 && !isCaught)
            return fatal;
        if (isCaught)
            caughtSignal = 0;
        signal = stub.resume(*signal);
    }
    return std::nullopt;
}

std::uint64_t wordAt(const std::vector<std::byte>& bytes, std::size_t offset, std::size_t sizeBytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeBytes && offset + i < bytes.size(); ++i)
        value |= std::to_integer<std::uint64_t>(bytes[offset + i]) << (8 * i);
    return value;
}

/// Reads packet "g": x0 to x30, sp and pc of 8 bytes, or r0 to r15 of 4 bytes. cpsr is register 33,
/// or 25 after the registers of an old coprocessor.
std::map<std::string, std::uint64_t> registersOf(GdbRemote& stub, Cpu cpu)
{
    static constexpr std::array kArmNames{"r0", "r1", "r2",  "r3", "r4",  "r5", "r6", "r7",
                                          "r8", "r9", "r10", "fp", "r12", "sp", "lr", "pc"};
    const auto bytes = bytesOfHex(stub.ask("g"));
    std::map<std::string, std::uint64_t> registers;
    if (cpu == Cpu::Arm64) {
        for (std::size_t i = 0; i < 29; ++i)
            registers["x" + std::to_string(i)] = wordAt(bytes, 8 * i, 8);
        registers["fp"] = wordAt(bytes, 8 * 29, 8);
        registers["lr"] = wordAt(bytes, 8 * 30, 8);
        registers["sp"] = wordAt(bytes, 8 * 31, 8);
        registers["pc"] = wordAt(bytes, 8 * 32, 8);
        registers["cpsr"] = wordAt(bytesOfHex(stub.ask("p21")), 0, 4);
        return registers;
    }
    for (std::size_t i = 0; i < kArmNames.size(); ++i)
        registers[kArmNames[i]] = wordAt(bytes, 4 * i, 4);
    registers["cpsr"] = wordAt(bytesOfHex(stub.ask("p19")), 0, 4);
    return registers;
}

CrashedProcess::Thread captureThread(GdbRemote& stub, Cpu cpu, std::uint32_t id)
{
    CrashedProcess::Thread thread;
    thread.id = id;
    thread.name = "sample";
    thread.registers = registersOf(stub, cpu);
    auto begin = thread.registers["sp"];
    // On a stack overflow the stack pointer stands in the guard pages just below the stack.
    const auto guardEnd = begin + kMostGuardBytes;
    while (begin < guardEnd && stub.read(begin, 1).empty())
        begin = (begin + kPageBytes) & ~std::uint64_t{kPageBytes - 1};
    thread.stackBegin = begin;
    while (thread.stack.size() < kMostStackBytes) {
        const auto at = begin + thread.stack.size();
        const auto part = stub.read(at, kPageBytes - at % kPageBytes);
        if (part.empty())
            break;
        thread.stack.insert(thread.stack.end(), part.begin(), part.end());
    }
    return thread;
}

std::vector<std::byte> fileBytes(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::vector<char> text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

template <class T>
std::optional<T> valueAt(const std::vector<std::byte>& bytes, std::size_t offset)
{
    T value{};
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
        return std::nullopt;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

std::vector<std::byte>
buildIdIn(const std::vector<std::byte>& file, std::size_t at, std::size_t end)
{
    while (at + sizeof(Elf64_Nhdr) <= end) {
        const auto note = valueAt<Elf64_Nhdr>(file, at); // The layout is the same in both classes.
        const auto descriptor = at + sizeof(Elf64_Nhdr) + ((note->n_namesz + 3u) & ~3u);
        if (note->n_type == NT_GNU_BUILD_ID && descriptor + note->n_descsz <= end)
            return {file.begin() + static_cast<std::ptrdiff_t>(descriptor),
                    file.begin() + static_cast<std::ptrdiff_t>(descriptor + note->n_descsz)};
        at = descriptor + ((note->n_descsz + 3u) & ~3u);
    }
    return {};
}

/// Finds the program's address, id and data through its program headers. The program runs at the
/// address for which it was linked.
template <class Ehdr, class Phdr>
void captureProgram(GdbRemote& stub, const std::filesystem::path& program, CrashedProcess& state)
{
    const auto file = fileBytes(program);
    const auto header = valueAt<Ehdr>(file, 0);
    CrashedProcess::Module module{program.string(), ~std::uint64_t{0}, 0, {}};
    std::uint64_t end = 0;
    for (unsigned i = 0; header && i < header->e_phnum; ++i) {
        const auto segment = valueAt<Phdr>(file, header->e_phoff + i * sizeof(Phdr));
        if (segment && segment->p_type == PT_NOTE && module.buildId.empty())
            module.buildId =
                buildIdIn(file, segment->p_offset, segment->p_offset + segment->p_filesz);
        if (!segment || segment->p_type != PT_LOAD)
            continue;
        module.base =
            std::min<std::uint64_t>(module.base, segment->p_vaddr & ~std::uint64_t{kPageBytes - 1});
        end = std::max<std::uint64_t>(end, segment->p_vaddr + segment->p_memsz);
        if ((segment->p_flags & PF_W) != 0)
            state.writable.push_back(
                {segment->p_vaddr, stub.read(segment->p_vaddr, segment->p_memsz)});
    }
    module.sizeBytes = end > module.base ? end - module.base : 0;
    state.modules.push_back(std::move(module));
}

/// Takes the main thread's stack if another thread crashed, because a signal may have interrupted
/// the main thread.
void captureMainStack(GdbRemote& stub, std::uint64_t startSp, CrashedProcess& state)
{
    const auto& thread = state.threads.front();
    const auto stackEnd = thread.stackBegin + thread.stack.size();
    if (startSp >= thread.stackBegin && startSp < stackEnd)
        return;
    const auto begin = (startSp - kMainStackBytes) & ~std::uint64_t{kPageBytes - 1};
    state.writable.push_back({begin, stub.read(begin, startSp - begin)});
}

/// Takes qemu's replacement for the vDSO: a page with the code that returns from a handler. The
/// link register points there while a handler runs.
void captureTrampoline(GdbRemote& stub, CrashedProcess& state)
{
    constexpr std::size_t kTrampolineBytes = 64;
    const auto& program = state.modules.front();
    const auto address = state.threads.front().registers.at("lr") & ~std::uint64_t{1};
    const bool isInProgram = address >= program.base && address - program.base < program.sizeBytes;
    auto bytes = isInProgram ? std::vector<std::byte>() : stub.read(address, kTrampolineBytes);
    if (!bytes.empty())
        state.codeAroundPcs.push_back({address, std::move(bytes)});
}

CrashedProcess
capture(GdbRemote& stub, const Emulation& emulation, std::uint64_t startSp, int signal)
{
    CrashedProcess state;
    state.cpu = emulation.cpu;
    state.pid = kProgramThread;
    state.signal = signal;
    state.signalCode = 1;
    state.release = "Linux 5.10.0 #1 SMP " +
                    std::string(emulation.cpu == Cpu::Arm64 ? "aarch64" : "armv7l") + " GNU/Linux";
    // The thread that stopped is asked first, without choosing one.
    state.crashedThread = kProgramThread;
    state.threads.push_back(captureThread(stub, emulation.cpu, kProgramThread));
    for (const auto& thread : state.threads) {
        const auto pc = thread.registers.at("pc") & ~std::uint64_t{1};
        auto bytes = pc > 128 ? stub.read(pc - 128, 256) : std::vector<std::byte>{};
        if (!bytes.empty())
            state.codeAroundPcs.push_back({pc - 128, std::move(bytes)});
    }
    if (emulation.cpu == Cpu::Arm64)
        captureProgram<Elf64_Ehdr, Elf64_Phdr>(stub, emulation.program, state);
    else
        captureProgram<Elf32_Ehdr, Elf32_Phdr>(stub, emulation.program, state);
    captureMainStack(stub, startSp, state);
    captureTrampoline(stub, state);
    return state;
}

} // namespace

std::optional<CrashedProcess> emulateUntilCrash(const Emulation& emulation, std::string& why)
{
    const auto socket = std::filesystem::path(emulation.program.string() + ".gdb");
    const Child qemu(emulation, socket);
    auto stub = GdbRemote::connect(socket);
    if (!stub) {
        why = "qemu does not listen on " + socket.string();
        return std::nullopt;
    }
    const auto startSp = registersOf(*stub, emulation.cpu).at("sp");
    const auto signal = runToFatalSignal(*stub, emulation.caughtSignal);
    if (!signal) {
        why = "the program ended without a crash";
        return std::nullopt;
    }
    return capture(*stub, emulation, startSp, *signal);
}

} // namespace faultline::test

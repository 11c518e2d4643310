// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faultline::test {

/// State of one of our Linux processes at its fatal signal, taken with ptrace: what a crash
/// reporter would write. The registers come from the kernel (NT_PRSTATUS), not from a debugger.
struct CrashedProcess
{
    enum class Cpu { Amd64, X86, Arm64, Arm } cpu = Cpu::Amd64;

    struct Thread
    {
        std::uint32_t id = 0;
        std::string name;
        std::map<std::string, std::uint64_t>
            registers; ///< Named as in RegisterInfo, plus "eflags"/"cpsr".
        std::map<std::string, std::uint64_t>
            kernelRegisters; ///< Those that only core files have: "orig_rax", "fs_base",
                             ///< "orig_eax".
        std::uint64_t stackBegin =
            0; ///< From the stack pointer (minus a red zone) to the end of its mapping.
        std::vector<std::byte> stack;
    };

    struct Module
    {
        std::string path;
        std::uint64_t base = 0;
        std::uint64_t sizeBytes = 0;
        std::vector<std::byte> buildId;
    };

    struct Region
    {
        std::uint64_t address = 0;
        std::vector<std::byte> bytes;
    };

    std::uint32_t pid = 0;
    std::uint32_t crashedThread = 0;
    int signal = 0;
    int signalCode = 0;
    std::uint64_t signalAddress = 0;
    std::vector<Thread> threads;
    std::vector<Module> modules;       ///< The program first.
    std::vector<Region> codeAroundPcs; ///< 256 bytes around every thread's pc.
    std::vector<Region> writable;      ///< Small writable mappings, and the vDSO.
    std::string maps;                  ///< /proc/pid/maps.
    std::string release;               ///< uname -srvmo.
};

/// What becomes of the standard output of a program that runs until it crashes.
enum class ProgramOutput : std::uint8_t { Discarded, Kept };

/// Runs `program` until an uncaught signal would end it. Absent when it exits by itself or ptrace
/// is refused; `why` gives the reason.
std::optional<CrashedProcess> runUntilCrash(const std::filesystem::path& program,
                                            const std::vector<std::string>& arguments,
                                            std::string& why,
                                            ProgramOutput output = ProgramOutput::Discarded);

/// Stops a running process for the moment, and lets it go on. Its `signal` is 0 and no thread has
/// crashed. Absent when ptrace is refused; `why` gives the reason.
std::optional<CrashedProcess> captureRunning(std::uint32_t pid, std::string& why);

} // namespace faultline::test

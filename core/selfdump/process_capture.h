// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <csignal>
#include <cstdint>
#include <string>
#include <sys/ucontext.h>
#include <sys/user.h>
#include <vector>

namespace faultline::selfdump {

#if defined(__x86_64__)
using Registers = user_regs_struct;
using FloatRegisters = user_fpregs_struct;
#elif defined(__aarch64__)
using Registers = user_regs_struct;
using FloatRegisters = user_fpsimd_struct;
#endif

/// A range of the other process's memory, from /proc/PID/maps.
struct MappedRange
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t fileOffset = 0;
    std::string path; ///< May be empty, or a name in brackets ("[stack]").
};

struct CapturedThread
{
    std::uint32_t id = 0;
    std::string name;
    Registers registers{};
    FloatRegisters floats{};
};

/// What the signal handler of the crashed process knows.
struct Crash
{
    std::uint32_t thread = 0;
    std::uint64_t signalInfo = 0; ///< Address of a siginfo_t in the crashed process.
    std::uint64_t context = 0;    ///< Address of a ucontext_t in the crashed process.
    std::uint64_t secrets = 0;    ///< What secretPagesAddress() says there.
};

/// Another process, stopped, with all its threads. The destructor lets it run again.
class ProcessCapture
{
public:
    /// Stops the process. Errors: PermissionDenied, Internal, with what the system said.
    static Result<ProcessCapture> stop(std::uint32_t process);

    ProcessCapture(ProcessCapture&&) noexcept = default;
    ProcessCapture& operator=(ProcessCapture&&) = delete;
    ~ProcessCapture();

    /// Gives the crashed thread the registers that it had at the crash, instead of those in the
    /// signal handler. Errors: Internal (the thread or its memory is gone).
    Result<siginfo_t> apply(const Crash& crash);

    /// Reads what can be read from there on; the result may be shorter, or empty.
    std::string read(std::uint64_t address, std::uint64_t sizeBytes) const;
    /// Returns a file of /proc/PID; empty when it cannot be read.
    std::string procFile(const char* name) const;

    std::uint32_t process() const { return m_process; }

    const std::vector<CapturedThread>& threads() const { return m_threads; }

    const std::vector<MappedRange>& ranges() const { return m_ranges; }

private:
    ProcessCapture() = default;

    Result<void> stopThread(std::uint32_t thread);

    std::uint32_t m_process = 0;
    std::vector<CapturedThread> m_threads;
    std::vector<MappedRange> m_ranges;
};

/// Returns the stack pointer, and the address of the instruction.
std::uint64_t stackPointer(const Registers& registers);
std::uint64_t programCounter(const Registers& registers);

} // namespace faultline::selfdump

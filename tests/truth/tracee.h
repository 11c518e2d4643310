// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <sys/user.h>
#include <vector>

namespace faultline::truth {

struct Mapping
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t offset = 0;
    bool isReadable = false;
    bool isWritable = false;
    bool isExecutable = false;
    bool isFile = false;
    bool hasChanged = false; ///< Holds pages that were written to, as relocated constants are.
    std::string path;
};

/// A program under ptrace: x86-64 or i386, its first thread only.
class Tracee
{
public:
    /// Starts the program and stops before its first instruction. Throws std::runtime_error.
    explicit Tracee(const std::vector<std::string>& commandLine);
    ~Tracee();
    Tracee(const Tracee&) = delete;
    Tracee& operator=(const Tracee&) = delete;

    pid_t pid() const { return m_pid; }

    bool hasEnded() const { return m_hasEnded; }

    bool is64Bit() const { return m_is64; }

    unsigned wordBytes() const { return m_is64 ? 8 : 4; }

    const user_regs_struct& registers() const { return m_registers; }

    std::uint64_t pc() const { return m_registers.rip; }

    std::uint64_t sp() const { return m_registers.rsp; }

    /// Executes one instruction, or enters a handler if a signal waits.
    enum class Step { Instruction, Handler, Signal, Ended };
    Step step();

    struct Destination
    {
        std::uint64_t address = 0;
        std::uint64_t lowestSp = 0;
    };

    /// Runs until pc is at one of the addresses, at most four, and sp at or above the given value.
    /// False when the program ends before.
    bool runTo(const std::vector<Destination>& destinations);

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const;
    std::optional<std::uint64_t> word(std::uint64_t address) const;
    std::vector<Mapping> mappings() const;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> auxv() const;
    /// The end of the mapping that contains the address names a stack.
    std::uint64_t stackAt(std::uint64_t sp);

private:
    enum class Resume { Step, Run };
    bool resume(Resume how);
    void setBreakpoints(const std::vector<Destination>& destinations);
    bool isCaught(int signal) const;

    pid_t m_pid = -1;
    bool m_hasEnded = false;
    bool m_is64 = true;
    int m_stopSignal = 0; ///< Why it stands; SIGTRAP for our own stops.
    int m_waitingSignal = 0;
    user_regs_struct m_registers{};
    Mapping m_stack;
};

} // namespace faultline::truth

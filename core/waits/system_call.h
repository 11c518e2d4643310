// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::waits {

/// What a call of the system waits for.
enum class CallKind : std::uint8_t {
    Futex,   ///< A word of memory.
    Time,    ///< Time to pass.
    Input,   ///< A file, pipe or socket.
    Socket,  ///< A socket; the first argument is its descriptor.
    Process, ///< A child process.
    Signal,  ///< A signal.
    Other,   ///< Something else, which ends soon or not.
    Restart  ///< The rest of an interrupted call, whose number is lost.
};

/// A row of the table of calls that wait.
struct CallRow
{
    std::string_view name;
    CallKind kind;
    std::array<std::optional<std::uint32_t>, 4> numbers; ///< On x86-64, x86, arm64, arm.
    std::uint8_t timeArgument; ///< One more than the index of the argument with the limit; 0: none.
    bool isTimeNumber = false; ///< The limit is a number, and negative when there is none.
};

/// A system call that has not returned.
struct SystemCall
{
    std::optional<std::uint32_t> number; ///< Absent when only its arguments are known.
    const CallRow* row = nullptr;        ///< Null for calls that usually do not wait.
    std::array<std::optional<std::uint64_t>, 6> arguments{};
};

enum class CallState : std::uint8_t {
    Unknown, ///< Registers do not tell.
    NoCall,  ///< The thread runs the program's own code.
    InCall
};

struct CallFacts
{
    CallState state = CallState::Unknown;
    SystemCall call; ///< Its arguments are those that the registers hold, also when unsure.
};

/// What a Linux thread's registers say. Sources: linux/arch/*/entry*, the kernel's tables of system
/// calls, and include/linux/errno.h for the results of interrupted calls.
CallFacts systemCallOf(const Event& event, const MemoryImage& memory, const EventThread& thread);

bool hasTimeLimit(const SystemCall& call, CpuFamily family);

} // namespace faultline::waits

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::insight {

/// Why a process ended (docs/spec/workbench.md §4.2). Each code lists the parameters of Cause that
/// it uses besides `function`.
enum class CauseCode : std::uint8_t {
    Message, ///< text: the assertion or abort message.
    UncaughtException,
    FailedAssertion, ///< Without its message.
    RustPanic,
    GoPanic,
    GoFatalError, ///< What Go's runtime throws.
    Abort,
    StackOverflow,         ///< count: physical frames of the stack.
    ImpossibleAddress,     ///< address.
    MisalignedAddress,     ///< address; access. The instruction needs an aligned one.
    PrivilegedInstruction, ///< text: the instruction.
    NearNull,              ///< address: the offset from null; access.
    GuardPage,
    UnloadedModule, ///< text: the module's name; no function.
    OutOfMemory,
    ScriptError,      ///< text: type and first line of the message; no function.
    DamagedFile,      ///< The exception cannot be read; no function.
    Deadlock,         ///< threads: each waits for the next one, the last for the first.
    PossibleDeadlock, ///< The same, but some holder is a guess; threads.
    SelfDeadlock,     ///< threads: the one that waits for a lock of its own.
    HeldByGoneThread, ///< threads: those that wait for a lock whose holder has ended.
    Snapshot,         ///< The file records no crash; count: sampled threads; no function.
    ReasonAddress,    ///< text: the system's reason; address.
    Reason,           ///< text: the system's reason.
    Unknown           ///< Nothing is known yet.
};

/// "message", "stack_overflow", … for JSON.
std::string_view causeCodeName(CauseCode code);

enum class CauseAccess : std::uint8_t { Unknown, Read, Write, Execute };

/// "unknown", "read", "write", "execute".
std::string_view causeAccessName(CauseAccess access);

/// A thread in a cause.
struct CauseThread
{
    std::uint32_t index = 0;         ///< Into Event::threads.
    std::optional<std::uint64_t> id; ///< The system's number of it.
    std::string name{};              ///< Empty when it has none.
};

/// A conclusion as a code with parameters; front ends put it into words.
struct Cause
{
    CauseCode code = CauseCode::Unknown;
    CauseAccess access = CauseAccess::Unknown;
    std::uint64_t address = 0;
    std::size_t count = 0;
    std::string text{};
    std::string function{}; ///< The value of crashedFunction(); empty while no frame is known.
    std::vector<CauseThread> threads{};
};

/// The cause by the first rule that fits the facts.
Cause causeOf(const Report& report);

/// Did the program call a pointer that was exactly null?
bool isCallOfNull(const Cause& cause);

/// Do the memory accesses of the crash's instruction say something about this crash? They do not
/// after signals that were sent, traps, and instructions that the processor does not know.
bool hasFaultingAccess(const Report& report);

/// May this crash be due to a flipped bit or an attack? A stack overflow has another cause.
bool isSuspicious(const Report& report);

} // namespace faultline::insight

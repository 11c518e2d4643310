// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::signature {

/// What the frames of a crash are.
enum class FrameFamily : std::uint8_t { Native, Script, Jvm };

/// What kind of failure it is. Only a crash has frames that ended the program; the others begin
/// with their word ("hang | …").
enum class FailureKind : std::uint8_t { Crash, Hang, Deadlock };

/// One displayed row of a stack, callee first: inlined calls stand before the frame that holds
/// them, with its module and offset. All texts are valid UTF-8.
struct CrashRow
{
    std::string function; ///< Empty: unknown.
    std::string module;   ///< Base name of the code file; for the JVM the class with its package.
    std::string package;  ///< Full path of the code file.
    std::string file;     ///< As debug info names it, or "vcs:root:path:revision".
    std::optional<std::uint32_t> line;
    std::optional<std::uint64_t> address;      ///< Of the instruction, in the process.
    std::optional<std::uint64_t> moduleOffset; ///< The same from the module's start.
    std::string unloadedModule;                ///< The first that had been loaded there.
    Language language = Language::Unknown;
    bool isInApp = false;
    bool isGuess = false; ///< Found by scanning the stack.
    /// Nameless code of a system's library between functions with which the process ended itself.
    bool isEnding = false;
};

struct CrashThread
{
    std::vector<CrashRow> rows;
    std::string lastError; ///< "ERROR_NOT_ENOUGH_MEMORY"; empty: unknown.
    /// Rows above it belong to a handler of the signal that ended the process, or to a language's
    /// runtime that reports a panic. Socorro's rules do not know it.
    std::size_t firstRow = 0;
};

/// An error of a script, or an exception of the JVM.
struct Throwable
{
    std::string type;    ///< "TypeError", "NullPointerException"
    std::string package; ///< Of the type; empty for scripts.
    std::vector<CrashRow> rows;
};

/// What a signature is made from, independent of the report's form (docs/spec/workbench.md §6.1).
struct CrashFacts
{
    FrameFamily family = FrameFamily::Native;
    FailureKind kind = FailureKind::Crash;
    std::string os; ///< As rust-minidump names it ("Windows NT", "Linux").
    std::optional<std::uint32_t> crashingThread;
    std::vector<CrashThread> threads; ///< Threads that no step asks for may have no rows.
    /// For a deadlock: where each thread of it stands, in the order in which each waits for the
    /// next. Empty when one of them has no own code.
    std::vector<CrashRow> deadlocked;
    std::vector<Throwable> throwables; ///< From the outermost error to its deepest cause.
    std::string reason;
    std::string status; ///< What the program that walked the stacks says of it.
    // What Mozilla's programs annotate.
    std::optional<std::uint64_t> oomAllocationSize;
    std::string largeAllocationFailure;
    std::string abortMessage;
    std::string asyncShutdownTimeout; ///< JSON
    std::string ipcChannelError;
    std::string ipcMessageName;
    std::vector<std::string> additionalMinidumps;
    std::optional<std::string> hang;
    std::string javaStackTrace;
};

} // namespace faultline::signature

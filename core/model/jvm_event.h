// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/model/candidate.h"
#include "core/model/jvm_detail.h"
#include "core/model/source_position.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// The type of a throwable.
struct JvmException
{
    std::string type;   ///< Class without its package.
    std::string module; ///< Package; may be empty.

    friend bool operator==(const JvmException&, const JvmException&) = default;
};

/// One frame of a JVM stack.
struct JvmStackFrame
{
    /// The number that the input gives the frame. All rows of a frame keep it.
    std::uint64_t index = 0;
    SourcePosition position;
    JvmDetail detail;
    std::optional<bool> inApp;
    std::optional<std::string> platform;
};

/// What a stack stands for.
enum class JvmStackRole : std::uint8_t {
    Error,      ///< An exception of its own.
    Cause,      ///< The cause of the previous exception.
    Suppressed, ///< An exception that the previous one suppressed.
    Thread      ///< The position of a thread, without an exception.
};

struct JvmStack
{
    std::optional<JvmException> exception;
    std::vector<JvmStackFrame> frames; ///< Callee first.
    JvmStackRole role = JvmStackRole::Error;
    std::string thread;   ///< Name of the thread; empty when unknown.
    bool isFatal = false; ///< The input says that the program ended with it.
};

/// A file that the event names by its id.
struct JvmModule
{
    enum class Type : std::uint8_t { Mapping, SourceBundle };

    Type type = Type::Mapping;
    DebugId id;
};

/// A text that may contain names: a throwable's message or a lock.
struct JvmMessage
{
    std::size_t stack = 0; ///< The stack to which the text belongs.
    std::string text;
    /// Index of the frame to which the text belongs, for locks. Texts without one are the
    /// exception's message, line by line.
    std::optional<std::uint64_t> frame;
};

/// What a JVM or Android program says about a failure, independent of the format.
struct JvmEvent
{
    std::optional<std::string> platform; ///< "java", "android", or anything else.
    std::vector<JvmException> exceptions;
    std::vector<JvmStack> stacks;
    std::vector<JvmModule> modules;
    std::vector<std::string> classes; ///< Names to restore.
    std::vector<JvmMessage> messages; ///< Texts in which to restore names.
    std::vector<std::string> mapIds;  ///< R8's ids of the mappings that frames name.
    std::optional<std::string> releasePackage;
};

/// Why a file of an event could not be used.
struct JvmFileError
{
    enum class Kind : std::uint8_t {
        Missing, ///< The file was not obtained, for any reason.
        Invalid  ///< The file is not a mapping.
    };

    JvmModule module;
    Kind kind = Kind::Missing;
    std::string detail; ///< The reason, for users.
};

/// A frame of the input without a row, and the reason.
struct JvmHiddenFrame
{
    enum class Reason : std::uint8_t {
        Outline,    ///< Shared code that the optimiser moved out of its callers.
        Rewritten,  ///< The mapping says that such frames were not in the program.
        Synthesized ///< The compiler generated the method.
    };

    std::size_t stack = 0;
    std::uint64_t index = 0;
    Reason reason = Reason::Outline;
};

/// One place where a file of the event was looked for.
struct JvmCandidate
{
    JvmModule module;
    std::string source;   ///< Id of the source.
    std::string location; ///< Empty when the source was not asked.
    Outcome outcome;      ///< Used, or the reason why not.
};

/// An event with its names restored.
struct JvmReport
{
    std::vector<JvmException> exceptions;       ///< In the order of the event.
    std::vector<JvmStack> stacks;               ///< In the order of the event, callee first.
    std::map<std::string, std::string> classes; ///< Only names that were restored.
    std::vector<std::string> messages;          ///< In the order of the event.
    std::vector<JvmFileError> errors;           ///< In the order of the event's modules.
    std::vector<JvmHiddenFrame> hidden;
    std::vector<JvmCandidate> candidates; ///< Everything tried, by module.
};

} // namespace faultline

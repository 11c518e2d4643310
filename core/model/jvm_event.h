// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/model/jvm_detail.h"
#include "core/model/source_position.h"

#include <cstdint>
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

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/script_frame.h"
#include "core/model/source_position.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// One frame of a script's stack, both in the input and in the result.
struct ScriptStackFrame
{
    std::optional<std::string> platform;
    SourcePosition position; ///< `absPath` and `line` are known wherever a script runs.
    ScriptFrame script;
    std::optional<bool> inApp;
    std::string rawLine; ///< The original line of stack text; empty for other inputs.
    std::string note;    ///< What else the line says, for people; may be empty.

    friend bool operator==(const ScriptStackFrame&, const ScriptStackFrame&) = default;
};

/// What a stack stands for.
enum class ScriptStackRole : std::uint8_t {
    Error,  ///< An error of its own.
    Cause,  ///< The cause of the previous error.
    Member, ///< One of the errors in the previous aggregate.
    Thread  ///< The position of a thread, without an error.
};

/// One stack trace.
struct ScriptStack
{
    ScriptStackRole role = ScriptStackRole::Error;
    std::string type;  ///< The type of the error ("TypeError"); may be empty.
    std::string value; ///< The message of the error; may be empty.
    std::vector<ScriptStackFrame> frames;
};

/// A script whose debug id is known.
struct ScriptModule
{
    std::string codeFile; ///< The path by which frames name the script.
    std::optional<DebugId> debugId;

    friend bool operator==(const ScriptModule&, const ScriptModule&) = default;
};

enum class ScriptFrameOrder : std::uint8_t { CallerFirst, CalleeFirst };

/// What an input says about an error in a script.
struct ScriptEvent
{
    std::optional<std::string> platform; ///< "javascript", "node", or anything else.
    std::optional<std::string> release;
    std::optional<std::string> dist;
    ScriptFrameOrder order = ScriptFrameOrder::CallerFirst;
    std::vector<ScriptStack> stacks;
    std::vector<ScriptModule> modules;
};

} // namespace faultline

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

    friend bool operator==(const ScriptStackFrame&, const ScriptStackFrame&) = default;
};

/// One stack trace.
struct ScriptStack
{
    std::string type;  ///< The type of the error ("TypeError"); may be empty.
    std::string value; ///< The message of the error; may be empty.
    std::vector<ScriptStackFrame> frames;
};

/// A script whose debug id is known.
struct ScriptModule
{
    std::string codeFile; ///< The path by which frames name the script.
    std::optional<DebugId> debugId;
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

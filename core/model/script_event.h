// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/script_frame.h"
#include "core/model/source_position.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// A place in code that is no text, as stacks of its engine name it.
struct BytecodePlace
{
    enum class Kind : std::uint8_t {
        Hermes,     ///< The map of the bundle knows where each function begins
                    ///< (docs/spec/javascript.md §6.5).
        WebAssembly ///< A module with its debug info, or with a source map.
    } kind = Kind::Hermes;
    std::uint32_t segment = 0; ///< Hermes: number of the segment or of the CommonJS module.
    std::uint32_t function = 0;
    /// In bytes: Hermes from the function's first instruction, WebAssembly from the module's first.
    std::uint32_t offset = 0;

    friend bool operator==(const BytecodePlace&, const BytecodePlace&) = default;
};

/// One frame of a script's stack, both in the input and in the result.
struct ScriptStackFrame
{
    std::optional<std::string> platform;
    SourcePosition position; ///< `absPath` and `line` are known wherever a script runs.
    ScriptFrame script;
    std::optional<bool> inApp;
    std::string rawLine; ///< The original line of stack text; empty for other inputs.
    std::string note;    ///< What else the line says, for people; may be empty.
    /// Present instead of line and column, which the map of the bundle tells.
    std::optional<BytecodePlace> bytecode;

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

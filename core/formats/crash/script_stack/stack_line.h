#pragma once

#include "core/model/script_event.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace faultline::scriptstack {

/// The head of an error: "TypeError: x is not a function".
struct ErrorLine
{
    ScriptStackRole role = ScriptStackRole::Error;
    std::string type;    ///< Empty when the text has none.
    std::string message; ///< Its first line.
};

/// "    at f (app.js:1:2)" of V8 and Hermes, "f@app.js:1:2" of Firefox and Safari, and older forms.
struct FrameLine
{
    ScriptStackFrame frame;
    bool isSure = false; ///< Nothing but a frame of a script looks like this.
};

struct OtherLine
{
};

using StackLine = std::variant<OtherLine, ErrorLine, FrameLine>;

/// What one line of a text is; docs/spec/javascript.md §11.2. Colours of terminals have been taken
/// out.
StackLine parseStackLine(std::string_view line);

/// The head of an error, if a line begins one: with a type that says so, or with "Uncaught".
std::optional<ErrorLine> parseErrorLine(std::string_view line);

} // namespace faultline::scriptstack

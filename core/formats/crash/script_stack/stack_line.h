// SPDX-License-Identifier: GPL-3.0-or-later
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
    std::string message; ///< The first line of the message.
};

/// "    at f (app.js:1:2)" of V8 and Hermes, "f@app.js:1:2" of Firefox and Safari, and older forms.
struct FrameLine
{
    ScriptStackFrame frame;
    bool isSure = false; ///< Only a frame of a script has this form.
    /// "at f (app.js:12)": engines without columns. Several below each other are a stack.
    bool isScript = false;
};

struct OtherLine
{
};

using StackLine = std::variant<OtherLine, ErrorLine, FrameLine>;

/// The meaning of one line of a text; docs/spec/javascript.md §11.2. The colours of terminals must
/// have been removed.
StackLine parseStackLine(std::string_view line);

/// Parses the head of an error, if the line begins one: with a type that ends like one, or with
/// "Uncaught".
std::optional<ErrorLine> parseErrorLine(std::string_view line);

} // namespace faultline::scriptstack

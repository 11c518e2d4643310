// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/script_stack/stack_line.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/script_stack/frame_place.h"
#include "core/model/engine_script.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace faultline::scriptstack {

namespace {

constexpr int kMaxAtSigns = 16;              // In the path of a frame.
constexpr std::size_t kMaxFrameBytes = 4096; // Longer lines are code, not frames.

bool isDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "4:1813", where React Native leaves the bundle's name out.
bool isNamelessPlace(std::string_view text)
{
    const auto colon = text.find(':');
    return colon != std::string_view::npos && isDigits(text.substr(0, colon)) &&
           isDigits(text.substr(colon + 1));
}

void addNote(std::string& note, std::string_view more)
{
    if (!note.empty() && !more.empty())
        note += "; ";
    note += more;
}

bool takePrefix(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// JavaScriptCore cuts off what follows a "?", so Metro writes "//&" instead of it (jsc-safe-url).
std::string withQuery(std::string url)
{
    constexpr std::string_view kInsteadOfQuery = "//&";
    if (const auto at = url.find(kInsteadOfQuery); at != std::string::npos)
        url.replace(at, kInsteadOfQuery.size(), "?");
    return url;
}

ScriptStackFrame frameOf(std::string_view function, FramePlace place, std::string_view note)
{
    ScriptStackFrame frame;
    function = trimAscii(function);
    if (!function.empty() && function != "?" && function != "<anonymous>")
        frame.position.function = std::string(function);
    if (!place.path.empty()) {
        frame.position.file = withQuery(std::move(place.path));
        frame.position.absPath = frame.position.file;
    }
    frame.position.line = place.line;
    frame.position.column = place.column;
    frame.bytecode = place.bytecode;
    frame.note = std::string(note);
    addNote(frame.note, place.note);
    return frame;
}

/// Returns the position of the parenthesis that the last one of a text closes.
std::size_t openingOf(std::string_view text)
{
    std::size_t depth = 0;
    for (auto i = text.size(); i-- > 0;) {
        if (text[i] == ')')
            ++depth;
        else if (text[i] == '(' && --depth == 0)
            return i;
    }
    return std::string_view::npos;
}

std::string_view withoutEnd(std::string_view text)
{
    return text.ends_with(')') ? text.substr(0, text.size() - 1) : text;
}

/// Paths may hold unbalanced parentheses: "at f (/a/b)c/x.js:1:2)".
std::size_t placeStart(std::string_view text)
{
    const auto balanced = openingOf(text);
    if (balanced != std::string_view::npos && balanced > 0 && text[balanced - 1] == ' ')
        return balanced;
    const auto first = text.find(" (");
    return first == std::string_view::npos ? first : first + 1;
}

/// Has the path the name of a script's file?
bool isScriptPath(std::string_view path)
{
    constexpr std::array<std::string_view, 9> kEndings{".js",  ".mjs", ".cjs",    ".jsx",     ".ts",
                                                       ".tsx", ".vue", ".bundle", ".jsbundle"};
    path = path.substr(0, path.find('?'));
    return std::ranges::any_of(kEndings,
                               [path](std::string_view ending) { return path.ends_with(ending); });
}

/// "main.jsbundle:1:488", as JavaScriptCore writes a frame of a function without a name.
bool isScriptPlace(std::string_view text)
{
    if (text.empty() || !isDigits(text.substr(text.size() - 1)) || text.find(' ') != text.npos)
        return false;
    const auto place = parsePlace(text);
    return place && place->column && isScriptPath(place->path);
}

/// React Native and tools that print a parsed stack write no blank: "at f(http://a/b.js:1:2)", some
/// of them without the end. Only a URL, an absolute path or a script's file with line and column
/// counts.
std::size_t closePlaceStart(std::string_view text)
{
    const auto first = text.find('(');
    if (first == std::string_view::npos || first == 0 ||
        text.substr(0, first).find(' ') != std::string_view::npos)
        return std::string_view::npos;
    const auto where = withoutEnd(text.substr(first + 1));
    return isPlainPlace(where) || isScriptPlace(where) ? first : std::string_view::npos;
}

/// Kotlin/Native's "1   app.kexe   0x00000001000b1b2c   kfun:#inner(){} + 120 (/src/main.kt:5:11)".
bool isNativeFrame(std::string_view text)
{
    const auto blank = text.find(' ');
    return blank != std::string_view::npos && isDigits(text.substr(0, blank)) &&
           text.substr(blank).find(" 0x") != std::string_view::npos;
}

/// Parses a frame after "at ".
std::optional<FrameLine> parseAtFrame(std::string_view text)
{
    if (isNativeFrame(text))
        return std::nullopt;
    std::string_view note;
    if (takePrefix(text, "async "))
        note = "called after an await";
    std::string_view function;
    auto where = text;
    bool hasParentheses = false;
    auto open = text.ends_with(')') ? placeStart(text) : std::string_view::npos;
    if (open == std::string_view::npos)
        open = closePlaceStart(text);
    if (open != std::string_view::npos) {
        function = text.substr(0, open);
        where = withoutEnd(text.substr(open + 1));
        hasParentheses = true;
    }
    if (takePrefix(where, "async "))
        note = "called after an await";
    const bool isNameless = hasParentheses && isNamelessPlace(where);
    auto place = parsePlace(isNameless ? concat(kNamelessBundle, ":", where) : std::string(where));
    if (!place)
        return std::nullopt;
    const bool isNowhere = place->path.empty();
    if (!isNowhere && !place->line && !hasParentheses)
        return std::nullopt; // For example "at noon".
    const bool isSure = (place->line && place->column) || (isNowhere && hasParentheses);
    const bool isScript = hasParentheses && place->line && isScriptPath(place->path);
    auto frame = frameOf(function, *std::move(place), note);
    return FrameLine{std::move(frame), isSure, isScript};
}

/// Firefox names the start of an asynchronous chain: "Async*f", "promise callback*f", "setTimeout
/// handler*f".
std::string_view takeAsyncCause(std::string_view& function)
{
    const auto star = function.rfind('*');
    if (star == std::string_view::npos || star == 0)
        return {};
    const auto cause = function.substr(0, star);
    function.remove_prefix(star + 1);
    return cause;
}

/// Recognises Opera's "<anonymous function: run>(args)".
std::string_view withoutArguments(std::string_view function)
{
    constexpr std::string_view kAnonymous = "<anonymous function";
    if (function.starts_with(kAnonymous)) {
        const auto end = function.find('>');
        function = function.substr(0, end).substr(kAnonymous.size());
        return takePrefix(function, ": ") ? function : std::string_view();
    }
    return function;
}

/// JavaScriptCore of React Native has this line where it knows none.
constexpr std::string_view kNoLine = "-1";

bool isAtPlace(std::string_view text)
{
    if (text.starts_with("wasm-function[") || text.find(":wasm-function[") != text.npos)
        return true;
    if (text == kNoLine || text == "[native code]" || text == "[wasm code]" || isPlainPlace(text) ||
        text.starts_with("address at "))
        return true;
    const auto scheme = text.find("://");
    if (scheme != std::string_view::npos)
        return text.find(' ') == std::string_view::npos || text.find(" > ") != text.npos;
    // Parses "4:18131" and "123.js:4:18131" of React Native, and "app.js:1:2" of shells.
    auto column = text.rfind(':');
    if (column == std::string_view::npos || !isDigits(text.substr(column + 1)))
        return false;
    const auto rest = text.substr(0, column);
    const auto line = rest.rfind(':');
    if (line == std::string_view::npos)
        return isDigits(rest);
    return isDigits(rest.substr(line + 1)) && rest.find(' ') == std::string_view::npos;
}

FramePlace atPlace(std::string_view text)
{
    if (text == kNoLine)
        return {};
    return parsePlace(isNamelessPlace(text) ? concat(kNamelessBundle, ":", text)
                                            : std::string(text))
        .value_or(FramePlace());
}

/// Parses "f@app.js:1:2". Names of functions contain no "@", but paths may.
std::optional<FrameLine> parseGeckoFrame(std::string_view text)
{
    auto at = text.find('@');
    for (int i = 0; i < kMaxAtSigns && at != std::string_view::npos;
         ++i, at = text.find('@', at + 1)) {
        const auto where = text.substr(at + 1);
        if (!isAtPlace(where))
            continue;
        auto function = text.substr(0, at);
        const auto cause = takeAsyncCause(function);
        function = withoutArguments(function);
        auto place = atPlace(where);
        const bool isSure = (place.line && !place.path.empty()) || where == "[native code]" ||
                            where == "[wasm code]";
        const auto note = cause.empty() ? std::string() : concat("begun by: ", cause);
        return FrameLine{frameOf(function, std::move(place), note), isSure};
    }
    return std::nullopt;
}

/// Parses "bar:4:18063", as release builds of React Native shorten a frame. It is no sure frame, as
/// places of other tools look alike.
std::optional<FrameLine> parseNamelessFrame(std::string_view text)
{
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    const bool isName =
        colon != std::string_view::npos && !name.empty() && !isDigits(name.substr(0, 1)) &&
        std::ranges::all_of(name, [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
        });
    const auto where = isName ? text.substr(colon + 1) : std::string_view();
    if (!isNamelessPlace(where))
        return std::nullopt;
    return FrameLine{frameOf(name, atPlace(where), {}), false};
}

/// "    foo http://a/main.js:1:703", as Firefox's console copies a message. Blanks stand before it,
/// and the function and a URL with its line are all.
std::optional<FrameLine> parseConsoleFrame(std::string_view line)
{
    constexpr std::string_view kIndent = "    ";
    const auto text = trimAscii(line);
    const auto blank = text.find(' ');
    if (!line.starts_with(kIndent) || blank == std::string_view::npos)
        return std::nullopt;
    const auto where = text.substr(blank + 1);
    if (where.find("://") == std::string_view::npos || where.find(' ') != std::string_view::npos)
        return std::nullopt;
    auto place = parsePlace(where);
    if (!place || !place->line)
        return std::nullopt;
    const bool isScript = isScriptPath(place->path) || place->column.has_value();
    return FrameLine{frameOf(text.substr(0, blank), *std::move(place), {}), false, isScript};
}

/// JavaScriptCore writes this for code that has neither a name nor a place.
bool isUnplacedCode(std::string_view text)
{
    return text == "eval code" || text == "global code" || text == "module code";
}

/// Parses " ❯ Module.f src/sum.test.ts:4:20" of Vitest, also without a function.
std::optional<FrameLine> parseVitestFrame(std::string_view text)
{
    const auto blank = text.rfind(' ');
    const auto where = blank == std::string_view::npos ? text : text.substr(blank + 1);
    const auto function =
        blank == std::string_view::npos ? std::string_view() : text.substr(0, blank);
    auto place = parsePlace(where);
    if (!place || !place->line || !place->column || function.find(' ') != std::string_view::npos)
        return std::nullopt;
    return FrameLine{frameOf(function, *std::move(place), {}), true};
}

/// Parses Opera 10's "Line 43 of linked script http://…/a.js" and "Line 4, column 8 in f(x) in
/// http://…".
std::optional<FrameLine> parseOperaFrame(std::string_view text)
{
    if (!takePrefix(text, "Line "))
        return std::nullopt;
    constexpr std::string_view kScript = " script ";
    const auto digits = text.substr(0, text.find_first_not_of("0123456789"));
    const auto script = text.find(kScript);
    if (!isDigits(digits) || script == std::string_view::npos)
        return std::nullopt;
    auto url = text.substr(script + kScript.size());
    url = url.substr(0, url.find(": In function "));
    auto place = parsePlace(concat(url, ":", digits));
    if (!place)
        return std::nullopt;
    return FrameLine{frameOf({}, *std::move(place), {}), false};
}

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.';
}

/// Returns the length of a type such as "TypeError", "foo.BarException" or "Error [ERR_X]".
std::size_t typeLength(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kEndings{"Error", "Exception", "Warning",
                                                       "Violation"};
    std::size_t length = 0;
    while (length < text.size() && isNameCharacter(text[length]))
        ++length;
    const auto name = text.substr(0, length);
    const bool isError = std::ranges::any_of(
        kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
    if (!isError)
        return 0;
    const auto rest = text.substr(length);
    if (rest.starts_with(" [")) {
        const auto end = rest.find(']');
        if (end != std::string_view::npos)
            length += end + 1;
    }
    const auto after = text.substr(length);
    return after.empty() || after.starts_with(":") || after.starts_with(" {") ? length : 0;
}

/// Removes the text that consoles and logs write before an error. Returns true when only an error
/// can follow.
bool takeErrorPrefixes(std::string_view& text, ScriptStackRole& role)
{
    bool isError = false;
    if (takePrefix(text, "[cause]: ") || takePrefix(text, "Caused by: ") ||
        takePrefix(text, "caused by: ")) {
        role = ScriptStackRole::Cause;
        isError = true;
    }
    const auto uncaught = text.find("Uncaught ");
    if (uncaught < 256) {
        text.remove_prefix(uncaught);
        isError = true;
    }
    bool isMore = true;
    while (isMore) {
        isMore = false;
        for (const std::string_view prefix :
             {"Uncaught ", "(in promise) ", "Unhandled JS Exception: ",
              "Unhandled Promise Rejection: ", "Unhandled promise rejection ",
              "Unhandled rejection ", "error: ", "Possible Unhandled Promise Rejection "}) {
            if (takePrefix(text, prefix)) {
                isMore = true;
                isError = true;
            }
        }
    }
    return isError;
}

} // namespace

std::optional<ErrorLine> parseErrorLine(std::string_view line)
{
    auto text = trimAscii(line);
    ErrorLine error;
    const bool isError = takeErrorPrefixes(text, error.role);
    const auto length = typeLength(text);
    if (length == 0 && !isError)
        return std::nullopt;
    error.type = std::string(text.substr(0, length));
    auto message = text.substr(length);
    takePrefix(message, ":");
    error.message = std::string(trimAscii(message));
    return error;
}

StackLine parseStackLine(std::string_view line)
{
    auto text = trimAscii(line);
    if (text.empty() || text.size() > kMaxFrameBytes)
        return OtherLine();
    std::optional<FrameLine> frame;
    // Node ends the last frame with " {" if the error has members.
    auto body = text.ends_with(" {") ? trimAscii(text.substr(0, text.size() - 1)) : text;
    if (body.ends_with("),"))
        body.remove_suffix(1);
    if (takePrefix(body, "at "))
        frame = parseAtFrame(trimAscii(body));
    else if (takePrefix(body, "\u276f "))
        frame = parseVitestFrame(trimAscii(body));
    else if (body.find('@') != std::string_view::npos)
        frame = parseGeckoFrame(body);
    else if ((isPlainPlace(body) && body.find(' ') == std::string_view::npos) ||
             isScriptPlace(body))
        frame = FrameLine{frameOf({}, parsePlace(body).value_or(FramePlace()), {}), false};
    else if (isUnplacedCode(body))
        frame = FrameLine{frameOf(body, FramePlace(), {}), false};
    else if (body.starts_with("Line "))
        frame = parseOperaFrame(body);
    else
        frame = parseNamelessFrame(body);
    if (!frame)
        frame = parseConsoleFrame(line);
    if (frame) {
        frame->frame.rawLine = std::string(text);
        return *std::move(frame);
    }
    if (auto error = parseErrorLine(text))
        return *std::move(error);
    return OtherLine();
}

} // namespace faultline::scriptstack

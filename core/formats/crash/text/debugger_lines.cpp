// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/debugger_lines.h"

#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

/// The size of "operator<=>", "operator()" and others at the beginning of a text; 0 when it begins
/// otherwise.
std::size_t operatorSize(std::string_view text)
{
    constexpr std::string_view kOperator = "operator";
    if (!text.starts_with(kOperator))
        return 0;
    const auto rest = text.substr(kOperator.size());
    const auto signs = rest.starts_with("()") ? 2 : rest.find_first_not_of("<=>-*&");
    return kOperator.size() + std::min(signs, rest.size());
}

/// The end of the name in "ns::f<int (*)(char)> (p=0x0) at app.c:4": the blank before the
/// arguments. Names of templates and operators may contain " (" too.
std::size_t argumentsBegin(std::string_view text)
{
    int angles = 0;
    int rounds = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        i += operatorSize(text.substr(i));
        if (i + 1 >= text.size())
            break;
        const char c = text[i];
        if (c == ' ' && text[i + 1] == '(' && angles == 0 && rounds == 0)
            return i;
        angles += c == '<' ? 1 : c == '>' ? -1 : 0;
        rounds += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return std::string_view::npos;
}

/// The end of the arguments: brackets in texts do not count.
std::size_t argumentsEnd(std::string_view text)
{
    int depth = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && (i == 0 || text[i - 1] != '\\'))
            isQuoted = !isQuoted;
        if (isQuoted)
            continue;
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return text.size();
}

/// Is a text the name of one function? Blanks may stand in brackets and after "operator".
bool isOneName(std::string_view text)
{
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '<' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == '>' ? 1 : 0;
        if (text[i] == ' ' && depth <= 0 && !text.substr(0, i).ends_with("operator"))
            return false;
    }
    return true;
}

/// What GDB prints between brackets, without the opening one: ")", "this=0x0, x=3)", "...)".
bool areGdbArguments(std::string_view text)
{
    constexpr std::string_view kName =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789@~$";
    if (text.starts_with(')') || text.starts_with("...)"))
        return true;
    const auto end = text.find_first_not_of(kName);
    return end != std::string_view::npos && end > 0 && text[end] == '=';
}

/// Is a line without an address a frame? Prose has numbers and brackets too: "#12 Mend the door
/// (again)". A name with words before or after its parameters, "f(int) const", counts if GDB's own
/// arguments and a place follow.
bool isSureWithoutAddress(const FrameText& frame, std::string_view name, std::string_view arguments)
{
    if (isOneName(name))
        return frame.line != 0 || !frame.module.empty();
    const bool hasPlace = frame.line != 0 || frame.module.starts_with('/');
    return hasPlace && name.find('(') != std::string_view::npos && areGdbArguments(arguments);
}

void setGdbPlace(FrameText& frame, std::string_view text)
{
    LineScanner scanner(text);
    if (scanner.blanks().take("at "))
        setSourcePlace(frame, trimAscii(scanner.rest()));
    else if (scanner.take("from "))
        frame.module = trimAscii(scanner.rest());
}

std::string_view nameIn(std::string_view text, std::string_view mark)
{
    return between(text, mark, "'").value_or(std::string_view());
}

std::optional<DebuggerThread> parseGdbThread(std::string_view line)
{
    LineScanner scanner(line);
    DebuggerThread thread;
    if (!scanner.take("Thread "))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number || !scanner.take(" ("))
        return std::nullopt;
    thread.number = *number;
    if (LineScanner light(scanner.rest()); light.until("LWP "))
        thread.id = light.decimal();
    else if (LineScanner process(scanner.rest()); process.until("process "))
        thread.id = process.decimal();
    thread.name = between(scanner.rest(), "\"", "\"").value_or(std::string_view());
    return line.ends_with(':') ? std::optional(thread) : std::nullopt;
}

constexpr std::string_view kInlined = " [inlined]";

/// Takes "+ 128", "at app.c:4:6", "[opt]" and "[inlined]" from the end of a frame; returns what is
/// left.
std::string_view takeLldbPlace(FrameText& frame, std::string_view text)
{
    for (const std::string_view mark :
         {std::string_view(" [artificial]"), std::string_view(" [opt]"), kInlined}) {
        if (!text.ends_with(mark))
            continue;
        text.remove_suffix(mark.size());
        frame.isInlined = frame.isInlined || mark == kInlined;
    }
    if (const auto at = text.rfind(" at "); at != std::string_view::npos) {
        setSourcePlace(frame, trimAscii(text.substr(at + 4)));
        text = text.substr(0, at);
    }
    if (const auto plus = text.rfind(" + "); plus != std::string_view::npos) {
        frame.functionOffset = parseNumber(trimAscii(text.substr(plus + 3)));
        text = frame.functionOffset ? text.substr(0, plus) : text;
    }
    return trimAscii(text);
}

/// Where LLDB's "(p=0x0, s="a) b")" begins, which has values for the types of arguments.
std::size_t valuesBegin(std::string_view text)
{
    constexpr std::string_view kName =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    for (auto open = text.find('('); open != std::string_view::npos;
         open = text.find('(', open + 1)) {
        const auto end = text.find_first_not_of(kName, open + 1);
        if (end != std::string_view::npos && end > open + 1 && text[end] == '=')
            return open;
    }
    return std::string_view::npos;
}

constexpr std::string_view kInlinedCall = " [inlined] ";

/// The name without its arguments: "ns::f" in "ns::f(int) const". What was inlined is named after
/// the function that it is in: "main [inlined] f(int)".
std::string_view lldbFunction(std::string_view text)
{
    if (const auto inlined = text.rfind(kInlinedCall); inlined != std::string_view::npos)
        text = text.substr(inlined + kInlinedCall.size());
    if (const auto values = valuesBegin(text); values != std::string_view::npos)
        return trimAscii(text.substr(0, values));
    for (const std::string_view mark : {" &&", " &", " noexcept", " volatile", " const"}) {
        if (text.ends_with(mark))
            text.remove_suffix(mark.size());
    }
    const auto group = lastGroup(text);
    return group && !group->before.empty() && !group->before.ends_with("operator") ? group->before
                                                                                   : text;
}

std::optional<DebuggerThread> parseLldbThread(std::string_view line)
{
    LineScanner scanner(line);
    DebuggerThread thread;
    thread.isSelected = scanner.blanks().take("* ");
    if (!scanner.blanks().take("thread #"))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number)
        return std::nullopt;
    thread.number = *number;
    if (LineScanner id(scanner.rest()); id.until("tid = "))
        thread.id = id.hex();
    thread.name = nameIn(scanner.rest(), "name = '");
    if (LineScanner reason(scanner.rest()); reason.until("stop reason = "))
        thread.stopReason = reason.rest();
    return thread;
}

} // namespace

std::optional<FrameText> parseGdbFrame(std::string_view line)
{
    const auto numbered = line.starts_with('#') ? parseNumbered(line) : std::nullopt;
    if (!numbered)
        return std::nullopt;
    FrameText frame{.number = numbered->number};
    LineScanner scanner(numbered->rest);
    if (scanner.take("<signal handler called>")) {
        frame.function = "<signal handler called>";
        return frame;
    }
    frame.address = scanner.prefixedHex();
    if (frame.address && !scanner.take(" in "))
        return std::nullopt;
    const auto text = scanner.rest();
    const auto begin = argumentsBegin(text);
    // Old GDB leaves an unknown name out: "0x02 in  ()".
    if (begin == std::string_view::npos || (begin == 0 && !frame.address))
        return std::nullopt;
    frame.function = text.substr(0, begin);
    if (frame.function == "??")
        frame.function = {};
    const auto arguments = text.substr(begin + 1);
    setGdbPlace(frame, arguments.substr(argumentsEnd(arguments)));
    if (!frame.address && !isSureWithoutAddress(frame, text.substr(0, begin), arguments.substr(1)))
        return std::nullopt;
    return frame;
}

std::optional<FrameText> parseLldbFrame(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks().take("* ");
    if (!scanner.blanks().take("frame #"))
        return std::nullopt;
    FrameText frame{.number = scanner.decimal()};
    if (!frame.number || !scanner.take(": "))
        return std::nullopt;
    frame.address = scanner.prefixedHex();
    if (!frame.address)
        return std::nullopt;
    scanner.blanks();
    if (const auto module = scanner.until("`"))
        frame.module = *module;
    const auto text = takeLldbPlace(frame, scanner.rest());
    frame.isInlined = frame.isInlined || has(text, kInlinedCall);
    frame.function = lldbFunction(text);
    if (frame.function.starts_with("___lldb_unnamed_symbol"))
        frame.function = {};
    return frame;
}

std::optional<DebuggerThread> parseDebuggerThread(std::string_view line)
{
    const auto thread = parseGdbThread(line);
    return thread ? thread : parseLldbThread(line);
}

} // namespace faultline::nativetext

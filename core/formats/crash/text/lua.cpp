// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "stack traceback:";

/// The function of "function 'name'", "method 'name'", "upvalue 'name'", "function <a.lua:3>" and
/// "main chunk".
std::string_view functionIn(std::string_view text)
{
    if (const auto quoted = between(text, "'", "'"))
        return *quoted;
    return text == "?" ? std::string_view() : text;
}

/// "	node.lua:31: in function 'bounds'", "	[C]: in ?", "	(...tail calls...)".
std::optional<FrameText> parseLuaFrame(std::string_view line)
{
    const auto text = trimAscii(line);
    if (line.empty() || (line.front() != '\t' && line.front() != ' '))
        return std::nullopt;
    LineScanner scanner(text);
    const auto place = scanner.until(": in ");
    if (!place)
        return std::nullopt;
    FrameText frame;
    frame.function = functionIn(scanner.rest());
    if (*place == "[C]") {
        frame.module = "[C]";
        return frame;
    }
    setSourcePlace(frame, *place);
    return frame.line == 0 || frame.file.empty() ? std::nullopt : std::optional(frame);
}

bool isTailCalls(std::string_view text)
{
    return trimAscii(text) == "(...tail calls...)";
}

/// "lua: node.lua:31: attempt to index a nil value (local 'node')" stands before the stack.
void takeMessage(std::string_view text, TraceBuilder& trace)
{
    text = trimAscii(text);
    for (const std::string_view program : {"lua: ", "luajit: "}) {
        if (text.starts_with(program))
            text.remove_prefix(program.size());
    }
    trace.crash().reason = toValidUtf8(text);
}

bool followsHead(const LineCursor& at)
{
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && parseLuaFrame(ahead.line().text).has_value();
}

bool beginsLua(const LineCursor& at)
{
    const auto text = at.line().text;
    if (trimAscii(text) == kHead)
        return followsHead(at);
    if (!has(text, ".lua:"))
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && trimAscii(ahead.line().text) == kHead && followsHead(ahead);
}

void readLua(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    trace.crash().present = true;
    if (trimAscii(at.line().text) != kHead) {
        takeMessage(at.line().text, trace);
        at.next();
    }
    at.next();
    trace.beginStack(StackRole::Error);
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseLuaFrame(at.line().text);
        if (frame)
            trace.add(*frame, at.line());
        else if (isTailCalls(at.line().text))
            trace.leaveOut({});
        else
            break;
    }
    at.followAll();
}

} // namespace

const TraceForm kLuaForm{.name = "traceback of Lua", .begins = beginsLua, .read = readLua};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "SCRIPT ERROR: ";

/// "_ready (res://main.gd:12)"
std::optional<FrameText> parseSite(std::string_view text)
{
    const auto group = lastGroup(trimAscii(text));
    if (!group || group->before.empty() || !group->inside.starts_with("res://"))
        return std::nullopt;
    FrameText frame;
    frame.function = group->before;
    setSourcePlace(frame, group->inside);
    return frame.line != 0 ? std::optional(frame) : std::nullopt;
}

/// "              [0] _ready (res://main.gd:12)"
std::optional<FrameText> parseFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("["))
        return std::nullopt;
    const auto number = scanner.decimal();
    auto frame = number && scanner.take("] ") ? parseSite(scanner.rest()) : std::nullopt;
    if (frame)
        frame->number = number;
    return frame;
}

/// "          at: _ready (res://main.gd:12)": all that Godot tells before 4.5.
std::optional<FrameText> parsePlace(std::string_view line)
{
    LineScanner scanner(line);
    return scanner.blanks().take("at: ") ? parseSite(scanner.rest()) : std::nullopt;
}

bool beginsGodot(const LineCursor& at)
{
    return at.line().text.starts_with(kHead) && isNext(at, parsePlace);
}

void readGodot(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    trace.crash().present = true;
    trace.crash().reason = toValidUtf8(at.line().text.substr(kHead.size()));
    at.next();
    trace.beginStack(StackRole::Error);
    const auto line = at.line();
    const auto place = parsePlace(line.text);
    at.next();
    if (!at.atEnd() && has(at.line().text, "GDScript backtrace"))
        at.next();
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseFrame(at.line().text);
        if (!frame)
            break;
        trace.add(*frame, at.line());
    }
    if (trace.frameCount() == 0 && place)
        trace.add(*place, line);
    at.followAll();
}

} // namespace

const TraceForm kGodotScriptForm{
    .name = "error of Godot's scripts", .begins = beginsGodot, .read = readGodot};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = " Traceback (most recent call last) ";
constexpr std::string_view kSide = "│";

/// What is between both sides of the box.
std::string_view inside(std::string_view line)
{
    if (!line.starts_with(kSide))
        return {};
    line.remove_prefix(kSide.size());
    if (line.ends_with(kSide))
        line.remove_suffix(kSide.size());
    return trimAscii(line);
}

/// "/srv/a.py:12 in main"
std::optional<FrameText> parseFrame(std::string_view line)
{
    const auto text = inside(line);
    const auto in = text.rfind(" in ");
    if (in == std::string_view::npos)
        return std::nullopt;
    FrameText frame;
    setSourcePlace(frame, text.substr(0, in));
    frame.function = text.substr(in + 4);
    const bool isName = frame.function.find(' ') == std::string_view::npos;
    const bool isFrame = isName && frame.line != 0 && frame.column == 0;
    return isFrame && !has(frame.file, kSide) ? std::optional(frame) : std::nullopt;
}

bool beginsRich(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    return text.starts_with("╭─") && has(text, kHead);
}

/// "ZeroDivisionError: division by zero" below the box.
void takeError(TraceBuilder& trace, EventThread& stack, std::string_view text)
{
    const auto name = text.substr(0, text.find(": "));
    if (name.empty() || name.find(' ') != std::string_view::npos)
        return;
    trace.crash().present = true;
    trace.crash().reason = toValidUtf8(text);
    stack.error = parseStackError(text);
}

/// Reads a traceback in the box that the library rich draws. The outermost frame is the first.
void readRich(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    at.next();
    for (; !at.atEnd() && at.line().text.starts_with(kSide); at.next()) {
        if (const auto frame = parseFrame(at.line().text))
            trace.add(*frame, at.line());
    }
    std::ranges::reverse(*stack.givenFrames);
    if (!at.atEnd() && at.line().text.starts_with("╰─")) {
        at.next();
        if (!at.atEnd()) {
            takeError(trace, stack, at.line().text);
            at.next();
        }
    }
    at.followAll();
}

} // namespace

const TraceForm kRichForm{
    .name = "traceback of Python in a box", .begins = beginsRich, .read = readRich};

} // namespace faultline::nativetext

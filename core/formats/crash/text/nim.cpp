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

constexpr std::string_view kNimHead = "Traceback (most recent call last)";

/// "/src/main.nim(12)   main"
std::optional<FrameText> parseNimFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame;
    const auto file = scanner.until(".nim(");
    const auto number = scanner.decimal();
    if (!file || !number || *number > UINT32_MAX || !scanner.take(")"))
        return std::nullopt;
    frame.file = line.substr(0, file->size() + 4);
    frame.line = static_cast<std::uint32_t>(*number);
    frame.function = trimAscii(scanner.rest());
    const bool isName = !frame.function.empty() && !has(frame.function, " ");
    return isName ? std::optional(frame) : std::nullopt;
}

/// "Error: unhandled exception: index 5 not in 0 .. 2 [IndexDefect]"
std::optional<StackError> parseNimError(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Error: unhandled exception: "))
        return std::nullopt;
    const auto text = scanner.rest();
    const auto open = text.rfind(" [");
    if (open == std::string_view::npos || !text.ends_with(']'))
        return StackError{.type = {}, .package = {}, .message = toValidUtf8(text)};
    return StackError{.type = toValidUtf8(text.substr(open + 2, text.size() - open - 3)),
                      .package = {},
                      .message = toValidUtf8(text.substr(0, open))};
}

/// Nim leaves the heading out where it writes to a file.
bool beginsNim(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text == kNimHead)
        return isNext(at, parseNimFrame);
    return has(text, ".nim(") && parseNimFrame(text) && isNext(at, [](std::string_view next) {
               return parseNimFrame(next) || parseNimError(next);
           });
}

void readNim(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    trace.crash().present = true;
    if (at.line().text == kNimHead)
        at.next();
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseNimFrame(at.line().text);
        if (!frame)
            break;
        trace.add(*frame, at.line());
    }
    std::ranges::reverse(*stack.givenFrames);
    auto error = at.atEnd() ? std::nullopt : parseNimError(at.line().text);
    if (error) {
        trace.crash().reason = reasonOf(*error);
        stack.error = *std::move(error);
        at.next();
    }
    at.followAll();
}

} // namespace

const TraceForm kNimForm{.name = "traceback of Nim", .begins = beginsNim, .read = readNim};

} // namespace faultline::nativetext

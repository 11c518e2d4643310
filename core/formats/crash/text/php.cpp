// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

constexpr int kHeadLines = 20; ///< Of a message, before "Stack trace:".

/// "#0 /srv/a.php(7): App\Cart->total(Array)", "#1 [internal function]: f()", "#2 {main}".
std::optional<FrameText> parsePhpFrame(std::string_view line)
{
    const auto numbered = line.starts_with('#') ? parseNumbered(line) : std::nullopt;
    if (!numbered)
        return std::nullopt;
    FrameText frame{.number = numbered->number};
    if (numbered->rest == "{main}") {
        frame.function = "{main}";
        return frame;
    }
    LineScanner scanner(numbered->rest);
    const auto place = scanner.until(": ");
    if (!place)
        return std::nullopt;
    if (const auto group = lastGroup(*place)) {
        const auto number = parseNumber(group->inside);
        if (!number || *number > UINT32_MAX)
            return std::nullopt;
        frame.file = group->before;
        frame.line = static_cast<std::uint32_t>(*number);
    } else if (*place != "[internal function]") {
        return std::nullopt;
    }
    frame.function = scanner.rest().substr(0, scanner.rest().find('('));
    return frame.function.empty() ? std::nullopt : std::optional(frame);
}

/// "PHP Fatal error:  Uncaught TypeError: message in /srv/a.php:3".
bool isPhpHead(std::string_view text)
{
    return has(text, "Uncaught ") && (has(text, "Fatal error: ") || has(text, ".php:"));
}

/// Does a stack follow the message?
bool isStackNear(LineCursor ahead)
{
    const auto lines = ahead.patience(kHeadLines);
    for (int i = 0; i < lines && !ahead.atEnd(); ++i, ahead.next()) {
        if (ahead.line().text == "Stack trace:")
            return true;
    }
    return false;
}

bool beginsPhp(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text == "Stack trace:") {
        auto ahead = at;
        ahead.next();
        return !ahead.atEnd() && parsePhpFrame(ahead.line().text).has_value();
    }
    return isPhpHead(text) && isStackNear(at);
}

/// Goes to "Next LogicException: message in /srv/a.php:9": PHP prints the cause first.
bool goToNext(LineCursor& at)
{
    auto ahead = at;
    while (!ahead.atEnd() && ahead.line().text.empty() && ahead.here().line < at.here().line + 2)
        ahead.next();
    if (ahead.atEnd() || !ahead.line().text.starts_with("Next ") || !isStackNear(ahead))
        return false;
    at = ahead;
    return true;
}

void takeHead(TraceBuilder& trace, EventThread& stack, const Line& line)
{
    LineScanner scanner(line.text);
    if (!scanner.until("Uncaught ") && !scanner.take("Next "))
        return;
    auto text = scanner.rest();
    trace.crash().present = true;
    const auto in = text.rfind(" in ");
    // Where the exception was made is the innermost place.
    FrameText frame;
    if (in != std::string_view::npos)
        setSourcePlace(frame, text.substr(in + 4));
    if (frame.line != 0) {
        trace.add(frame, line);
        text = text.substr(0, in);
    }
    trace.crash().reason = toValidUtf8(text);
    const auto colon = text.find(": ");
    stack.error = StackError{
        .type = toValidUtf8(text.substr(0, colon)),
        .package = {},
        .message = colon == std::string_view::npos ? "" : toValidUtf8(text.substr(colon + 2))};
}

void readOne(LineCursor& at, TraceBuilder& trace)
{
    auto& stack = trace.beginStack(StackRole::Error);
    takeHead(trace, stack, at.line());
    for (int i = 0; i < kHeadLines && !at.atEnd(); ++i, at.next()) {
        if (at.line().text == "Stack trace:") {
            at.next();
            break;
        }
    }
    for (; !at.atEnd(); at.next()) {
        const auto frame = parsePhpFrame(at.line().text);
        if (!frame)
            break;
        trace.add(*frame, at.line());
    }
}

void readPhp(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    do {
        readOne(at, trace);
    } while (goToNext(at));
    at.followAll();
    auto& threads = trace.event().threads;
    std::ranges::reverse(threads);
    for (auto& thread : threads)
        thread.role = &thread == &threads.front() ? StackRole::Error : StackRole::Cause;
}

} // namespace

const TraceForm kPhpForm{.name = "stack trace of PHP", .begins = beginsPhp, .read = readPhp};

} // namespace faultline::nativetext

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

constexpr int kHeadLines = 20; ///< Of a message, with the first, before "Stack trace:".

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

/// "Stack trace:", and "[stacktrace]" in logs of Laravel and Monolog.
bool isStackHead(std::string_view text)
{
    return text == "Stack trace:" || text == "[stacktrace]";
}

/// An exception as PHP and its logs tell it.
struct PhpError
{
    std::string_view type;
    std::string_view message;
    FrameText place; ///< Where it was made.
};

/// "production.ERROR: … {"exception":"[object] (ErrorException(code: 0): Undefined variable $user
/// at /srv/a.php:24)".
std::optional<PhpError> parseLogged(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.until("[object] ("))
        return std::nullopt;
    const auto type = scanner.until("(code: ");
    if (!type || !scanner.until("): "))
        return std::nullopt;
    auto text = trimAscii(scanner.rest());
    const auto at = text.rfind(" at ");
    if (at == std::string_view::npos)
        return std::nullopt;
    PhpError error{.type = *type, .message = text.substr(0, at), .place = {}};
    text = text.substr(at + 4);
    setSourcePlace(error.place, text.substr(0, text.find(')')));
    return error.place.line != 0 ? std::optional(error) : std::nullopt;
}

/// "Uncaught TypeError: message in /srv/a.php:3" and "Next LogicException: …".
std::optional<PhpError> parseUncaught(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.until("Uncaught ") && !scanner.take("Next "))
        return std::nullopt;
    auto text = scanner.rest();
    PhpError error;
    const auto in = text.rfind(" in ");
    if (in != std::string_view::npos)
        setSourcePlace(error.place, text.substr(in + 4));
    if (error.place.line != 0)
        text = text.substr(0, in);
    const auto colon = text.find(": ");
    error.type = text.substr(0, colon);
    error.message = colon == std::string_view::npos ? "" : text.substr(colon + 2);
    return error;
}

bool beginsPhp(const LineCursor& at)
{
    const auto text = at.line().text;
    if (isStackHead(text))
        return isNext(at, parsePhpFrame);
    return (isPhpHead(text) || parseLogged(text)) && isNear(at, kHeadLines - 1, isStackHead);
}

/// Goes to "Next LogicException: message in /srv/a.php:9": PHP prints the cause first.
bool goToNext(LineCursor& at)
{
    auto ahead = at;
    while (!ahead.atEnd() && ahead.line().text.empty() && ahead.here().line < at.here().line + 2)
        ahead.next();
    if (ahead.atEnd() || !ahead.line().text.starts_with("Next ") ||
        !isNear(ahead, kHeadLines - 1, isStackHead))
        return false;
    at = ahead;
    return true;
}

/// The head with the further lines of its message. Moves to the heading of the stack.
std::string headAt(LineCursor& at)
{
    std::string head(at.line().text);
    if (isStackHead(head))
        return head;
    at.next();
    for (int i = 1; i < kHeadLines && !at.atEnd() && !isStackHead(at.line().text); ++i, at.next())
        head += concat("\n", at.line().text);
    return head;
}

/// Returns where the exception was made, which is the innermost place. It points into the head.
FrameText takeHead(TraceBuilder& trace, EventThread& stack, std::string_view line)
{
    auto error = parseLogged(line);
    if (!error)
        error = parseUncaught(line);
    if (!error)
        return {};
    trace.crash().present = true;
    trace.crash().reason =
        toValidUtf8(concat(error->type, error->message.empty() ? "" : ": ", error->message));
    stack.error = StackError{
        .type = toValidUtf8(error->type), .package = {}, .message = toValidUtf8(error->message)};
    return error->place;
}

/// A log in JSON has two for each backslash.
std::string withoutEscapes(std::string_view name)
{
    std::string text(name);
    for (std::size_t at = 0; (at = text.find("\\\\", at)) != std::string::npos; ++at)
        text.erase(at, 1);
    return text;
}

/// PHP prints each function beside the place that calls it. A frame has the place that it is at.
void readFrames(LineCursor& at, TraceBuilder& trace, FrameText place)
{
    for (; !at.atEnd(); at.next()) {
        auto frame = parsePhpFrame(at.line().text);
        if (!frame)
            break;
        std::swap(frame->file, place.file);
        std::swap(frame->line, place.line);
        const auto name = withoutEscapes(frame->function);
        frame->function = name;
        trace.add(*frame, at.line());
    }
}

void readOne(LineCursor& at, TraceBuilder& trace)
{
    auto& stack = trace.beginStack(StackRole::Error);
    const auto head = headAt(at);
    const auto place = takeHead(trace, stack, head);
    if (!at.atEnd() && isStackHead(at.line().text))
        at.next();
    readFrames(at, trace, place);
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

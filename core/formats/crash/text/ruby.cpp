// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

#include <algorithm>
#include <utility>

namespace faultline::nativetext {

namespace {

/// "app.rb:3:in `method': message (TypeError)"; since Ruby 3.4 "'Class#method'".
struct RubyLine
{
    FrameText frame;
    std::string_view message; ///< After the place; empty in callers.
};

std::optional<RubyLine> parseRuby(std::string_view line)
{
    LineScanner scanner(line);
    const auto place = scanner.until(":in ");
    if (!place || (!scanner.take("`") && !scanner.take("'")))
        return std::nullopt;
    RubyLine ruby;
    setSourcePlace(ruby.frame, *place);
    const auto name = scanner.until("'");
    if (!name || ruby.frame.line == 0 || ruby.frame.column != 0 || ruby.frame.file.empty() ||
        has(ruby.frame.file, " "))
        return std::nullopt;
    ruby.frame.function = *name;
    if (scanner.take(": "))
        ruby.message = scanner.rest();
    else if (!scanner.atEnd())
        return std::nullopt;
    return ruby;
}

std::optional<RubyLine> parseCaller(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("from "))
        return std::nullopt;
    return parseRuby(scanner.rest());
}

/// "\t ... 10067 levels...": how many callers a deep stack leaves out.
std::optional<std::uint64_t> parseLevels(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("... "))
        return std::nullopt;
    const auto levels = scanner.decimal();
    return scanner.rest() == " levels..." ? levels : std::nullopt;
}

/// "\t2: from app.rb:7:in `outer'": until Ruby 3.0 on a terminal, the outermost first.
std::optional<RubyLine> parseNumberedCaller(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().decimal() || !scanner.take(": "))
        return std::nullopt;
    return parseCaller(scanner.rest());
}

constexpr int kMessageLines = 10; ///< Of a message, after its first.
constexpr std::string_view kReversedHead = "Traceback (most recent call last):";

bool beginsReversed(const LineCursor& at)
{
    if (at.line().text != kReversedHead)
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && parseNumberedCaller(ahead.line().text).has_value();
}

/// A head with a message and a caller below it.
bool beginsRuby(const LineCursor& at)
{
    if (beginsReversed(at))
        return true;
    const auto head = parseRuby(at.line().text);
    if (!head || head->message.empty())
        return false;
    if (head->message.ends_with(')'))
        return true;
    auto ahead = at;
    for (int i = 0; i < at.patience(kMessageLines); ++i) {
        ahead.next();
        if (ahead.atEnd())
            return false;
        if (parseCaller(ahead.line().text))
            return true;
    }
    return false;
}

/// The further lines of a message. Leaves the cursor at the first caller.
std::string restOfMessage(LineCursor& at)
{
    std::string text;
    auto ahead = at;
    for (int i = 0; i < kMessageLines && !ahead.atEnd(); ++i, ahead.next()) {
        if (parseCaller(ahead.line().text)) {
            at = ahead;
            return text;
        }
        text += concat("\n", ahead.line().text);
    }
    return {};
}

/// "message (TypeError)". Since Ruby 3.4 the type ends the first line, before that the last one,
/// and below a blank line may stand the source with marks.
void takeError(TraceBuilder& trace, EventThread& stack, std::string_view message)
{
    message = message.substr(0, message.find("\n\n"));
    const auto first = message.substr(0, message.find('\n'));
    const auto rest = message.substr(first.size());
    const auto ofFirst = lastGroup(first);
    const auto group = ofFirst ? ofFirst : lastGroup(message);
    const auto text =
        ofFirst ? concat(ofFirst->before, rest) : std::string(group ? group->before : message);
    stack.error = StackError{.type = group ? toValidUtf8(group->inside) : std::string(),
                             .package = {},
                             .message = toValidUtf8(text)};
    if (trace.crash().present)
        return; // What follows are its causes.
    trace.crash().present = true;
    trace.crash().reason = concat(stack.error->type, group ? ": " : "", stack.error->message);
}

void readCallers(LineCursor& at, TraceBuilder& trace)
{
    for (; !at.atEnd(); at.next()) {
        if (const auto caller = parseCaller(at.line().text))
            trace.add(caller->frame, at.line());
        else if (const auto levels = parseLevels(at.line().text))
            trace.leaveOut(levels);
        else
            break;
    }
}

void readError(LineCursor& at, TraceBuilder& trace, StackRole role)
{
    auto& stack = trace.beginStack(role);
    const auto head = parseRuby(at.line().text);
    if (!head)
        return;
    trace.add(head->frame, at.line());
    at.next();
    takeError(trace, stack, concat(head->message, restOfMessage(at)));
}

void readReversed(LineCursor& at, TraceBuilder& trace)
{
    auto& stack = trace.beginStack(StackRole::Error);
    for (at.next(); !at.atEnd(); at.next()) {
        if (const auto caller = parseNumberedCaller(at.line().text))
            trace.add(caller->frame, at.line());
        else if (const auto levels = parseLevels(at.line().text))
            trace.leaveOut(levels);
        else
            break;
    }
    const auto head = at.atEnd() ? std::nullopt : parseRuby(at.line().text);
    if (head) {
        trace.add(head->frame, at.line());
        takeError(trace, stack, head->message);
        at.next();
    }
    std::ranges::reverse(*stack.givenFrames);
}

/// The error, and its causes where their heads follow at once.
void readRuby(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    if (beginsReversed(at)) {
        readReversed(at, trace);
    } else {
        auto role = StackRole::Error;
        do {
            readError(at, trace, std::exchange(role, StackRole::Cause));
            readCallers(at, trace);
        } while (!at.atEnd() && beginsRuby(at) && !beginsReversed(at));
    }
    at.followAll();
}

} // namespace

const TraceForm kRubyForm{.name = "backtrace of Ruby", .begins = beginsRuby, .read = readRuby};

} // namespace faultline::nativetext

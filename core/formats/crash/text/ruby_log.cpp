// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr int kHeadLines = 12; ///< Between an error and its stack, with an excerpt of a template.

/// Takes the tags of Rails, "[abc] ", which stand before every line of a request.
std::string_view withoutTags(std::string_view line)
{
    LineScanner scanner(line);
    while (scanner.rest().starts_with('[')) {
        const auto before = scanner.rest();
        scanner.take("[");
        const auto tag = scanner.until("] ");
        if (!tag || tag->empty() || has(*tag, " "))
            return before;
    }
    return scanner.rest();
}

/// "app/a.rb:9:in `index'", since Ruby 3.4 "'A#index'": a whole line without "from".
std::optional<FrameText> parseFrame(std::string_view line)
{
    LineScanner scanner(withoutTags(line));
    const auto place = scanner.until(":in ");
    if (!place || has(*place, " ") || (!scanner.take("`") && !scanner.take("'")))
        return std::nullopt;
    FrameText frame;
    setSourcePlace(frame, *place);
    const auto name = scanner.until("'");
    if (!name || !scanner.atEnd() || frame.line == 0 || frame.column != 0)
        return std::nullopt;
    frame.function = *name;
    return frame;
}

bool isTypeName(std::string_view name)
{
    const auto last = name.substr(name.rfind(':') + 1);
    const bool isError = has(name, "::") || name.ends_with("Error") || name.ends_with("Exception");
    return isError && !last.empty() && last.front() >= 'A' && last.front() <= 'Z' &&
           name.find_first_of(" \t/.()'\"`") == std::string_view::npos;
}

/// "ActionView::Template::Error (undefined method `x' for nil):" of Rails, and "NoMethodError:
/// undefined method `x' for nil" of Sidekiq and others.
std::optional<StackError> parseError(std::string_view line)
{
    auto text = trimAscii(withoutTags(line));
    const auto open = text.find(" (");
    if (open != std::string_view::npos && text.ends_with("):") && isTypeName(text.substr(0, open)))
        return StackError{.type = toValidUtf8(text.substr(0, open)),
                          .package = {},
                          .message = toValidUtf8(text.substr(open + 2, text.size() - open - 4))};
    const auto colon = text.find(": ");
    if (colon == std::string_view::npos || !isTypeName(text.substr(0, colon)))
        return std::nullopt;
    return StackError{.type = toValidUtf8(text.substr(0, colon)),
                      .package = {},
                      .message = toValidUtf8(text.substr(colon + 2))};
}

/// Rails shows the lines of a template between an error and its stack, other loggers nothing.
bool beginsRubyLog(const LineCursor& at)
{
    const auto text = at.line().text;
    if (parseFrame(text))
        return isNext(at, parseFrame);
    return parseError(text) && isNear(at, text.ends_with("):") ? kHeadLines : 1, parseFrame);
}

void readRubyLog(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    if (auto error = parseFrame(at.line().text) ? std::nullopt : parseError(at.line().text)) {
        trace.crash().present = true;
        trace.crash().reason = reasonOf(*error);
        stack.error = *std::move(error);
    }
    for (TraceLines lines(at, trace, kHeadLines); !lines.areOver();) {
        const auto frame = parseFrame(at.line().text);
        if (!frame && trace.frameCount() > 0)
            break;
        if (frame)
            trace.add(*frame, at.line());
        lines.next(frame.has_value());
    }
    at.followAll();
}

} // namespace

const TraceForm kRubyLogForm{
    .name = "backtrace of Ruby in a log", .begins = beginsRubyLog, .read = readRubyLog};

} // namespace faultline::nativetext

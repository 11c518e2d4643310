// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kDashes = "----------------";

/// "src/app.d:7 void app.inner(int) [0x55f1d7b1a2f4]" and "??:? _d_throw [0x55f1d7b2b8d1]": the
/// place, the function with the type of its result, and the address to return to.
std::optional<FrameText> parseDFrame(std::string_view line)
{
    if (!line.ends_with(']'))
        return std::nullopt;
    const auto open = line.rfind(" [0x");
    const auto blank = line.find(' ');
    if (open == std::string_view::npos || blank >= open)
        return std::nullopt;
    FrameText frame{.address = LineScanner(line.substr(open + 2)).prefixedHex()};
    setSourcePlace(frame, line.substr(0, blank));
    const bool isKnown = frame.line != 0;
    if (!frame.address || (!isKnown && frame.file != "??:?"))
        return std::nullopt;
    if (!isKnown)
        frame.file = {};
    const auto text = line.substr(blank + 1, open - blank - 1);
    const auto name = text.rfind(' ', text.find('('));
    frame.function = name == std::string_view::npos ? text : text.substr(name + 1);
    return frame;
}

/// "core.exception.ArrayIndexError@src/app.d(7): index [5] is out of bounds".
std::optional<StackError> parseDHead(std::string_view line)
{
    LineScanner scanner(line);
    const auto type = scanner.until("@");
    const auto place = scanner.until("): ");
    if (!type || type->empty() || has(*type, " ") || !place || !has(*place, "("))
        return std::nullopt;
    return makeStackError(*type, scanner.rest());
}

bool isDStack(const LineCursor& at)
{
    return at.line().text == kDashes && isNext(at, parseDFrame);
}

bool beginsD(const LineCursor& at)
{
    return parseDHead(at.line().text) && isNext(at, isDStack);
}

void readD(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    if (auto error = parseDHead(at.line().text)) {
        trace.crash().present = true;
        trace.crash().reason = reasonOf(*error);
        stack.error = *std::move(error);
    }
    at.next();
    at.next(); // The dashes.
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseDFrame(at.line().text);
        if (!frame)
            break;
        trace.add(*frame, at.line());
    }
    at.followAll();
}

} // namespace

const TraceForm kDForm{.name = "stack trace of D", .begins = beginsD, .read = readD};

} // namespace faultline::nativetext

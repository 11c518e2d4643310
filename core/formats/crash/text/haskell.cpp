// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "CallStack (from HasCallStack):";

/// "  bounds, called at src/Node.hs:31:12 in main:Node".
std::optional<FrameText> parseHaskellFrame(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    const auto name = scanner.until(", called at ");
    if (!name || name->empty() || name->find(' ') != std::string_view::npos)
        return std::nullopt;
    FrameText frame;
    frame.function = *name;
    const auto place = scanner.until(" in ");
    if (!place)
        return std::nullopt;
    setSourcePlace(frame, *place);
    frame.module = scanner.rest();
    return frame.line == 0 ? std::nullopt : std::optional(frame);
}

bool beginsHaskell(const LineCursor& at)
{
    if (trimAscii(at.line().text) != kHead)
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && parseHaskellFrame(ahead.line().text).has_value();
}

void readHaskell(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    trace.crash().present = true;
    at.next();
    trace.beginStack(StackRole::Error);
    for (; !at.atEnd(); at.next()) {
        const auto frame = parseHaskellFrame(at.line().text);
        if (!frame)
            break;
        trace.add(*frame, at.line());
    }
    at.followAll();
}

} // namespace

const TraceForm kHaskellForm{
    .name = "call stack of Haskell", .begins = beginsHaskell, .read = readHaskell};

} // namespace faultline::nativetext

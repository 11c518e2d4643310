// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "Error in mypkg.solve>inner (line 12)" and "Error using mypkg.solve (line 5)".
std::optional<FrameText> parseMatlabFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Error in ") && !scanner.take("Error using "))
        return std::nullopt;
    const auto group = lastGroup(scanner.rest());
    LineScanner inside(group ? group->inside : std::string_view());
    const auto number = inside.take("line ") ? inside.decimal() : std::nullopt;
    if (!number || !inside.atEnd() || *number > UINT32_MAX || group->before.empty())
        return std::nullopt;
    FrameText frame{.function = group->before};
    frame.file = group->before.substr(0, group->before.find('>')); // Named after its function.
    frame.line = static_cast<std::uint32_t>(*number);
    return frame;
}

bool beginsMatlab(const LineCursor& at)
{
    constexpr int kNearLines = 8;
    return at.line().text.starts_with("Error using ") &&
           isNear(at, kNearLines, [](std::string_view text) {
               return text.starts_with("Error in ") && parseMatlabFrame(text);
           });
}

void readMatlab(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    trace.crash().present = true;
    auto ahead = at;
    ahead.next();
    if (!ahead.atEnd()) {
        trace.crash().reason = toValidUtf8(ahead.line().text);
        stack.error =
            StackError{.type = {}, .package = {}, .message = toValidUtf8(ahead.line().text)};
    }
    constexpr int kMaxGap = 8; // The source of a frame.
    for (TraceLines lines(at, trace, kMaxGap); !lines.areOver();) {
        const auto frame = parseMatlabFrame(at.line().text);
        if (frame)
            trace.add(*frame, at.line());
        lines.next(frame.has_value());
    }
    at.followAll();
}

} // namespace

const TraceForm kMatlabForm{.name = "error of MATLAB", .begins = beginsMatlab, .read = readMatlab};

} // namespace faultline::nativetext

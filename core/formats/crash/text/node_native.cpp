// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kFatal = "FATAL ERROR: ";

/// "----- Native stack trace -----" since Node.js 20.
bool isHead(std::string_view text)
{
    return text == "----- Native stack trace -----" || text.starts_with("----- Native stack trace");
}

/// " 3: 0xd73eb0 v8::Utils::ReportOOMFailure(v8::internal::Isolate*, char const*) [node]"
std::optional<FrameText> parseFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!frame.number || *frame.number == 0 || !scanner.take(": "))
        return std::nullopt;
    --*frame.number; // Counted from 1.
    frame.address = scanner.prefixedHex();
    const auto text = trimAscii(scanner.rest());
    const auto open = text.rfind('[');
    if (!frame.address || open == std::string_view::npos || !text.ends_with(']'))
        return std::nullopt;
    frame.module = text.substr(open + 1, text.size() - open - 2);
    frame.function = trimAscii(text.substr(0, open));
    return frame;
}

bool beginsNode(const LineCursor& at)
{
    if (!isHead(at.line().text) && !at.line().text.starts_with(kFatal) &&
        !parseFrame(at.line().text))
        return false;
    constexpr int kHeadLines = 4;
    auto ahead = at;
    ahead.next();
    for (int i = 0; i < kHeadLines && !ahead.atEnd(); ++i, ahead.next()) {
        const auto text = ahead.line().text;
        if (parseFrame(text))
            return true;
        if (!text.empty() && !isHead(text))
            return false;
    }
    return false;
}

void readNode(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    constexpr int kMaxGap = 2;
    for (TraceLines lines(at, trace, kMaxGap); !lines.areOver();) {
        const auto line = at.line();
        const auto frame = parseFrame(line.text);
        const bool isFatal = line.text.starts_with(kFatal);
        if (isFatal && trace.frameCount() > 0)
            break;
        if (isFatal) {
            trace.crash().present = true;
            trace.crash().reason = toValidUtf8(line.text.substr(kFatal.size()));
        }
        if (frame) {
            if (!trace.hasStack())
                trace.beginStack(StackRole::Error);
            trace.add(*frame, line);
        }
        lines.next(isFatal || frame || isHead(line.text));
    }
    at.followAll();
}

} // namespace

const TraceForm kNodeNativeForm{
    .name = "native stack of Node.js", .begins = beginsNode, .read = readNode};

} // namespace faultline::nativetext

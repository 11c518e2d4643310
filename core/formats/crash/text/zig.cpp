// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "/src/main.zig:12:18: 0x1034a1b in inner (main)", "???:?:?: 0x7f12 in ??? (libc.so.6)".
std::optional<FrameText> parseZigFrame(std::string_view line)
{
    LineScanner scanner(line);
    const auto place = scanner.until(": 0x");
    if (!place || place->empty())
        return std::nullopt;
    FrameText frame{.address = scanner.hex()};
    if (!frame.address || !scanner.take(" in "))
        return std::nullopt;
    const auto group = lastGroup(scanner.rest());
    if (!group)
        return std::nullopt;
    if (*place != "???:?:?")
        setSourcePlace(frame, *place);
    if (frame.line == 0 && *place != "???:?:?")
        return std::nullopt;
    if (group->before != "???")
        frame.function = group->before;
    frame.module = group->inside;
    return frame;
}

/// "thread 12345 panic: message" and, of an error that main() returned, "error: FileNotFound".
std::optional<StackError> parseZigHead(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("error: ")) {
        const auto name = scanner.rest();
        return name.empty() || has(name, " ")
                   ? std::nullopt
                   : std::optional(
                         StackError{.type = toValidUtf8(name), .package = {}, .message = {}});
    }
    if (!scanner.take("panic: ") &&
        !(scanner.take("thread ") && scanner.decimal() && scanner.take(" panic: ")))
        return std::nullopt;
    return StackError{.type = "panic", .package = {}, .message = toValidUtf8(scanner.rest())};
}

bool beginsZig(const LineCursor& at)
{
    return parseZigFrame(at.line().text) ||
           (parseZigHead(at.line().text) && isNext(at, parseZigFrame));
}

void readZig(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    trace.crash().present = true;
    if (auto error = parseZigHead(at.line().text)) {
        trace.crash().reason = reasonOf(*error);
        stack.error = *std::move(error);
        at.next();
    }
    constexpr int kMaxGap = 3; // The source and its mark.
    for (TraceLines lines(at, trace, kMaxGap); !lines.areOver();) {
        const auto frame = parseZigFrame(at.line().text);
        if (frame)
            trace.add(*frame, at.line());
        lines.next(frame.has_value());
    }
    at.followAll();
}

} // namespace

const TraceForm kZigForm{.name = "stack trace of Zig", .begins = beginsZig, .read = readZig};

} // namespace faultline::nativetext

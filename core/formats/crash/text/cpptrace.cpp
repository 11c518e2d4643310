// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "Stack trace (most recent call first):";

/// Takes " at /src/a.cpp:6:17" or, without a source, " at /lib/libc.so.6" off the end of a frame.
/// Returns whether it is a place: a kernel's debugger has a function there.
bool takePlace(FrameText& frame, std::string_view& text)
{
    constexpr std::string_view kAt = " at ";
    const auto at = text.rfind(kAt);
    if (at == std::string_view::npos)
        return true;
    FrameText place;
    setSourcePlace(place, text.substr(at + kAt.size()));
    text = text.substr(0, at);
    if (place.line == 0) {
        frame.module = place.file;
        return place.file.find_first_of("/\\") != std::string_view::npos;
    }
    frame.file = place.file;
    frame.line = place.line;
    frame.column = place.column;
    return true;
}

/// "#0 0x00005641a715a1b6 in foo(int) at /src/a.cpp:6:17", "#1 (inlined)          in bar() at …"
/// and
/// "#2 0x00007f8b7c1c1d8f at /lib/libc.so.6". Source: the formatter of cpptrace.
std::optional<FrameText> parseFrame(std::string_view line)
{
    const auto numbered = line.starts_with('#') ? parseNumbered(line) : std::nullopt;
    if (!numbered)
        return std::nullopt;
    LineScanner scanner(numbered->rest);
    FrameText frame{.number = numbered->number, .address = scanner.prefixedHex()};
    frame.isInlined = !frame.address && scanner.take("(inlined)");
    auto text = scanner.rest();
    if ((!frame.address && !frame.isInlined) || !takePlace(frame, text))
        return std::nullopt;
    LineScanner name(text);
    if (name.blanks().take("in "))
        frame.function = trimAscii(name.rest());
    else if (!name.atEnd())
        return std::nullopt;
    return frame;
}

bool isSecond(std::string_view line)
{
    return line.starts_with("#1 ") && parseFrame(line);
}

/// A program may print its own heading or none. GDB has two blanks after "#0", sanitizers no "at".
bool beginsCpptrace(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text == kHead)
        return isNext(at, parseFrame);
    return text.starts_with("#0 0x") && has(text, " at ") && parseFrame(text) &&
           isNext(at, isSecond);
}

void readCpptrace(LineCursor& at, TraceBuilder& trace)
{
    trace.setAddressKind(AddressKind::Calls); // It takes 1 off each return address.
    trace.beginStack(StackRole::Error);
    constexpr int kMaxGap = 8; // The source of a frame.
    bool isOver = false;
    takeLines(
        at, trace, kMaxGap,
        [&](const Line& line) {
            const auto frame = parseFrame(line.text);
            isOver =
                trace.frameCount() > 0 && (line.text == kHead || (frame && frame->number == 0U));
            if (frame && !isOver)
                trace.add(*frame, line);
            return !isOver && (frame || line.text == kHead);
        },
        [&] { return isOver; });
}

} // namespace

const TraceForm kCpptraceForm{
    .name = "stack trace of cpptrace", .begins = beginsCpptrace, .read = readCpptrace};

} // namespace faultline::nativetext

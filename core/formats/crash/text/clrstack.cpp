// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "OS Thread Id: 0x4d20 (0)"
std::optional<std::uint64_t> parseClrThread(std::string_view line)
{
    LineScanner scanner(line);
    return scanner.blanks().take("OS Thread Id: ") ? scanner.prefixedHex() : std::nullopt;
}

/// "000000A8C6F7E720 00007FF93E2A0F11 App.Worker.Run() [C:\src\Worker.cs @ 31]", and marks of the
/// runtime: "[HelperMethodFrame: 000000a8c6f7e5c8] System.Threading.Monitor.ObjWait(Boolean)".
std::optional<FrameText> parseClrFrame(std::string_view line)
{
    LineScanner scanner(line);
    const auto sp = scanner.blanks().hex();
    const auto ip = scanner.blanks().hex();
    if (!sp || !ip)
        return std::nullopt;
    auto text = trimAscii(scanner.rest());
    FrameText frame{.address = *ip};
    const bool hasMark = text.starts_with('[');
    if (hasMark) {
        const auto mark = text.find(']');
        if (mark == std::string_view::npos)
            return std::nullopt;
        frame.note = text.substr(1, mark - 1);
        text = trimAscii(text.substr(mark + 1));
    }
    if (const auto place = text.rfind(" [");
        place != std::string_view::npos && text.ends_with(']')) {
        LineScanner source(text.substr(place + 2));
        frame.file = source.until(" @ ").value_or(std::string_view());
        const auto number = source.decimal();
        frame.line = number && *number <= UINT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
        text = text.substr(0, place);
    }
    frame.function = text;
    return frame.function.empty() && !hasMark ? std::nullopt : std::optional(frame);
}

bool isClrHead(std::string_view line)
{
    LineScanner scanner(line);
    return scanner.blanks().take("Child SP") && scanner.blanks().take("IP") &&
           scanner.blanks().rest() == "Call Site";
}

class ClrStackReader
{
public:
    ClrStackReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        constexpr int kMaxGap = 3;
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
    }

private:
    bool take(const Line& line)
    {
        if (const auto id = parseClrThread(line.text)) {
            m_trace.beginStack(StackRole::Thread).id = *id;
            return true;
        }
        if (isClrHead(line.text))
            return true;
        const auto frame = m_trace.hasStack() ? parseClrFrame(line.text) : std::nullopt;
        if (frame)
            m_trace.add(*frame, line);
        return frame.has_value();
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
};

bool beginsClrStack(const LineCursor& at)
{
    return parseClrThread(at.line().text) && isNext(at, isClrHead);
}

void readClrStack(LineCursor& at, TraceBuilder& trace)
{
    ClrStackReader(at, trace).read();
}

} // namespace

const TraceForm kClrStackForm{
    .name = "stack of SOS", .begins = beginsClrStack, .read = readClrStack};

} // namespace faultline::nativetext

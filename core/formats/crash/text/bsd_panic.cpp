// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <utility>

namespace faultline::nativetext {

namespace {

/// "#5 0xffffffff82a1c1d5 at foo_load+0x15": FreeBSD's KDB.
std::optional<FrameText> parseKdbFrame(std::string_view line)
{
    const auto numbered = parseNumbered(line);
    if (!numbered)
        return std::nullopt;
    LineScanner scanner(numbered->rest);
    FrameText frame{.number = numbered->number, .address = scanner.prefixedHex()};
    if (!frame.address || !scanner.take(" at "))
        return std::nullopt;
    setFunctionPlace(frame, scanner.rest());
    const bool isName = frame.function.find_first_of("/ ") == std::string_view::npos;
    return frame.functionOffset && isName ? std::optional(frame) : std::nullopt;
}

/// "Fatal trap 12: page fault while in kernel mode" and "panic: page fault".
std::optional<std::string_view> parseBsdHead(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("panic: "))
        return scanner.rest();
    if (scanner.take("Fatal trap ") && scanner.decimal() && scanner.take(": "))
        return scanner.rest();
    return std::nullopt;
}

constexpr std::string_view kKdbHead = "KDB: stack backtrace:";

class BsdPanicReader
{
public:
    BsdPanicReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.event().system.osName = "FreeBSD";
        m_trace.crash().present = true;
    }

    void read()
    {
        constexpr int kMaxGap = 20;
        takeLines(
            m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); },
            [this] { return m_isOver; });
    }

private:
    bool take(const Line& line)
    {
        if (const auto frame = parseKdbFrame(line.text)) {
            if (!m_trace.hasStack())
                m_trace.beginStack(StackRole::Error);
            m_trace.add(*frame, line);
            return true;
        }
        if (m_trace.frameCount() > 0) {
            m_isOver = true;
            return false;
        }
        if (const auto words = parseBsdHead(line.text)) {
            // The trap says more than the panic that it leads to.
            if (!std::exchange(m_hasHead, true))
                m_trace.crash().reason = toValidUtf8(*words);
            return true;
        }
        LineScanner scanner(line.text);
        if (scanner.take("fault virtual address") && scanner.until("= ")) {
            if (const auto address = scanner.prefixedHex())
                m_trace.setAddress(*address);
            return true;
        }
        return line.text == kKdbHead;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_hasHead = false;
    bool m_isOver = false;
};

bool isKdb(std::string_view line)
{
    return line == kKdbHead || parseKdbFrame(line);
}

bool beginsBsdPanic(const LineCursor& at)
{
    constexpr int kNearLines = 30;
    const auto text = at.line().text;
    return isKdb(text) || (parseBsdHead(text) && isNear(at, kNearLines, isKdb));
}

void readBsdPanic(LineCursor& at, TraceBuilder& trace)
{
    BsdPanicReader(at, trace).read();
}

} // namespace

const TraceForm kBsdPanicForm{
    .name = "panic of FreeBSD", .begins = beginsBsdPanic, .read = readBsdPanic};

} // namespace faultline::nativetext

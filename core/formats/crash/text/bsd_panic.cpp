// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

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
    return frame.functionOffset ? std::optional(frame) : std::nullopt;
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
        m_at.followWriter();
        constexpr int kMaxGap = 20;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver() && !m_isOver;)
            lines.next(take(m_at.line()));
        m_at.followAll();
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
            if (m_trace.crash().reason.empty())
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
    bool m_isOver = false;
};

bool isKdbNear(LineCursor ahead)
{
    constexpr int kNearLines = 30;
    const auto lines = ahead.patience(kNearLines);
    for (int i = 0; i < lines && !ahead.atEnd(); ++i, ahead.next()) {
        if (ahead.line().text == kKdbHead || parseKdbFrame(ahead.line().text))
            return true;
    }
    return false;
}

bool beginsBsdPanic(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text == kKdbHead || parseKdbFrame(text))
        return true;
    return parseBsdHead(text) && isKdbNear(at);
}

void readBsdPanic(LineCursor& at, TraceBuilder& trace)
{
    BsdPanicReader(at, trace).read();
}

} // namespace

const TraceForm kBsdPanicForm{
    .name = "panic of FreeBSD", .begins = beginsBsdPanic, .read = readBsdPanic};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "	0x7f9b19d0113a - /tmp/libboom.so : boom"
std::optional<FrameText> parseMonoNative(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.address = scanner.blanks().prefixedHex()};
    if (!frame.address || !scanner.take(" - "))
        return std::nullopt;
    const auto text = scanner.rest();
    const auto colon = text.rfind(" :");
    if (colon == std::string_view::npos || colon == 0)
        return std::nullopt;
    frame.module = text.substr(0, colon);
    const auto name = trimAscii(text.substr(colon + 2));
    if (name != "(null)")
        frame.function = name;
    return frame;
}

/// "	  at App.Native:boom <0x00007>"
std::optional<FrameText> parseMonoManaged(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("at "))
        return std::nullopt;
    const auto name = scanner.until(" <");
    const auto offset = scanner.prefixedHex();
    if (!name || name->empty() || !offset || scanner.rest() != ">")
        return std::nullopt;
    return FrameText{.function = *name};
}

bool isMonoHead(std::string_view text)
{
    return trimAscii(text) == "Native Crash Reporting" || trimAscii(text) == "Native stacktrace:";
}

class MonoReader
{
public:
    MonoReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        constexpr int kMaxGap = 30;
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
    }

private:
    bool take(const Line& line)
    {
        const auto text = trimAscii(line.text);
        if (const auto signal = between(text, "Got a ", " while executing")) {
            m_trace.setSignal(*signal, {});
            return true;
        }
        if (text == "Native stacktrace:" || text == "Managed Stacktrace:")
            return begin(text.starts_with("Managed"));
        if (!m_trace.hasStack())
            return isMonoHead(text);
        const auto frame = m_isManaged ? parseMonoManaged(line.text) : parseMonoNative(line.text);
        if (frame)
            m_trace.add(*frame, line);
        return frame.has_value();
    }

    bool begin(bool isManaged)
    {
        const bool isFirst = !m_trace.hasStack();
        auto& stack = m_trace.beginStack(StackRole::Thread);
        m_isManaged = isManaged;
        stack.name = isManaged ? "managed stack" : "native stack";
        if (isFirst)
            stack.isRequesting = true;
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_isManaged = false;
};

bool beginsMono(const LineCursor& at)
{
    return isMonoHead(at.line().text);
}

void readMono(LineCursor& at, TraceBuilder& trace)
{
    MonoReader(at, trace).read();
}

} // namespace

const TraceForm kMonoForm{.name = "crash report of Mono", .begins = beginsMono, .read = readMono};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "OUTPUTTING STACK TRACE";
constexpr std::string_view kEnd = "END OF STACKTRACE";

/// "0x00007FF64A5C2CD1 (Game) [D:\src\Tree.cpp:104] Tree::Layout ", "0x00007FF64A5C3000
/// (UnityPlayer) (function-name not available)" and "0x000002 (Mono JIT Code) Tree:Layout ()".
std::optional<FrameText> parseUnityFrame(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    FrameText frame;
    frame.address = scanner.prefixedHex();
    if (!frame.address || !scanner.take(" ("))
        return std::nullopt;
    const auto module = scanner.until(") ");
    if (!module || module->empty())
        return std::nullopt;
    if (*module != "Mono JIT Code")
        frame.module = *module;
    if (scanner.take("[")) {
        const auto place = scanner.until("] ");
        if (!place)
            return std::nullopt;
        setSourcePlace(frame, *place);
    }
    frame.function = trimAscii(scanner.rest());
    if (frame.function == "(function-name not available)")
        frame.function = {};
    else if (frame.function.empty())
        return std::nullopt;
    return frame;
}

class UnityReader
{
public:
    UnityReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::Pe);
    }

    void read()
    {
        constexpr int kMaxGap = 6;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = m_at.line().text;
            const bool isEnd = has(text, kEnd);
            if (has(text, kHead) && m_trace.frameCount() > 0)
                break;
            lines.next(isEnd || take(m_at.line()));
            if (isEnd)
                break;
        }
    }

private:
    bool take(const Line& line)
    {
        const auto frame = parseUnityFrame(line.text);
        if (!frame)
            return has(line.text, kHead) || line.text.starts_with("ERROR: SymGetSymFromAddr64");
        if (!m_trace.hasStack()) {
            m_trace.crash().present = true;
            m_trace.beginStack(StackRole::Error);
        }
        m_trace.add(*frame, line);
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
};

bool beginsUnity(const LineCursor& at)
{
    if (has(at.line().text, kHead))
        return true;
    if (!parseUnityFrame(at.line().text))
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && parseUnityFrame(ahead.line().text).has_value();
}

void readUnity(LineCursor& at, TraceBuilder& trace)
{
    UnityReader(at, trace).read();
}

} // namespace

const TraceForm kUnityForm{
    .name = "stack trace of Unity", .begins = beginsUnity, .read = readUnity};

} // namespace faultline::nativetext

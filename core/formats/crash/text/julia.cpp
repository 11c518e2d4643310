// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kInlined = " [inlined]";
constexpr std::string_view kStackHead = "Stacktrace:";
constexpr int kMessageLines = 12; ///< Before the head of the stack.

/// Takes "./math.jl:33 [inlined]" and, of libraries, "/lib/libc.so.6 (unknown line)".
void setJuliaPlace(FrameText& frame, std::string_view text)
{
    constexpr std::string_view kUnknown = " (unknown line)";
    if (text.ends_with(kInlined))
        text.remove_suffix(kInlined.size());
    if (text.ends_with(kUnknown))
        frame.module = text.substr(0, text.size() - kUnknown.size());
    else
        setSourcePlace(frame, text);
}

/// " [3] inner(x::Float64)", before Julia 1.6 with " at /src/main.jl:3".
std::optional<FrameText> parseJuliaFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("["))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number || *number == 0 || !scanner.take("] ") || scanner.atEnd())
        return std::nullopt;
    FrameText frame{.number = *number - 1, .function = scanner.rest()};
    if (const auto at = frame.function.rfind(" at "); at != std::string_view::npos) {
        setJuliaPlace(frame, frame.function.substr(at + 4));
        frame.function = frame.function.substr(0, at);
    }
    return frame;
}

/// "   @ Base.Math ./math.jl:33": the module and the place of the line before.
bool takeJuliaPlace(FrameText& frame, std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("@ "))
        return false;
    auto text = scanner.rest();
    if (const auto blank = text.find(' ');
        blank != std::string_view::npos && text.substr(blank) != kInlined)
        text = text.substr(blank + 1);
    setJuliaPlace(frame, text);
    return true;
}

/// "crash at /home/u/p/segv.jl:1", "unknown function (ip: 0x7f1a2c0d5fb2)": of its handler of
/// signals.
std::optional<FrameText> parseJuliaNative(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("unknown function (ip: "))
        return FrameText{.address = scanner.prefixedHex()};
    const auto at = line.find(" at ");
    if (at == std::string_view::npos || at == 0)
        return std::nullopt;
    FrameText frame{.function = line.substr(0, at)};
    setJuliaPlace(frame, line.substr(at + 4));
    return frame.line != 0 || !frame.module.empty() ? std::optional(frame) : std::nullopt;
}

struct JuliaSignal
{
    std::uint64_t number = 0;
    std::string_view words;
};

/// "[12345] signal (11.1): Segmentation fault", since Julia 1.10 "signal 11 (1): …".
std::optional<JuliaSignal> parseJuliaSignal(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("["))
        scanner.until("] ");
    if (!scanner.take("signal "))
        return std::nullopt;
    scanner.take("(");
    const auto number = scanner.decimal();
    if (!number || !scanner.until("): "))
        return std::nullopt;
    return JuliaSignal{*number, scanner.rest()};
}

bool isInExpression(std::string_view line)
{
    return line.starts_with("in expression starting at ");
}

class JuliaReader
{
public:
    JuliaReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace), m_frame(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        m_at.followWriter();
        m_trace.beginStack(StackRole::Error);
        if (const auto signal = parseJuliaSignal(m_at.line().text)) {
            m_trace.setSignalNumber(signal->number, {}, {});
            m_at.next();
            readNative();
        } else {
            readStack();
        }
        m_at.followAll();
    }

private:
    void readNative()
    {
        if (!m_at.atEnd() && isInExpression(m_at.line().text))
            m_at.next();
        for (; !m_at.atEnd(); m_at.next()) {
            const auto frame = parseJuliaNative(m_at.line().text);
            if (!frame)
                break;
            m_trace.add(*frame, m_at.line());
        }
    }

    void readStack()
    {
        takeMessage();
        if (!m_at.atEnd() && m_at.line().text == kStackHead)
            m_at.next();
        for (; !m_at.atEnd(); m_at.next()) {
            const auto text = m_at.line().text;
            auto* held = m_frame.frame();
            if (const auto frame = parseJuliaFrame(text))
                m_frame.hold(*frame, m_at.line());
            else if (held == nullptr || !takeJuliaPlace(*held, text))
                break;
        }
        m_frame.add();
    }

    /// "ERROR: LoadError: DomainError with -1.0:" and what follows up to the stack. The stack that
    /// is near may be another writer's.
    void takeMessage()
    {
        std::string words;
        for (int i = 0; i <= kMessageLines && !m_at.atEnd() && m_at.line().text != kStackHead;
             ++i, m_at.next())
            words += concat(words.empty() ? "" : "\n", m_at.line().text);
        std::string_view text = words;
        for (const std::string_view word : {"ERROR: ", "LoadError: "}) {
            if (text.starts_with(word))
                text.remove_prefix(word.size());
        }
        const auto end = text.find_first_of(" :(\n");
        auto message = end == std::string_view::npos ? std::string_view() : text.substr(end);
        if (message.starts_with(": "))
            message.remove_prefix(2);
        m_trace.crash().reason = toValidUtf8(text.substr(0, text.find('\n')));
        m_trace.stack().error = StackError{.type = toValidUtf8(text.substr(0, end)),
                                           .package = {},
                                           .message = toValidUtf8(trimAscii(message))};
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    PendingFrame m_frame;
};

bool isJuliaStack(const LineCursor& at)
{
    return at.line().text == kStackHead && isNext(at, parseJuliaFrame);
}

bool beginsJulia(const LineCursor& at)
{
    if (parseJuliaSignal(at.line().text))
        return isNext(at, isInExpression);
    return isJuliaStack(at) ||
           (at.line().text.starts_with("ERROR: ") && isNear(at, kMessageLines, isJuliaStack));
}

void readJulia(LineCursor& at, TraceBuilder& trace)
{
    JuliaReader(at, trace).read();
}

} // namespace

const TraceForm kJuliaForm{
    .name = "stack trace of Julia", .begins = beginsJulia, .read = readJulia};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <utility>

namespace faultline::nativetext {

namespace {

/// "00401234 +024 app.exe     Unit1    12   +3 TForm1.Button1Click": madExcept writes the address,
/// the offset in the function, module, unit, and for own code the line with its distance.
std::optional<FrameText> parseFrame(std::string_view line)
{
    constexpr std::size_t kShort = 8;
    constexpr std::size_t kLong = 16;
    LineScanner scanner(line);
    const auto digits = scanner.word();
    FrameText frame;
    if (digits.size() == kShort || digits.size() == kLong)
        frame.address = parseHex(digits);
    if (!frame.address || !scanner.take(" +"))
        return std::nullopt;
    const auto offset = scanner.hex();
    frame.module = scanner.blanks().word();
    if (!offset || !has(frame.module, "."))
        return std::nullopt;
    const auto rest = trimAscii(scanner.rest());
    const auto last = rest.find_last_of(" \t");
    frame.function = last == std::string_view::npos ? rest : rest.substr(last + 1);
    if (!frame.function.empty())
        frame.functionOffset = offset;
    if (last == std::string_view::npos)
        return frame;
    LineScanner unit(rest);
    frame.file = unit.word();
    const auto number = unit.blanks().decimal();
    frame.line = number && *number <= UINT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
    if (frame.line == 0)
        frame.file = {};
    return frame;
}

/// "main thread ($1a2c):", "thread $1b30:", "thread $1b30 (TWorker):".
std::optional<std::uint64_t> parseThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!line.ends_with(':') || !has(line, "thread ") || !scanner.until("$"))
        return std::nullopt;
    return scanner.hex();
}

class DelphiReader
{
public:
    DelphiReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::Pe);
        m_trace.event().system.os = OsFamily::Windows;
        m_trace.event().system.osName = "Windows";
    }

    void read()
    {
        constexpr int kMaxGap = 40; // Of facts between the exception and its stack.
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            if (m_trace.frameCount() > 0 && m_at.line().text.starts_with("exception class"))
                break;
            lines.next(take(m_at.line()));
        }
        finish();
    }

private:
    bool take(const Line& line)
    {
        if (const auto id = parseThread(line.text)) {
            const bool isFirst = m_trace.frameCount() == 0;
            auto& stack = m_trace.beginStack(isFirst ? StackRole::Error : StackRole::Thread);
            stack.id = id;
            if (line.text.starts_with("main thread"))
                stack.name = "main thread";
            return true;
        }
        if (const auto frame = m_trace.hasStack() ? parseFrame(line.text) : std::nullopt) {
            m_trace.add(*frame, line);
            return true;
        }
        return takeFact(line.text);
    }

    bool takeFact(std::string_view text)
    {
        const auto colon = text.find(": ");
        if (m_trace.frameCount() > 0 || colon == std::string_view::npos)
            return false;
        const auto name = trimAscii(text.substr(0, colon));
        const auto value = trimAscii(text.substr(colon + 2));
        if (name == "exception class")
            m_error.type = toValidUtf8(value);
        else if (name == "exception message")
            m_error.message = toValidUtf8(value);
        else
            return false;
        return true;
    }

    void finish()
    {
        if (m_error.type.empty())
            return;
        m_trace.crash().present = true;
        m_trace.crash().reason = reasonOf(m_error);
        if (!m_trace.event().threads.empty())
            m_trace.event().threads.front().error = std::move(m_error);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackError m_error;
};

/// A thread's head with a frame right below it, or the exception further above.
bool beginsDelphi(const LineCursor& at)
{
    constexpr int kHeadLines = 40;
    const auto text = at.line().text;
    return (text.starts_with("exception class") && isNear(at, kHeadLines, parseFrame)) ||
           (parseThread(text) && isNext(at, parseFrame));
}

void readDelphi(LineCursor& at, TraceBuilder& trace)
{
    DelphiReader(at, trace).read();
}

} // namespace

const TraceForm kDelphiForm{
    .name = "report of madExcept", .begins = beginsDelphi, .read = readDelphi};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <string>
#include <utility>

namespace faultline::nativetext {

namespace {

constexpr int kMaxSourceLines = 100; ///< Of one function.

/// "____________ test_a ____________": the test that failed.
std::string_view testOf(std::string_view line)
{
    constexpr std::size_t kLeastSigns = 4;
    const auto begin = line.find_first_not_of('_');
    const auto end = line.find_last_not_of('_');
    if (begin == std::string_view::npos || begin < kLeastSigns ||
        line.size() - end <= kLeastSigns || line[begin] != ' ' || line[end] != ' ')
        return {};
    return trimAscii(line.substr(begin, end - begin + 1));
}

/// "test_a.py:12: " and, at the innermost place, "test_a.py:5: ZeroDivisionError".
std::optional<FrameText> parsePlace(std::string_view line)
{
    LineScanner scanner(line);
    const auto file = scanner.until(".py:");
    const auto number = file ? scanner.decimal() : std::nullopt;
    if (!number || *number > UINT32_MAX || !scanner.take(":") || has(*file, "  ") ||
        file->starts_with(' ') || file->empty())
        return std::nullopt;
    const auto type = trimAscii(scanner.rest());
    if (type.find_first_of(" (") != std::string_view::npos)
        return std::nullopt;
    FrameText frame;
    frame.file = line.substr(0, file->size() + 3);
    frame.line = static_cast<std::uint32_t>(*number);
    return frame;
}

/// "    def inner(x):" in the source of a frame.
std::string_view functionOf(std::string_view line)
{
    LineScanner scanner(line);
    scanner.take(">");
    scanner.blanks().take("async ");
    if (!scanner.take("def "))
        return {};
    return trimAscii(scanner.until("(").value_or(std::string_view()));
}

/// Reads one failed test: the source of each function up to the call, its place, and the error in
/// lines that begin with "E". The outermost is the first.
class PytestReader
{
public:
    PytestReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_at.followWriter();
        auto& stack = m_trace.beginStack(StackRole::Error);
        m_trace.detail("test", testOf(m_at.line().text));
        m_at.next();
        for (TraceLines lines(m_at, m_trace, kMaxSourceLines); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (text.starts_with("====") || text.starts_with("----") || !testOf(text).empty())
                break;
            lines.next(take(m_at.line()));
        }
        std::ranges::reverse(*stack.givenFrames);
        takeError(stack);
        m_at.followAll();
    }

private:
    bool take(const Line& line)
    {
        if (auto frame = parsePlace(line.text)) {
            frame->function = std::exchange(m_function, {});
            m_trace.add(*frame, line);
            return true;
        }
        if (const auto name = functionOf(line.text); !name.empty())
            m_function = name;
        LineScanner scanner(line.text);
        if (!scanner.take("E  "))
            return false;
        constexpr std::size_t kMaxMessageBytes = 4096;
        if (m_message.size() < kMaxMessageBytes)
            m_message +=
                concat(m_message.empty() ? "" : "\n", toValidUtf8(trimAscii(scanner.rest())));
        return true;
    }

    /// "ZeroDivisionError: division by zero"
    void takeError(EventThread& stack)
    {
        if (m_message.empty() || stack.givenFrames->empty())
            return;
        m_trace.crash().present = true;
        m_trace.crash().reason = m_message;
        const auto colon = m_message.find(": ");
        const auto type = m_message.substr(0, colon);
        const bool isType = colon != std::string::npos && type.find(' ') == std::string::npos;
        stack.error = StackError{.type = isType ? type : std::string(),
                                 .package = {},
                                 .message = isType ? m_message.substr(colon + 2) : m_message};
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_function;
    std::string m_message;
};

bool beginsPytest(const LineCursor& at)
{
    if (testOf(at.line().text).empty())
        return false;
    auto ahead = at;
    ahead.next();
    for (int i = 0; i < at.patience(kMaxSourceLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (parsePlace(ahead.line().text))
            return true;
        if (!testOf(ahead.line().text).empty())
            return false;
    }
    return false;
}

void readPytest(LineCursor& at, TraceBuilder& trace)
{
    PytestReader(at, trace).read();
}

} // namespace

const TraceForm kPytestForm{
    .name = "failed test of pytest", .begins = beginsPytest, .read = readPytest};

} // namespace faultline::nativetext

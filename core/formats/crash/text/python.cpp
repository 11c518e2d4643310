// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "Traceback (most recent call last):";
constexpr std::string_view kGroupHead = "Exception Group Traceback (most recent call last):";
constexpr std::size_t kMaxMessageBytes = 4096;
constexpr int kMaxGap = 4;        ///< Lines between a traceback and the next of its chain.
constexpr int kMessageLines = 20; ///< Of one message.

/// "  File "/srv/app.py", line 3, in handle"; of a syntax error without the function.
std::optional<FrameText> parsePythonFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("File \""))
        return std::nullopt;
    const auto file = scanner.until("\", line ");
    const auto number = scanner.decimal();
    if (!file || file->empty() || !number || *number > UINT32_MAX)
        return std::nullopt;
    FrameText frame;
    frame.file = *file;
    frame.line = static_cast<std::uint32_t>(*number);
    if (scanner.take(", in "))
        frame.function = scanner.rest();
    return frame;
}

/// "  [Previous line repeated 995 more times]"
std::optional<std::uint64_t> parseRepeated(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("[Previous line repeated "))
        return std::nullopt;
    return scanner.decimal();
}

/// Takes the margin of an exception group off a line: "  | Traceback", "  + Exception Group …" and
/// "    +---------------- 2 ----------------", of which nothing is left.
std::string_view withoutMargin(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks();
    if (scanner.take("+-"))
        return {};
    if (!scanner.take("+ ") && !scanner.take("| "))
        return scanner.take("|") ? scanner.rest() : line;
    return scanner.rest();
}

/// Reads a traceback with the chain of exceptions around it: the last is the error, those before it
/// are its causes. An exception group is the error, and what it holds follows as its members.
class PythonReader
{
public:
    PythonReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        m_at.followWriter();
        while (!m_at.atEnd() && readTraceback()) {
        }
        m_at.followAll();
        giveRoles();
    }

private:
    /// Stacks before a group are what the group was raised for.
    void giveRoles()
    {
        auto& threads = m_trace.event().threads;
        const auto group = m_group && *m_group < threads.size()
                               ? threads.begin() + static_cast<std::ptrdiff_t>(*m_group)
                               : threads.end();
        const auto members = threads.end() - group;
        std::reverse(threads.begin(), group);
        std::rotate(threads.begin(), group, threads.end());
        for (std::size_t i = 0; i < threads.size(); ++i)
            threads[i].role = i == 0                                  ? StackRole::Error
                              : i < static_cast<std::size_t>(members) ? StackRole::Member
                                                                      : StackRole::Cause;
    }

    std::string_view current() const
    {
        const auto& line = m_at.line().text;
        return m_group ? withoutMargin(line) : line;
    }

    /// Reads one traceback; true when another one follows that belongs to it.
    bool readTraceback()
    {
        auto& stack = m_trace.beginStack(StackRole::Error);
        if (!m_group && isGroupHead(m_at.line().text))
            m_group = m_trace.event().threads.size() - 1;
        m_indent = m_group ? 0 : current().size() - trimAscii(current()).size();
        m_at.next(); // The head.
        for (int gap = 0; !m_at.atEnd() && gap <= m_at.patience(kMaxGapLines) &&
                          outer(current()).starts_with("  ");
             m_at.next()) {
            const auto frame = parsePythonFrame(current());
            gap = frame ? 0 : gap + 1;
            if (frame)
                m_trace.add(*frame, m_at.line());
            else if (const auto times = parseRepeated(current()))
                m_trace.leaveOut(times);
        }
        std::ranges::reverse(*stack.givenFrames);
        if (!m_at.atEnd())
            takeError(stack, outer(current()));
        return m_group ? groupGoesOn() : goesOn();
    }

    static bool isGroupHead(std::string_view line)
    {
        return trimAscii(withoutMargin(line)) == kGroupHead;
    }

    /// The line without the indentation of the head. Frames and source are indented further.
    std::string_view outer(std::string_view text) const
    {
        const auto blanks = text.find_first_not_of(" \t");
        return text.substr(std::min({m_indent, blanks, text.size()}));
    }

    /// "package.Error: message".
    void takeError(EventThread& stack, std::string_view text)
    {
        text = text.substr(0, kMaxMessageBytes);
        const auto name = text.substr(0, text.find(": "));
        if (name.find(' ') != std::string_view::npos || name.empty())
            return;
        stack.error = parseStackError(text);
        const bool isReason = !m_group || m_trace.event().threads.size() == *m_group + 1;
        if (isReason)
            m_trace.crash().reason = toValidUtf8(text);
        m_at.next();
        if (m_group)
            return;
        const auto more = restOfMessage();
        stack.error->message += more;
        m_trace.crash().reason += more;
    }

    static bool isChain(std::string_view text)
    {
        return text.starts_with("During handling of the above exception") ||
               text.starts_with("The above exception was the direct cause");
    }

    /// Only before the words of a chain it is certain that the lines below the error are its
    /// message, and not what the program printed next.
    std::string restOfMessage()
    {
        std::string more;
        auto ahead = m_at;
        for (int i = 0; i < ahead.patience(kMessageLines) && !ahead.atEnd(); ++i, ahead.next()) {
            const auto text = ahead.line().text;
            if (isChain(trimAscii(text))) {
                m_at = ahead;
                while (more.ends_with('\n'))
                    more.pop_back();
                return more.substr(0, kMaxMessageBytes);
            }
            if (trimAscii(text) == kHead)
                break;
            more += concat("\n", toValidUtf8(outer(text)));
        }
        return {};
    }

    /// "    +---------------- 2 ----------------"
    static bool isBorder(std::string_view line) { return has(line, "+-") && has(line, "----"); }

    /// A member that was raised by nobody has no traceback: its error follows the border.
    void takeBareMember(std::string_view text)
    {
        text = trimAscii(text).substr(0, kMaxMessageBytes);
        const auto name = text.substr(0, text.find(": "));
        if (!name.empty() && name.find(' ') == std::string_view::npos)
            m_trace.detail("member without a traceback", text);
    }

    /// Goes to the next traceback within the margin of the group.
    bool groupGoesOn()
    {
        auto ahead = m_at;
        bool isBelowBorder = false;
        for (int i = 0; i <= ahead.patience(kMaxGapLines) && !ahead.atEnd(); ++i, ahead.next()) {
            const auto line = ahead.line().text;
            const auto text = withoutMargin(line);
            if (text == line && !line.empty())
                return false;
            if (trimAscii(text) == kHead || trimAscii(text) == kGroupHead) {
                m_at = ahead;
                return true;
            }
            if (isBelowBorder && !text.empty()) {
                takeBareMember(text);
                m_at = ahead;
                m_at.next();
            }
            isBelowBorder = isBorder(line);
        }
        return false;
    }

    bool goesOn()
    {
        auto ahead = m_at;
        bool isChained = false;
        for (int i = 0; i < kMaxGap && !ahead.atEnd(); ++i, ahead.next()) {
            const auto text = trimAscii(ahead.line().text);
            isChained = isChained || isChain(text);
            if (isChained && (text == kHead || isGroupHead(text))) {
                m_at = ahead;
                return true;
            }
        }
        return false;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::size_t m_indent = 0;           ///< Of the head.
    std::optional<std::size_t> m_group; ///< The stack of the first exception group.
};

/// "FuzzError: Traceback (most recent call last):", "[tool] Stacktrace:": whoever prints the
/// traceback has words of its own before it.
bool isOtherHead(std::string_view text)
{
    constexpr std::size_t kMaxHead = 200;
    return text.size() < kMaxHead &&
           ((text.ends_with(kHead) && text.substr(0, text.size() - kHead.size()).ends_with(": ")) ||
            text.ends_with("tack (most recent call last):") || text.ends_with(" Stacktrace:"));
}

bool beginsPython(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    if (isOtherHead(text)) {
        return isNext(at, [](std::string_view line) {
            return line.starts_with("  ") && parsePythonFrame(line).has_value();
        });
    }
    return text == kHead || (text.starts_with("+ ") && text.substr(2) == kGroupHead);
}

void readPython(LineCursor& at, TraceBuilder& trace)
{
    PythonReader(at, trace).read();
}

} // namespace

const TraceForm kPythonForm{.name = "traceback of Python",
                            .begins = beginsPython,
                            .read = readPython,
                            .takesMessage = true};

} // namespace faultline::nativetext

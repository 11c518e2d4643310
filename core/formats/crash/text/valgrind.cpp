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

constexpr std::string_view kTerminating = "Process terminating with default action of signal ";
constexpr int kBlankLines = 3;

/// "==12== text": what Valgrind adds before each line of an error.
struct ValgrindLine
{
    std::uint64_t process = 0;
    std::string_view text;
};

std::optional<ValgrindLine> parseValgrind(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("=="))
        return std::nullopt;
    const auto process = scanner.decimal();
    if (!process || !scanner.take("=="))
        return std::nullopt;
    return ValgrindLine{*process, scanner.rest()};
}

/// "   at 0x4005: f (a.c:5)", "   by 0x40: g (in /usr/lib/x.so)".
std::optional<FrameText> parseValgrindFrame(std::string_view text)
{
    LineScanner scanner(text);
    scanner.blanks();
    if (!scanner.take("at ") && !scanner.take("by "))
        return std::nullopt;
    FrameText frame;
    frame.address = scanner.prefixedHex();
    if (!frame.address || !scanner.take(":"))
        return std::nullopt;
    const auto rest = scanner.blanks().rest();
    const auto group = lastGroup(rest);
    frame.function = group ? group->before : rest;
    if (group && group->inside.starts_with("in "))
        frame.module = group->inside.substr(3);
    else if (group)
        setSourcePlace(frame, group->inside);
    if (frame.function == "???")
        frame.function = {};
    return frame;
}

/// Reads one error: what it is, its stack, and the stacks that explain it.
class ValgrindReader
{
public:
    ValgrindReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setAddressKind(AddressKind::Calls);
        m_trace.crash().present = true;
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto line = parseValgrind(m_at.line().text);
            if (line && trimAscii(line->text).empty() && m_trace.frameCount() > 0) {
                takeEnd();
                break;
            }
            if (line)
                take(*line);
            lines.next(line.has_value());
        }
    }

private:
    void take(const ValgrindLine& line)
    {
        if (line.process <= UINT32_MAX)
            m_trace.process().id = static_cast<std::uint32_t>(line.process);
        if (const auto frame = parseValgrindFrame(line.text))
            addFrame(*frame);
        else if (const auto text = trimAscii(line.text); !text.empty())
            takeHeading(text);
    }

    void addFrame(const FrameText& frame)
    {
        if (!m_trace.hasStack() || m_hasHeading) {
            auto& stack = m_trace.beginStack(m_role);
            stack.id = std::exchange(m_thread, std::nullopt);
            if (m_trace.frameCount() > 0)
                stack.name = m_heading;
        }
        m_hasHeading = false;
        m_trace.add(frame, m_at.line());
    }

    void takeHeading(std::string_view text)
    {
        if (takeThread(text))
            return;
        m_heading = toValidUtf8(text);
        m_hasHeading = true;
        m_role = has(text, "free'd")                                ? StackRole::FreedBy
                 : has(text, "alloc'd") || has(text, "was created") ? StackRole::AllocatedBy
                                                                    : StackRole::Thread;
        if (m_trace.frameCount() > 0) {
            takeAddress(text);
            return;
        }
        m_role = StackRole::Error;
        auto& crash = m_trace.crash();
        if (!crash.reason.empty())
            return takeMore(text);
        if (takeSignal(text))
            return;
        crash.reason = m_heading;
        LineScanner scanner(text);
        const bool isRead = scanner.take("Invalid read of size ");
        if (isRead || scanner.take("Invalid write of size "))
            crash.access =
                ReportedAccess{.kind = isRead ? MemoryAccessKind::Read : MemoryAccessKind::Write,
                               .sizeBytes = scanner.decimal().value_or(0)};
    }

    /// "Address 0x52 is 0 bytes inside a block of size 10 free'd".
    /// "Thread 2:" and "Thread 2 worker:" before an error.
    bool takeThread(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("Thread ") || !text.ends_with(':'))
            return false;
        const auto number = scanner.decimal();
        if (number)
            m_thread = number;
        return number.has_value();
    }

    /// "Process terminating with default action of signal 11 (SIGSEGV)".
    bool takeSignal(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take(kTerminating))
            return false;
        const auto number = scanner.decimal();
        if (number)
            m_trace.setSignalNumber(*number, between(scanner.rest(), "(", ")").value_or(""), {});
        return number.has_value();
    }

    /// The signal that the error led to, with the same stack: "Process terminating with default
    /// action of signal 11 (SIGSEGV)", lines about it, frames. Another stack is an error of its
    /// own.
    void takeEnd()
    {
        auto ahead = m_at;
        for (int i = 0; i < kBlankLines && !ahead.atEnd() && isBlank(ahead); ++i)
            ahead.next();
        const auto head = ahead.atEnd() ? std::nullopt : parseValgrind(ahead.line().text);
        if (!head || !trimAscii(head->text).starts_with(kTerminating))
            return;
        std::string more;
        std::size_t frames = 0;
        for (ahead.next(); !ahead.atEnd() && !isBlank(ahead); ahead.next()) {
            const auto line = parseValgrind(ahead.line().text);
            if (!line)
                break;
            if (!parseValgrindFrame(line->text))
                more += concat("\n", toValidUtf8(trimAscii(line->text)));
            else if (!isFrameOfError(frames++, ahead.line().text))
                return;
        }
        if (frames != framesOfError())
            return;
        auto& crash = m_trace.crash();
        const auto error = crash.reason;
        takeSignal(trimAscii(head->text));
        crash.details = concat(error, crash.details.empty() ? "" : "\n", crash.details, more);
        m_trace.setEnd(ahead.here());
    }

    static bool isBlank(const LineCursor& at)
    {
        const auto line = parseValgrind(at.line().text);
        return line && trimAscii(line->text).empty();
    }

    std::size_t framesOfError()
    {
        const auto& threads = m_trace.event().threads;
        return threads.empty() ? 0 : threads.front().givenFrames->size();
    }

    bool isFrameOfError(std::size_t index, std::string_view line)
    {
        if (index >= framesOfError())
            return false;
        const auto& carried = m_trace.event().threads.front().givenFrames->at(index).carried;
        const auto place = [](std::string_view text) {
            return trimAscii(text.substr(std::min(text.find("0x"), text.size())));
        };
        return carried && place(carried->text) == place(line);
    }

    /// Further lines of an error: "Access not within mapped region at address 0x8".
    void takeMore(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.until(" at address ")) {
            if (const auto address = scanner.prefixedHex())
                m_trace.setAddress(*address);
        }
        constexpr std::size_t kMaxDetailBytes = 4096;
        if (auto& details = m_trace.crash().details; details.size() < kMaxDetailBytes)
            details += concat(details.empty() ? "" : "\n", toValidUtf8(text));
    }

    void takeAddress(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("Address "))
            return;
        if (const auto address = scanner.prefixedHex(); address && !m_trace.crash().addressKnown)
            m_trace.setAddress(*address);
        if (auto& crash = m_trace.crash(); crash.details.empty())
            crash.details = toValidUtf8(text);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackRole m_role = StackRole::Error;
    std::string m_heading;
    bool m_hasHeading = false;
    std::optional<std::uint64_t> m_thread;
};

/// An error's heading over its first frame, with at most a few lines between them.
bool beginsValgrind(const LineCursor& at)
{
    const auto line = parseValgrind(at.line().text);
    if (!line || trimAscii(line->text).empty() || parseValgrindFrame(line->text))
        return false;
    constexpr int kHeadLines = 4;
    auto ahead = at;
    for (int i = 0; i < kHeadLines; ++i) {
        ahead.next();
        const auto next = ahead.atEnd() ? std::nullopt : parseValgrind(ahead.line().text);
        if (!next || trimAscii(next->text).empty())
            return false;
        if (parseValgrindFrame(next->text))
            return true;
    }
    return false;
}

void readValgrind(LineCursor& at, TraceBuilder& trace)
{
    ValgrindReader(at, trace).read();
}

} // namespace

const TraceForm kValgrindForm{
    .name = "error of Valgrind", .begins = beginsValgrind, .read = readValgrind};

} // namespace faultline::nativetext

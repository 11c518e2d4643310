// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxMessageBytes = 4096;
constexpr int kHeadLines = 40; ///< Between the panic and its backtrace.

/// "thread 'main' panicked at src/main.rs:4:5:" with the message in the next line, and "thread
/// 'main' panicked at 'message', src/main.rs:4:5" before Rust 1.73. Since 1.91 the thread's number
/// follows its name.
struct PanicLine
{
    std::string_view thread;
    std::string_view message; ///< Empty when it follows.
    std::string_view place;
};

std::optional<PanicLine> parsePanic(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.until("thread '"))
        return std::nullopt;
    const auto thread = scanner.until("'");
    if (!thread || !scanner.until(" panicked at "))
        return std::nullopt;
    PanicLine panic{.thread = *thread, .message = {}, .place = scanner.rest()};
    if (!scanner.take("'"))
        return panic;
    const auto text = scanner.rest();
    const auto end = text.rfind("', ");
    panic.message = text.substr(0, std::min(end, text.size()));
    panic.place = end == std::string_view::npos ? std::string_view() : text.substr(end + 3);
    return panic;
}

/// Takes "(0x55d0)" from the end of a name.
std::string_view withoutAddress(std::string_view name)
{
    const auto group = lastGroup(name);
    const auto isAddress = group && group->inside.starts_with("0x") && parseNumber(group->inside);
    return isAddress ? group->before : name;
}

/// "   3: core::panicking::panic", "   3:     0x55d0 - core::panicking::panic::h01" and, before
/// Rust 1.46, "   3: 0x55d0 - name (0x55d0)".
std::optional<FrameText> parseRustFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!line.starts_with(' ') || !frame.number || !scanner.take(":"))
        return std::nullopt;
    frame.address = scanner.blanks().prefixedHex();
    if (frame.address)
        scanner.blanks().take("- ");
    frame.function = withoutAddress(trimAscii(scanner.rest()));
    if (frame.function == "<unknown>")
        frame.function = {};
    if (frame.function.empty() && !frame.address)
        return std::nullopt;
    return frame;
}

/// "             at /rustc/90b35a6/library/core/src/panicking.rs:67:14".
bool isPlaceLine(std::string_view line)
{
    return line.starts_with("  ") && trimAscii(line).starts_with("at ");
}

class RustReader
{
public:
    RustReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
        m_trace.crash().reason = "panic";
    }

    void read()
    {
        m_at.followWriter();
        readHead();
        while (!m_at.atEnd() && readFrame()) {
        }
        m_at.followAll();
    }

private:
    void readHead()
    {
        std::string message;
        for (int i = 0; i < m_at.patience(kHeadLines) && !m_at.atEnd(); ++i, m_at.next()) {
            const auto text = m_at.line().text;
            if (trimAscii(text) == "stack backtrace:") {
                m_at.next();
                break;
            }
            if (const auto panic = parsePanic(text))
                takePanic(*panic, message);
            else if (!text.starts_with("note: ") && message.size() < kMaxMessageBytes)
                message += concat(message.empty() ? "" : "\n", toValidUtf8(text));
        }
        m_trace.crash().assertion = toValidUtf8(trimAscii(message));
        auto& stack = m_trace.beginStack(StackRole::Error);
        if (!m_thread.empty())
            stack.name = toValidUtf8(m_thread);
    }

    void takePanic(const PanicLine& panic, std::string& message)
    {
        m_thread = panic.thread;
        message = toValidUtf8(panic.message.substr(0, kMaxMessageBytes));
        m_trace.detail("place", panic.place.substr(0, panic.place.find_last_not_of(':') + 1));
    }

    bool readFrame()
    {
        const auto line = m_at.line();
        auto frame = parseRustFrame(line.text);
        if (!frame)
            return takeOmitted(line.text);
        m_at.next();
        if (!m_at.atEnd() && isPlaceLine(m_at.line().text)) {
            setSourcePlace(*frame, trimAscii(m_at.line().text).substr(3));
            m_at.next();
        }
        m_trace.add(*frame, line);
        return true;
    }

    /// "      [... omitted 13 frames ...]"
    bool takeOmitted(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.blanks().take("[... omitted "))
            return false;
        m_trace.leaveOut(scanner.decimal());
        m_at.next();
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_thread;
};

bool beginsRust(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    if (text == "stack backtrace:") {
        auto ahead = at;
        ahead.next();
        return !ahead.atEnd() && parseRustFrame(ahead.line().text).has_value();
    }
    if (!parsePanic(text))
        return false;
    auto ahead = at;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (trimAscii(ahead.line().text) == "stack backtrace:")
            return true;
    }
    return false;
}

void readRust(LineCursor& at, TraceBuilder& trace)
{
    RustReader(at, trace).read();
}

} // namespace

const TraceForm kRustForm{.name = "panic of Rust", .begins = beginsRust, .read = readRust};

} // namespace faultline::nativetext

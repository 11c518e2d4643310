// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"

#include <string>
#include <vector>

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

/// Version 0 of Rust's mangling ends the name of each crate with a hash of the toolchain:
/// "std[e28293b1aa0f68bd]::io::Write" is "std::io::Write".
std::string withoutCrateHashes(std::string_view name)
{
    constexpr std::size_t kMaxDigits = 16;
    std::string out;
    while (!name.empty()) {
        const auto open = name.find('[');
        out += name.substr(0, open);
        name.remove_prefix(std::min(open, name.size()));
        const auto end = name.find_first_not_of("0123456789abcdef", 1);
        const bool isHash = end != std::string_view::npos && end > 1 && end <= kMaxDigits + 1 &&
                            name.substr(end).starts_with("]::");
        if (!isHash)
            out += name.substr(0, 1);
        name.remove_prefix(std::min(isHash ? end + 1 : 1, name.size()));
    }
    return out;
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

/// What stands right above the frames: of a panic, of anyhow's errors and of color-eyre's.
bool isStackHead(std::string_view line)
{
    const auto text = trimAscii(line);
    return text == "stack backtrace:" || text == "Stack backtrace:" || has(text, "━ BACKTRACE ━");
}

constexpr std::string_view kErrorHead = "Error: "; ///< What main() returned.

/// Between an error and its backtrace stand its causes, which are indented, and few headings.
bool isOfError(std::string_view line)
{
    return line.empty() || line.starts_with("  ") || line == "Caused by:" || line == "Location:" ||
           line.starts_with("Backtrace omitted") || isStackHead(line);
}

/// "failed to read config" in "   0: failed to read config", which color-eyre numbers.
std::string_view withoutNumber(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    const auto whole = scanner.rest();
    return scanner.decimal() && scanner.take(": ") ? scanner.rest() : whole;
}

class RustReader
{
public:
    RustReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_isError = trimAscii(at.line().text).starts_with(trimAscii(kErrorHead)) ||
                    trimAscii(at.line().text) == "Stack backtrace:";
        m_trace.crash().present = true;
        m_trace.crash().reason = m_isError ? "" : "panic";
    }

    void read()
    {
        m_at.followWriter();
        if (m_isError)
            readError();
        else
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
            if (takeStackHead(text))
                break;
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

    bool takeStackHead(std::string_view text)
    {
        if (!isStackHead(text))
            return false;
        m_firstNumber = has(text, "BACKTRACE") ? 1 : 0;
        m_at.next();
        return true;
    }

    /// "Error: message" with its causes below.
    void readError()
    {
        std::vector<std::string> messages;
        for (int i = 0; i < m_at.patience(kHeadLines) && !m_at.atEnd(); ++i, m_at.next()) {
            const auto line = m_at.line().text;
            if (takeStackHead(line))
                break;
            const auto isFirst = i == 0 && line.starts_with(kErrorHead);
            const auto text = isFirst ? line.substr(kErrorHead.size()) : withoutNumber(line);
            if (m_isLocation && !text.empty())
                m_trace.detail("place", text);
            else if (line.starts_with("  ") || isFirst)
                messages.push_back(toValidUtf8(text.substr(0, kMaxMessageBytes)));
            m_isLocation = line == "Location:";
        }
        auto& crash = m_trace.crash();
        crash.present = !messages.empty();
        for (std::size_t i = 0; i < messages.size(); ++i) {
            if (i == 0)
                crash.reason = messages[i];
            else
                crash.details += concat(i == 1 ? "" : "\n", "caused by: ", messages[i]);
        }
        m_trace.beginStack(StackRole::Error);
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
        if (*frame->number < m_firstNumber)
            return false;
        *frame->number -= m_firstNumber;
        m_at.next();
        if (!m_at.atEnd() && isPlaceLine(m_at.line().text)) {
            setSourcePlace(*frame, trimAscii(m_at.line().text).substr(3));
            m_at.next();
        }
        const auto name = withoutCrateHashes(frame->function);
        frame->function = name;
        m_trace.add(*frame, line);
        return true;
    }

    /// "      [... omitted 13 frames ...]". Those that color-eyre hides, "⋮ 7 frames hidden ⋮", are
    /// missing in the numbers too.
    bool takeOmitted(std::string_view text)
    {
        LineScanner scanner(text);
        if (has(text, " hidden ⋮")) {
            m_at.next();
            return true;
        }
        if (!scanner.blanks().take("[... omitted "))
            return false;
        m_trace.leaveOut(scanner.decimal());
        m_at.next();
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_thread;
    std::uint64_t m_firstNumber = 0; ///< color-eyre counts from 1.
    bool m_isError = false;          ///< One that main() returned, no panic.
    bool m_isLocation = false;
};

bool hasFrameBelow(LineCursor at)
{
    at.next();
    if (!at.atEnd() && has(at.line().text, " hidden ⋮"))
        at.next();
    return !at.atEnd() && parseRustFrame(at.line().text).has_value();
}

/// color-eyre's "Error:" has the message in the next line.
bool beginsError(const LineCursor& at)
{
    if (!at.line().text.starts_with(trimAscii(kErrorHead)))
        return false;
    auto ahead = at;
    ahead.next();
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (!isOfError(ahead.line().text))
            return false;
        if (isStackHead(ahead.line().text))
            return hasFrameBelow(ahead);
    }
    return false;
}

bool beginsRust(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    if (isStackHead(text))
        return hasFrameBelow(at);
    if (!parsePanic(text))
        return beginsError(at);
    auto ahead = at;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (isStackHead(ahead.line().text))
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

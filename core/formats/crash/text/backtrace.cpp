// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/linux_signals.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "./app(main+0x1f) [0x4008a5]", "/lib/x.so(+0x12) [0x7f]", "./app() [0x40]":
/// backtrace_symbols(3), perhaps with a number before it.
std::optional<FrameText> parseSymbolsFrame(std::string_view line)
{
    auto text = trimAscii(line);
    if (!text.ends_with(']'))
        return std::nullopt;
    const auto open = text.rfind('[');
    if (open == std::string_view::npos)
        return std::nullopt;
    FrameText frame;
    LineScanner inside(text.substr(open + 1));
    frame.address = inside.prefixedHex();
    if (!frame.address || inside.rest() != "]")
        return std::nullopt;
    const auto head = trimAscii(text.substr(0, open));
    const auto group = lastGroup(head);
    if (!group || group->before.empty())
        return std::nullopt;
    const auto blank = group->before.rfind(' ');
    const auto module =
        blank == std::string_view::npos ? group->before : group->before.substr(blank + 1);
    // "25 main + 120 (Demo + 16256) [0x100003f80]" of a sample of macOS is something else.
    if (head[group->before.size()] == ' ' && !has(module, "/"))
        return std::nullopt;
    const auto place = group->inside;
    if (place.starts_with("+0x")) {
        frame.moduleOffset = parseNumber(place.substr(1));
    } else if (!place.empty()) {
        setFunctionPlace(frame, place);
        if (!frame.functionOffset)
            return std::nullopt;
    } else if (!has(module, "/")) {
        return std::nullopt;
    }
    frame.module = module;
    return frame;
}

/// "    @     0x7f2a name" and "    @ 0x4008a5 (unknown)": glog and Abseil.
std::optional<FrameText> parseGlogFrame(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks().take("PC: ");
    if (!scanner.take("@"))
        return std::nullopt;
    FrameText frame;
    frame.address = scanner.blanks().prefixedHex();
    if (!frame.address)
        return std::nullopt;
    auto text = scanner.blanks().rest();
    if (LineScanner size(text); size.decimal() && size.rest().starts_with("  "))
        text = size.blanks().rest();
    if (text != "(unknown)")
        frame.function = text;
    return frame;
}

/// " 0# bounds() const at /src/node.cpp:31", " 1# layout(int) in ./viewer", " 2# 0x000055D0C0E12CD1
/// in ./viewer": Boost.Stacktrace and std::stacktrace.
std::optional<FrameText> parseBoostFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!frame.number || !scanner.take("# "))
        return std::nullopt;
    auto text = trimAscii(scanner.rest());
    if (const auto at = text.rfind(" at "); at != std::string_view::npos) {
        setSourcePlace(frame, text.substr(at + 4));
        text = text.substr(0, at);
    } else if (const auto in = text.rfind(" in "); in != std::string_view::npos) {
        frame.module = text.substr(in + 4);
        text = text.substr(0, in);
    }
    frame.address = LineScanner(text).prefixedHex();
    if (!frame.address)
        frame.function = trimAscii(text);
    return frame.line != 0 || !frame.module.empty() || frame.address ? std::optional(frame)
                                                                     : std::nullopt;
}

/// "[1] /lib/libc.so.6(+0x42520) [0x7f2c31c0a520] (??:0)" and "[2] Node::bounds()
/// (/src/node.cpp:31)": Godot's handler, which ran addr2line.
std::optional<FrameText> parseGodotFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("["))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number || *number == 0 || !scanner.take("] "))
        return std::nullopt;
    const auto group = lastGroup(trimAscii(scanner.rest()));
    if (!group || group->before.empty() || !has(group->inside, ":"))
        return std::nullopt;
    FrameText frame;
    if (const auto raw = parseSymbolsFrame(group->before))
        frame = *raw;
    else if (!group->before.ends_with(')'))
        return std::nullopt;
    else
        frame.function = group->before;
    frame.number = *number - 1; // Godot leaves out itself and counts from 1.
    if (group->inside != "??:0" && group->inside != "??:?")
        setSourcePlace(frame, group->inside);
    return frame;
}

std::optional<FrameText> parseFrame(std::string_view line)
{
    if (const auto frame = parseGlogFrame(line))
        return frame;
    if (const auto frame = parseGodotFrame(line))
        return frame;
    const auto frame = parseBoostFrame(line);
    return frame ? frame : parseSymbolsFrame(line);
}

constexpr std::string_view kGodotHead = "handle_crash: Program crashed with signal ";

class BacktraceReader
{
public:
    BacktraceReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_at.followWriter();
        constexpr int kMaxGap = 5;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (m_trace.frameCount() > 0 && isHead(text) && !has(text, "stack trace:"))
                break;
            lines.next(take(text));
        }
        m_at.followAll();
    }

    static bool isHead(std::string_view text)
    {
        return text.starts_with("*** Aborted at ") || text.starts_with("*** Check failure stack") ||
               text.starts_with("*** SIG") || parseReceivedSignal(text) ||
               text.starts_with("======= Backtrace: ") || text.starts_with("*** Error in ") ||
               text.starts_with("*** stack smashing") || has(text, kGodotHead);
    }

private:
    bool take(std::string_view text)
    {
        const auto frame = parseFrame(text);
        if (!frame)
            return takeHead(text);
        // Before its stack, glog prints where the program was.
        if (trimAscii(text).starts_with("PC: "))
            m_trace.detail("position", text);
        else
            addFrame(*frame);
        return true;
    }

    void addFrame(const FrameText& frame)
    {
        if (!m_trace.hasStack())
            m_trace.beginStack(StackRole::Error).id = m_thread;
        m_trace.add(frame, m_at.line());
    }

    /// "*** SIGSEGV (@0x0) received by PID 12 (TID 0x7f) from PID 0; stack trace: ***".
    bool takeHead(std::string_view text)
    {
        if (!isHead(text))
            return false;
        if (const auto signal = parseReceivedSignal(text))
            setReceivedSignal(m_trace, *signal);
        if (LineScanner number(text); number.until(kGodotHead)) {
            if (const auto signal = number.decimal())
                m_trace.setSignalNumber(*signal, {}, {});
        }
        LineScanner scanner(text);
        scanner.take("*** ");
        const auto name = LineScanner(scanner.rest()).word();
        if (crash::linuxSignalNumber(name)) {
            m_trace.setSignal(name, {});
            takeNumbers(text);
        } else if (text.starts_with("*** Error in ") || text.starts_with("*** stack")) {
            m_trace.crash().present = true;
            m_trace.crash().assertion = toValidUtf8(trimAscii(scanner.rest()));
        }
        m_trace.detail("head", text);
        return true;
    }

    void takeNumbers(std::string_view text)
    {
        if (LineScanner address(text); address.until("(@")) {
            if (const auto value = address.hex())
                m_trace.setAddress(*value);
        }
        if (LineScanner process(text); process.until("by PID ")) {
            if (const auto id = process.decimal(); id && *id <= UINT32_MAX)
                m_trace.process().id = static_cast<std::uint32_t>(*id);
        }
        if (LineScanner thread(text); thread.until("(TID "))
            m_thread = thread.prefixedHex();
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::optional<std::uint64_t> m_thread;
};

/// Two frames below each other are a stack; a single line may be anything.
bool beginsBacktrace(const LineCursor& at)
{
    const auto text = at.line().text;
    if (BacktraceReader::isHead(text))
        return true;
    if (!parseFrame(text))
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && parseFrame(ahead.line().text).has_value();
}

void readBacktrace(LineCursor& at, TraceBuilder& trace)
{
    BacktraceReader(at, trace).read();
}

} // namespace

const TraceForm kBacktraceForm{
    .name = "stack of backtrace_symbols or glog", .begins = beginsBacktrace, .read = readBacktrace};

} // namespace faultline::nativetext

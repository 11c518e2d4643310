// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/linux_signals.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/interrupted.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>
#include <vector>

namespace faultline::nativetext {

namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Where a path begins in "25: /lib/x.so", which has words before it.
std::size_t pathBegin(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); i = std::min(text.find(' ', i), text.size()) + 1) {
        const auto rest = text.substr(i);
        if (rest.starts_with('/') || rest.starts_with("./") || rest.starts_with("../"))
            return i;
    }
    return npos;
}

/// Servers write what they do over their names: "postgres: user db [local] SELECT" and
/// "/usr/bin/redis-server *:6379". Words of a path have no such signs.
std::string_view moduleIn(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kTitles{
        "postgres: ", "nginx: ", "sshd: ", "php-fpm: "};
    for (const auto title : kTitles) {
        if (text.starts_with(title))
            return title.substr(0, title.size() - 2);
    }
    const auto path = pathBegin(text);
    if (path == npos)
        return text.substr(text.rfind(' ') + 1);
    text.remove_prefix(path);
    const auto blank = text.find(' ');
    if (blank == npos)
        return text;
    const auto second = text.substr(blank + 1);
    const bool isTitle = second.starts_with('-') || second.starts_with('[') ||
                         second.substr(0, second.find(' ')).find_first_of(":*") != npos;
    return isTitle ? text.substr(0, blank) : text;
}

/// "./app[0x40118a]": glibc leaves the brackets out where a program that is loaded at its own
/// addresses has no name for one.
std::optional<FrameText> parseNamelessFrame(std::string_view text)
{
    const auto open = text.rfind('[');
    if (open == npos || open == 0 || text[open - 1] == ' ' || !text.ends_with(']'))
        return std::nullopt;
    LineScanner inside(text.substr(open + 1));
    FrameText frame{.module = text.substr(0, open), .address = inside.prefixedHex()};
    if (!frame.address || inside.rest() != "]" || frame.module.ends_with(')'))
        return std::nullopt;
    return frame;
}

/// The same of a program that was found by its name alone, which other words may look like.
std::optional<FrameText> parseNamelessProgram(std::string_view line)
{
    const auto frame = parseNamelessFrame(trimAscii(line));
    const bool isWord = frame && frame->module.find_first_of(" ()[]<>,;=\"'") == npos;
    return isWord ? frame : std::nullopt;
}

/// "./app(main+0x1f) [0x4008a5]", "/lib/x.so(+0x12) [0x7f]", "./app() [0x40]":
/// backtrace_symbols(3), perhaps with a number before it.
std::optional<FrameText> parseSymbolsFrame(std::string_view line)
{
    auto text = trimAscii(line);
    if (!text.ends_with(']'))
        return std::nullopt;
    if (const auto frame = parseNamelessFrame(text); frame && pathBegin(frame->module) == 0)
        return frame;
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
    const auto module = moduleIn(group->before);
    // "25 main + 120 (Demo + 16256) [0x100003f80]" of a sample of macOS is something else. X.Org
    // writes "?" for an unknown module.
    if (head[group->before.size()] == ' ' && !has(module, "/") && module != "?")
        return std::nullopt;
    const auto place = group->inside;
    if (place.starts_with("+0x")) {
        frame.moduleOffset = parseNumber(place.substr(1));
    } else if (!place.empty()) {
        setFunctionPlace(frame, place);
        if (!frame.functionOffset)
            return std::nullopt;
    } else if (!has(module, "/")) {
        // "tree::Node::layout() [0x13d6753]": Chromium's of Linux, which found the name itself.
        if (!has(group->before, "::") || has(group->before, " "))
            return std::nullopt;
        return FrameText{.function = head, .address = frame.address};
    }
    if (module != "?" || !place.starts_with("?+"))
        frame.module = module;
    else // What X.Org writes of an address outside of every module.
        frame = FrameText{.address = frame.address};
    return frame;
}

constexpr std::string_view kUnknown = "(unknown)";

/// "0x7f2a"; folly writes "0000000000007f2a".
std::optional<std::uint64_t> parseGlogAddress(LineScanner& scanner)
{
    constexpr std::size_t kDigits = 16;
    if (const auto address = scanner.prefixedHex())
        return address;
    return LineScanner(scanner).word().size() == kDigits ? scanner.hex() : std::nullopt;
}

/// "    @     0x7f2a name" and "    @ 0x4008a5 (unknown)": glog, Abseil and folly.
std::optional<FrameText> parseGlogFrame(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks().take("PC: ");
    if (!scanner.take("@"))
        return std::nullopt;
    FrameText frame;
    frame.address = parseGlogAddress(scanner.blanks());
    if (!frame.address)
        return std::nullopt;
    auto text = scanner.blanks().rest();
    LineScanner size(text); // Of the frame; Abseil.
    if ((size.decimal() || size.take(kUnknown)) && size.rest().starts_with("  "))
        text = size.blanks().rest();
    if (text != kUnknown && text != "(not found)")
        frame.function = text;
    return frame;
}

/// "                       ./folly/Signal.cpp:449": below a frame of folly, its place.
bool takeFollyPlace(FrameText& frame, std::string_view line)
{
    constexpr std::size_t kIndent = 23;
    if (line.size() <= kIndent || line.find_first_not_of(' ') != kIndent)
        return false;
    FrameText place;
    setSourcePlace(place, line.substr(kIndent));
    if (place.line == 0)
        return false;
    frame.file = place.file;
    frame.line = place.line;
    return true;
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

/// The server of X.Org marks its lines: "(EE) 1: /lib64/libc.so.6 (abort+0x0) [0x7f2b]".
constexpr std::string_view kXorgMark = "(EE)";

std::string_view withoutXorgMark(std::string_view line)
{
    return trimAscii(line.starts_with(kXorgMark) ? line.substr(kXorgMark.size()) : line);
}

std::optional<FrameText> parseFrame(std::string_view line)
{
    if (line.starts_with(kXorgMark))
        return parseSymbolsFrame(withoutXorgMark(line));
    if (const auto frame = parseGlogFrame(line))
        return frame;
    if (const auto frame = parseGodotFrame(line))
        return frame;
    const auto frame = parseBoostFrame(line);
    return frame ? frame : parseSymbolsFrame(line);
}

constexpr std::string_view kV8Head = "==== C stack trace ====";

/// "[0x7f6b13882bf1]": a frame of V8 without symbols.
std::optional<FrameText> parseBareFrame(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    if (!scanner.take("["))
        return std::nullopt;
    const FrameText frame{.address = scanner.prefixedHex()};
    return frame.address && scanner.rest() == "]" ? std::optional(frame) : std::nullopt;
}

constexpr std::string_view kGodotHead = "handle_crash: Program crashed with signal ";

constexpr int kMaxServerLines = 60; ///< Between the words of a server and its stack.

/// "12:00:00 UTC - mysqld got signal 11 ;", "Redis 7.0.0 crashed by signal: 11, si_code: 1" and
/// "Caught signal 11", as servers and handlers of programs write it.
std::optional<std::uint64_t> signalOfServer(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kWords{
        " got signal ", " crashed by signal: ", "Caught signal ", "caught signal "};
    if (text.starts_with(kXorgMark)) // It says so below its stack.
        return std::nullopt;
    for (const auto words : kWords) {
        LineScanner scanner(text);
        if (!scanner.until(words))
            continue;
        const auto number = scanner.decimal();
        constexpr std::uint64_t kMaxSignal = 64;
        if (number && *number > 0 && *number <= kMaxSignal)
            return number;
    }
    return std::nullopt;
}

class BacktraceReader
{
public:
    BacktraceReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_at.followWriter();
        constexpr int kMaxGap = 5;
        const bool isOfServer = signalOfServer(m_at.line().text).has_value();
        for (TraceLines lines(m_at, m_trace, isOfServer ? kMaxServerLines : kMaxGap);
             !lines.areOver();) {
            const auto text = m_at.line().text;
            if (hasFrames() &&
                (lines.gap() > kMaxGap || (isHead(text) && !has(text, "stack trace:"))))
                break;
            lines.next(take(text));
        }
        m_at.followAll();
        flush();
        markInterrupted(m_trace.event(),
                        m_trace.crash().code != 0 ? IsOfSignal::Yes : IsOfSignal::No);
    }

    static bool isHead(std::string_view text)
    {
        return text.starts_with("*** Aborted at ") || text.starts_with("*** Check failure stack") ||
               text.starts_with("*** SIG") || text.starts_with("*** Signal ") ||
               parseReceivedSignal(text) || text.starts_with("======= Backtrace: ") ||
               text.starts_with("*** Error in ") || text.starts_with("*** stack smashing") ||
               text.starts_with(kV8Head) || has(text, kGodotHead) || signalOfServer(text);
    }

private:
    bool hasFrames() const { return m_trace.frameCount() > 0 || !m_above.empty(); }

    bool take(std::string_view text)
    {
        if (text.starts_with(kXorgMark) && takeXorg(withoutXorgMark(text)))
            return true;
        auto frame = parseFrame(text);
        if (!frame && m_isOfV8)
            frame = parseBareFrame(text);
        if (!frame && (hasFrames() || isNext(m_at, parseFrame)))
            frame = parseNamelessProgram(text);
        if (!frame)
            return takeMore(text) || takeHead(text) || takeFault(text);
        const auto line = m_at.line();
        if (trimAscii(text).starts_with("PC: ") || m_isPosition) {
            m_isPosition = false;
            takePosition(*frame, line);
            return true;
        }
        auto ahead = m_at;
        ahead.next();
        if (!ahead.atEnd() && takeFollyPlace(*frame, ahead.line().text))
            m_at = ahead;
        addFrame(*frame, line);
        return true;
    }

    /// What Redis says above its stack: where the signal came, and "Accessing address: 0x10".
    bool takeFault(std::string_view text)
    {
        if (text == "EIP:") {
            m_isPosition = true;
            return true;
        }
        LineScanner fault(text);
        if (!fault.until("Accessing address: "))
            return false;
        const auto address = fault.prefixedHex();
        if (address)
            m_trace.setAddress(*address);
        return address.has_value();
    }

    /// "    @ ... and at least 1 more frames"
    bool takeMore(std::string_view text)
    {
        LineScanner scanner(trimAscii(text));
        if (!scanner.take("@ ... and at least "))
            return false;
        m_trace.leaveOut({});
        return true;
    }

    /// Where the program was when the signal came. The frames above it, if it is in the stack too,
    /// are those of the signal's handler. An unknown place is 0.
    void takePosition(const FrameText& frame, const Line& line)
    {
        m_trace.detail("position", line.text);
        if (frame.address != 0U && !hasFrames() && !m_position)
            m_position = AddedFrame{frame, line};
    }

    void addFrame(const FrameText& frame, const Line& line)
    {
        constexpr std::size_t kMaxHandlerFrames = 32;
        if (m_position && m_position->frame.address == frame.address) {
            if (!m_above.empty())
                m_trace.detail("frames of the signal's handler", concat(m_above.size()));
            m_above.clear();
            m_position.reset();
        } else if (m_position && m_above.size() < kMaxHandlerFrames) {
            m_above.push_back({frame, line});
            return;
        }
        flush();
        addNow({frame, line});
    }

    void flush()
    {
        if (m_position)
            addNow(*m_position);
        for (const auto& each : m_above)
            addNow(each);
        m_position.reset();
        m_above.clear();
    }

    struct AddedFrame
    {
        FrameText frame;
        Line line;
    };

    void addNow(const AddedFrame& added)
    {
        if (!m_trace.hasStack())
            m_trace.beginStack(StackRole::Error).id = m_thread;
        m_trace.add(added.frame, added.line);
    }

    /// What X.Org says after its stack: "Segmentation fault at address 0x7f61d93f6160", "Received
    /// signal 11 sent by process 4025, uid 0", "Caught signal 11 (Segmentation fault). Server
    /// aborting".
    bool takeXorg(std::string_view text)
    {
        if (const auto signal = parseReceivedSignal(text))
            setReceivedSignal(m_trace, *signal);
        LineScanner caught(text);
        if (caught.take("Caught signal ")) {
            if (const auto number = caught.decimal())
                m_trace.setSignalNumber(*number, {}, {});
            return true;
        }
        LineScanner fault(text);
        if (fault.until(" at address 0x")) {
            if (const auto address = fault.hex())
                m_trace.setAddress(*address);
            return true;
        }
        return text.empty() || text == "Backtrace:" || text.starts_with("Received signal ");
    }

    /// "*** SIGSEGV (@0x0) received by PID 12 (TID 0x7f) from PID 0; stack trace: ***".
    bool takeHead(std::string_view text)
    {
        if (!isHead(text))
            return false;
        m_isOfV8 = m_isOfV8 || text.starts_with(kV8Head);
        if (const auto signal = parseReceivedSignal(text))
            setReceivedSignal(m_trace, *signal);
        if (const auto signal = signalOfServer(text))
            m_trace.setSignalNumber(*signal, {}, {});
        if (LineScanner number(text); number.until(kGodotHead)) {
            if (const auto signal = number.decimal())
                m_trace.setSignalNumber(*signal, {}, {});
        }
        LineScanner scanner(text);
        scanner.take("*** ");
        auto name = LineScanner(scanner.rest()).word();
        if (name == "Signal") // folly: "*** Signal 11 (SIGSEGV) (0x0) received by PID 12".
            name = between(text, "(", ")").value_or(std::string_view());
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
        for (const auto mark : {"(@", ") (0x"}) {
            LineScanner address(text);
            if (const auto value = address.until(mark) ? address.hex() : std::nullopt)
                m_trace.setAddress(*value);
        }
        if (LineScanner process(text); process.until("by PID ")) {
            if (const auto id = process.decimal(); id && *id <= UINT32_MAX)
                m_trace.process().id = static_cast<std::uint32_t>(*id);
        }
        if (LineScanner thread(text); thread.until("(TID "))
            m_thread = thread.prefixedHex();
        if (LineScanner thread(text); thread.until("(linux TID "))
            m_thread = thread.decimal();
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_isOfV8 = false;
    bool m_isPosition = false; ///< The next frame is where the signal came.
    std::optional<std::uint64_t> m_thread;
    std::optional<AddedFrame> m_position; ///< Where the signal came, until a frame shows it.
    std::vector<AddedFrame> m_above;      ///< Frames before that.
};

/// Two frames below each other are a stack; a single line may be anything.
bool beginsBacktrace(const LineCursor& at)
{
    const auto text = at.line().text;
    if (BacktraceReader::isHead(text))
        return true;
    return (parseFrame(text) || parseNamelessProgram(text)) && isNext(at, parseFrame);
}

void readBacktrace(LineCursor& at, TraceBuilder& trace)
{
    BacktraceReader(at, trace).read();
}

} // namespace

const TraceForm kBacktraceForm{.name = "stack of backtrace_symbols or glog",
                               .begins = beginsBacktrace,
                               .read = readBacktrace,
                               .takesMessage = true};

} // namespace faultline::nativetext

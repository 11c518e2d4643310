// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/kernel_lines.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <utility>

namespace faultline::nativetext {

namespace {

/// "#5 0xffffffff82a1c1d5 at foo_load+0x15": FreeBSD's KDB.
std::optional<FrameText> parseKdbFrame(std::string_view line)
{
    const auto numbered = parseNumbered(line);
    if (!numbered)
        return std::nullopt;
    LineScanner scanner(numbered->rest);
    FrameText frame{.number = numbered->number, .address = scanner.prefixedHex()};
    if (!frame.address || !scanner.take(" at "))
        return std::nullopt;
    setFunctionPlace(frame, scanner.rest());
    frame.module = "kernel";
    const bool isName = frame.function.find_first_of("/ ") == std::string_view::npos;
    return frame.functionOffset && isName ? std::optional(frame) : std::nullopt;
}

/// Takes "netbsd:pipe_read+0x51": the file, if it is there, the name and the offset.
bool takeSymbol(FrameText& frame, LineScanner& scanner)
{
    auto word = scanner.rest().substr(0, scanner.rest().find_first_of(" \t/:,"));
    if (word == "netbsd" && scanner.take("netbsd:")) {
        frame.module = "netbsd";
        word = scanner.rest().substr(0, scanner.rest().find_first_of(" \t/:,"));
    } else {
        frame.module = "kernel";
    }
    setFunctionPlace(frame, word);
    scanner.take(word);
    return frame.functionOffset.has_value();
}

/// "pipe_read(fffffd80,1) at pipe_read+0x51", followed by "/frame 0xfffffe00" (FreeBSD) or by a
/// place that a script added: the debugger ddb of the BSDs.
std::optional<FrameText> parseDdbFrame(std::string_view line)
{
    LineScanner scanner(line);
    const auto call = scanner.until(") at ");
    if (!call || line.starts_with(' '))
        return std::nullopt;
    const auto name = call->substr(0, call->find('('));
    FrameText frame;
    if (name.size() == call->size() || !takeSymbol(frame, scanner) || frame.function != name)
        return std::nullopt;
    scanner.blanks();
    const bool isInlined = scanner.rest().ends_with("[inline]");
    if (isInlined) { // "pipe_read+0x51 pipe_lock sys/kern/pipe.c:12 [inline]".
        frame = FrameText{.function = scanner.word(), .isInlined = true};
        scanner.blanks();
    }
    setSourcePlace(frame, scanner.word());
    if (frame.line == 0)
        frame.file = {};
    return frame;
}

/// "Stopped at      db_enter+0x18:  addq    $0x8,%rsp": where the processor was.
std::optional<FrameText> parseDdbPosition(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Stopped ") || !scanner.until("at "))
        return std::nullopt;
    FrameText frame;
    scanner.blanks();
    return takeSymbol(frame, scanner) ? std::optional(frame) : std::nullopt;
}

/// "Fatal trap 12: page fault while in kernel mode" and "panic: page fault".
std::optional<std::string_view> parseBsdHead(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("panic: "))
        return scanner.rest();
    if (scanner.take("Fatal trap ") && scanner.decimal() && scanner.take(": "))
        return scanner.rest();
    const bool isFault = line.starts_with("uvm_fault(0x") || line.starts_with("kernel: ") ||
                         (line.starts_with("fatal ") && line.ends_with("supervisor mode"));
    return isFault ? std::optional(line.substr(line.starts_with("kernel: ") ? 8 : 0))
                   : std::nullopt;
}

/// The line without a prompt and the time of the kernel's log before it.
std::string_view bsdTextOf(std::string_view line)
{
    line = trimAscii(withoutKernelTime(line));
    constexpr std::string_view kPrompt = "login: ";
    const auto prompt = line.find(kPrompt);
    return prompt != std::string_view::npos && prompt <= kPrompt.size()
               ? trimAscii(line.substr(prompt + kPrompt.size()))
               : line;
}

constexpr std::string_view kKdbHead = "KDB: stack backtrace:";

class BsdPanicReader
{
public:
    BsdPanicReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.event().system.osName = "BSD";
        m_trace.crash().present = true;
    }

    void read()
    {
        constexpr int kMaxGap = 20;
        takeLines(
            m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); },
            [this] { return m_isOver; });
    }

private:
    bool take(const Line& line)
    {
        const auto text = bsdTextOf(line.text);
        if (takeFrame(text, line))
            return true;
        if (text.starts_with("--- ")) // "--- trap 0xc, rip = 0xffffffff8156d61a ---"
            return m_trace.hasStack();
        if (m_trace.framesOfStack() > 0 && m_hasCaller) {
            m_isOver = true;
            return false;
        }
        if (const auto words = parseBsdHead(text)) {
            takeHead(*words);
            return true;
        }
        LineScanner scanner(text);
        if (scanner.take("fault virtual address") && scanner.until("= ")) {
            if (const auto address = scanner.prefixedHex())
                m_trace.setAddress(*address);
            return true;
        }
        return takePosition(text, line) || takeAccess(text) || text == kKdbHead;
    }

    bool takeFrame(std::string_view text, const Line& line)
    {
        auto frame = parseKdbFrame(text);
        if (frame)
            m_trace.event().system.osName = "FreeBSD";
        else
            frame = parseDdbFrame(text);
        if (!frame)
            return false;
        if (frame->module == "netbsd")
            m_trace.event().system.osName = "NetBSD";
        addFrame(*frame, line);
        m_hasCaller = m_hasCaller || !m_isRepeated;
        return true;
    }

    bool takePosition(std::string_view text, const Line& line)
    {
        const auto frame = parseDdbPosition(text);
        if (!frame || m_trace.hasStack())
            return false;
        addFrame(*frame, line);
        return true;
    }

    /// The first caller's line repeats the position.
    void addFrame(const FrameText& frame, const Line& line)
    {
        if (!m_trace.hasStack())
            m_trace.beginStack(StackRole::Error);
        m_isRepeated = false;
        if (m_trace.framesOfStack() == 1 && !m_hasCaller && frame.functionOffset) {
            const auto& native = *m_trace.stack().givenFrames->back().asNative();
            m_isRepeated = !native.reported.empty() &&
                           native.reported.back().function == frame.function &&
                           native.reported.back().functionOffset == frame.functionOffset;
        }
        if (m_isRepeated)
            m_hasCaller = true;
        else
            m_trace.add(frame, line);
    }

    /// The trap says more than the panic that it leads to, and less than the words of a check.
    void takeHead(std::string_view words)
    {
        if (words.starts_with("uvm_fault(0x")) { // (map, address, fault type, access)
            LineScanner scanner(words);
            scanner.until(", ");
            if (const auto address = scanner.prefixedHex())
                m_trace.setAddress(*address);
        }
        if (!std::exchange(m_hasHead, true))
            m_trace.crash().reason = toValidUtf8(words);
        else
            m_trace.detail("kernel", words);
    }

    /// "fault code = supervisor read data  , page not present".
    bool takeAccess(std::string_view text)
    {
        if (!text.starts_with("fault code"))
            return false;
        const bool isWrite = has(text, " write ");
        if (isWrite || has(text, " read "))
            m_trace.crash().access = ReportedAccess{
                .kind = isWrite ? MemoryAccessKind::Write : MemoryAccessKind::Read, .sizeBytes = 0};
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_hasHead = false;
    bool m_hasCaller = false;  ///< A line of the stack itself came.
    bool m_isRepeated = false; ///< The last one says what is known.
    bool m_isOver = false;
};

bool isKdb(std::string_view line)
{
    const auto text = bsdTextOf(line);
    return text == kKdbHead || parseKdbFrame(text) || parseDdbFrame(text);
}

bool beginsBsdPanic(const LineCursor& at)
{
    constexpr int kNearLines = 30;
    const auto text = bsdTextOf(at.line().text);
    if (text == kKdbHead || parseKdbFrame(text))
        return true;
    const bool isStack = parseDdbFrame(text) && isNext(at, isKdb);
    return isStack ||
           ((parseBsdHead(text) || parseDdbPosition(text)) && isNear(at, kNearLines, isKdb));
}

void readBsdPanic(LineCursor& at, TraceBuilder& trace)
{
    BsdPanicReader(at, trace).read();
}

} // namespace

const TraceForm kBsdPanicForm{
    .name = "panic of a BSD", .begins = beginsBsdPanic, .read = readBsdPanic};

} // namespace faultline::nativetext

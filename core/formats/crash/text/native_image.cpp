// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <utility>

namespace faultline::nativetext {

namespace {

/// "[ [ SegfaultHandler caught a segfault in thread 0x00007f0a8c001080 ] ]", and
/// "SubstrateSegfaultHandler" before it.
bool isHead(std::string_view text)
{
    return text.starts_with("[ [ ") && has(text, "SegfaultHandler caught ");
}

bool isStackHead(std::string_view text)
{
    return text.starts_with("Stacktrace for the failing thread ") || text == "Stacktrace:" ||
           text.starts_with("Stack trace for the failing thread ");
}

/// "  A  SP 0x00007ffd0d1c2ac0 IP 0x0000000000405c1d size=32 com.example.Boom.crash(Boom.java:4)",
/// and "[image code]" instead of letter and size in old versions (oracle/graal, VMThreads and
/// StackFramePrintVisitor).
std::optional<FrameText> parseFrame(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    FrameText frame;
    if (!scanner.rest().starts_with("SP ")) {
        const auto kind = scanner.word();
        if (kind.size() != 1)
            return std::nullopt;
        frame.isInlined = kind == "i";
        scanner.blanks();
    }
    if (!scanner.take("SP ") || !scanner.prefixedHex() || !scanner.take(" IP "))
        return std::nullopt;
    frame.address = scanner.prefixedHex();
    if (!frame.address)
        return std::nullopt;
    scanner.blanks();
    if (scanner.take("size=")) {
        scanner.decimal();
        scanner.blanks();
    }
    if (scanner.take("[image code]"))
        scanner.blanks();
    const auto text = trimAscii(scanner.rest());
    const auto group = lastGroup(text);
    if (!group || group->before.empty()) {
        frame.function = text;
        return frame;
    }
    frame.function = group->before;
    setSourcePlace(frame, group->inside);
    return frame;
}

class NativeImageReader
{
public:
    NativeImageReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
        m_trace.detail("program", "native image of GraalVM");
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            // The next crash has a head of its own, whether this one has frames or not.
            if (isHead(m_at.line().text) && std::exchange(m_hasHead, true))
                break;
            lines.next(take(m_at.line()));
        }
    }

private:
    bool take(const Line& line)
    {
        const auto text = trimAscii(line.text);
        if (const auto frame = parseFrame(text)) {
            if (!m_isInStack)
                return false;
            if (!m_trace.hasStack())
                m_trace.beginStack(StackRole::Error).id = m_failed;
            // An inlined call names its own place.
            FrameText given = *frame;
            given.isInlined = frame->isInlined && frame->line == 0;
            m_trace.add(given, line);
            return true;
        }
        if (isStackHead(text)) {
            if (!isNext(m_at, parseFrame))
                return false;
            m_isInStack = true;
            if (m_trace.frameCount() > 0)
                m_trace.beginStack(StackRole::Thread).id = m_thread;
            return true;
        }
        return takeHead(text);
    }

    bool takeHead(std::string_view text)
    {
        LineScanner scanner(text);
        if (isHead(text)) {
            if (scanner.until(" in thread "))
                m_failed = scanner.prefixedHex();
            else if (scanner.until("caught signal "))
                takeSignal(scanner);
            return true;
        }
        if (scanner.take("siginfo: si_signo: ")) {
            takeSignal(scanner);
            if (scanner.until("si_addr: ")) {
                if (const auto address = scanner.prefixedHex())
                    m_trace.setAddress(*address);
            }
            return true;
        }
        if (scanner.take("Thread 0x")) {
            m_thread = scanner.hex();
            m_isInStack = false;
            return true;
        }
        return false;
    }

    void takeSignal(LineScanner& scanner)
    {
        if (const auto number = scanner.decimal())
            m_trace.setSignalNumber(*number, {}, {});
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::optional<std::uint64_t> m_failed;
    std::optional<std::uint64_t> m_thread;
    bool m_hasHead = false;
    bool m_isInStack = false;
};

bool beginsNativeImage(const LineCursor& at)
{
    return isHead(at.line().text) || (isStackHead(at.line().text) && isNext(at, parseFrame));
}

void readNativeImage(LineCursor& at, TraceBuilder& trace)
{
    NativeImageReader(at, trace).read();
}

} // namespace

const TraceForm kNativeImageForm{.name = "crash of a native image of GraalVM",
                                 .begins = beginsNativeImage,
                                 .read = readNativeImage};

} // namespace faultline::nativetext

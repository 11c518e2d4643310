// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kDumpHead = "********** Crash dump: **********";
constexpr std::string_view kDumpEnd = "Crash dump is completed";

/// "#01 0x00000000000204f4 /data/app/lib/arm64/libscene.so (BuildId: 9197)": ndk-stack, whose next
/// lines have the names and places.
std::optional<FrameText> parseNdkFrame(std::string_view line)
{
    const auto numbered = parseNumbered(line);
    if (!numbered)
        return std::nullopt;
    LineScanner scanner(numbered->rest);
    FrameText frame{.number = numbered->number};
    frame.moduleOffset = scanner.prefixedHex();
    if (!frame.moduleOffset || !scanner.take(" ") || !scanner.rest().starts_with('/'))
        return std::nullopt;
    auto rest = trimAscii(scanner.rest());
    while (const auto group = lastGroup(rest)) {
        LineScanner inside(group->inside);
        if (inside.take("BuildId: "))
            frame.buildId = inside.rest();
        else if (!inside.take("offset "))
            setFunctionPlace(frame, group->inside);
        rest = group->before;
    }
    frame.module = rest;
    return frame.module.empty() ? std::nullopt : std::optional(frame);
}

/// "  002a7ec9  uw_update_context    /src/unwind-dw2.c:1522:0" of AOSP's stack, where "v------>"
/// stands for a call that was inlined into the next line's.
std::optional<FrameText> parseStackPyFrame(std::string_view line)
{
    constexpr std::string_view kInlined = "v------>";
    LineScanner scanner(line);
    if (!scanner.take("  "))
        return std::nullopt;
    FrameText frame;
    frame.isInlined = scanner.blanks().take(kInlined);
    constexpr std::size_t kLeastDigits = 8;
    const auto before = scanner.rest().size();
    if (!frame.isInlined && (!scanner.hex() || before - scanner.rest().size() < kLeastDigits))
        return std::nullopt;
    if (!scanner.take("  "))
        return std::nullopt;
    const auto text = trimAscii(scanner.rest());
    const auto gap = text.rfind("  ");
    if (gap == std::string_view::npos)
        return std::nullopt;
    frame.function = trimAscii(text.substr(0, gap));
    const auto place = trimAscii(text.substr(gap));
    if (place.starts_with('/') && place.ends_with(".so"))
        frame.module = place;
    else
        setSourcePlace(frame, place);
    return frame.line != 0 || !frame.module.empty() || has(place, "/") ? std::optional(frame)
                                                                       : std::nullopt;
}

bool isStackPyHead(std::string_view text)
{
    LineScanner scanner(text);
    return scanner.blanks().take("RELADDR ") && scanner.blanks().take("FUNCTION ");
}

/// Is the line one of the two that follow a frame of ndk-stack? They stand far to the right.
bool isDetailLine(std::string_view line)
{
    constexpr std::size_t kIndent = 20;
    return line.size() > kIndent && line.find_first_not_of(' ') >= kIndent;
}

class SymbolizedReader
{
public:
    SymbolizedReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setAddressKind(AddressKind::Calls);
        m_trace.setPrintsInlinedCalls();
        m_trace.event().system.os = OsFamily::Android;
        m_trace.event().system.osName = "Android";
    }

    void read()
    {
        constexpr int kMaxGap = 8;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = trimAscii(m_at.line().text);
            if (m_trace.frameCount() > 0 && (text == kDumpHead || isStackPyHead(text)))
                break;
            lines.next(take(m_at.line()));
        }
    }

private:
    bool take(const Line& line)
    {
        if (const auto frame = parseNdkFrame(line.text)) {
            addNdkFrame(*frame, line);
            return true;
        }
        if (m_isTable) {
            if (const auto frame = parseStackPyFrame(line.text)) {
                add(*frame, line);
                return true;
            }
        }
        const auto text = trimAscii(line.text);
        m_isTable |= isStackPyHead(text);
        if (LineScanner scanner(text); scanner.take("Build fingerprint: "))
            m_trace.detail("Build fingerprint", scanner.rest());
        return isStackPyHead(text) || text == kDumpHead || text == kDumpEnd ||
               text == "Stack Trace:" || text.starts_with("Build fingerprint: ") ||
               text.starts_with("Abort message: ");
    }

    /// Each call at the frame's place has two lines: its name, and file:line:column.
    void addNdkFrame(const FrameText& frame, const Line& line)
    {
        bool isNamed = false;
        auto ahead = m_at;
        constexpr int kMaxCalls = 64;
        for (int i = 0; i < kMaxCalls; ++i) {
            ahead.next();
            if (ahead.atEnd() || !isDetailLine(ahead.line().text))
                break;
            FrameText call = frame;
            call.function = trimAscii(ahead.line().text);
            call.functionOffset.reset();
            m_at = ahead;
            ahead.next();
            if (ahead.atEnd() || !isDetailLine(ahead.line().text))
                break;
            m_at = ahead;
            setSourcePlace(call, trimAscii(ahead.line().text));
            if (isNamed)
                call.number.reset(); // Of the same frame.
            add(call, line);
            isNamed = true;
        }
        if (!isNamed)
            add(frame, line);
    }

    void add(const FrameText& frame, const Line& line)
    {
        if (!m_trace.hasStack()) {
            m_trace.crash().present = true;
            m_trace.beginStack(StackRole::Error);
        }
        m_trace.add(frame, line);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_isTable = false;
};

bool beginsSymbolized(const LineCursor& at)
{
    const auto text = at.line().text;
    if (trimAscii(text) == kDumpHead || isStackPyHead(text))
        return true;
    if (!parseNdkFrame(text))
        return false;
    auto ahead = at;
    ahead.next();
    return !ahead.atEnd() && isDetailLine(ahead.line().text);
}

void readSymbolized(LineCursor& at, TraceBuilder& trace)
{
    SymbolizedReader(at, trace).read();
}

} // namespace

const TraceForm kSymbolizedAndroidForm{
    .name = "output of ndk-stack", .begins = beginsSymbolized, .read = readSymbolized};

} // namespace faultline::nativetext

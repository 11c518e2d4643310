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

/// What the runtime itself prints when it ends the process: "   at
/// App.Worker.Run(System.String[])", with types alone and without places.
std::optional<FrameText> parseFatalFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("   at "))
        return std::nullopt;
    const auto name = scanner.until("(");
    if (!name || !has(*name, ".") || has(*name, " ") || !scanner.rest().ends_with(')'))
        return std::nullopt;
    return FrameText{.function = *name};
}

constexpr std::string_view kInternal = "Internal CLR error. (0x";
constexpr std::string_view kOutOfMemory = "Out of memory.";

/// "Fatal error. System.AccessViolationException: …", "Process terminated. …" and "Stack
/// overflow.".
std::optional<std::string_view> parseFatalHead(std::string_view line)
{
    if (line == "Stack overflow." || line.starts_with(kInternal))
        return line;
    LineScanner scanner(line);
    if (scanner.take("Fatal error. ") || scanner.take("Process terminated. "))
        return trimAscii(scanner.rest());
    return std::nullopt;
}

/// "Repeat 24105 times:": the frames up to the next line of dashes.
std::optional<std::uint64_t> parseRepeat(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Repeat ") && !scanner.take("Repeated "))
        return std::nullopt;
    const auto times = scanner.decimal();
    return scanner.rest() == " times:" ? times : std::nullopt;
}

bool isDashes(std::string_view text)
{
    constexpr std::size_t kFewest = 8;
    return text.size() >= kFewest && text.find_first_not_of('-') == std::string_view::npos;
}

class DotnetFatalReader
{
public:
    DotnetFatalReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_trace.beginStack(StackRole::Error);
        constexpr int kMaxGap = 4;
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
    }

private:
    /// "System.AccessViolationException: Attempted to read …", or words.
    void takeHead(std::string_view text)
    {
        m_trace.crash().present = true;
        m_trace.crash().reason = toValidUtf8(text);
        const auto name = text.substr(0, text.find(": "));
        if (name.ends_with("Exception") && !has(name, " "))
            m_trace.stack().error = parseStackError(text);
    }

    bool take(const Line& line)
    {
        if (line.text == kOutOfMemory && !m_trace.crash().present) {
            takeHead(line.text);
            return true;
        }
        if (const auto head = parseFatalHead(line.text); head && !m_trace.crash().present) {
            takeHead(*head);
            return true;
        }
        if (const auto frame = parseFatalFrame(line.text)) {
            m_trace.add(*frame, line);
            ++m_repeated;
            return true;
        }
        if (const auto times = parseRepeat(line.text)) {
            m_times = times;
            return true;
        }
        if (!isDashes(line.text))
            return false;
        if (m_times && m_repeated > 0) {
            constexpr std::uint64_t kMostTimes = 1'000'000'000;
            const auto times = std::min(*m_times, kMostTimes);
            if (times > 1)
                m_trace.leaveOut((times - 1) * m_repeated);
            m_times.reset();
        }
        m_repeated = 0;
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::optional<std::uint64_t> m_times;
    std::uint64_t m_repeated = 0; ///< Frames since the last line of dashes.
};

bool beginsDotnetFatal(const LineCursor& at)
{
    constexpr int kNearLines = 6;
    if (at.line().text == kOutOfMemory) // Others say so too.
        return isNext(at, parseFatalFrame);
    return parseFatalHead(at.line().text) && isNear(at, kNearLines, parseFatalFrame);
}

void readDotnetFatal(LineCursor& at, TraceBuilder& trace)
{
    DotnetFatalReader(at, trace).read();
}

} // namespace

const TraceForm kDotnetFatalForm{
    .name = "fatal error of .NET", .begins = beginsDotnetFatal, .read = readDotnetFatal};

} // namespace faultline::nativetext

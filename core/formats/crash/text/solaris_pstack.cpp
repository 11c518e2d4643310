// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "-----------------  lwp# 1 / thread# 1  --------------------"
std::optional<std::uint64_t> parseThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("----") || !line.ends_with("----") || !scanner.until("lwp# "))
        return std::nullopt;
    return scanner.decimal();
}

/// " 08051a2b main     (1, 8047c10, 8047c18) + 1bb"
std::optional<FrameText> parseFrame(std::string_view line)
{
    constexpr std::size_t kShort = 8;
    constexpr std::size_t kLong = 16;
    LineScanner scanner(line);
    if (!scanner.take(" "))
        return std::nullopt;
    const auto digits = scanner.word();
    FrameText frame;
    if (digits.size() == kShort || digits.size() == kLong)
        frame.address = parseHex(digits);
    const auto name = frame.address ? scanner.blanks().until("(") : std::nullopt;
    if (!name || !scanner.until(")"))
        return std::nullopt;
    frame.function = trimAscii(*name);
    if (frame.function.find(' ') != std::string_view::npos)
        return std::nullopt;
    if (frame.function == "????????")
        frame.function = {};
    if (scanner.take(" + "))
        frame.functionOffset = scanner.hex();
    else if (!scanner.atEnd())
        return std::nullopt;
    return frame;
}

/// "1234:\t/opt/app/bin/app -d", and of a core file "core 'core.1' of 1234:\t./app".
struct PstackProcess
{
    std::uint32_t id = 0;
    std::string_view command;
};

std::optional<PstackProcess> parseProcess(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("core '") && !scanner.until("' of "))
        return std::nullopt;
    const auto id = scanner.decimal();
    if (!id || *id > UINT32_MAX || !scanner.take(":\t"))
        return std::nullopt;
    return PstackProcess{static_cast<std::uint32_t>(*id), scanner.rest()};
}

class PstackReader
{
public:
    PstackReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.event().system.os = OsFamily::Solaris;
        m_trace.event().system.osName = "Solaris";
    }

    void read()
    {
        constexpr int kMaxGap = 2;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();)
            lines.next(take(m_at.line()));
    }

private:
    bool take(const Line& line)
    {
        if (const auto id = parseThread(line.text)) {
            m_trace.beginStack(StackRole::Thread).id = id;
            return true;
        }
        if (const auto frame = parseFrame(line.text)) {
            if (!m_trace.hasStack())
                m_trace.beginStack(StackRole::Thread);
            m_trace.add(*frame, line);
            return true;
        }
        return m_trace.frameCount() == 0 && takeProcess(line.text);
    }

    bool takeProcess(std::string_view text)
    {
        const auto process = parseProcess(text);
        if (!process)
            return false;
        const auto command = process->command;
        m_trace.process().id = process->id;
        m_trace.process().name = toValidUtf8(baseName(command.substr(0, command.find(' '))));
        m_trace.detail("command", command);
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
};

/// The head of a process or a thread right above frames.
bool beginsPstack(const LineCursor& at)
{
    auto ahead = at;
    if (parseProcess(at.line().text))
        ahead.next();
    if (!ahead.atEnd() && parseThread(ahead.line().text))
        ahead.next();
    return ahead.line().number != at.line().number && !ahead.atEnd() &&
           parseFrame(ahead.line().text).has_value();
}

void readPstack(LineCursor& at, TraceBuilder& trace)
{
    PstackReader(at, trace).read();
}

} // namespace

const TraceForm kSolarisPstackForm{
    .name = "output of pstack of Solaris", .begins = beginsPstack, .read = readPstack};

} // namespace faultline::nativetext

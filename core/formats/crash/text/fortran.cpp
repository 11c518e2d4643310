// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "#3  0x55f3a7e4a1d9 in inner_": libgfortran. The place follows in a line of its own.
std::optional<FrameText> parseGfortranFrame(std::string_view line)
{
    const auto numbered = parseNumbered(line);
    if (!numbered)
        return std::nullopt;
    LineScanner scanner(numbered->rest);
    FrameText frame{.number = numbered->number, .address = scanner.prefixedHex()};
    if (!frame.address || !scanner.take(" in ") || scanner.atEnd())
        return std::nullopt;
    if (scanner.rest() != "???")
        frame.function = scanner.rest();
    return frame;
}

/// "	at /home/u/f/main.f90:12"
bool takeGfortranPlace(FrameText& frame, std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("at "))
        return false;
    if (scanner.rest() != "???")
        setSourcePlace(frame, scanner.rest());
    return true;
}

/// "a.out              0000000000402B9E  inner_                     12  main.f90": Intel's. The
/// name of a function may have blanks.
std::optional<FrameText> parseIntelFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.module = scanner.word()};
    frame.address = scanner.blanks().hex();
    auto rest = trimAscii(scanner.rest());
    if (frame.module.empty() || !frame.address)
        return std::nullopt;
    const auto lastWord = [&] {
        const auto blank = rest.find_last_of(" \t");
        const auto word = blank == std::string_view::npos ? rest : rest.substr(blank + 1);
        rest = trimAscii(rest.substr(0, rest.size() - word.size()));
        return word;
    };
    const auto file = lastWord();
    const auto number = lastWord();
    const auto value = parseNumber(number);
    if (rest.empty() || (!value && number != "Unknown"))
        return std::nullopt;
    if (value && *value <= UINT32_MAX && file != "Unknown") {
        frame.file = file;
        frame.line = static_cast<std::uint32_t>(*value);
    }
    if (rest != "Unknown")
        frame.function = rest;
    return frame;
}

bool isIntelTable(std::string_view line)
{
    return line.starts_with("Image ") && has(line, " PC ") && has(line, " Routine ") &&
           line.ends_with("Source");
}

bool isGfortranHead(std::string_view line)
{
    return line == "Backtrace for this error:" || line == "Error termination. Backtrace:";
}

/// Messages of both run-time libraries, before the stack.
std::optional<std::string_view> parseFortranMessage(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("Program received signal ") || scanner.take("Fortran runtime error: ") ||
        scanner.take("forrtl: "))
        return trimAscii(scanner.rest());
    return std::nullopt;
}

class FortranReader
{
public:
    FortranReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace), m_frame(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        constexpr int kMaxGap = 3;
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
        m_frame.add();
    }

private:
    bool take(const Line& line)
    {
        if (const auto message = parseFortranMessage(line.text))
            return !m_trace.hasStack() && takeMessage(*message);
        if (isIntelTable(line.text) || isGfortranHead(line.text)) {
            m_isIntel = isIntelTable(line.text);
            m_trace.beginStack(StackRole::Error);
            return true;
        }
        if (!m_trace.hasStack())
            return false;
        return m_isIntel ? takeIntel(line) : takeGfortran(line);
    }

    bool takeMessage(std::string_view message)
    {
        const auto signal = message.substr(0, message.find_first_of(": "));
        if (signal.starts_with("SIG"))
            m_trace.setSignal(signal, {});
        else
            m_trace.crash().reason = toValidUtf8(message);
        return true;
    }

    bool takeIntel(const Line& line)
    {
        const auto frame = parseIntelFrame(line.text);
        if (frame)
            m_trace.add(*frame, line);
        return frame.has_value();
    }

    bool takeGfortran(const Line& line)
    {
        if (auto* held = m_frame.frame(); held != nullptr && takeGfortranPlace(*held, line.text)) {
            m_frame.add();
            return true;
        }
        const auto frame = parseGfortranFrame(line.text);
        if (frame)
            m_frame.hold(*frame, line);
        return frame.has_value();
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    PendingFrame m_frame;
    bool m_isIntel = false;
};

/// The head of a stack with a frame below it.
bool isStack(const LineCursor& at)
{
    if (isIntelTable(at.line().text))
        return isNext(at, parseIntelFrame);
    return isGfortranHead(at.line().text) && isNext(at, parseGfortranFrame);
}

bool beginsFortran(const LineCursor& at)
{
    constexpr int kNearLines = 4;
    return isStack(at) || (parseFortranMessage(at.line().text) && isNear(at, kNearLines, isStack));
}

void readFortran(LineCursor& at, TraceBuilder& trace)
{
    FortranReader(at, trace).read();
}

} // namespace

const TraceForm kFortranForm{
    .name = "backtrace of Fortran", .begins = beginsFortran, .read = readFortran};

} // namespace faultline::nativetext

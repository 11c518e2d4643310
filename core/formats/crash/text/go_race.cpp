// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <utility>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "WARNING: DATA RACE";
constexpr std::string_view kEnd = "==================";

/// "Write at 0x00c00001a0a8 by goroutine 7:", "Previous atomic read at 0x00c0 by main goroutine:".
struct RaceAccess
{
    MemoryAccessKind kind = MemoryAccessKind::Unknown;
    bool isPrevious = false;
    std::optional<std::uint64_t> address;
    std::optional<std::uint64_t> goroutine; ///< The main one has no number here.
};

std::optional<RaceAccess> parseAccess(std::string_view line)
{
    RaceAccess access;
    LineScanner scanner(line);
    access.isPrevious = scanner.take("Previous ");
    if (scanner.take("Atomic ") || scanner.take("atomic ")) {
        // Atomic accesses race with others only.
    }
    if (scanner.take("Write at ") || scanner.take("write at "))
        access.kind = MemoryAccessKind::Write;
    else if (scanner.take("Read at ") || scanner.take("read at "))
        access.kind = MemoryAccessKind::Read;
    else
        return std::nullopt;
    access.address = scanner.prefixedHex();
    if (!access.address || !line.ends_with(':'))
        return std::nullopt;
    if (scanner.until(" by goroutine "))
        access.goroutine = scanner.decimal();
    return access;
}

/// "  main.main.func1()", with the place in the next line.
std::string_view functionOf(std::string_view line)
{
    const auto text = trimAscii(line);
    if (!line.starts_with("  ") || !text.ends_with(')') || !has(text, "."))
        return {};
    return text.substr(0, text.rfind('('));
}

/// "      /home/u/app/main.go:9 +0x3e"
std::optional<FrameText> parsePlace(std::string_view line)
{
    if (!line.starts_with("      "))
        return std::nullopt;
    const auto text = trimAscii(line);
    const auto plus = text.find(" +0x");
    FrameText frame;
    setSourcePlace(frame, text.substr(0, plus));
    if (frame.line == 0)
        return std::nullopt;
    if (plus != std::string_view::npos)
        frame.functionOffset = parseNumber(text.substr(plus + 2));
    return frame;
}

/// Reads one report of Go's race detector: both accesses, and who created their goroutines.
class RaceReader
{
public:
    RaceReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_at.followWriter();
        m_trace.crash().present = true;
        m_trace.crash().reason = "data race";
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto line = m_at.line();
            const bool isEnd =
                m_trace.frameCount() > 0 && (line.text.starts_with(kEnd) || line.text == kHead);
            lines.next(line.text.starts_with(kEnd) || take(line));
            if (isEnd)
                break;
        }
        m_at.followAll();
    }

private:
    static constexpr int kMaxGap = 4;

    bool take(const Line& line)
    {
        if (const auto access = parseAccess(line.text)) {
            beginAccess(*access);
            return true;
        }
        if (auto place = parsePlace(line.text); place && !m_function.empty()) {
            place->function = std::exchange(m_function, {});
            m_trace.add(*place, line);
            return true;
        }
        m_function = functionOf(line.text);
        return !m_function.empty() || takeHeading(trimAscii(line.text));
    }

    void beginAccess(const RaceAccess& access)
    {
        auto& crash = m_trace.crash();
        if (!access.isPrevious) {
            m_trace.setAddress(*access.address);
            crash.access = ReportedAccess{.kind = access.kind, .sizeBytes = 0};
        }
        auto& stack =
            m_trace.beginStack(access.isPrevious ? StackRole::PreviousAccess : StackRole::Error);
        stack.id = access.goroutine;
        if (!access.goroutine)
            stack.name = "main goroutine";
    }

    /// "Goroutine 7 (running) created at:", "[failed to restore the stack]".
    bool takeHeading(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("Goroutine ") && text.ends_with(" created at:"))
            m_trace.beginStack(StackRole::CreatedBy).id = scanner.decimal();
        else if (text == "[failed to restore the stack]")
            m_trace.leaveOut({});
        else
            return text == kHead;
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_function;
};

bool beginsRace(const LineCursor& at)
{
    return at.line().text == kHead;
}

void readRace(LineCursor& at, TraceBuilder& trace)
{
    RaceReader(at, trace).read();
}

} // namespace

const TraceForm kGoRaceForm{.name = "data race of Go", .begins = beginsRace, .read = readRace};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/interrupted.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "Stack trace (most recent call ";
constexpr std::size_t kMaxFrames = 10'000;
constexpr std::size_t kMaxInlined = 64;

/// "Source \"/src/a.cpp\", line 12, in main [0x55d0c0001300]"
std::optional<FrameText> parseSource(std::string_view text)
{
    LineScanner scanner(text);
    if (!scanner.take("Source \""))
        return std::nullopt;
    const auto file = scanner.until("\", line ");
    const auto line = file ? scanner.decimal() : std::nullopt;
    if (!line || *line > UINT32_MAX || !scanner.take(", in "))
        return std::nullopt;
    FrameText frame;
    frame.file = *file;
    frame.line = static_cast<std::uint32_t>(*line);
    frame.function = trimAscii(scanner.rest());
    const auto open = frame.function.rfind(" [0x");
    if (open != std::string_view::npos && frame.function.ends_with(']')) {
        LineScanner address(frame.function.substr(open + 2));
        frame.address = address.prefixedHex();
        frame.function = frame.function.substr(0, open);
    }
    return frame;
}

/// "Object \"/app\", at 0x55d0c0001000, in _start"
std::optional<FrameText> parseObject(std::string_view text)
{
    LineScanner scanner(text);
    if (!scanner.take("Object \""))
        return std::nullopt;
    FrameText frame;
    const auto module = scanner.until("\", at ");
    frame.address = module ? scanner.prefixedHex() : std::nullopt;
    if (!frame.address || !scanner.take(", in"))
        return std::nullopt;
    frame.module = *module;
    frame.function = trimAscii(scanner.rest());
    return frame;
}

std::optional<FrameText> parseEntry(std::string_view text)
{
    const auto frame = parseSource(text);
    return frame ? frame : parseObject(text);
}

/// "| Source …": a call that others were inlined into.
std::optional<FrameText> parseInliner(std::string_view text)
{
    return text.starts_with("| ") ? parseSource(trimAscii(text.substr(2))) : std::nullopt;
}

/// "#1    Source …", "#1    Object …" and "#1  | Source …".
struct Heading
{
    FrameText frame;
    bool isInliner = false;
};

std::optional<Heading> parseHeading(std::string_view line)
{
    const auto numbered = line.starts_with('#') ? parseNumbered(line) : std::nullopt;
    if (!numbered)
        return std::nullopt;
    if (const auto inliner = parseInliner(numbered->rest))
        return Heading{*inliner, true};
    const auto frame = parseEntry(numbered->rest);
    return frame ? std::optional(Heading{*frame, false}) : std::nullopt;
}

/// The line's text. "#1  | Source …" looks as if a log had named its writer before a bar.
std::string_view textOf(const Line& line)
{
    const auto whole = trimAscii(line.whole);
    return whole.starts_with('#') ? whole : line.text;
}

bool beginsFrame(const LineCursor& at)
{
    return parseHeading(textOf(at.line())).has_value();
}

struct FaultWords
{
    std::string_view words; ///< Of psiginfo(3).
    std::string_view signal;
};

constexpr std::array<FaultWords, 5> kFaults{
    FaultWords{"Segmentation fault (", "SIGSEGV"}, FaultWords{"Aborted (", "SIGABRT"},
    FaultWords{"Bus error (", "SIGBUS"}, FaultWords{"Illegal instruction (", "SIGILL"},
    FaultWords{"Floating point exception (", "SIGFPE"}};

/// Reads what the library backward-cpp prints: each frame with its object, the calls inlined into
/// it ("|") from the outermost on, and its source.
class BackwardReader
{
public:
    BackwardReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_at.followWriter();
        m_isReversed = m_at.line().text.starts_with("Stack trace (most recent call last)");
        auto& stack = m_trace.beginStack(StackRole::Error);
        if (LineScanner thread(m_at.line().text); thread.until(") in thread "))
            stack.id = thread.decimal();
        m_at.next();
        constexpr int kMaxGap = 12; // The source of a frame.
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (text.starts_with(kHead) || takeSignal(text))
                break;
            lines.next(take(m_at.line()));
        }
        m_at.followAll();
        addAll();
        markInterrupted(m_trace.event(),
                        m_trace.crash().present ? IsOfSignal::Yes : IsOfSignal::No);
    }

private:
    struct Entry
    {
        FrameText frame;
        std::vector<FrameText> inlined; ///< As printed, the outermost first.
        Line line;
    };

    static Entry entryOf(const Heading& heading, const Line& line)
    {
        if (heading.isInliner)
            return {.frame = {}, .inlined = {heading.frame}, .line = line};
        return {.frame = heading.frame, .inlined = {}, .line = line};
    }

    bool take(const Line& line)
    {
        if (const auto heading = parseHeading(textOf(line))) {
            if (m_entries.size() < kMaxFrames)
                m_entries.push_back(entryOf(*heading, line));
            return true;
        }
        const auto text = trimAscii(line.text);
        if (m_entries.empty())
            return false;
        auto& last = m_entries.back();
        if (const auto call = parseInliner(text)) {
            if (last.inlined.size() < kMaxInlined)
                last.inlined.push_back(*call);
            return true;
        }
        const auto source = parseSource(text);
        if (!source)
            return false;
        last.frame.file = source->file;
        last.frame.line = source->line;
        last.frame.function = source->function;
        last.frame.address = last.frame.address ? last.frame.address : source->address;
        return true;
    }

    /// "Segmentation fault (Address not mapped to object [0x18])"
    bool takeSignal(std::string_view text)
    {
        const auto fault = std::ranges::find_if(
            kFaults, [text](const FaultWords& each) { return text.starts_with(each.words); });
        if (fault == kFaults.end())
            return false;
        m_trace.setSignal(fault->signal, {});
        if (has(text, "[(nil)]"))
            m_trace.setAddress(0);
        if (LineScanner address(text); address.until("[0x")) {
            if (const auto value = address.hex())
                m_trace.setAddress(*value);
        }
        m_trace.setEnd(m_at.afterLine());
        return true;
    }

    /// The source is the innermost call of its place.
    void add(const Entry& entry)
    {
        auto frame = entry.frame;
        frame.number.reset();
        if (entry.inlined.empty())
            return m_trace.add(frame, entry.line);
        auto innermost = frame;
        innermost.isInlined = true;
        if (!innermost.function.empty())
            m_trace.add(innermost, entry.line);
        for (const auto& call : entry.inlined | std::views::drop(1) | std::views::reverse) {
            auto inlined = call;
            inlined.isInlined = true;
            m_trace.add(inlined, entry.line);
        }
        frame.function = entry.inlined.front().function;
        frame.file = entry.inlined.front().file;
        frame.line = entry.inlined.front().line;
        m_trace.add(frame, entry.line);
    }

    void addAll()
    {
        if (m_isReversed)
            std::ranges::reverse(m_entries);
        for (const auto& entry : m_entries)
            add(entry);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::vector<Entry> m_entries;
    bool m_isReversed = false;
};

bool beginsBackward(const LineCursor& at)
{
    return at.line().text.starts_with(kHead) && isNext(at, beginsFrame);
}

void readBackward(LineCursor& at, TraceBuilder& trace)
{
    BackwardReader(at, trace).read();
}

} // namespace

const TraceForm kBackwardForm{
    .name = "stack trace of backward-cpp", .begins = beginsBackward, .read = readBackward};

} // namespace faultline::nativetext

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/text.h"
#include "core/formats/crash/text/call_tree_text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

/// Texts of macOS's sample(1), and of the samples that Activity Monitor takes.
namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "Analysis of sampling ";
constexpr std::string_view kGraph = "Call graph:";

/// "    + ! :   2433 text": marks of the levels, then how many samples were there.
struct CountedLine
{
    std::size_t depth = 0; ///< The column of the count.
    std::uint64_t samples = 0;
    std::string_view text;
};

std::optional<CountedLine> parseCounted(std::string_view line)
{
    const auto column = line.find_first_not_of(" +!:|*");
    if (column == std::string_view::npos)
        return std::nullopt;
    LineScanner scanner(line.substr(column));
    const auto samples = scanner.decimal();
    if (!samples || !scanner.take(" "))
        return std::nullopt;
    return CountedLine{.depth = column, .samples = *samples, .text = trimAscii(scanner.rest())};
}

/// "Thread_13078: name   DispatchQueue_1: com.apple.main-thread  (serial)"
std::optional<SampledThread> parseThread(std::string_view text)
{
    constexpr std::string_view kQueue = "DispatchQueue_";
    LineScanner scanner(text);
    if (!scanner.take("Thread_"))
        return std::nullopt;
    const auto id = scanner.decimal();
    if (!id)
        return std::nullopt;
    SampledThread thread{.id = *id, .queue = {}, .name = {}};
    const auto rest = scanner.rest();
    // Functions may have such names: "Thread_1Main  (in Mail) + 8".
    if ((!rest.empty() && rest.front() != ':' && rest.front() != ' ') || has(rest, "  (in "))
        return std::nullopt;
    const auto queue = rest.find(kQueue);
    if (rest.starts_with(':'))
        thread.name =
            trimAscii(rest.substr(1, queue == std::string_view::npos ? queue : queue - 1));
    if (queue == std::string_view::npos)
        return thread;
    // "DispatchQueue_<multiple>" has no name.
    const auto words = rest.substr(queue);
    if (const auto colon = words.find(": "); colon != std::string_view::npos) {
        const auto name = trimAscii(words.substr(colon + 2));
        thread.queue = trimAscii(name.substr(0, name.rfind("  (")));
    }
    return thread;
}

/// "main  (in Mail) + 294,312,...  [0x10e3817e6,0x10e3817f8,...]  main.cpp:353",
/// "???  (in Mail)  load address 0x10e380000 + 0x17e6  [0x10e3817e6]" and "0x0". Of several places
/// in one function the first counts.
std::optional<FrameText> parseFrame(std::string_view text)
{
    FrameText frame;
    const auto open = text.rfind("[0x");
    if (open != std::string_view::npos) {
        LineScanner place(text.substr(open + 1));
        frame.address = place.prefixedHex();
        if (!frame.address || !place.until("]"))
            return std::nullopt;
        if (const auto source = trimAscii(place.rest()); !source.empty())
            setSourcePlace(frame, source);
        text = trimAscii(text.substr(0, open));
    }
    const auto in = text.rfind("  (in ");
    if (in == std::string_view::npos)
        return frame.address ? std::optional(frame) : std::nullopt;
    const auto function = trimAscii(text.substr(0, in));
    LineScanner rest(text.substr(in + 6));
    const auto module = rest.until(")").value_or(std::string_view());
    if (module != "<unknown binary>")
        frame.module = module;
    rest.blanks();
    if (rest.take("load address ")) {
        rest.hex();
        if (rest.blanks().take("+ ") && !frame.address)
            frame.moduleOffset = rest.hex();
    } else if (rest.take("+ ") && function != "???") {
        frame.functionOffset = rest.decimal();
    }
    if (function != "???")
        frame.function = function;
    return frame;
}

class SampleReader
{
public:
    SampleReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace), m_threads(trace)
    {
        m_trace.setObjectType(ObjectType::MachO);
        m_trace.event().system.os = OsFamily::MacOs;
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver() && !isOther();)
            lines.next(take(m_at.line()));
        m_threads.makeStacks();
    }

private:
    enum class Part { Facts, Graph, Totals, Images };

    /// Another sample follows.
    bool isOther() const { return m_part != Part::Facts && m_at.line().text.starts_with(kHead); }

    bool take(const Line& line)
    {
        if (enters(line.text))
            return true;
        switch (m_part) {
        case Part::Facts: return takeFact(line.text);
        case Part::Graph: return takeCall(line);
        case Part::Totals: return parseCounted(line.text).has_value() || has(line.text, "  (in ");
        case Part::Images: return takeImage(line.text);
        }
        return false;
    }

    /// Is the line the heading of a part?
    bool enters(std::string_view text)
    {
        if (text == kGraph)
            m_part = Part::Graph;
        else if (text.starts_with("Total number in stack") ||
                 text.starts_with("Sort by top of stack"))
            m_part = Part::Totals;
        else if (text == "Binary Images:")
            m_part = Part::Images;
        else
            return false;
        return true;
    }

    bool takeCall(const Line& line)
    {
        const auto counted = parseCounted(line.text);
        if (!counted)
            return false;
        if (const auto thread = parseThread(counted->text)) {
            m_threads.begin(*thread);
            m_column = counted->depth;
            return true;
        }
        const auto frame = parseFrame(counted->text);
        // A call that has lost its indentation has no caller that is known.
        if (!frame || !m_threads.hasBegun() || counted->depth <= m_column)
            return false;
        m_threads.add({.depth = counted->depth,
                       .samples = counted->samples,
                       .isKernel = false,
                       .frame = *frame},
                      line);
        return true;
    }

    bool takeImage(std::string_view text)
    {
        const auto image = parseImageLine(text);
        if (image)
            m_threads.addImage(*image);
        return image.has_value();
    }

    bool takeFact(std::string_view text)
    {
        const auto colon = text.find(':');
        if (colon == std::string_view::npos)
            return text.starts_with(kHead);
        const auto name = trimAscii(text.substr(0, colon));
        const auto value = trimAscii(text.substr(colon + 1));
        if (name == "Process") {
            setSampledProcess(m_trace, value);
        } else if (name == "OS Version") {
            m_trace.event().system.osName = toValidUtf8(value);
        } else if (name == "Code Type") {
            const auto word = trimAscii(value.substr(0, value.find('(')));
            m_trace.event().system.arch = parseArch(word).value_or(Arch::Unknown);
        } else if (name == "Path" || name == "Identifier" || name == "Version" ||
                   name == "Parent Process" || name == "Date/Time" || name == "Launch Time" ||
                   name == "Physical footprint" || name == "Physical footprint (peak)") {
            m_trace.detail(name, value);
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    SampledThreads m_threads;
    Part m_part = Part::Facts;
    std::size_t m_column = 0; ///< Of the thread's count.
};

bool isThreadLine(std::string_view line)
{
    const auto counted = parseCounted(line);
    return counted && parseThread(counted->text);
}

/// The head, or the graph alone.
bool beginsSample(const LineCursor& at)
{
    constexpr int kNear = 60;
    const auto text = at.line().text;
    if (text.starts_with(kHead))
        return isNear(at, kNear, [](std::string_view line) { return line == kGraph; });
    return text == kGraph && isNext(at, isThreadLine);
}

void readSample(LineCursor& at, TraceBuilder& trace)
{
    SampleReader(at, trace).read();
}

} // namespace

const TraceForm kAppleSampleForm{
    .name = "sample of a running process", .begins = beginsSample, .read = readSample};

} // namespace faultline::nativetext

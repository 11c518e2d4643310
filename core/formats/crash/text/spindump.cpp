// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/result.h"
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

namespace faultline::nativetext {

namespace {

/// "    25  main + 120 (Demo + 16256) [0x100003f80]". A star marks code of the kernel.
std::optional<TreeLine> parseTreeLine(std::string_view line)
{
    TreeLine parsed;
    parsed.depth = std::min(line.find_first_not_of(' '), line.size());
    LineScanner scanner(line);
    scanner.blanks();
    parsed.isKernel = scanner.take("*");
    parsed.depth += parsed.isKernel ? 1 : 0;
    const auto samples = scanner.decimal();
    if (!samples || !scanner.take("  "))
        return std::nullopt;
    parsed.samples = *samples;
    auto text = trimAscii(scanner.rest());
    // "[0x100003f80] (running)" and "[0x100003f80] 1-25": what was seen follows.
    const auto open = text.rfind(" [0x");
    if (open == std::string_view::npos)
        return std::nullopt;
    LineScanner address(text.substr(open + 2));
    parsed.frame.address = address.prefixedHex();
    if (!parsed.frame.address || !address.take("]"))
        return std::nullopt;
    text = trimAscii(text.substr(0, open));
    if (const auto group = lastGroup(text)) {
        setModulePlace(parsed.frame, group->inside);
        text = group->before;
    }
    if (!text.starts_with("???"))
        setFunctionPlace(parsed.frame, text);
    return parsed;
}

/// "Thread 0x1234    DispatchQueue \"com.apple.main-thread\"(1)    Thread name \"x\"    25 samples"
std::optional<SampledThread> parseThreadHead(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("Thread "))
        return std::nullopt;
    const auto id = scanner.prefixedHex();
    if (!id)
        return std::nullopt;
    const auto rest = scanner.rest();
    return SampledThread{
        .id = *id,
        .queue = between(rest, "DispatchQueue \"", "\"").value_or(std::string_view()),
        .name = between(rest, "Thread name \"", "\"").value_or(std::string_view())};
}

class SpindumpReader
{
public:
    SpindumpReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace), m_threads(trace)
    {
        m_trace.setObjectType(ObjectType::MachO);
        m_trace.event().system.os = OsFamily::MacOs;
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver() && !isOtherProcess();)
            lines.next(take(m_at.line()));
        m_threads.makeStacks(std::move(m_summary));
    }

private:
    /// A report of all processes goes on with the next one, which is a trace of its own.
    bool isOtherProcess() const
    {
        const bool hasThread = m_threads.count() > 0 || m_threads.hasBegun();
        return m_hasProcess && hasThread && m_at.line().text.starts_with("Process: ");
    }

    bool take(const Line& line)
    {
        if (const auto head = parseThreadHead(line.text)) {
            m_threads.begin(*head);
            return true;
        }
        if (const auto call = parseTreeLine(line.text)) {
            addCall(*call, line);
            return true;
        }
        if (const auto image = parseImageLine(line.text)) {
            m_threads.addImage(*image);
            return true;
        }
        return takeFact(line.text);
    }

    void addCall(const TreeLine& call, const Line& line)
    {
        // Above the first thread is a summary, a single path.
        if (m_threads.hasBegun())
            m_threads.add(call, line);
        else if (m_threads.count() == 0)
            addToSummary(call, line);
    }

    /// Each line is called by the one above it.
    void addToSummary(TreeLine call, const Line& line)
    {
        call.depth = m_summary.calls().size();
        m_summary.add(call, line);
    }

    bool takeFact(std::string_view text)
    {
        const auto colon = text.find(':');
        if (colon == std::string_view::npos || text.starts_with(' '))
            return false;
        const auto name = text.substr(0, colon);
        const auto value = trimAscii(text.substr(colon + 1));
        if (name == "Process") {
            m_hasProcess = true;
            setSampledProcess(m_trace, value);
        } else if (name == "OS Version") {
            m_trace.event().system.osName = toValidUtf8(value);
        } else if (name == "Architecture") {
            m_trace.event().system.arch = parseArch(value).value_or(Arch::Unknown);
        } else if (name == "Event" || name == "Duration" || name == "Steps" || name == "CPU" ||
                   name == "Command" || name == "Path" || name == "Version" ||
                   name == "Identifier" || name == "Date/Time" || name == "Action taken" ||
                   name == "Hardware model") {
            m_trace.detail(name, value);
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    SampledThreads m_threads;
    ThreadTree m_summary;
    bool m_hasProcess = false;
};

/// The head of the report, or of one of its processes.
bool beginsSpindump(const LineCursor& at)
{
    const auto text = at.line().text;
    if (!text.starts_with("Date/Time:") && !text.starts_with("Process: "))
        return false;
    constexpr int kNear = 300;
    return isNear(at, kNear, [](std::string_view line) {
        return (line.starts_with("  Thread 0x") && has(line, " samples (")) ||
               line.starts_with("Heaviest stack for ");
    });
}

void readSpindump(LineCursor& at, TraceBuilder& trace)
{
    SpindumpReader(at, trace).read();
}

} // namespace

const TraceForm kSpindumpForm{
    .name = "report of spindump", .begins = beginsSpindump, .read = readSpindump};

} // namespace faultline::nativetext

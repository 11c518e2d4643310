// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxDepth = 4096;
constexpr std::size_t kMaxImages = 20'000;

/// "    25  main + 120 (Demo + 16256) [0x100003f80]" in a call tree: deeper lines are called by it.
/// A star marks code of the kernel.
struct TreeLine
{
    std::size_t depth = 0; ///< Blanks before the count.
    std::uint64_t samples = 0;
    bool isKernel = false;
    FrameText frame;
};

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
struct ThreadHead
{
    std::uint64_t id = 0;
    std::string_view queue;
    std::string_view name;
};

std::optional<ThreadHead> parseThreadHead(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("Thread "))
        return std::nullopt;
    const auto id = scanner.prefixedHex();
    if (!id)
        return std::nullopt;
    const auto rest = scanner.rest();
    return ThreadHead{.id = *id,
                      .queue = between(rest, "DispatchQueue \"", "\"").value_or(std::string_view()),
                      .name = between(rest, "Thread name \"", "\"").value_or(std::string_view())};
}

/// "0x100000000 -  0x100007fff  com.example.Demo 1.0 (1)  <6D0C1A2B-…>  /a/Demo.app/…/Demo"
struct ImageLine
{
    std::uint64_t begin = 0;
    std::optional<std::uint64_t> end; ///< Of the last byte; "???" when unknown.
    std::string_view uuid;
    std::string_view path;
};

std::optional<ImageLine> parseImage(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks().take("*");
    const auto begin = scanner.prefixedHex();
    if (!begin || !scanner.blanks().take("-"))
        return std::nullopt;
    ImageLine image{.begin = *begin, .end = scanner.blanks().prefixedHex(), .uuid = {}, .path = {}};
    if (!scanner.until("<"))
        return std::nullopt;
    image.uuid = scanner.until(">").value_or(std::string_view());
    image.path = trimAscii(scanner.rest());
    return image.path.empty() ? std::nullopt : std::optional(image);
}

/// The frames of one thread's tree on the way to its heaviest leaf, which is found while the tree
/// goes by: at each level the call with most samples counts.
class HeaviestPath
{
public:
    struct Step
    {
        TreeLine call;
        Line line;
    };

    /// Returns false where the tree is too deep.
    bool add(const TreeLine& call, const Line& line)
    {
        while (!m_open.empty() && m_open.back() >= call.depth)
            m_open.pop_back();
        const auto level = m_open.size();
        m_open.push_back(call.depth);
        if (level >= kMaxDepth)
            return false;
        // Below a call that is not on the path, nothing is.
        if (level > m_onPath)
            return true;
        const bool isHeavier = level >= m_path.size() || call.samples > m_path[level].call.samples;
        if (level < m_path.size() && !isHeavier) {
            m_onPath = level;
            ++m_branches;
            return true;
        }
        m_branches += level < m_path.size() ? 1 : 0;
        m_path.resize(level);
        m_path.push_back({call, line});
        m_onPath = level + 1;
        return true;
    }

    const std::vector<Step>& path() const { return m_path; }

    std::size_t branches() const { return m_branches; }

private:
    std::vector<std::size_t> m_open; ///< The depths of the calls above the next line.
    std::vector<Step> m_path;
    std::size_t m_onPath = 0; ///< How many calls above the next line are on the path.
    std::size_t m_branches = 0;
};

class SpindumpReader
{
public:
    SpindumpReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::MachO);
        m_trace.event().system.os = OsFamily::MacOs;
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver() && !isOtherProcess();)
            lines.next(take(m_at.line()));
        finishThread();
        addStacks();
        if (m_branches > 0)
            m_trace.warn("call tree",
                         concat("the heaviest path of each thread is shown; ", m_branches,
                                m_branches == 1 ? " other branch is" : " other branches are",
                                " left out"));
    }

private:
    struct Stack
    {
        ThreadHead head;
        std::vector<HeaviestPath::Step> path;
    };

    /// A report of all processes goes on with the next one, which is a trace of its own.
    bool isOtherProcess() const
    {
        const bool hasThread = !m_stacks.empty() || !m_tree.path().empty();
        return m_hasProcess && hasThread && m_at.line().text.starts_with("Process: ");
    }

    bool take(const Line& line)
    {
        if (const auto head = parseThreadHead(line.text)) {
            finishThread();
            m_head = *head;
            return true;
        }
        if (const auto call = parseTreeLine(line.text)) {
            addCall(*call, line);
            return true;
        }
        if (const auto image = parseImage(line.text)) {
            if (m_images.size() < kMaxImages)
                m_images.push_back(*image);
            return true;
        }
        return takeFact(line.text);
    }

    void addCall(const TreeLine& call, const Line& line)
    {
        // Above the first thread is a summary, a single path.
        if (!m_head && m_stacks.empty() && m_summary.size() < kMaxDepth)
            m_summary.push_back({call, line});
        else if (m_head && !m_tree.add(call, line))
            m_trace.warn("call tree", concat("line ", line.number, " is too deep"));
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
            const auto open = value.rfind(" [");
            m_trace.process().name = toValidUtf8(value.substr(0, open));
            if (const auto id = between(value, " [", "]")) {
                const auto number = parseNumber(*id);
                if (number && *number <= UINT32_MAX)
                    m_trace.process().id = static_cast<std::uint32_t>(*number);
            }
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

    void finishThread()
    {
        if (m_head && !m_tree.path().empty())
            m_stacks.push_back({*m_head, m_tree.path()});
        m_branches += m_tree.branches();
        m_tree = {};
        m_head.reset();
    }

    /// The images follow the threads, so that stacks are made at the end.
    void addStacks()
    {
        if (!m_summary.empty())
            m_stacks.push_back(
                {.head = {.id = 0, .queue = {}, .name = "heaviest stack"}, .path = m_summary});
        std::map<std::string_view, const ImageLine*> byName;
        for (const auto& image : m_images)
            byName.emplace(baseName(image.path), &image);
        for (const auto& stack : m_stacks) {
            auto& thread = m_trace.beginStack(StackRole::Thread);
            if (stack.head.id != 0)
                thread.id = stack.head.id;
            thread.queue = toValidUtf8(stack.head.queue);
            thread.isRequesting = stack.head.queue == "com.apple.main-thread";
            if (!stack.head.name.empty())
                thread.name = toValidUtf8(stack.head.name);
            for (auto i = stack.path.size(); i-- > 0;)
                add(stack.path[i], byName);
        }
    }

    void add(const HeaviestPath::Step& step,
             const std::map<std::string_view, const ImageLine*>& byName)
    {
        auto frame = step.call.frame;
        std::string uuid;
        if (const auto image = byName.find(frame.module); image != byName.end()) {
            if (const auto id = DebugId::parse(image->second->uuid); id && !id->isNil())
                uuid = id->uuidHex();
            frame.buildId = uuid;
        }
        const auto note = concat(step.call.samples, step.call.samples == 1 ? " sample" : " samples",
                                 step.call.isKernel ? ", in the kernel" : "");
        frame.note = note;
        m_trace.add(frame, step.line);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::optional<ThreadHead> m_head;
    HeaviestPath m_tree;
    std::vector<Stack> m_stacks;
    std::vector<HeaviestPath::Step> m_summary;
    std::vector<ImageLine> m_images;
    std::size_t m_branches = 0;
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

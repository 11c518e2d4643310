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
constexpr std::size_t kMaxCalls = 200'000; ///< Of all threads together.

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

/// The tree of one thread while it goes by.
class ThreadTree
{
public:
    struct Call
    {
        std::optional<std::uint32_t> caller; ///< Index into calls().
        TreeLine call;
        Line line;
    };

    /// Returns false where the tree is too deep.
    bool add(const TreeLine& call, const Line& line)
    {
        while (!m_open.empty() && m_calls[m_open.back()].call.depth >= call.depth)
            m_open.pop_back();
        if (m_open.size() >= kMaxDepth)
            return false;
        const auto caller = m_open.empty() ? std::nullopt : std::optional(m_open.back());
        m_open.push_back(static_cast<std::uint32_t>(m_calls.size()));
        m_calls.push_back({.caller = caller, .call = call, .line = line});
        return true;
    }

    const std::vector<Call>& calls() const { return m_calls; }

    /// The calls on the way to the heaviest leaf: at each level the first with most samples.
    std::vector<std::uint32_t> heaviestPath() const
    {
        constexpr auto kNone = ~std::uint32_t{0};
        std::vector<std::uint32_t> heaviest(m_calls.size() + 1, kNone); // The last is of roots.
        for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
            auto& known =
                heaviest[m_calls[i].caller.value_or(static_cast<std::uint32_t>(m_calls.size()))];
            if (known == kNone || m_calls[i].call.samples > m_calls[known].call.samples)
                known = i;
        }
        std::vector<std::uint32_t> path;
        for (auto at = heaviest.back(); at != kNone; at = heaviest[at])
            path.push_back(at);
        return path;
    }

private:
    std::vector<Call> m_calls;
    std::vector<std::uint32_t> m_open; ///< The calls above the next line.
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
    }

private:
    struct Stack
    {
        ThreadHead head;
        ThreadTree tree;
    };

    using ImagesByName = std::map<std::string_view, const ImageLine*>;

    /// A report of all processes goes on with the next one, which is a trace of its own.
    bool isOtherProcess() const
    {
        const bool hasThread = !m_stacks.empty() || !m_tree.calls().empty();
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
        if (!m_head && m_stacks.empty())
            addToSummary(call, line);
        else if (m_head && m_calls >= kMaxCalls)
            ++m_leftOut;
        else if (m_head && !m_tree.add(call, line))
            m_trace.warn("call tree", concat("line ", line.number, " is too deep"));
        else if (m_head)
            ++m_calls;
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
        if (m_head && !m_tree.calls().empty())
            m_stacks.push_back({*m_head, std::move(m_tree)});
        m_tree = {};
        m_head.reset();
    }

    /// The images follow the threads, so that stacks are made at the end.
    void addStacks()
    {
        const auto sampled = m_stacks.size();
        if (!m_summary.calls().empty())
            m_stacks.push_back({.head = {.id = 0, .queue = {}, .name = "heaviest stack"},
                                .tree = std::move(m_summary)});
        ImagesByName images;
        for (const auto& image : m_images)
            images.emplace(baseName(image.path), &image);
        std::size_t branches = 0;
        for (std::size_t i = 0; i < m_stacks.size(); ++i) {
            const auto path = m_stacks[i].tree.heaviestPath();
            const auto thread = addStack(m_stacks[i], path, images);
            // The summary tells of samples that are those of a thread.
            if (thread && (i < sampled || sampled == 0))
                addTree(m_stacks[i].tree, *thread, images);
            branches += m_stacks[i].tree.calls().size() - path.size();
        }
        noteBranches(branches);
    }

    void noteBranches(std::size_t branches)
    {
        if (branches > 0)
            m_trace.warn("call tree",
                         concat("the stack of each thread is its heaviest path; ", branches,
                                branches == 1 ? " other call is" : " other calls are",
                                " in the call tree only"));
        if (m_leftOut > 0)
            m_trace.warn("call tree",
                         concat("more than ", kMaxCalls, " calls; ", m_leftOut, " are left out"));
    }

    /// The index of the thread; absent beyond the limits.
    std::optional<std::uint32_t>
    addStack(const Stack& stack, const std::vector<std::uint32_t>& path, const ImagesByName& images)
    {
        const auto before = m_trace.event().threads.size();
        auto& thread = m_trace.beginStack(StackRole::Thread);
        if (stack.head.id != 0)
            thread.id = stack.head.id;
        thread.queue = toValidUtf8(stack.head.queue);
        thread.isRequesting = stack.head.queue == "com.apple.main-thread";
        if (!stack.head.name.empty())
            thread.name = toValidUtf8(stack.head.name);
        for (auto i = path.size(); i-- > 0;) {
            const auto& [caller, call, line] = stack.tree.calls()[path[i]];
            auto frame = call.frame;
            const auto id = buildIdOf(frame, images);
            frame.buildId = id;
            const auto note = concat(call.samples, call.samples == 1 ? " sample" : " samples",
                                     call.isKernel ? ", in the kernel" : "");
            frame.note = note;
            m_trace.add(frame, line);
        }
        const bool isKept = m_trace.event().threads.size() > before && m_trace.framesOfStack() > 0;
        return isKept ? std::optional(static_cast<std::uint32_t>(before)) : std::nullopt;
    }

    static std::string buildIdOf(const FrameText& frame, const ImagesByName& images)
    {
        const auto image = images.find(frame.module);
        const auto id = image != images.end() ? DebugId::parse(image->second->uuid) : std::nullopt;
        return id && !id->isNil() ? id->uuidHex() : std::string();
    }

    void addTree(const ThreadTree& tree, std::uint32_t thread, const ImagesByName& images)
    {
        CallTree sampled;
        sampled.thread = thread;
        for (const auto& [caller, call, line] : tree.calls()) {
            auto frame = call.frame;
            const auto id = buildIdOf(frame, images);
            frame.buildId = id;
            sampled.calls.push_back({.caller = caller,
                                     .weight = call.samples,
                                     .frame = m_trace.namedFrame(frame, line)});
        }
        m_trace.event().samples.push_back(std::move(sampled));
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::optional<ThreadHead> m_head;
    ThreadTree m_tree;
    std::vector<Stack> m_stacks;
    ThreadTree m_summary;
    std::vector<ImageLine> m_images;
    std::size_t m_calls = 0;
    std::size_t m_leftOut = 0;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/call_tree_text.h"

#include "core/base/debug_id.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/model/call_tree.h"

#include <string>
#include <utility>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxDepth = 4096;
constexpr std::size_t kMaxImages = 20'000;
constexpr std::size_t kMaxCalls = 200'000; ///< Of all threads together.
/// A year of samples at each microsecond is less. The samples of all calls together fit 64 bits.
constexpr std::uint64_t kMaxSamples = std::uint64_t{1} << 45;

std::string buildIdOf(const ImageLine& image)
{
    const auto id = DebugId::parse(image.uuid);
    return id && !id->isNil() ? id->uuidHex() : std::string();
}

} // namespace

std::optional<ImageLine> parseImageLine(std::string_view line)
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

void setSampledProcess(TraceBuilder& trace, std::string_view text)
{
    trace.process().name = toValidUtf8(text.substr(0, text.rfind(" [")));
    const auto id = between(text, " [", "]");
    const auto number = id ? parseNumber(*id) : std::nullopt;
    if (number && *number <= UINT32_MAX)
        trace.process().id = static_cast<std::uint32_t>(*number);
}

bool ThreadTree::add(const TreeLine& call, const Line& line)
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

std::vector<std::uint32_t> ThreadTree::heaviestPath() const
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

void SampledThreads::begin(const SampledThread& thread)
{
    end();
    m_thread = thread;
}

void SampledThreads::add(TreeLine call, const Line& line)
{
    if (call.samples > kMaxSamples) {
        m_trace.warn("call tree", concat("line ", line.number, ": ", call.samples,
                                         " samples are too many to be true"));
        call.samples = 0;
    }
    if (m_calls >= kMaxCalls)
        ++m_leftOut;
    else if (!m_tree.add(call, line))
        m_trace.warn("call tree", concat("line ", line.number, " is too deep"));
    else
        ++m_calls;
}

void SampledThreads::addImage(const ImageLine& image)
{
    if (m_images.size() < kMaxImages)
        m_images.push_back(image);
}

void SampledThreads::end()
{
    if (m_thread && !m_tree.calls().empty())
        m_stacks.push_back({*m_thread, std::move(m_tree)});
    m_tree = {};
    m_thread.reset();
}

void SampledThreads::makeStacks(ThreadTree summary)
{
    end();
    const auto sampled = m_stacks.size();
    if (!summary.calls().empty())
        m_stacks.push_back({.thread = {.id = 0, .queue = {}, .name = "heaviest stack"},
                            .tree = std::move(summary)});
    ImagesByName images;
    for (const auto& image : m_images)
        images.emplace(baseName(image.path), &image);
    std::size_t branches = 0;
    for (std::size_t i = 0; i < m_stacks.size(); ++i) {
        const auto path = m_stacks[i].tree.heaviestPath();
        const auto thread = addStack(m_stacks[i], path, images);
        if (thread && (i < sampled || sampled == 0))
            addTree(m_stacks[i].tree, *thread, images);
        branches += m_stacks[i].tree.calls().size() - path.size();
    }
    tellBranches(branches);
}

void SampledThreads::tellBranches(std::size_t branches)
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

/// Images whose texts give addresses alone are modules of their own, by which the engine finds
/// those.
void SampledThreads::listImage(const ImageLine& image)
{
    auto* module = m_trace.listModule(baseName(image.path), buildIdOf(image));
    if (!module)
        return;
    module->address = image.begin;
    if (image.end && *image.end > image.begin)
        module->sizeBytes = *image.end - image.begin + 1;
}

/// The place in the image that the list has, for frames that nobody looks up.
FrameText SampledThreads::placed(const FrameText& frame, const ImagesByName& images) const
{
    auto known = frame;
    const auto image = images.find(frame.module);
    if (image == images.end() || known.moduleOffset || !known.address)
        return known;
    const auto& [begin, end, uuid, path] = *image->second;
    if (*known.address >= begin && (!end || *known.address <= *end))
        known.moduleOffset = *known.address - begin;
    return known;
}

std::optional<std::uint32_t> SampledThreads::addStack(const Stack& stack,
                                                      const std::vector<std::uint32_t>& path,
                                                      const ImagesByName& images)
{
    const auto before = m_trace.event().threads.size();
    auto& thread = m_trace.beginStack(StackRole::Thread);
    if (stack.thread.id != 0)
        thread.id = stack.thread.id;
    thread.queue = toValidUtf8(stack.thread.queue);
    thread.isRequesting = stack.thread.queue == "com.apple.main-thread";
    if (!stack.thread.name.empty())
        thread.name = toValidUtf8(stack.thread.name);
    for (auto i = path.size(); i-- > 0;) {
        const auto& [caller, call, line] = stack.tree.calls()[path[i]];
        auto frame = call.frame;
        const auto image = images.find(frame.module);
        const auto id = image == images.end() ? std::string() : buildIdOf(*image->second);
        frame.buildId = id;
        if (placed(frame, images).moduleOffset && !frame.moduleOffset) {
            listImage(*image->second);
            frame.module = {};
        }
        const auto note = concat(call.samples, call.samples == 1 ? " sample" : " samples",
                                 call.isKernel ? ", in the kernel" : "");
        frame.note = note;
        m_trace.add(frame, line);
    }
    const bool isKept = m_trace.event().threads.size() > before && m_trace.framesOfStack() > 0;
    return isKept ? std::optional(static_cast<std::uint32_t>(before)) : std::nullopt;
}

void SampledThreads::addTree(const ThreadTree& tree,
                             std::uint32_t thread,
                             const ImagesByName& images)
{
    CallTree sampled;
    sampled.thread = thread;
    for (const auto& [caller, call, line] : tree.calls()) {
        auto frame = placed(call.frame, images);
        const auto image = images.find(frame.module);
        const auto id = image == images.end() ? std::string() : buildIdOf(*image->second);
        frame.buildId = id;
        sampled.calls.push_back(
            {.caller = caller, .weight = call.samples, .frame = m_trace.namedFrame(frame, line)});
    }
    m_trace.event().samples.push_back(std::move(sampled));
}

} // namespace faultline::nativetext

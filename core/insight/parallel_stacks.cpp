// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/parallel_stacks.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <ranges>
#include <string_view>
#include <unordered_map>

namespace faultline::insight {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// What makes rows of different threads the same. Views into the report's texts.
struct RowKey
{
    std::uint32_t module = kNone;
    std::uint64_t address = 0; ///< Of the function, otherwise of the instruction.
    std::string_view function; ///< Of inlined calls and of frames without an address.
    std::uint32_t line = 0;    ///< Of frames without an address.

    bool operator==(const RowKey&) const = default;
};

/// A way from one node of the tree inwards.
struct Step
{
    std::uint32_t node = 0;
    RowKey row;

    bool operator==(const Step&) const = default;
};

struct StepHash
{
    std::size_t operator()(const Step& step) const
    {
        std::size_t hash = std::hash<std::string_view>()(step.row.function);
        for (const std::uint64_t part : {std::uint64_t(step.node), std::uint64_t(step.row.module),
                                         step.row.address, std::uint64_t(step.row.line)})
            hash = (hash ^ part) * 0x9e3779b97f4a7c15;
        return hash ^ (hash >> 32);
    }
};

RowKey keyOf(const Frame& frame)
{
    RowKey key;
    key.module = frame.module.value_or(kNone);
    const auto* native = frame.asNative();
    if (native != nullptr && !frame.isInlined) {
        key.address = native->symbolAddress.value_or(native->instructionAddress);
        return key;
    }
    if (frame.position.function)
        key.function = *frame.position.function;
    if (native == nullptr)
        key.line = frame.position.line.value_or(0);
    return key;
}

/// The tree with one node for each row.
class Tree
{
public:
    void add(std::uint32_t thread, const ThreadStack& stack)
    {
        std::uint32_t node = kRoot;
        for (const auto& frame : std::views::reverse(stack.frames)) {
            node = child(node, frame);
            ++m_nodes[node].threads;
            ++m_nodes[node].weight;
        }
        m_nodes[node].ending.push_back(thread);
        ++m_made.threadCount;
    }

    /// A thread may go several ways through a call tree, so each node has a list of its own.
    void add(const CallTree& tree)
    {
        m_made.isSampled = true;
        std::vector<std::uint32_t> nodes;
        nodes.reserve(tree.calls.size());
        for (const auto& call : tree.calls) {
            const bool isRoot = !call.caller || *call.caller >= nodes.size();
            const auto at = child(isRoot ? kRoot : nodes[*call.caller], call.frame);
            nodes.push_back(at);
            auto& node = m_nodes[at];
            node.weight += call.weight;
            if (node.ending.empty() || node.ending.back() != tree.thread) {
                node.ending.push_back(tree.thread);
                ++node.threads;
            }
        }
        m_made.threadCount += tree.calls.empty() ? 0 : 1;
    }

    /// Nodes with one child that has all their threads become one run with it.
    ParallelStacks runs()
    {
        sortChildren();
        std::vector<Open> open;
        pushChildren(open, kRoot, std::nullopt, 0);
        while (!open.empty()) {
            const Open next = open.back();
            open.pop_back();
            addRun(next, open);
        }
        return std::move(m_made);
    }

private:
    static constexpr std::uint32_t kRoot = 0;

    struct Node
    {
        const Frame* frame = nullptr; ///< The first that was merged into it.
        std::uint32_t threads = 0;
        std::uint64_t weight = 0;
        std::uint32_t lowest = kNone; ///< The lowest thread in it.
        std::vector<std::uint32_t> children;
        /// The threads whose innermost row it is; of call trees all that go through it.
        std::vector<std::uint32_t> ending;
    };

    /// A node at which a run is to begin.
    struct Open
    {
        std::uint32_t node;
        std::optional<std::uint32_t> parent;
        std::uint32_t depth;
    };

    std::uint32_t child(std::uint32_t node, const Frame& frame)
    {
        const auto row = keyOf(frame);
        const auto next = static_cast<std::uint32_t>(m_nodes.size());
        const auto [found, isNew] = m_steps.emplace(Step{.node = node, .row = row}, next);
        if (isNew) {
            m_nodes[node].children.push_back(next);
            m_nodes.emplace_back().frame = &frame;
        }
        return found->second;
    }

    /// Children have higher indexes than their parents.
    void sortChildren()
    {
        for (auto& node : std::views::reverse(m_nodes)) {
            if (!node.ending.empty())
                node.lowest = node.ending.front();
            for (const auto each : node.children)
                node.lowest = std::min(node.lowest, m_nodes[each].lowest);
            std::ranges::sort(node.children, [this](std::uint32_t a, std::uint32_t b) {
                const auto& first = m_nodes[a];
                const auto& second = m_nodes[b];
                return first.weight != second.weight ? first.weight > second.weight
                                                     : first.lowest < second.lowest;
            });
        }
    }

    void pushChildren(std::vector<Open>& open,
                      std::uint32_t node,
                      std::optional<std::uint32_t> parent,
                      std::uint32_t depth) const
    {
        for (const auto child : std::views::reverse(m_nodes[node].children))
            open.push_back({.node = child, .parent = parent, .depth = depth});
    }

    /// Is all of it in its only child?
    bool goesOn(const Node& node) const
    {
        if (node.children.size() != 1)
            return false;
        const auto& child = m_nodes[node.children.front()];
        return m_made.isSampled ? child.weight == node.weight && child.threads == node.threads
                                : node.ending.empty();
    }

    void addRun(const Open& from, std::vector<Open>& open)
    {
        StackRun run;
        run.parent = from.parent;
        run.depth = from.depth;
        run.rows = 1;
        run.threadCount = m_nodes[from.node].threads;
        run.weight = m_nodes[from.node].weight;
        run.firstThread = static_cast<std::uint32_t>(m_made.threads.size());
        run.firstFrame = static_cast<std::uint32_t>(m_made.frames.size());
        std::uint32_t last = from.node;
        m_made.frames.push_back(m_nodes[last].frame);
        while (goesOn(m_nodes[last])) {
            last = m_nodes[last].children.front();
            m_made.frames.push_back(m_nodes[last].frame);
            ++run.rows;
        }
        const auto& ending = m_nodes[last].ending;
        m_made.threads.insert(m_made.threads.end(), ending.begin(), ending.end());
        const auto index = static_cast<std::uint32_t>(m_made.runs.size());
        m_made.runs.push_back(run);
        pushChildren(open, last, index, run.depth + run.rows);
    }

    std::vector<Node> m_nodes{1};
    std::unordered_map<Step, std::uint32_t, StepHash> m_steps;
    ParallelStacks m_made;
};

} // namespace

ParallelStacks parallelStacks(const Report& report)
{
    Tree tree;
    for (const auto& sampled : report.samples)
        tree.add(*sampled);
    if (!report.samples.empty())
        return tree.runs();
    for (std::uint32_t i = 0; i < report.stacks.size(); ++i) {
        const auto* stack = report.stacks[i].get();
        if (stack != nullptr && !stack->frames.empty())
            tree.add(i, *stack);
    }
    return tree.runs();
}

} // namespace faultline::insight

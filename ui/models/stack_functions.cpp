// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_functions.h"

#include <QHash>

#include <algorithm>
#include <numeric>

namespace faultline::ui {

namespace {

class FunctionCount
{
public:
    explicit FunctionCount(const StackGraph& graph) : m_graph(graph) {}

    QList<StackFunction> make()
    {
        QList<Step> open;
        const auto push = [&open](const QList<int>& nodes, int caller) {
            for (auto i = nodes.size(); i-- > 0;)
                open.append({nodes.at(i), caller, false});
        };
        push(m_graph.roots, -1);
        while (!open.isEmpty()) {
            const Step step = open.takeLast();
            const StackGraphNode& node = m_graph.nodes.at(step.node);
            if (step.isLeft) {
                leave(node);
                continue;
            }
            const int last = enter(node, step.caller);
            open.append({step.node, step.caller, true});
            push(node.children, last);
        }
        addLinks();
        return sorted();
    }

private:
    struct Step
    {
        int node;
        int caller;  ///< The function above the node; -1 for none.
        bool isLeft; ///< Everything below it was seen.
    };

    int idOf(const StackGraphFrame& frame)
    {
        const std::pair key(frame.function, frame.module);
        const auto known = m_ids.constFind(key);
        if (known != m_ids.constEnd())
            return known.value();
        const auto next = int(m_functions.size());
        m_ids.insert(key, next);
        m_functions.append({.frame = frame, .callers = {}, .callees = {}});
        m_active.append(0);
        return next;
    }

    /// A recursion counts once. Returns the innermost function.
    int enter(const StackGraphNode& node, int caller)
    {
        for (const StackGraphFrame& frame : node.frames) {
            const int id = idOf(frame);
            StackFunction& function = m_functions[id];
            if (m_active.at(id) == 0)
                function.weight += node.weight;
            if (node.place == ThreadPlace::InDeadlock && node.children.isEmpty() && frame.isOwn)
                function.isInDeadlock = true;
            if (caller >= 0 && m_active.at(id) == 0)
                m_callers[std::pair(id, caller)] += node.weight;
            if (caller >= 0 && m_active.at(caller) == 1)
                m_callees[std::pair(caller, id)] += node.weight;
            ++m_active[id];
            caller = id;
        }
        quint64 below = 0;
        for (const int child : node.children)
            below += m_graph.nodes.at(child).weight;
        m_functions[caller].onTop += node.weight - std::min(node.weight, below);
        return caller;
    }

    void leave(const StackGraphNode& node)
    {
        for (const StackGraphFrame& frame : node.frames)
            --m_active[idOf(frame)];
    }

    void addLinks()
    {
        for (auto each = m_callers.cbegin(); each != m_callers.cend(); ++each)
            m_functions[each.key().first].callers.append({each.key().second, each.value()});
        for (auto each = m_callees.cbegin(); each != m_callees.cend(); ++each)
            m_functions[each.key().first].callees.append({each.key().second, each.value()});
    }

    QList<StackFunction> sorted()
    {
        QList<int> order(m_functions.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, [this](int a, int b) {
            return m_functions.at(a).weight > m_functions.at(b).weight;
        });
        QList<int> places(order.size());
        for (int i = 0; i < int(order.size()); ++i)
            places[order.at(i)] = i;
        QList<StackFunction> all;
        all.reserve(order.size());
        for (const int id : std::as_const(order)) {
            for (QList<StackLink>* links : {&m_functions[id].callers, &m_functions[id].callees}) {
                for (StackLink& link : *links)
                    link.function = places.at(link.function);
                std::ranges::sort(*links, [](const StackLink& a, const StackLink& b) {
                    return a.weight != b.weight ? a.weight > b.weight : a.function < b.function;
                });
            }
            all.append(std::move(m_functions[id]));
        }
        return all;
    }

    const StackGraph& m_graph;
    QList<StackFunction> m_functions;
    QList<int> m_active; ///< How often each function is on the way to the present node.
    QHash<std::pair<QString, QString>, int> m_ids;
    QHash<std::pair<int, int>, quint64> m_callers; ///< By function and caller.
    QHash<std::pair<int, int>, quint64> m_callees; ///< By function and callee.
};

} // namespace

QList<StackFunction> functionsOf(const StackGraph& graph)
{
    return FunctionCount(graph).make();
}

} // namespace faultline::ui

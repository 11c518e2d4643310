// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/custom_list.h"

namespace faultline::variables {

namespace {

using StepKind = natvis::ListStep::Kind;

} // namespace

CustomList::CustomList(ItemLister& lister, const natvis::ExpandNode& node, ItemWindow& window)
    : m_lister(lister), m_node(node), m_window(window),
      m_scope(lister.scopeOf(lister.m_object.object))
{
}

void CustomList::run()
{
    auto ready = setUp();
    auto outcome = ready ? runAll(m_node.steps) : Answer(std::unexpected(ready.error()));
    if (!outcome)
        return m_lister.addFault(m_window, m_count, outcome.error());
    const auto size =
        m_node.sizes.empty() ? ItemLister::Count(m_count) : m_lister.sizeOf(m_node, m_scope);
    if (size && *outcome != Outcome::Full && m_count < *size)
        m_lister.addFault(m_window, m_count,
                          {ValueState::Damaged,
                           concat("the container ends after ", m_count, " of ", *size, " items")});
}

CppAnswer<void> CustomList::setUp()
{
    auto& evaluator = m_lister.m_presenter.evaluator();
    for (const auto& variable : m_node.variables) {
        FL_TRY(auto value, evaluator.evaluate(variable.initial, m_scope));
        // The variable keeps what its place had at the beginning, if that is a number.
        if (auto number = evaluator.scalar(value))
            value.number = *number;
        if (value.number && value.type.isEntry()) {
            const auto real = evaluator.placeOf(value);
            value.type = {.entry = real ? real->type : value.type.entry};
        }
        m_scope.setLocal(variable.name, std::move(value));
    }
    return {};
}

CustomList::Answer CustomList::runAll(const std::vector<natvis::ListStep>& steps)
{
    bool isDecided = false; // One of the branches since the last If was taken.
    for (const auto& step : steps) {
        const bool isBranch = step.kind == StepKind::If || step.kind == StepKind::ElseIf ||
                              step.kind == StepKind::Else;
        if (step.kind == StepKind::If)
            isDecided = false;
        if (isBranch && isDecided)
            continue;
        FL_TRY(const auto isMeant,
               step.kind == StepKind::Loop ? CppAnswer<bool>(true) : holds(step));
        if (!isMeant)
            continue;
        isDecided = isDecided || isBranch;
        FL_TRY(const auto outcome, runOne(step));
        if (outcome != Outcome::Next)
            return outcome;
    }
    return Outcome::Next;
}

CppAnswer<bool> CustomList::holds(const natvis::ListStep& step)
{
    return step.condition ? m_lister.m_presenter.evaluator().isTrue(*step.condition, m_scope)
                          : CppAnswer<bool>(true);
}

CustomList::Answer CustomList::runOne(const natvis::ListStep& step)
{
    switch (step.kind) {
    case StepKind::Loop: return loop(step);
    case StepKind::If:
    case StepKind::ElseIf:
    case StepKind::Else: return runAll(step.steps);
    case StepKind::Break: return Outcome::Break;
    case StepKind::Item: return item(step);
    case StepKind::Exec: break;
    }
    FL_TRY(const auto value, m_lister.m_presenter.evaluator().evaluate(*step.execution, m_scope));
    static_cast<void>(value);
    return Outcome::Next;
}

CustomList::Answer CustomList::loop(const natvis::ListStep& step)
{
    for (;;) {
        if (!m_lister.m_presenter.evaluator().budget().take())
            return std::unexpected(CppFault{ValueState::TooLarge, "the list takes too many steps"});
        FL_TRY(const auto goesOn, holds(step));
        if (!goesOn)
            return Outcome::Next;
        FL_TRY(const auto outcome, runAll(step.steps));
        if (outcome == Outcome::Break)
            return Outcome::Next;
        if (outcome == Outcome::Full)
            return outcome;
    }
}

CustomList::Answer CustomList::item(const natvis::ListStep& step)
{
    if (m_window.isFull())
        return Outcome::Full;
    auto node = m_lister.m_presenter.evaluated(*step.execution, m_scope);
    if (!node)
        return std::unexpected(std::move(node.error()));
    node->name =
        step.name.empty() ? concat("[", m_count, "]") : m_lister.nameOf(step.name, m_scope);
    node->role = VariableRole::Element;
    m_window.add(*std::move(node));
    ++m_count;
    return m_window.isFull() ? Outcome::Full : Outcome::Next;
}

} // namespace faultline::variables

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_values.h"

#include "ui/bridge/session_core.h"
#include "ui/bridge/variable_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::ui {

namespace {

using State = FrameValues::State;
using Answered = engine::VariablesAnswer::State;

State stateOf(Answered state)
{
    switch (state) {
    case Answered::Known:
    case Answered::NoPart: return State::Known;
    case Answered::NotYet: return State::NotRead;
    case Answered::NoMemory: return State::NoMemory;
    case Answered::NotWalked: return State::NotWalked;
    case Answered::NoDebugInfo: return State::NoDebugInfo;
    }
    return State::NotRead;
}

} // namespace

bool FrameValues::isThrough(const Node& node)
{
    return node.value.role == VariableRole::Pointee && node.value.partCount > 0 &&
           node.value.kind == ValueKind::None;
}

FrameValues::FrameValues(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

void FrameValues::show(std::optional<engine::FramePlace> frame)
{
    const ReportState& state = m_core.state();
    const bool isSame = frame == m_frame && state.generation == m_generation && !state.isRunning;
    const bool isKnown = m_state != State::NotYet && m_state != State::NoFrame;
    if (isSame && (isKnown || !frame))
        return;
    m_frame = frame;
    m_generation = state.generation;
    start();
    Q_EMIT changed();
}

void FrameValues::start()
{
    for (const auto& [job, asked] : std::exchange(m_asked, {}))
        m_core.cancelInspection(job);
    m_variables.clear();
    m_values.assign(std::size_t(m_expressions.size()), std::nullopt);
    const ReportState& state = m_core.state();
    if (!m_frame || !state.event) {
        m_state = State::NoFrame;
    } else if (!state.event->isNative()) {
        m_state = State::NotNative;
    } else if (state.isRunning) {
        m_state = State::NotYet;
    } else {
        m_state = State::Reading;
        ask({}, 0);
        for (int i = 0; i < m_expressions.size(); ++i)
            ask({.expression = i, .partsOf = {}}, 0);
    }
    refresh();
}

void FrameValues::ask(Asked asked, std::uint64_t first)
{
    engine::VariablesQuestion question{
        .frame = *m_frame, .expression = {}, .partsOf = asked.partsOf, .first = first};
    if (asked.expression >= 0)
        question.expression = m_expressions.at(asked.expression).toStdString();
    m_asked.emplace(m_core.inspect(std::move(question)), std::move(asked));
}

void FrameValues::evaluate(const QString& expression)
{
    const QString text = expression.trimmed();
    if (text.isEmpty() || m_expressions.contains(text))
        return;
    m_expressions.append(text);
    m_values.emplace_back();
    if (m_state == State::Known || m_state == State::Reading)
        ask({.expression = int(m_expressions.size()) - 1, .partsOf = {}}, 0);
    refresh();
    Q_EMIT changed();
}

void FrameValues::forget(int row)
{
    const VariableRow* shown = m_rows.rowAt(row);
    if (!shown || shown->id.kind != VariableRow::Kind::Expression)
        return;
    m_expressions.removeAt(shown->id.place.expression);
    start(); // Answers name expressions by their numbers.
    Q_EMIT changed();
}

FrameValues::Node* FrameValues::nodeAt(int expression, const std::vector<std::uint64_t>& path)
{
    Node* node = nullptr;
    auto* siblings = &m_variables;
    if (expression >= 0) {
        auto& value = m_values.at(std::size_t(expression));
        if (!value)
            return nullptr;
        node = &*value;
        siblings = &node->parts;
    }
    for (const std::uint64_t number : path) {
        if (number >= siblings->size())
            return nullptr;
        node = &(*siblings)[number];
        siblings = &node->parts;
    }
    return node;
}

void FrameValues::toggle(int row)
{
    const VariableRow* shown = m_rows.rowAt(row);
    if (!shown || shown->id.kind == VariableRow::Kind::Reading)
        return;
    const auto& place = shown->id.place;
    const bool isMore = shown->id.kind == VariableRow::Kind::More;
    const std::vector<std::uint64_t> path(place.path.begin(), place.path.end());
    Node* node = nodeAt(place.expression, path);
    if (!node || (!isMore && shown->branch == Group::None))
        return;
    node->isOpen = isMore || !node->isOpen;
    const bool isMissing = node->isOpen && (isMore || node->parts.empty());
    if (isMissing && !node->isAsked) {
        node->isAsked = true;
        ask({.expression = place.expression, .partsOf = path}, node->parts.size());
    }
    refresh();
    Q_EMIT changed();
}

bool FrameValues::take(const engine::InspectionSnapshot& answer)
{
    const auto found = m_asked.find(answer.job);
    if (found == m_asked.end())
        return false;
    const Asked asked = std::move(found->second);
    m_asked.erase(found);
    const auto* values =
        answer.value ? std::get_if<engine::VariablesAnswer>(&answer.value->value) : nullptr;
    const engine::VariablesAnswer none;
    takeValues(asked, values ? *values : none);
    refresh();
    Q_EMIT changed();
    return true;
}

/// A pointer shows the parts of what it leads to, which are read at once.
void FrameValues::openThrough(Node& pointer, const Asked& asked)
{
    if (pointer.parts.size() != 1 || !isThrough(pointer.parts.front()))
        return;
    Node& target = pointer.parts.front();
    target.isOpen = target.isAsked = true;
    Asked parts = asked;
    parts.partsOf->push_back(0);
    ask(std::move(parts), 0);
}

void FrameValues::takeValues(const Asked& asked, const engine::VariablesAnswer& answer)
{
    std::vector<Node> nodes;
    for (const Variable& variable : answer.variables)
        nodes.push_back({.value = variable, .parts = {}});
    if (asked.partsOf) {
        if (Node* whole = nodeAt(asked.expression, *asked.partsOf)) {
            whole->isAsked = false;
            // What has no parts after all is not asked again.
            if (nodes.empty())
                whole->value.partCount = whole->parts.size();
            std::ranges::move(nodes, std::back_inserter(whole->parts));
            openThrough(*whole, asked);
        }
        return;
    }
    if (asked.expression < 0) {
        m_state = stateOf(answer.state);
        m_variables = std::move(nodes);
    } else if (!nodes.empty()) {
        m_values[std::size_t(asked.expression)] = std::move(nodes.front());
    }
}

void FrameValues::append(QList<VariableRow>& rows,
                         const Node& node,
                         VariableRow::Place place,
                         VariableRow::Kind kind,
                         int depth) const
{
    VariableRow row = makeVariableRow(node.value, m_core.state().event->system.arch);
    row.id = {place, kind};
    row.depth = depth;
    if (node.value.partCount > 0 && !row.isAbsent)
        row.branch = node.isOpen ? Group::Open : Group::Folded;
    const bool isOpen = row.branch == Group::Open;
    rows.append(std::move(row));
    if (isOpen)
        appendParts(rows, node, place, depth + 1);
}

void FrameValues::appendParts(QList<VariableRow>& rows,
                              const Node& node,
                              const VariableRow::Place& place,
                              int depth) const
{
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
        auto part = place;
        part.path.append(i);
        // What a pointer leads to is no level of its own.
        if (isThrough(node.parts[i]))
            appendParts(rows, node.parts[i], part, depth);
        else
            append(rows, node.parts[i], std::move(part), VariableRow::Kind::Variable, depth);
    }
    const std::uint64_t left =
        node.value.partCount - std::min<std::uint64_t>(node.value.partCount, node.parts.size());
    if (left == 0)
        return;
    VariableRow more = node.isAsked ? makeReadingRow() : makeMoreRow(left);
    more.id.place = place;
    more.depth = depth;
    rows.append(std::move(more));
}

void FrameValues::refresh()
{
    QList<VariableRow> rows;
    const bool isShown = m_state == State::Known || m_state == State::Reading;
    for (std::size_t i = 0; isShown && i < m_values.size(); ++i) {
        const VariableRow::Place place{.expression = int(i), .path = {}};
        if (m_values[i]) {
            append(rows, *m_values[i], place, VariableRow::Kind::Expression, 0);
            continue;
        }
        VariableRow reading = makeReadingRow();
        reading.id.place = place;
        rows.append(std::move(reading));
    }
    for (std::size_t i = 0; isShown && i < m_variables.size(); ++i)
        append(rows, m_variables[i], {.expression = -1, .path = {i}}, VariableRow::Kind::Variable,
               0);
    m_rows.setRows(std::move(rows));
}

} // namespace faultline::ui

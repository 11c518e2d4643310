// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stream_fields.h"

#include "ui/bridge/session_core.h"

#include <utility>

namespace faultline::ui {

StreamFields::StreamFields(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

void StreamFields::show(int stream)
{
    if (stream == m_stream)
        return;
    if (m_job)
        m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    m_stream = stream;
    m_decoded = {};
    m_open.clear();
    m_isEnvironment = false;
    const bool hasStream = stream >= 0 && m_core.hasEvent();
    m_state = hasStream ? State::Reading : State::NoStream;
    if (hasStream)
        m_job = m_core.inspect(engine::StreamQuestion{.stream = std::size_t(stream)});
    refresh();
    Q_EMIT changed();
}

void StreamFields::reveal()
{
    m_isRevealed = true;
    refresh();
    Q_EMIT changed();
}

void StreamFields::toggle(int row)
{
    const FieldRow* shown = m_rows.rowAt(row);
    if (!shown || shown->branch == Group::None)
        return;
    const int index = shown->index;
    if (!m_open.remove(index))
        m_open.insert(index);
    refresh();
    Q_EMIT changed();
}

bool StreamFields::take(const engine::InspectionSnapshot& answer)
{
    if (m_job != answer.job)
        return false;
    m_job.reset();
    const auto* stream =
        answer.value ? std::get_if<engine::StreamAnswer>(&answer.value->value) : nullptr;
    const bool isKnown = stream && stream->state == engine::StreamAnswer::State::Known;
    m_state = isKnown ? State::Known : State::NoLayout;
    if (isKnown) {
        m_decoded = stream->fields;
        m_isEnvironment = stream->isEnvironment;
    }
    m_open = openAtFirst(m_decoded);
    refresh();
    Q_EMIT changed();
    return true;
}

void StreamFields::refresh()
{
    const bool isShown = m_state == State::Known && !isHidden();
    m_rows.setRows(isShown ? makeFieldRows(m_core.state(), m_decoded, m_open) : QList<FieldRow>());
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_memory.h"

#include "ui/bridge/byte_values.h"
#include "ui/bridge/memory_rows.h"
#include "ui/bridge/session_core.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

using State = FrameMemory::State;

State stateOf(const engine::MemoryAnswer& answer, const QString& place)
{
    switch (answer.state) {
    case engine::MemoryAnswer::State::Known: return State::Known;
    case engine::MemoryAnswer::State::NotYet: return State::NoAddress;
    case engine::MemoryAnswer::State::BadPlace: break;
    }
    if (place.isEmpty())
        return State::NoAddress;
    return answer.problem == engine::PlaceProblem::RegisterNotKnown ? State::RegisterNotKnown
                                                                    : State::NotUnderstood;
}

} // namespace

FrameMemory::FrameMemory(SessionCore& core, QObject* parent)
    : QObject(parent), m_core(core), m_search(core, this), m_texts(core, this)
{
}

void FrameMemory::select(quint64 address)
{
    constexpr std::size_t kMostBytes = 32;
    QByteArray bytes;
    const std::size_t at = address - m_answer.first;
    for (std::size_t i = at;
         address >= m_answer.first && i < m_answer.bytes.size() && i - at < kMostBytes &&
         m_answer.origins[i] != engine::MemoryAnswer::Origin::None;
         ++i)
        bytes.append(char(std::to_integer<int>(m_answer.bytes[i])));
    m_selected = address;
    m_values.setRows(makeValueRows(bytes));
    Q_EMIT selected();
}

void FrameMemory::show(std::optional<engine::FramePlace> frame)
{
    const ReportState& state = m_core.state();
    const bool isSame =
        frame == m_frame && state.generation == m_generation && state.isRunning == m_wasRunning;
    if (isSame)
        return;
    // Stepping through frames of a thread keeps the place that the user went to.
    if (!frame || !m_frame || frame->thread != m_frame->thread) {
        m_place.clear();
        m_isElsewhere = false;
    }
    m_frame = frame;
    m_generation = state.generation;
    m_wasRunning = state.isRunning;
    start();
}

void FrameMemory::showMap()
{
    const ReportState& state = m_core.state();
    if (m_hasMap || m_mapJob || !state.event)
        return;
    if (state.event->isNative())
        m_mapJob = m_core.inspect(engine::MapQuestion{});
    else
        m_hasMap = true; // There is nothing in it.
}

void FrameMemory::setWords(MemoryWords words)
{
    if (std::exchange(m_words, words) == words)
        return;
    makeRows();
    Q_EMIT changed();
}

void FrameMemory::go(const QString& place)
{
    if (!m_frame || place.trimmed() == m_place)
        return;
    m_place = place.trimmed();
    m_isElsewhere = !m_place.isEmpty();
    start();
    Q_EMIT went();
}

void FrameMemory::restore(const QString& place)
{
    if (!m_frame || place == m_place)
        return;
    m_place = place;
    m_isElsewhere = !place.isEmpty();
    start();
}

void FrameMemory::move(quint64 address)
{
    if (!m_frame || m_job)
        return;
    m_place = QStringLiteral("0x%1").arg(address, 0, 16);
    start();
}

void FrameMemory::start()
{
    if (m_job)
        m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    const ReportState& state = m_core.state();
    if (!m_frame || !state.event || !state.event->isNative()) {
        m_state = m_frame && state.event ? State::NotNative : State::NoFrame;
        m_answer = {};
        makeRows();
    } else {
        m_state = m_rows.rowCount() > 0 ? State::Known : State::Reading;
        m_job = m_core.inspect(
            engine::MemoryQuestion{.frame = *m_frame, .place = m_place.toStdString()});
    }
    Q_EMIT changed();
}

bool FrameMemory::take(const engine::InspectionSnapshot& answer)
{
    if (m_mapJob == answer.job) {
        m_mapJob.reset();
        if (const auto* map =
                answer.value ? std::get_if<engine::MapAnswer>(&answer.value->value) : nullptr)
            takeMap(*map);
        Q_EMIT changed();
        return true;
    }
    if (m_search.take(answer) || m_texts.take(answer))
        return true;
    if (m_job != answer.job)
        return false;
    m_job.reset();
    const auto* memory =
        answer.value ? std::get_if<engine::MemoryAnswer>(&answer.value->value) : nullptr;
    m_answer = memory ? *memory : engine::MemoryAnswer{};
    m_state = stateOf(m_answer, m_place);
    makeRows();
    Q_EMIT changed();
    return true;
}

void FrameMemory::makeRows()
{
    const bool isKnown = m_answer.state == engine::MemoryAnswer::State::Known;
    m_rows.setRows(isKnown ? makeMemoryRows(m_core.state(), m_answer, m_words)
                           : QList<MemoryRow>());
    m_origin = isKnown ? makeMemoryOrigin(m_answer) : QString();
    const auto& rows = m_rows.allRows();
    const auto place = std::ranges::find(rows, true, &MemoryRow::isPlace);
    m_placeRow = place == rows.end() ? -1 : int(place - rows.begin());
    ++m_answerNumber;
}

void FrameMemory::takeMap(const engine::MapAnswer& answer)
{
    m_hasMap = answer.state == engine::MapAnswer::State::Known;
    m_hasList = answer.hasList;
    m_regions.setRows(makeRegionRows(m_core.state(), answer));
}

} // namespace faultline::ui

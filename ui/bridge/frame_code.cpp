// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_code.h"

#include "ui/bridge/code_rows.h"
#include "ui/bridge/session_core.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

using State = FrameCode::State;
using Answered = engine::CodeAnswer::State;

State stateOf(const engine::CodeAnswer& answer)
{
    switch (answer.state) {
    case Answered::Known: return State::Known;
    case Answered::NotYet:
    case Answered::NoFrame: return State::NoAddress;
    case Answered::BadPlace:
        return answer.problem == engine::PlaceProblem::RegisterNotKnown ? State::RegisterNotKnown
                                                                        : State::NotUnderstood;
    case Answered::NoBytes: return State::NoBytes;
    case Answered::NoDecoder: return State::NoDecoder;
    case Answered::DecoderMissing: return State::DecoderMissing;
    case Answered::NoCode: return State::NoCode;
    }
    return State::NoAddress;
}

} // namespace

FrameCode::FrameCode(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

void FrameCode::show(std::optional<engine::FramePlace> frame)
{
    const ReportState& state = m_core.state();
    const bool isSame =
        frame == m_frame && state.generation == m_generation && state.isRunning == m_wasRunning;
    if (isSame)
        return;
    if (frame != m_frame) {
        m_place.clear();
        m_isElsewhere = false;
    }
    m_frame = frame;
    m_generation = state.generation;
    m_wasRunning = state.isRunning;
    start();
}

void FrameCode::go(const QString& place)
{
    if (!m_frame || place.trimmed() == m_place)
        return;
    m_place = place.trimmed();
    m_isElsewhere = !m_place.isEmpty();
    start();
    Q_EMIT went();
}

void FrameCode::restore(const QString& place)
{
    if (!m_frame || place == m_place)
        return;
    m_place = place;
    m_isElsewhere = !place.isEmpty();
    start();
}

void FrameCode::start()
{
    if (m_job)
        m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    const ReportState& state = m_core.state();
    if (!m_frame || !state.event || !state.event->isNative()) {
        m_state = m_frame && state.event ? State::NotNative : State::NoFrame;
        takeCode({});
    } else {
        // The rows of another place stay until those of this one are here, so that nothing
        // flickers.
        m_state = m_rows.rowCount() > 0 ? State::Known : State::Reading;
        m_job =
            m_core.inspect(engine::CodeQuestion{.frame = *m_frame, .place = m_place.toStdString()});
    }
    Q_EMIT changed();
}

bool FrameCode::take(const engine::InspectionSnapshot& answer)
{
    if (m_job != answer.job)
        return false;
    m_job.reset();
    const auto* code =
        answer.value ? std::get_if<engine::CodeAnswer>(&answer.value->value) : nullptr;
    const engine::CodeAnswer none;
    m_state = stateOf(code ? *code : none);
    takeCode(code ? *code : none);
    Q_EMIT changed();
    return true;
}

void FrameCode::takeCode(const engine::CodeAnswer& answer)
{
    const bool isKnown = answer.state == Answered::Known;
    m_rows.setRows(isKnown ? makeCodeRows(m_core.state(), *m_frame, answer) : QList<CodeRow>());
    ++m_answerNumber;
    m_differs = std::ranges::any_of(answer.instructions, &engine::CodeInstruction::differs);
    m_origin = isKnown ? originText(answer) : QString();
    m_detail = toQString(answer.detail);
    m_placeRow =
        m_rows.rowOf(m_place.isEmpty() ? answer.current.value_or(answer.address) : answer.address);
}

QString FrameCode::originText(const engine::CodeAnswer& answer) const
{
    const bool isAll = std::ranges::all_of(answer.instructions, &engine::CodeInstruction::isInDump);
    const bool isAny = std::ranges::any_of(answer.instructions, &engine::CodeInstruction::isInDump);
    const QString module =
        answer.module ? moduleName(m_core.state().event->modules[*answer.module]) : QString();
    if (!answer.hasFile)
        return tr("from dump memory");
    if (!isAny)
        return tr("from the file of %1").arg(module);
    if (m_differs)
        return tr("from dump memory, other bytes in the file of %1").arg(module);
    return isAll ? tr("from dump memory, same as the file of %1").arg(module)
                 : tr("from dump memory and the file of %1").arg(module);
}

} // namespace faultline::ui

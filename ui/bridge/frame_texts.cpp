// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_texts.h"

#include "ui/bridge/memory_rows.h"
#include "ui/bridge/session_core.h"

#include <utility>

namespace faultline::ui {

FrameTexts::FrameTexts(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

void FrameTexts::show(std::optional<engine::FramePlace> frame)
{
    const ReportState& state = m_core.state();
    if (frame == m_frame && state.generation == m_generation && state.isRunning == m_wasRunning)
        return;
    if (m_job)
        m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    const bool isOtherFrame = std::exchange(m_frame, frame) != frame;
    m_generation = state.generation;
    m_wasRunning = state.isRunning;
    if (!frame || !state.event || !state.event->isNative()) {
        m_state = frame && state.event ? State::NotNative : State::NoFrame;
        m_rows.setRows({});
    } else {
        if (isOtherFrame)
            m_rows.setRows({});
        m_state = m_rows.rowCount() > 0 ? State::Known : State::Reading;
        m_job = m_core.inspect(engine::StringsQuestion{.frame = *frame});
    }
    Q_EMIT changed();
}

bool FrameTexts::take(const engine::InspectionSnapshot& answer)
{
    if (m_job != answer.job)
        return false;
    m_job.reset();
    const auto* texts =
        answer.value ? std::get_if<engine::StringsAnswer>(&answer.value->value) : nullptr;
    const bool isKnown = texts && texts->state == engine::StringsAnswer::State::Known;
    m_state = isKnown ? State::Known : State::NoMemory;
    m_rows.setRows(isKnown ? makeTextRows(m_core.state(), *texts) : QList<TextRow>());
    Q_EMIT changed();
    return true;
}

} // namespace faultline::ui

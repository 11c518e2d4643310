// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_registers.h"

#include "ui/bridge/register_rows.h"
#include "ui/bridge/session_core.h"

#include <utility>

namespace faultline::ui {

FrameRegisters::FrameRegisters(SessionCore& core, QObject* parent) : QObject(parent), m_core(core)
{
}

QList<RegisterRow> FrameRegisters::rows() const
{
    if (!m_frame)
        return {};
    const bool isAnswer = m_asked == m_frame && !m_job;
    return makeRegisterRows(m_core.state(), m_frame->thread, m_frame->physical,
                            isAnswer ? m_answer : engine::RegistersAnswer{});
}

bool FrameRegisters::isPossible() const
{
    const auto& event = m_core.state().event;
    return !event || event->isNative();
}

void FrameRegisters::show()
{
    const ReportState& state = m_core.state();
    const bool isSame =
        m_frame == m_asked && state.generation == m_generation && state.isRunning == m_wasRunning;
    if (isSame || !state.event || !state.event->isNative())
        return;
    if (m_job)
        m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    m_asked = m_frame;
    m_generation = state.generation;
    m_wasRunning = state.isRunning;
    m_answer = {};
    if (m_frame)
        m_job = m_core.inspect(engine::RegistersQuestion{.frame = *m_frame});
}

bool FrameRegisters::take(const engine::InspectionSnapshot& answer)
{
    if (m_job != answer.job)
        return false;
    m_job.reset();
    const auto* registers =
        answer.value ? std::get_if<engine::RegistersAnswer>(&answer.value->value) : nullptr;
    m_answer = registers ? *registers : engine::RegistersAnswer{};
    Q_EMIT changed();
    return true;
}

} // namespace faultline::ui

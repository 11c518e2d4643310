// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/file_facts.h"

#include "ui/bridge/session_core.h"

#include <utility>

namespace faultline::ui {

FileFacts::FileFacts(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

FileFacts::Program FileFacts::program() const
{
    const auto& event = m_core.state().event;
    if (!event)
        return Program::Unknown;
    if (event->asScript())
        return Program::Script;
    return event->asJvm() ? Program::Jvm : Program::Native;
}

int FileFacts::hiddenVariables() const
{
    return m_event && m_environment == Environment::Hidden ? environmentSize(*m_event) : 0;
}

void FileFacts::showEnvironment()
{
    m_environment = Environment::Shown;
    if (m_event)
        m_annotations.setRows(makeAnnotationRows(*m_event, m_environment));
    Q_EMIT changed();
}

void FileFacts::update()
{
    if (m_event == m_core.state().event)
        return;
    m_event = m_core.state().event;
    m_annotations.setRows(m_event ? makeAnnotationRows(*m_event, m_environment) : QList<FactRow>());
    m_breadcrumbs.setRows(m_event ? makeBreadcrumbRows(*m_event) : QList<FactRow>());
    m_unloaded.setRows(m_event ? makeUnloadedRows(*m_event) : QList<FactRow>());
    m_handles.setRows(m_event ? makeHandleRows(*m_event) : QList<FactRow>());
    Q_EMIT changed();
}

void FileFacts::showThread(std::optional<std::uint32_t> thread)
{
    const auto& event = m_core.state().event;
    if (thread == m_thread || !event)
        return;
    m_thread = thread;
    m_threadRows.clear();
    if (m_job)
        m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    const bool hasBlock =
        thread && *thread < event->threads.size() && event->threads[*thread].teb.has_value();
    if (hasBlock)
        m_job = m_core.inspect(engine::ThreadBlockQuestion{.thread = *thread});
}

bool FileFacts::take(const engine::InspectionSnapshot& answer)
{
    if (m_job != answer.job)
        return false;
    m_job.reset();
    const auto* blocks =
        answer.value ? std::get_if<engine::ThreadBlockAnswer>(&answer.value->value) : nullptr;
    m_threadRows = blocks ? makeThreadBlockRows(m_core.state(), *blocks) : QList<DetailRow>();
    Q_EMIT changed();
    return true;
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_search.h"

#include "ui/bridge/report_session.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/workbench.h"

#include <QThreadPool>

#include <utility>

namespace faultline::ui {

FrameSearch::FrameSearch(Workbench& workbench, QObject* parent)
    : QObject(parent), m_workbench(workbench)
{
    m_mailbox->owner = this;
    connect(this, &FrameSearch::made, this, &FrameSearch::deliver, Qt::QueuedConnection);
}

FrameSearch::~FrameSearch()
{
    m_stop.request_stop();
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

void FrameSearch::setSession(ReportSession* session)
{
    m_session = session;
}

/// Ends what runs; its rows are not taken any more.
void FrameSearch::stop()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    ++m_run;
    if (m_find && m_library)
        m_library->cancelFind();
    m_find.reset();
}

void FrameSearch::finish(State state, const QString& problem)
{
    m_state = state;
    m_problem = problem;
    Q_EMIT changed();
}

void FrameSearch::search(const FindQuery& query)
{
    stop();
    m_query = query;
    if (query.text.isEmpty()) {
        m_rows.setFound({}, false);
        m_counts = {};
        return finish(State::Nothing);
    }
    auto pattern = insight::TextPattern::compile({.text = query.text.toStdString(),
                                                  .isExpression = query.isExpression,
                                                  .matchesCase = query.matchesCase,
                                                  .wholeWords = query.wholeWords});
    if (!pattern)
        return finish(State::Wrong, toQString(pattern.error().detail));
    auto shared = std::make_shared<const insight::TextPattern>(*std::move(pattern));
    if (query.scope == FindScope::Library)
        searchLibrary(std::move(shared));
    else
        searchReports(std::move(shared));
}

void FrameSearch::searchAgain()
{
    if (m_state == State::Ready || m_state == State::Running)
        search(m_query);
}

void FrameSearch::cancel()
{
    if (m_state != State::Running)
        return;
    stop();
    finish(State::Stopped);
}

QList<ReportSession*> FrameSearch::searchedSessions() const
{
    if (m_query.scope == FindScope::OpenReports)
        return m_workbench.sessions();
    return m_session ? QList<ReportSession*>{m_session} : QList<ReportSession*>();
}

void FrameSearch::searchReports(std::shared_ptr<const insight::TextPattern> pattern)
{
    // Shared, because tasks of the pool must be copyable.
    auto reports = std::make_shared<std::vector<SearchedReport>>();
    m_searching.clear();
    for (ReportSession* session : searchedSessions()) {
        m_searching.append(session);
        reports->push_back({.state = session->core().state(), .name = {}});
    }
    for (std::size_t i = 0; reports->size() > 1 && i < reports->size(); ++i)
        (*reports)[i].name = m_searching.at(qsizetype(i))->fileName();
    if (reports->empty()) {
        m_rows.setFound({}, false);
        return finish(State::Nothing);
    }
    m_state = State::Running;
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, reports, pattern, run = m_run,
                                          level = m_query.level,
                                          stop = m_stop.get_token()]() mutable {
        auto found = makeFindRows(*reports, *pattern, level, stop);
        reports.reset(); // Frees stacks that are shown no more.
        const std::lock_guard lock(mailbox->mutex);
        if (!found || !mailbox->owner)
            return;
        mailbox->found = *std::move(found);
        mailbox->run = run;
        Q_EMIT mailbox->owner->made();
    });
    Q_EMIT changed();
}

void FrameSearch::deliver()
{
    FoundRows found;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        if (m_mailbox->run != m_run)
            return;
        found = std::exchange(m_mailbox->found, {});
        m_mailbox->run = 0;
    }
    if (m_state != State::Running)
        return;
    m_searched = m_searching;
    m_isStored = false;
    m_counts = found.counts;
    m_rows.setFound(std::move(found.rows), m_query.level == FindLevel::Threads);
    finish(State::Ready);
}

void FrameSearch::searchLibrary(std::shared_ptr<const insight::TextPattern> pattern)
{
    LibrarySession* library = m_workbench.reportLibrary();
    if (!library)
        return finish(State::NoLibrary, tr("There is no folder for a library."));
    if (m_library != library) {
        m_library = library;
        connect(library, &LibrarySession::stacksFound, this, &FrameSearch::take);
        connect(library, &LibrarySession::originalMissing, this, [this](const QString& reason) {
            if (m_isStored)
                finish(m_state, reason);
        });
    }
    m_rows.setFound({}, m_query.level == FindLevel::Threads);
    m_counts = {};
    m_isStored = true;
    m_find = library->findStacks(std::move(pattern));
    finish(State::Running);
}

void FrameSearch::take(const engine::LibraryFoundStacks& told)
{
    if (!m_find || told.find != *m_find)
        return;
    if (told.error) {
        m_find.reset();
        return finish(State::NoLibrary, told.error->kind == ErrorKind::NotFound
                                            ? tr("There is no library yet.")
                                            : toQString(told.error->detail));
    }
    QList<FindRow> rows;
    for (const auto& stack : told.found) {
        rows += makeFindRows(stack, m_query.level);
        m_counts.frames += int(stack.rows.size());
        ++m_counts.threads;
    }
    m_counts.searched = int(told.checked);
    m_counts.isCut = told.isCut;
    m_rows.addFound(rows);
    if (told.isDone)
        m_find.reset();
    finish(told.isDone ? State::Ready : State::Running);
}

ReportSession* FrameSearch::sessionOf(const FindRow& row) const
{
    if (m_isStored || row.report >= m_searched.size())
        return nullptr;
    // A report that was closed lives until the event loop runs.
    ReportSession* session = m_searched.at(row.report);
    return m_workbench.sessions().contains(session) ? session : nullptr;
}

void FrameSearch::show(const FindRow& row)
{
    if (m_isStored && m_library)
        return m_library->openReport(row.report);
    ReportSession* session = sessionOf(row);
    if (!session)
        return;
    if (session != m_session)
        Q_EMIT sessionWanted(session);
    if (row.isHead)
        session->place().selectThread(row.thread);
    else
        session->place().selectPlace(row.thread, row.frame);
}

} // namespace faultline::ui

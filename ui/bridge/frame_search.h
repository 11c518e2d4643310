// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_notice.h"
#include "ui/bridge/find_rows.h"
#include "ui/models/find_model.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace faultline::ui {

class LibrarySession;
class ReportSession;
class Workbench;

/// Which stacks are searched.
enum class FindScope { Report, OpenReports, Library };

/// What the user looks for.
struct FindQuery
{
    QString text;
    bool isExpression = false;
    bool matchesCase = false;
    bool wholeWords = false;
    FindScope scope = FindScope::Report;
    FindLevel level = FindLevel::Frames;

    friend bool operator==(const FindQuery&, const FindQuery&) = default;
};

/// Looks for a text in the stacks of all threads: of the current report, of all open ones, or in
/// the leading stacks of a library's reports. Open reports are searched on a thread of the pool,
/// the library by its own thread. Lives on the GUI thread.
class FrameSearch final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Nothing,  ///< Nobody asked, or there is nothing to search.
        Running,  ///< The rows of the former search stay until something is found.
        Ready,    ///< With problem(), if a stored report could not be opened.
        Wrong,    ///< The query is none, with problem(). The rows of the last good one stay.
        Stopped,  ///< The user cancelled; rows that were found stay.
        NoLibrary ///< There is no library to search, with problem().
    };

    /// The workbench must outlive the search.
    explicit FrameSearch(Workbench& workbench, QObject* parent = nullptr);
    ~FrameSearch() override;

    /// The report that FindScope::Report means; null when none is shown.
    void setSession(ReportSession* session);
    /// Starts at once and ends a search that runs.
    void search(const FindQuery& query);
    /// Searches once more, because stacks have changed.
    void searchAgain();
    void cancel();

    State state() const { return m_state; }

    QString problem() const { return m_problem; }

    const FindQuery& query() const { return m_query; }

    const FindCounts& counts() const { return m_counts; }

    FindModel& rows() { return m_rows; }

    /// Are the rows of a library? Then show() opens a report in a tab of its own.
    bool isStored() const { return m_isStored; }

    /// Goes to the row's thread and frame. Stored reports are opened, if their file is there; the
    /// answer is LibrarySession::originalFound().
    void show(const FindRow& row);

Q_SIGNALS:
    void changed();
    /// A row of this open report was chosen, which is not the one that is shown.
    void sessionWanted(ReportSession* session);
    /// Rows lie in the mailbox. Emitted on the pool's thread.
    void made();

private:
    /// Where the pool's thread leaves the rows, and finds the search unless it has ended.
    struct Mailbox
    {
        std::mutex mutex; // Guards the others.
        FrameSearch* owner = nullptr;
        quint64 run = 0; ///< Whose rows they are.
        FoundRows found;
    };

    void finish(State state, const QString& problem = {});
    void searchReports(std::shared_ptr<const insight::TextPattern> pattern);
    void searchLibrary(std::shared_ptr<const insight::TextPattern> pattern);
    void deliver();
    void take(const engine::LibraryFoundStacks& told);
    void stop();
    /// The open report of a row; null for stored reports and when it was closed.
    ReportSession* sessionOf(const FindRow& row) const;
    QList<ReportSession*> searchedSessions() const;

    Workbench& m_workbench;
    QPointer<ReportSession> m_session;
    QPointer<LibrarySession> m_library; ///< Whose answers are taken.
    FindQuery m_query;
    State m_state = State::Nothing;
    QString m_problem;
    FindCounts m_counts;
    FindModel m_rows;
    QList<QPointer<ReportSession>> m_searched; ///< By the number in FindRow::report.
    QList<QPointer<ReportSession>> m_searching;
    bool m_isStored = false; ///< The rows are of the library.
    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    std::stop_source m_stop;
    quint64 m_run = 0;
    std::optional<engine::FindId> m_find;
};

} // namespace faultline::ui

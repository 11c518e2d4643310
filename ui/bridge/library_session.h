// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_desk.h"
#include "ui/bridge/library_inbox.h"
#include "ui/models/facet_model.h"
#include "ui/models/import_failure_model.h"
#include "ui/models/library_model.h"

#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace faultline::ui {

class ComparisonSession;
class GroupSession;
class RulesSession;

/// The state of an import in numbers.
struct ImportProgress
{
    enum class Phase { None, Finding, Running, Pausing, Paused, Done, Cancelled, Failed };

    Phase phase = Phase::None;
    quint64 files = 0;
    quint64 filesDone = 0;
    quint64 added = 0;
    quint64 duplicates = 0;
    quint64 regressions = 0;
    quint64 failed = 0;
    QString current{}; ///< The file that is being read.
    QString problem{}; ///< Of Failed.

    bool isRunning() const { return phase >= Phase::Finding && phase <= Phase::Paused; }
};

/// What the page knows of a library: rows of the present search, counts, the preview, and what is
/// being imported. GUI thread only; it never waits for the library.
class LibrarySession final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Closed,
        Opening,
        Absent, ///< There is no library yet; an import makes it.
        Ready,
        ReadOnly,
        Failed ///< With problem().
    };

    /// What the rows are.
    enum class RowsState {
        Reading, ///< Rows of the search are not known yet. Former ones are no longer shown.
        Ready,
        Wrong, ///< The search line is wrong, with problem() and wrongWord(). Former rows stay.
        Failed ///< With problem().
    };

    /// A part of the search line.
    struct Range
    {
        qsizetype from = 0;
        qsizetype length = 0;
    };

    struct Totals
    {
        quint64 reports = 0;
        quint64 groups = 0;
        quint64 foundReports = 0;
        quint64 foundGroups = 0;
        quint64 newGroups = 0;
        quint64 regressionGroups = 0;
    };

    /// `file` is the library that is to be opened. Desk and inbox must outlive the session, which
    /// becomes the receiver of `inbox`.
    LibrarySession(engine::LibraryDesk& desk,
                   LibraryInbox& inbox,
                   QString file,
                   QObject* parent = nullptr);
    ~LibrarySession() override;

    void open(const QString& file);

    QString file() const { return m_file; }

    /// The name under which changes are made.
    QString user() const { return m_user; }

    State state() const { return m_state; }

    RowsState rowsState() const { return m_rowsState; }

    QString problem() const { return m_problem; }

    /// The rows that could be read are shown, and this says what is damaged; otherwise empty.
    QString damage() const { return m_damage; }

    std::optional<Range> wrongWord() const { return m_wrongWord; }

    LibraryModel& rows() { return m_rows; }

    FacetModel& facets() { return m_facets; }

    /// How many rows the search has, of which rows() has those that were read.
    quint64 rowsFound() const { return m_rowsFound; }

    /// Absent until they are known for the present search.
    std::optional<Totals> totals() const { return m_totals; }

    const LibraryPreview& preview() const { return m_preview; }

    StoredFrameModel& frames() { return m_frames; }

    QString line() const { return QString::fromStdString(m_search.line); }

    bool showsGroups() const { return m_search.rows == engine::LibrarySearch::Rows::Groups; }

    void setLine(const QString& line);
    void showGroups(bool areGroups);
    /// Searches the reports of a group.
    void showReportsOf(qint64 group);
    /// The order of a column of LibraryModel; columns without one keep the present order.
    void sortBy(int column, bool isDescending);
    int sortColumn() const;
    bool isDescending() const;
    /// Includes or excludes the value of a facet, or takes that back.
    void toggle(const QString& term, bool excludes);
    /// Reads further rows, unless all are there or some are being read.
    void readMore();

    /// What the pages of a group, of two reports side by side, and of the rules show.
    GroupSession& group() { return *m_group; }

    ComparisonSession& comparison() { return *m_comparison; }

    RulesSession& rules() { return *m_rulesSession; }

    /// Shows a row in the preview; nothing for std::nullopt.
    void select(std::optional<LibraryRow> row);

    void
    setStatus(const QList<LibraryRow>& rows, library::Status status, const QString& fixedIn = {});
    void assign(const QList<LibraryRow>& rows, const QString& person);
    /// The rows have the same cause as the group `other`.
    void setDuplicate(const QList<LibraryRow>& rows, qint64 other);
    void addTag(const QList<LibraryRow>& rows, const QString& tag);
    void removeTag(const QList<LibraryRow>& rows, const QString& tag);
    void setTicket(const QList<LibraryRow>& rows, const QString& ticket);
    void setNotes(const LibraryPreview& shown, const QString& notes);

    bool canUndo() const { return !m_undo.empty(); }

    void undo();

    bool canRedo() const { return !m_redo.empty(); }

    /// Makes the change again that undo() took back last. A new change ends that.
    void redo();
    /// Takes the rows out of the library for good. Answer: changeDone().
    void remove(const QList<LibraryRow>& rows);

    /// Looks for a text in the stacks of all reports. Answers: stacksFound(), again and again.
    engine::FindId findStacks(std::shared_ptr<const insight::TextPattern> pattern);
    void cancelFind();

    /// Asks where the crash file of a report is. Answer: originalFound() or originalMissing().
    void openReport(qint64 report);

    void import(const QStringList& paths);
    void pauseImport();
    void resumeImport();
    void cancelImport();
    /// Forgets an import that has ended.
    void dismissImport();

    const ImportProgress& importProgress() const { return m_import; }

    ImportFailureModel& importFailures() { return m_failures; }

    /// Does not look for changes of other programs while nobody sees a page of the library.
    void setWatching(const QObject& page, bool isWatching);

Q_SIGNALS:
    void stateChanged();
    void rowsChanged();
    void totalsChanged();
    void previewChanged();
    void importChanged();
    /// The library is another one than before: somebody has changed it.
    void contentChanged();
    /// The search line was changed by a facet or a button.
    void lineChanged();
    void undoChanged();
    /// A change was made, or could not be made.
    void changeDone(const QString& message, bool isFailure);
    void originalFound(const QString& path);
    void originalMissing(const QString& reason);
    void stacksFound(const engine::LibraryFoundStacks& found);

private:
    void take(const engine::LibraryOpened& opened);
    void take(const engine::LibraryPage& page);
    void take(const engine::LibraryRefused& refused);
    void take(const engine::LibraryTotals& totals);
    void take(const engine::LibraryFacet& facet);
    void take(const engine::LibraryDetail& detail);
    void take(const engine::LibraryGroup& group);
    void take(const engine::LibraryShares& shares);
    void take(const engine::LibraryAlike& alike);
    void take(const engine::LibraryComparison& comparison);
    void take(const engine::LibraryRules& rules);
    void take(const engine::LibraryTrial& trial);
    void take(const engine::LibrarySignPreview& preview);
    void take(const engine::LibraryRulesApplied& applied);
    void take(const engine::LibraryChanged& changed);
    void take(const engine::LibraryChangeDone& done);
    void take(const engine::LibraryRemoved& removed);
    void take(const engine::LibraryOriginal& original);
    void take(const engine::LibraryImport& import);
    void take(const engine::LibraryFoundStacks& found);

    /// Rows of another search go; those of the same one stay until new ones come.
    enum class Former { Goes, Stays };
    void search(Former former);
    void searchAgainSoon();
    void showFacets();
    void showUnderstood();
    void readPreview();
    void change(const QList<LibraryRow>& rows, const library::TriageChange& change);

    engine::LibraryDesk& m_desk;
    LibraryInbox& m_inbox;
    std::unique_ptr<GroupSession> m_group;
    std::unique_ptr<ComparisonSession> m_comparison;
    std::unique_ptr<RulesSession> m_rulesSession;
    QString m_file;
    QString m_user;
    State m_state = State::Closed;
    RowsState m_rowsState = RowsState::Reading;
    QString m_problem;
    QString m_damage;
    std::optional<Range> m_wrongWord;
    engine::LibrarySearch m_search;
    engine::SearchId m_searchId{};
    std::uint64_t m_change = 0; ///< Of the rows.
    bool m_isReadingMore = false;
    quint64 m_rowsFound = 0;
    LibraryModel m_rows;
    FacetModel m_facets;
    QList<Facet> m_facetValues;
    std::optional<Totals> m_totals;

    /// The last counts that arrived, each of a search that was understood.
    struct Counts
    {
        std::optional<Totals> totals{};
        QList<Facet> facets{};
    };

    Counts m_understood;
    std::optional<LibraryRow> m_selected;
    LibraryPreview m_preview;
    StoredFrameModel m_frames;
    /// Which way a change goes that is being taken back.
    enum class Back { Undo, Redo };
    std::vector<std::vector<library::ActionId>> m_undo;
    std::vector<std::vector<library::ActionId>> m_redo;
    std::deque<Back> m_goingBack; ///< Commands without an answer yet, the first one first.
    ImportProgress m_import;
    ImportFailureModel m_failures;
    QTimer m_again;
    QTimer m_watch;
    QSet<const QObject*> m_watchers; ///< Pages that are seen.
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_rows.h"
#include "ui/bridge/library_session.h"
#include "ui/bridge/report_state.h"

#include <utility>

namespace faultline::ui {

namespace {

/// A list of failures is read by people, and the library has all of them.
constexpr qsizetype kMostFailures = 10'000;

} // namespace

void LibrarySession::change(const QList<LibraryRow>& rows, const library::TriageChange& change)
{
    if (rows.isEmpty())
        return;
    std::vector<library::Target> targets;
    for (const LibraryRow& row : rows)
        targets.push_back({.id = row.id, .rowVersion = row.rowVersion});
    m_desk.change(rows.front().isGroup ? library::HistoryOf::Group : library::HistoryOf::Report,
                  std::move(targets), change);
}

void LibrarySession::setStatus(const QList<LibraryRow>& rows,
                               library::Status status,
                               const QString& fixedIn)
{
    library::TriageChange wanted;
    wanted.status = status;
    if (status == library::Status::FixedIn)
        wanted.fixedIn = fixedIn.toStdString();
    change(rows, wanted);
}

void LibrarySession::assign(const QList<LibraryRow>& rows, const QString& person)
{
    library::TriageChange wanted;
    wanted.assignee = person.toStdString();
    change(rows, wanted);
}

void LibrarySession::setDuplicate(const QList<LibraryRow>& rows, qint64 other)
{
    library::TriageChange wanted;
    wanted.status = library::Status::DuplicateOf;
    wanted.duplicateOf = other;
    change(rows, wanted);
}

void LibrarySession::removeTag(const QList<LibraryRow>& rows, const QString& tag)
{
    library::TriageChange wanted;
    wanted.removeTags.push_back(tag.toStdString());
    change(rows, wanted);
}

void LibrarySession::addTag(const QList<LibraryRow>& rows, const QString& tag)
{
    library::TriageChange wanted;
    wanted.addTags.push_back(tag.toStdString());
    change(rows, wanted);
}

void LibrarySession::setTicket(const QList<LibraryRow>& rows, const QString& ticket)
{
    library::TriageChange wanted;
    wanted.ticket = ticket.toStdString();
    change(rows, wanted);
}

void LibrarySession::setNotes(const LibraryPreview& shown, const QString& notes)
{
    library::TriageChange wanted;
    wanted.notes = notes.toStdString();
    change({LibraryRow{.isGroup = shown.isGroup, .id = shown.id, .rowVersion = shown.rowVersion}},
           wanted);
}

void LibrarySession::undo()
{
    if (m_undo.empty())
        return;
    auto actions = std::move(m_undo.back());
    m_undo.pop_back();
    m_goingBack.push_back(Back::Undo);
    m_desk.undo(std::move(actions));
    Q_EMIT undoChanged();
}

/// To take back what took a change back makes it again.
void LibrarySession::redo()
{
    if (m_redo.empty())
        return;
    auto actions = std::move(m_redo.back());
    m_redo.pop_back();
    m_goingBack.push_back(Back::Redo);
    m_desk.undo(std::move(actions));
    Q_EMIT undoChanged();
}

void LibrarySession::remove(const QList<LibraryRow>& rows)
{
    if (rows.isEmpty())
        return;
    std::vector<library::Target> targets;
    for (const LibraryRow& row : rows)
        targets.push_back({.id = row.id, .rowVersion = row.rowVersion});
    m_desk.remove(rows.front().isGroup ? library::HistoryOf::Group : library::HistoryOf::Report,
                  std::move(targets));
}

void LibrarySession::take(const engine::LibraryRemoved& removed)
{
    if (removed.error) {
        Q_EMIT changeDone(errorText(*removed.error), true);
        searchAgainSoon();
    } else {
        Q_EMIT changeDone(
            tr("%Ln report(s) removed from the library", nullptr, int(removed.reports)), false);
    }
}

void LibrarySession::take(const engine::LibraryChangeDone& done)
{
    Back way = Back::Redo;
    if (done.isUndo && !m_goingBack.empty()) {
        way = m_goingBack.front();
        m_goingBack.pop_front();
    }
    if (!done.actions.empty()) {
        if (!done.isUndo)
            m_redo.clear();
        (done.isUndo && way == Back::Undo ? m_redo : m_undo).push_back(done.actions);
        Q_EMIT undoChanged();
    }
    if (done.error) {
        Q_EMIT changeDone(errorText(*done.error), true);
        searchAgainSoon();
    } else if (done.isUndo) {
        Q_EMIT changeDone(way == Back::Undo ? tr("Undone") : tr("Done again"), false);
    } else {
        Q_EMIT changeDone(done.actions.empty() ? tr("It is like that already") : tr("Saved"),
                          false);
    }
}

void LibrarySession::openReport(qint64 report)
{
    m_desk.findOriginal(report);
}

void LibrarySession::take(const engine::LibraryOriginal& original)
{
    using Place = engine::LibraryOriginal::State;
    const QString path = toQString(original.path.string());
    switch (original.state) {
    case Place::Found: Q_EMIT originalFound(path); return;
    case Place::NoPath:
        Q_EMIT originalMissing(tr("The library has only the name of the crash file: %1").arg(path));
        return;
    case Place::Gone:
        Q_EMIT originalMissing(tr("The crash file is no longer there: %1").arg(path));
        return;
    case Place::Changed:
        Q_EMIT originalMissing(
            tr("Another file has taken the place of the crash file: %1").arg(path));
        return;
    case Place::Unreadable: break;
    }
    const QString reason = original.error ? errorText(*original.error) : QString();
    Q_EMIT originalMissing(path.isEmpty() ? reason : tr("%1 cannot be read: %2").arg(path, reason));
}

void LibrarySession::import(const QStringList& paths)
{
    if (m_import.isRunning() || paths.isEmpty())
        return;
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdString());
    m_import = {.phase = ImportProgress::Phase::Finding};
    m_failures.setRows({});
    m_desk.startImport(std::move(files), {});
    Q_EMIT importChanged();
}

void LibrarySession::take(const engine::LibraryImport& import)
{
    using From = engine::LibraryImport::Phase;
    using Phase = ImportProgress::Phase;
    const bool isPausing = m_import.phase == Phase::Pausing;
    m_import = {.phase = Phase::Finding,
                .files = import.files,
                .filesDone = import.filesDone,
                .added = import.counts.added,
                .duplicates = import.counts.duplicates,
                .regressions = import.counts.regressions,
                .failed = import.counts.failed,
                .current = toQString(import.current)};
    switch (import.phase) {
    case From::Finding: break;
    case From::Running: m_import.phase = isPausing ? Phase::Pausing : Phase::Running; break;
    case From::Paused: m_import.phase = Phase::Paused; break;
    case From::Done: m_import.phase = Phase::Done; break;
    case From::Cancelled: m_import.phase = Phase::Cancelled; break;
    case From::Failed: m_import.phase = Phase::Failed; break;
    }
    if (import.error)
        m_import.problem = errorText(*import.error);
    auto failures = m_failures.allRows();
    for (const auto& file : import.finished) {
        if (file.state != library::BatchItemState::Failed || failures.size() == kMostFailures)
            continue;
        const QString path = toQString(file.path);
        failures.append({.path = file.part.empty() ? path : path + u'/' + toQString(file.part),
                         .problem = toQString(file.problem)});
    }
    if (failures.size() != m_failures.allRows().size())
        m_failures.setRows(std::move(failures));
    Q_EMIT importChanged();
}

void LibrarySession::pauseImport()
{
    m_desk.pauseImport();
    if (m_import.phase == ImportProgress::Phase::Running)
        m_import.phase = ImportProgress::Phase::Pausing;
    Q_EMIT importChanged();
}

void LibrarySession::resumeImport()
{
    m_desk.resumeImport();
    m_import.phase = ImportProgress::Phase::Running;
    Q_EMIT importChanged();
}

void LibrarySession::cancelImport()
{
    m_desk.cancelImport();
}

void LibrarySession::dismissImport()
{
    if (m_import.isRunning())
        return;
    m_import = {};
    m_failures.setRows({});
    Q_EMIT importChanged();
}

} // namespace faultline::ui

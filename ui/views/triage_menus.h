// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/library_session.h"

#include <QMenu>
#include <QObject>

#include <functional>

namespace faultline::ui {

/// What can be decided about groups and reports: menus of status and assignee, and the dialogs that
/// ask for more. Each page has its own, for the rows that it shows.
class TriageMenus final : public QObject
{
    Q_OBJECT

public:
    using Rows = std::function<QList<LibraryRow>()>;
    using Shown = std::function<LibraryPreview()>;

    /// `rows` are those that change, `shown` is what the page shows of one of them. `name` begins
    /// the names of the menus. The page owns this and must outlive `library`'s use of it.
    TriageMenus(LibrarySession& library, QString name, Rows rows, Shown shown, QWidget* page);

    QMenu& status() { return *m_status; }

    QMenu& assign() { return *m_assign; }

    /// Adds a tag, or takes one of those of the shown row away.
    QMenu& tags() { return *m_tags; }

    void showStatus();
    void showAssign();
    void askForTag();
    void askForTicket();
    void askForNotes();
    /// Asks before the rows are taken out of the library.
    void askToRemove();

private:
    void buildStatus();
    void markStatus();
    void fillTags();
    LibraryPreview shownOf(const QList<LibraryRow>& rows) const;
    void askForOriginal();
    void askForFix();
    void askForPerson();
    void popUp(QMenu& menu) const;

    LibrarySession& m_library;
    Rows m_rows;
    Shown m_shown;
    QWidget* m_page;
    QMenu* m_status;
    QMenu* m_assign;
    QMenu* m_tags;
};

} // namespace faultline::ui

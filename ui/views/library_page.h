// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/library_session.h"
#include "ui/style/theme.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

class QMenu;

namespace faultline::ui {

class ElidedLabel;
class ImportPanel;
class LibraryFacets;
class LibraryPreviewPanel;
class LibraryTable;
class NoticeBar;

/// The page of a library of crash reports: what is true of it, a search line, facets, groups or
/// reports, and a preview.
class LibraryPage final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the page.
    LibraryPage(const Theme& theme, LibrarySession& library, QWidget* parent = nullptr);

    /// Is one row selected?
    bool hasSelectedRow() const;
    /// Can the selected rows be changed?
    bool hasChangeableRows() const;

    // What the actions of the window do.
    void focusSearch();
    void showStatusMenu();
    void showAssignMenu();
    void askForTag();
    void askForNotes();
    void askForFiles();
    void askForFolder();
    /// Opens the selected row.
    void openSelected();

Q_SIGNALS:
    /// What the actions of the window may do has changed.
    void actionsChanged();
    void openRequested(const QString& path);
    void messageGiven(const QString& message);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildMenus();
    QWidget* buildHeader();
    QWidget* buildSearch();
    QWidget* buildBody();
    void connectLibrary();
    void showSentence();
    void showSearch();
    void openRow(const LibraryRow& row);
    void askForFix();
    void askForPerson();
    void arrange();
    void applyTheme();

    const Theme& m_theme;
    LibrarySession& m_library;
    QMenu* m_statusMenu;
    QMenu* m_assignMenu;
    ElidedLabel* m_sentence;
    ElidedLabel* m_facts;
    QPushButton* m_import;
    QLineEdit* m_line;
    QPushButton* m_groups;
    QPushButton* m_reports;
    QTimer m_typed; ///< The user types a search.
    QWidget* m_header;
    QWidget* m_search;
    NoticeBar* m_notice;
    ImportPanel* m_importPanel;
    LibraryFacets* m_facets;
    LibraryTable* m_table;
    LibraryPreviewPanel* m_preview;
    QWidget* m_leftEdge;
    QWidget* m_rightEdge;
    QString m_remark; ///< Why the last command failed; empty when it did not.
};

} // namespace faultline::ui

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
class TriageMenus;

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

    /// Of the selected rows.
    TriageMenus& triage() { return *m_triage; }

    void askForFiles();
    void askForFolder();
    /// Files and folders; says why when the library takes none.
    void importFiles(const QStringList& paths);
    /// Opens the selected row.
    void openSelected();
    /// Shows the reports of a group.
    void showReportsOf(qint64 group);
    /// The two reports that are selected, in their order; empty when it is not two of them.
    QList<qint64> reportsToCompare() const;

Q_SIGNALS:
    /// What the actions of the window may do has changed.
    void actionsChanged();
    /// The menu of a row is about to be shown.
    void menuOpened(QMenu& menu);
    void openRequested(const QString& path);
    void groupRequested(qint64 group);
    void messageGiven(const QString& message);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildHeader();
    QWidget* buildSearch();
    QWidget* buildBody();
    void connectLibrary();
    void showSentence();
    void showSearch();
    void openRow(const LibraryRow& row);
    bool canImport() const;
    void arrange();
    void applyTheme();

    const Theme& m_theme;
    LibrarySession& m_library;
    TriageMenus* m_triage;
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

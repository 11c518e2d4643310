// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/library_session.h"
#include "ui/style/theme.h"

#include <QWidget>

class QMenu;

namespace faultline::ui {

class FooterBar;
class RowView;
class StatefulView;

/// The groups or the reports that a search of the library finds, or the reason why there are none.
class LibraryTable final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the table.
    LibraryTable(const Theme& theme, LibrarySession& library, QWidget* parent = nullptr);

    QList<LibraryRow> selectedRows() const;
    void focusRows();

Q_SIGNALS:
    void selectionChanged();
    /// The user pressed Enter on a row, or clicked it twice.
    void rowChosen(const LibraryRow& row);
    /// The menu of a row is about to be shown.
    void menuOpened(QMenu& menu);
    void importRequested();
    void clearRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void refresh();
    void showState();
    void showTop();
    void showRows();
    void showFooter();
    void fitColumns();
    void readMoreIfNeeded();
    void choose(int section);

    const Theme& m_theme;
    LibrarySession& m_library;
    RowView* m_rows;
    StatefulView* m_view;
    FooterBar* m_footer;
    bool m_shownGroups = true;
    bool m_isNewSearch = true; ///< Its first rows have not been shown yet.
};

} // namespace faultline::ui

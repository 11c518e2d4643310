// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/column.h"
#include "ui/views/column_layout.h"
#include "ui/views/row_delegate.h"

#include <QTimer>
#include <QTreeView>

class QMenu;

namespace faultline::ui {

class AppSettings;
class FilterHeader;
class TableFilter;

/// The table widget of all views. It selects whole rows, and columns share its width until the user
/// drags one.
class RowView : public QTreeView
{
    Q_OBJECT

public:
    RowView(const Theme& theme, RowHeight height, QWidget* parent = nullptr);

    /// Shows the model in other proportions than its columns ask for. The widths are in characters,
    /// as in ColumnRoom; what is firm or whole stays so. An empty list takes the model's again.
    void setColumnWidths(const QList<double>& characters);
    /// The same for a view in which other columns are firm.
    void setRooms(QList<ColumnRoom> rooms);
    void setHiddenColumns(const QList<int>& columns);
    /// Hides columns that have nothing to show. That is no choice of the user: it is not
    /// remembered, and the columns come back when they are no longer named.
    void setEmptyColumns(const QList<int>& columns);
    /// Lets the user choose columns in the header's context menu.
    void enableColumnMenu();

    /// Lets the user sort by clicking a title. A third click restores the given order.
    void enableSorting();
    /// Uses the columns that the user chose earlier under this name, and remembers changes.
    void rememberColumns(AppSettings& settings, const QString& name);

    void setModel(QAbstractItemModel* next) override;
    void dataChanged(const QModelIndex& topLeft,
                     const QModelIndex& bottomRight,
                     const QList<int>& roles = {}) override;

    /// Empty for a row that is out of sight, so that screen readers do not take it for shown.
    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    /// The height of all rows and of the titles.
    int contentHeight() const;
    /// Returns the visible columns of the selected rows, separated by tabs.
    QString selectedText() const;
    bool hasSelection() const;
    /// The whole text of the current cell.
    QString currentCell() const;

    /// Opens the filter of the rows and gives it the keyboard.
    void startFilter();
    void closeFilter();
    bool isFiltering() const;
    /// Goes to the next row that the filter shows, or with -1 to the previous one.
    void stepRow(int direction);
    /// Are there titles? While the filter is open, they are shown in any case.
    void setHeaderHidden(bool hide);

    int gridSteps(int count) const { return count * m_theme.metrics().step; }

Q_SIGNALS:
    void rowChosen(const QModelIndex& index);
    void currentRowChanged(const QModelIndex& index);
    /// Every table has a menu for its rows, which is about to be shown: what the view adds here,
    /// then what all tables can do.
    void menuOpened(QMenu& menu, const QModelIndex& index);
    /// The user clicked a row that heads a group, or the mark of a branch, or pressed a key on one.
    void groupToggled(const QModelIndex& index);
    void filterOpened(bool isOpen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void drawRow(QPainter* painter,
                 const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

    /// Returns true when the row is drawn as one text over all columns.
    virtual bool isOneText(int row) const;
    /// The width at which a cell of the column is not cut that never is; 0 without such a cell.
    virtual int wholeWidth(int column) const;
    /// The width at which the cell's text or badge is not cut.
    int cellWidth(int row, int column) const;

    const Theme& theme() const { return m_theme; }

private:
    bool isCut(const QRect& row) const;
    void drawGroup(QPainter& painter, const QRect& row, const QModelIndex& index) const;
    bool toggleGroup(const QModelIndex& index, Group wanted);
    void layOutColumns();
    void scaleColumns();
    ColumnWish wishOf(int column, double character) const;
    ColumnRoom modelRoom(int column) const;
    ColumnRoom roomOf(int column) const;
    int contentWidth(int column) const;
    int numberWidth(int column) const;
    double characterWidth() const;
    void showColumnMenu(const QPoint& at);
    void addColumnActions(QMenu& menu);
    void showRowMenu(const QModelIndex& index, const QPoint& at);
    bool takeMenuKey(const QKeyEvent& event);
    void selectEdge(int from, int step);
    void addFilterActions(QMenu& menu, const QModelIndex& index);
    void columnsChosen();
    QByteArray savedColumns() const;
    void restoreColumns(const QByteArray& columns);

    const Theme& m_theme;
    RowDelegate* m_delegate;
    FilterHeader* m_header;
    TableFilter* m_filter;
    bool m_hidesTitles = false;
    QList<ColumnRoom> m_rooms; ///< In place of those of the model; empty: as the model says.
    QList<int> m_empty;        ///< Hidden because nothing is in them.
    QTimer m_contentChanged;
    bool m_hasColumnMenu = false;
    AppSettings* m_settings = nullptr; ///< Null while the columns are not remembered.
    QString m_columnsName;
    bool m_isScrolling = false; ///< Rows out of sight have their places.
    double m_sizedFor = 0;      ///< The width of a character at which the columns were sized.
    bool m_userSized = false;
    bool m_titlesHeld = false; ///< A button is held on the titles, where columns are dragged.
    bool m_sizing = false;
};

/// The table that has the keyboard; null without one.
RowView* focusedTable();

} // namespace faultline::ui

#pragma once

#include "ui/views/row_delegate.h"

#include <QTimer>
#include <QTreeView>

#include <functional>

namespace faultline::ui {

class FindLine;

/// The table widget of all views. It selects whole rows, and columns share its width until the user
/// drags one.
class RowView : public QTreeView
{
    Q_OBJECT

public:
    RowView(const Theme& theme, RowHeight height, QWidget* parent = nullptr);

    /// Sets widths in characters of the interface font. The column with 0 takes the rest of the
    /// width.
    void setColumnWidths(QList<double> characters);
    void setHiddenColumns(const QList<int>& columns);
    /// Lets the user choose columns in the header's context menu.
    void enableColumnMenu();

    void setModel(QAbstractItemModel* next) override;

    /// Returns the visible columns of the selected rows, separated by tabs.
    QString selectedText() const;

Q_SIGNALS:
    void rowChosen(const QModelIndex& index);
    void currentRowChanged(const QModelIndex& index);

protected:
    void drawRow(QPainter* painter,
                 const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

    const Theme& theme() const { return m_theme; }

private:
    void layOutColumns();
    void scaleColumns();
    int contentWidth(int column) const;
    double characterWidth() const;
    void showColumnMenu(const QPoint& at);
    void selectEdge(int from, int step);
    bool find(const QString& text, int step);
    bool rowHolds(int row, const QString& text) const;

    const Theme& m_theme;
    RowDelegate* m_delegate;
    FindLine* m_find;
    QList<double> m_widths;
    QTimer m_contentChanged;
    double m_sizedFor = 0; ///< The width of a character at which the columns were sized.
    bool m_userSized = false;
    bool m_sizing = false;
};

} // namespace faultline::ui

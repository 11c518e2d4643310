#pragma once

#include "ui/views/row_delegate.h"

#include <QTreeView>

#include <functional>

namespace faultline::ui {

/// The one table widget: flat rows, whole-row selection, columns by share of the width until the
/// user drags them.
class RowView : public QTreeView
{
    Q_OBJECT

public:
    RowView(const Theme& theme, RowHeight height, QWidget* parent = nullptr);

    /// Widths in characters of the interface font; the column with 0 takes what is left.
    void setColumnWidths(QList<double> characters);
    void setHiddenColumns(const QList<int>& columns);
    /// Columns offered in the header's context menu.
    void enableColumnMenu();

    /// Selected rows, visible columns, tab-separated.
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

    const Theme& theme() const { return m_theme; }

private:
    void layOutColumns();
    void showColumnMenu(const QPoint& at);

    const Theme& m_theme;
    QList<double> m_widths;
    bool m_userSized = false;
    bool m_sizing = false;
};

} // namespace faultline::ui

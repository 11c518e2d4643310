// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QAccessible>
#include <QListView>

namespace faultline::ui {

/// A picture of boxes, each of them a row of a model. The keyboard goes from box to box, and screen
/// readers see a list, which is why it is a QListView. Derived views say where the boxes stand and
/// paint them.
class NodeView : public QListView
{
    Q_OBJECT

public:
    explicit NodeView(const Theme& theme, QWidget* parent = nullptr);

    QRect visualRect(const QModelIndex& index) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint& point) const override;
    void reset() override;
    void doItemsLayout() override;

Q_SIGNALS:
    void currentNodeChanged(const QModelIndex& index);

protected:
    /// What a picture keeps free at its edges, in steps of the theme's grid.
    static constexpr int kEdge = 3;

    /// Where a row's box stands in the picture.
    virtual QRect boxOf(int row) const = 0;
    virtual QSize pictureSize() const = 0;
    /// The row to which an arrow key leads; -1 when there is none. By default the nearest box.
    virtual int neighbour(int row, CursorAction action) const;
    virtual void paintPicture(QPainter& painter, const QRect& visible) = 0;
    /// The boxes have other places now.
    void placesChanged();

    const Theme& theme() const { return m_theme; }

    /// Where the mouse was pressed last; null after a key.
    QPoint lastPress() const { return m_press; }

    /// Is the row the current one, and does it show that it has the keyboard?
    bool showsFocus(int row) const;

    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override;
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex& index) const override;
    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) override;
    QRegion visualRegionForSelection(const QItemSelection& selection) const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected,
                          const QItemSelection& deselected) override;
    void updateGeometries() override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int nearest(int row, CursorAction action) const;
    void tellReaders(const QModelIndex& index, QAccessible::Event what);

    const Theme& m_theme;
    QPoint m_press;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/node_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <limits>

namespace faultline::ui {

NodeView::NodeView(const Theme& theme, QWidget* parent) : QListView(parent), m_theme(theme)
{
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setMinimumSize(0, 0);
    connect(&theme, &Theme::changed, this, &NodeView::placesChanged);
}

QRect NodeView::visualRect(const QModelIndex& index) const
{
    return index.isValid() ? boxOf(index.row()).translated(-horizontalOffset(), -verticalOffset())
                           : QRect();
}

void NodeView::scrollTo(const QModelIndex& index, ScrollHint)
{
    const int margin = 2 * m_theme.metrics().step;
    const QRect box = visualRect(index).adjusted(-margin, -margin, margin, margin);
    const QRect seen = viewport()->rect();
    const auto move = [](QScrollBar& bar, int begin, int end, int length) {
        if (begin < 0 || end - begin > length)
            bar.setValue(bar.value() + begin);
        else if (end > length)
            bar.setValue(bar.value() + end - length);
    };
    if (!index.isValid() || seen.contains(box))
        return;
    move(*horizontalScrollBar(), box.left(), box.right() + 1, seen.width());
    move(*verticalScrollBar(), box.top(), box.bottom() + 1, seen.height());
    viewport()->update();
}

QModelIndex NodeView::indexAt(const QPoint& point) const
{
    const QPoint at = point + QPoint(horizontalOffset(), verticalOffset());
    const int count = model() ? model()->rowCount() : 0;
    for (int row = 0; row < count; ++row) {
        if (boxOf(row).contains(at))
            return model()->index(row, 0);
    }
    return {};
}

void NodeView::reset()
{
    QListView::reset();
    placesChanged();
}

/// The boxes have their places already, so QListView must not lay rows out.
void NodeView::doItemsLayout()
{
    QAbstractItemView::doItemsLayout();
    placesChanged();
}

void NodeView::placesChanged()
{
    updateGeometries();
    viewport()->update();
}

bool NodeView::showsFocus(int row) const
{
    return hasFocus() && currentIndex().row() == row;
}

QModelIndex NodeView::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    const int count = model() ? model()->rowCount() : 0;
    if (count == 0)
        return {};
    const int row = currentIndex().row();
    if (row < 0 || action == MoveHome)
        return model()->index(0, 0);
    if (action == MoveEnd)
        return model()->index(count - 1, 0);
    const int next = action == MoveNext       ? std::min(row + 1, count - 1)
                     : action == MovePrevious ? std::max(row - 1, 0)
                                              : neighbour(row, action);
    return next < 0 ? currentIndex() : model()->index(next, 0);
}

int NodeView::neighbour(int row, CursorAction action) const
{
    return nearest(row, action);
}

/// The nearest box in the key's direction. One that lies straight ahead comes before others.
int NodeView::nearest(int row, CursorAction action) const
{
    const bool isAcross = action == MoveLeft || action == MoveRight;
    const bool isBack = action == MoveLeft || action == MoveUp || action == MovePageUp;
    const QPoint from = boxOf(row).center();
    int best = -1;
    int least = std::numeric_limits<int>::max();
    for (int other = 0; other < model()->rowCount(); ++other) {
        const QPoint way = boxOf(other).center() - from;
        const int ahead = (isAcross ? way.x() : way.y()) * (isBack ? -1 : 1);
        const int aside = std::abs(isAcross ? way.y() : way.x());
        if (ahead > 0 && ahead + 2 * aside < least) {
            least = ahead + 2 * aside;
            best = other;
        }
    }
    return best;
}

int NodeView::horizontalOffset() const
{
    return horizontalScrollBar()->value();
}

int NodeView::verticalOffset() const
{
    return verticalScrollBar()->value();
}

bool NodeView::isIndexHidden(const QModelIndex&) const
{
    return false;
}

void NodeView::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags)
{
    const QModelIndex index = indexAt(rect.center());
    selectionModel()->select(index.isValid() ? QItemSelection(index, index) : QItemSelection(),
                             flags);
}

QRegion NodeView::visualRegionForSelection(const QItemSelection& selection) const
{
    QRegion region;
    for (const QModelIndex& index : selection.indexes())
        region += visualRect(index);
    return region;
}

void NodeView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_theme.tokens().code);
    painter.translate(-horizontalOffset(), -verticalOffset());
    paintPicture(painter, event->rect().translated(horizontalOffset(), verticalOffset()));
}

void NodeView::resizeEvent(QResizeEvent* event)
{
    QAbstractItemView::resizeEvent(event);
    placesChanged();
}

/// QListView would tell of the row that its own layout has in that place, and it has none here.
void NodeView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QAbstractItemView::currentChanged(current, previous);
    if (hasFocus())
        tellReaders(current, QAccessible::Focus);
    viewport()->update();
    Q_EMIT currentNodeChanged(current);
}

void NodeView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QAbstractItemView::selectionChanged(selected, deselected);
    tellReaders(deselected.indexes().value(0), QAccessible::SelectionRemove);
    tellReaders(selected.indexes().value(0), QAccessible::Selection);
}

void NodeView::tellReaders(const QModelIndex& index, QAccessible::Event what)
{
    if (!index.isValid() || !QAccessible::isActive())
        return;
    QAccessibleEvent event(this, what);
    event.setChild(index.row());
    QAccessible::updateAccessibility(&event);
}

void NodeView::updateGeometries()
{
    const QSize size = pictureSize();
    const QSize seen = viewport()->size();
    const auto set = [this](QScrollBar& bar, int whole, int part) {
        bar.setRange(0, std::max(0, whole - part));
        bar.setPageStep(part);
        bar.setSingleStep(5 * m_theme.metrics().step);
    };
    set(*horizontalScrollBar(), size.width(), seen.width());
    set(*verticalScrollBar(), size.height(), seen.height());
    QAbstractItemView::updateGeometries();
}

void NodeView::mousePressEvent(QMouseEvent* event)
{
    m_press = event->position().toPoint();
    QListView::mousePressEvent(event);
}

void NodeView::keyPressEvent(QKeyEvent* event)
{
    m_press = {};
    const bool chooses = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (chooses && currentIndex().isValid()) {
        Q_EMIT activated(currentIndex());
        return event->accept();
    }
    QListView::keyPressEvent(event);
}

} // namespace faultline::ui

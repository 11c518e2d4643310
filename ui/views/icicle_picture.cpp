// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/icicle_picture.h"

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

/// A narrower box, in steps of the grid, is blank; its tool tip has the text.
constexpr int kLeastText = 7;

} // namespace

IciclePicture::IciclePicture(const Theme& theme, QWidget* parent) : NodeView(theme, parent)
{
    setModel(&m_model);
    setAccessibleName(tr("Icicle of all stacks"));
    setObjectName(QStringLiteral("parallel.icicle"));
}

void IciclePicture::setGraph(const std::shared_ptr<const StackGraph>& graph, QList<IcicleBox> boxes)
{
    const int row = currentIndex().row();
    const auto current = row < 0 ? std::nullopt : std::optional(frameAt(row));
    m_rows = 0;
    for (const IcicleBox& box : std::as_const(boxes))
        m_rows = std::max(m_rows, box.row + 1);
    m_model.setGraph(graph, std::move(boxes));
    if (current)
        returnTo(*current, row);
}

/// The keys go on at the frame, whose box may stand elsewhere now. Its library may have been
/// collapsed, or the frame taken out.
void IciclePicture::returnTo(const StackGraphFrame& frame, int row)
{
    const bool isThere = row < m_model.rowCount() && frameAt(row).function == frame.function &&
                         frameAt(row).module == frame.module;
    int next = isThere ? row : widestBox(frame.function, frame.module);
    if (next < 0)
        next = std::max(0, widestBox(frame.module, frame.module));
    setAutoScroll(!isThere);
    setCurrentIndex(m_model.index(next, 0));
    setAutoScroll(true);
}

int IciclePicture::widestBox(const QString& function, const QString& module) const
{
    int widest = -1;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const StackGraphFrame& frame = frameAt(row);
        const bool isIt = frame.function == function && frame.module == module;
        if (isIt && (widest < 0 || m_model.icicleBox(row).width > m_model.icicleBox(widest).width))
            widest = row;
    }
    return widest;
}

void IciclePicture::setCurrentThread(int thread)
{
    m_thread = thread;
    viewport()->update();
}

void IciclePicture::find(const QString& text)
{
    m_model.find(text);
    viewport()->update();
}

int IciclePicture::depthAt(int row) const
{
    return m_model.nodeAt(row).depth + m_model.icicleBox(row).frame;
}

const StackGraphFrame& IciclePicture::frameAt(int row) const
{
    return m_model.nodeAt(row).frames.at(m_model.icicleBox(row).frame);
}

std::optional<Reshaping> IciclePicture::stepAt(int row, ReshapeKind kind) const
{
    if (row < 0 || row >= m_model.rowCount())
        return std::nullopt;
    const StackGraphFrame& frame = frameAt(row);
    const bool isLibrary = kind == ReshapeKind::CollapseLibrary;
    if (isLibrary && frame.module.isEmpty())
        return std::nullopt;
    return Reshaping{kind, isLibrary ? QString() : frame.function, frame.module};
}

QRect IciclePicture::boxOf(int row) const
{
    const int step = theme().metrics().step;
    const int edge = kEdge * step;
    const int height = theme().metrics().denseRow();
    const double width = std::max(1, viewport()->width() - 2 * edge);
    const IcicleBox& box = m_model.icicleBox(row);
    const int left = int(box.left * width);
    const int right = int((box.left + box.width) * width);
    return {edge + left, edge + box.row * height, std::max(1, right - left - 1), height - 1};
}

QSize IciclePicture::pictureSize() const
{
    const int edge = 2 * kEdge * theme().metrics().step;
    return {0, m_rows * theme().metrics().denseRow() + edge};
}

/// Up leads to the caller, down to the widest callee.
int IciclePicture::neighbour(int row, CursorAction action) const
{
    if (action != MoveUp && action != MoveDown)
        return NodeView::neighbour(row, action);
    const IcicleBox& box = m_model.icicleBox(row);
    const int wanted = box.row + (action == MoveUp ? -1 : 1);
    const double begin = box.left;
    const double end = box.left + box.width;
    const auto& boxes = m_model.icicle();
    int found = -1;
    for (int i = 0; i < int(boxes.size()); ++i) {
        const IcicleBox& other = boxes.at(i);
        const bool isAlong = action == MoveUp
                                 ? other.left <= begin && other.left + other.width >= end
                                 : other.left >= begin && other.left + other.width <= end;
        if (other.row == wanted && isAlong && (found < 0 || other.width > boxes.at(found).width))
            found = i;
    }
    return found;
}

void IciclePicture::paintPicture(QPainter& painter, const QRect& visible)
{
    for (int row = 0; row < int(m_model.icicle().size()); ++row) {
        if (const QRect place = boxOf(row); place.intersects(visible))
            drawBox(painter, row, place);
    }
}

/// Four grounds only: the program's code, inlined code, the system, and the end of a deadlock.
void IciclePicture::drawBox(QPainter& painter, int row, const QRect& place) const
{
    const ThemeTokens& t = theme().tokens();
    const StackGraphNode& node = m_model.nodeAt(row);
    const StackGraphFrame& frame = node.frames.at(m_model.icicleBox(row).frame);
    const bool isDeadlock = node.place == ThreadPlace::InDeadlock && node.children.isEmpty();
    QColor ground = frame.isInlined ? t.inlinedGround : frame.isOwn ? t.selection : t.alternate;
    QColor colour = frame.isInlined ? t.inlined : frame.isOwn ? t.selectionText : t.dim;
    if (isDeadlock && frame.isOwn) {
        ground = t.crashGround;
        colour = t.crash;
    }
    if (m_model.isFinding() && !m_model.isFound(row)) {
        ground = t.alternate;
        colour = t.dim;
    }
    painter.fillRect(place, ground);
    const bool isThread = std::ranges::binary_search(node.threads, m_thread);
    if (showsFocus(row) || isThread || m_model.isFound(row)) {
        painter.setPen(QPen(t.accent, showsFocus(row) || m_model.isFound(row) ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.adjusted(0, 0, -1, -1));
    }
    const int margin = theme().metrics().step;
    if (place.width() < kLeastText * margin)
        return;
    painter.setFont(theme().fixedFont());
    painter.setPen(colour);
    const QRect area = place.adjusted(margin, 0, -margin, 0);
    const QString text =
        node.weight > 1 ? frame.function + QStringLiteral("  ") + QLocale().toString(node.weight)
                        : frame.function;
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
}

bool IciclePicture::takeLetter(const QKeyEvent& event)
{
    const bool isShifted = event.modifiers() == Qt::ShiftModifier;
    if (event.modifiers() != Qt::NoModifier && !isShifted)
        return false;
    std::optional<ReshapeKind> kind;
    switch (event.key()) {
    case Qt::Key_W:
        verticalScrollBar()->triggerAction(QScrollBar::SliderSingleStepSub);
        return true;
    case Qt::Key_S:
        verticalScrollBar()->triggerAction(QScrollBar::SliderSingleStepAdd);
        return true;
    case Qt::Key_F: kind = ReshapeKind::FocusFunction; break;
    case Qt::Key_M: kind = ReshapeKind::MergeFunction; break;
    case Qt::Key_C:
        kind = isShifted ? ReshapeKind::CollapseLibrary : ReshapeKind::CollapseFunction;
        break;
    default: return false;
    }
    if (const auto step = stepAt(currentIndex().row(), *kind))
        Q_EMIT reshapeRequested(*step);
    return true;
}

void IciclePicture::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Backspace) {
        Q_EMIT stepBackRequested();
        return;
    }
    if (event->key() == Qt::Key_Plus && currentIndex().isValid()) {
        Q_EMIT zoomRequested(m_model.nodeIndex(currentIndex().row()));
        return;
    }
    if (!takeLetter(*event))
        NodeView::keyPressEvent(event);
}

} // namespace faultline::ui

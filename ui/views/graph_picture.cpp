// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/graph_picture.h"

#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>

namespace faultline::ui {

namespace {

// Sizes in steps of the theme's grid.
constexpr int kGraphBox = 58;
constexpr int kGraphColumnGap = 8;
constexpr int kGraphRowGap = 4;
constexpr int kLeastZoom = 50;
constexpr int kMostZoom = 200;

} // namespace

GraphPicture::GraphPicture(const Theme& theme, QWidget* parent) : NodeView(theme, parent)
{
    setModel(&m_model);
    setAccessibleName(tr("Graph of all stacks"));
    setObjectName(QStringLiteral("parallel.graph"));
}

StackGraphSizes GraphPicture::sizes() const
{
    const Metrics& m = theme().metrics();
    const auto zoomed = [this](int size) { return std::max(1, size * m_zoom / 100); };
    return {.width = zoomed(kGraphBox * m.step),
            .header = zoomed(m.row()),
            .line = zoomed(m.codeLine()),
            .columnGap = zoomed(kGraphColumnGap * m.step),
            .rowGap = zoomed(kGraphRowGap * m.step)};
}

void GraphPicture::setGraph(const std::shared_ptr<const StackGraph>& graph, StackGraphLayout layout)
{
    m_layout = std::move(layout);
    m_model.setGraph(graph);
    setCurrentThread(m_thread);
}

void GraphPicture::setZoom(int percent)
{
    percent = std::clamp(percent, kLeastZoom, kMostZoom);
    if (percent == m_zoom)
        return;
    m_zoom = percent;
    Q_EMIT zoomChanged();
}

void GraphPicture::setCurrentThread(int thread)
{
    m_thread = thread;
    m_way.clear();
    const StackGraph& graph = m_model.graph();
    const int last = thread < 0 ? -1 : graph.nodeOf(thread);
    for (int node = last; node >= 0; node = graph.nodes.at(node).parent)
        m_way.insert(node);
    if (last >= 0 && !hasFocus()) {
        const QModelIndex index = m_model.index(last, 0);
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
        scrollTo(index);
    }
    viewport()->update();
}

void GraphPicture::showDeadlock()
{
    const auto& nodes = m_model.graph().nodes;
    const auto isIn = [](const StackGraphNode& node) {
        return node.place == ThreadPlace::InDeadlock && node.children.isEmpty();
    };
    const auto first = std::ranges::find_if(nodes, isIn);
    const int current = m_thread < 0 ? -1 : m_model.graph().nodeOf(m_thread);
    if (first == nodes.end() || (current >= 0 && isIn(nodes.at(current))))
        return;
    scrollTo(m_model.index(int(first - nodes.begin()), 0));
}

void GraphPicture::find(const QString& text)
{
    m_model.find(text);
    viewport()->update();
}

int GraphPicture::chosenDepth(int row) const
{
    const QPoint point = lastPress();
    const StackGraphNode& node = m_model.nodeAt(row);
    const auto& lines = m_layout.lines.at(row);
    const int top = visualRect(m_model.index(row, 0)).top() + sizes().header;
    const int line = point.isNull() ? -1 : (point.y() - top) / std::max(1, sizes().line);
    if (line >= 0 && line < int(lines.size()) && point.y() >= top)
        return node.depth + lines.at(line).frame;
    for (const StackGraphLine& each : lines) {
        if (node.frames.at(each.frame).isOwn)
            return node.depth + each.frame;
    }
    return node.depth + int(node.frames.size()) - 1;
}

QRect GraphPicture::boxOf(int row) const
{
    const int edge = kEdge * theme().metrics().step;
    return m_layout.boxes.value(row).translated(edge, edge);
}

QSize GraphPicture::pictureSize() const
{
    const int edge = 2 * kEdge * theme().metrics().step;
    return m_layout.size + QSize(edge, edge);
}

int GraphPicture::sibling(int node, int step) const
{
    const StackGraph& graph = m_model.graph();
    const int parent = graph.nodes.at(node).parent;
    const auto& all = parent < 0 ? graph.roots : graph.nodes.at(parent).children;
    return all.value(all.indexOf(node) + step, -1);
}

/// Left leads to the callers, right to the callees, on the way of the current thread if it is one
/// of theirs.
int GraphPicture::neighbour(int row, CursorAction action) const
{
    const StackGraphNode& node = m_model.nodeAt(row);
    if (action == MoveLeft)
        return node.parent;
    if (action == MoveRight) {
        const auto way = std::ranges::find_if(node.children,
                                              [this](int child) { return m_way.contains(child); });
        return way != node.children.end() ? *way : node.children.value(0, -1);
    }
    const bool isBack = action == MoveUp || action == MovePageUp;
    const int beside = sibling(row, isBack ? -1 : 1);
    return beside >= 0 ? beside : NodeView::neighbour(row, action);
}

QFont GraphPicture::scaled(QFont font) const
{
    font.setPointSizeF(font.pointSizeF() * m_zoom / 100);
    return font;
}

void GraphPicture::paintPicture(QPainter& painter, const QRect& visible)
{
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool isWay : {false, true}) { // What is on the way lies above the rest.
        for (int node = 0; node < int(m_layout.boxes.size()); ++node) {
            const int parent = m_model.graph().nodes.at(node).parent;
            const bool isSeen =
                parent >= 0 && boxOf(parent).united(boxOf(node)).intersects(visible);
            if (isSeen && m_way.contains(node) == isWay)
                drawLink(painter, parent, node);
        }
    }
    for (int node = 0; node < int(m_layout.boxes.size()); ++node) {
        if (boxOf(node).adjusted(-2, -2, 2, 2).intersects(visible))
            drawNode(painter, node);
    }
}

void GraphPicture::drawLink(QPainter& painter, int parent, int node) const
{
    const QRect from = boxOf(parent);
    const QRect to = boxOf(node);
    const bool isWay = m_way.contains(node);
    const int middle = from.right() + sizes().columnGap / 2;
    painter.setPen(QPen(isWay ? theme().tokens().accent : theme().tokens().faint, isWay ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    QPainterPath path(QPointF(from.right() + 1, from.center().y()));
    path.lineTo(middle, from.center().y());
    path.lineTo(middle, to.center().y());
    path.lineTo(to.left(), to.center().y());
    painter.drawPath(path);
}

void GraphPicture::drawNode(QPainter& painter, int node) const
{
    const ThemeTokens& t = theme().tokens();
    const StackGraphNode& value = m_model.graph().nodes.at(node);
    const QRect place = boxOf(node);
    const bool isFocused = showsFocus(node);
    // A box of many threads is no part of the deadlock because one of them is.
    const bool isDeadlock = value.place == ThreadPlace::InDeadlock && value.children.isEmpty();
    const bool isGuess = value.place == ThreadPlace::PerhapsBehind && value.children.isEmpty();
    QColor edge = t.line;
    if (m_model.isFound(node) || isFocused || m_way.contains(node))
        edge = t.accent;
    if (isDeadlock)
        edge = t.crash;
    else if (isGuess)
        edge = t.warn;
    painter.setBrush(t.base);
    painter.setPen(QPen(edge, isFocused ? 2 : 1, isGuess ? Qt::DashLine : Qt::SolidLine));
    painter.drawRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5));
    drawHeader(painter, node, QRect(place.left(), place.top(), place.width(), sizes().header));
    QRect row(place.left(), place.top() + sizes().header, place.width(), sizes().line);
    for (const StackGraphLine& line : m_layout.lines.at(node)) {
        drawLine(painter, value, line, row);
        row.translate(0, sizes().line);
    }
}

void GraphPicture::drawHeader(QPainter& painter, int node, const QRect& place) const
{
    const ThemeTokens& t = theme().tokens();
    const StackGraphNode& value = m_model.graph().nodes.at(node);
    const bool isDeadlock = value.place == ThreadPlace::InDeadlock && value.children.isEmpty();
    const bool isWay = m_way.contains(node);
    const int margin = theme().metrics().textMargin() * m_zoom / 100;
    painter.fillRect(place.adjusted(1, 1, -1, 0), isDeadlock ? t.crashGround
                                                  : isWay    ? t.selection
                                                             : t.alternate);
    QFont bold = scaled(theme().captionFont());
    bold.setWeight(QFont::DemiBold);
    const QString count = StackGraphModel::threadsText(value);
    const QRect area = place.adjusted(margin, 0, -margin, 0);
    painter.setFont(bold);
    painter.setPen(isDeadlock ? t.crash : isWay ? t.selectionText : t.text);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, count);
    const int used = QFontMetrics(bold).horizontalAdvance(count) + margin;
    const QFont plain = scaled(theme().captionFont());
    painter.setFont(plain);
    painter.setPen(isWay && !isDeadlock ? t.dimOnSelection() : t.dim);
    painter.drawText(
        area.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(plain).elidedText(value.names, Qt::ElideRight, area.width() - used));
}

QString GraphPicture::foldedText(const StackGraphNode& node, const StackGraphLine& line) const
{
    const QString module = node.frames.at(line.frame).module;
    for (int i = line.frame - line.count + 1; i <= line.frame; ++i) {
        if (node.frames.at(i).module != module)
            return tr("%n frame(s) of the system", nullptr, line.count);
    }
    return module.isEmpty() ? tr("%n frame(s) of the system", nullptr, line.count)
                            : tr("%n frame(s) of %1", nullptr, line.count).arg(module);
}

void GraphPicture::drawLine(QPainter& painter,
                            const StackGraphNode& node,
                            const StackGraphLine& line,
                            const QRect& row) const
{
    const ThemeTokens& t = theme().tokens();
    const StackGraphFrame& frame = node.frames.at(line.frame);
    const int margin = theme().metrics().textMargin() * m_zoom / 100;
    const bool isFolded = line.count > 1;
    const QFont font = scaled(isFolded ? theme().captionFont() : theme().fixedFont());
    const bool isFound = !isFolded && m_model.isFound(frame);
    if (isFound)
        painter.fillRect(row.adjusted(2, 0, -2, -1), t.selection);
    const bool isDim = isFolded || !frame.isOwn || (m_model.isFinding() && !isFound);
    painter.setFont(font);
    painter.setPen(isFound ? t.selectionText : isDim ? t.dim : t.text);
    const QRect area = row.adjusted(margin, 0, -margin / 2, 0);
    painter.drawText(
        area, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(isFolded ? foldedText(node, line) : frame.function,
                                      Qt::ElideMiddle, area.width()));
}

void GraphPicture::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return NodeView::wheelEvent(event);
    setZoom(m_zoom + (event->angleDelta().y() > 0 ? 10 : -10));
    event->accept();
}

} // namespace faultline::ui

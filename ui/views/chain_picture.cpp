// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chain_picture.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace faultline::ui {

namespace {

// Sizes in steps of the theme's grid.
constexpr int kChainBox = 52;
constexpr int kNarrowChainBox = 45;
constexpr int kChainBoxHeight = 22;
constexpr int kChainGap = 52;    ///< Between boxes of a line: room for what an arrow says.
constexpr int kChainRowGap = 13; ///< Between lines of boxes.

} // namespace

ChainPicture::ChainPicture(const Theme& theme, QWidget* parent) : NodeView(theme, parent)
{
    setModel(&m_model);
    setAccessibleName(tr("Lock chain"));
    setObjectName(QStringLiteral("chain.boxes"));
}

void ChainPicture::setBoxes(const QList<ChainBoxRow>& boxes)
{
    if (boxes == m_model.allRows())
        return;
    m_model.setRows(boxes);
    arrange();
    placesChanged();
}

/// Boxes of a chain stand in lines, as many in each as leave the arrows their texts. Two of them
/// stand at the edges.
void ChainPicture::arrange()
{
    const int step = theme().metrics().step;
    const int edge = kEdge * step;
    const int space = std::max(viewport()->width() - 2 * edge, kNarrowChainBox * step);
    const bool isNarrow = space < (2 * kChainBox + kChainGap) * step;
    const int width = (isNarrow ? kNarrowChainBox : kChainBox) * step;
    const int least = (isNarrow ? kChainGap * 4 / 5 : kChainGap) * step;
    const int inLine = std::max(1, (space + least) / (width + least));
    m_places.clear();
    int top = edge;
    int column = 0;
    for (int i = 0; i < int(m_model.allRows().size()); ++i) {
        const ChainBoxRow& box = m_model.allRows().at(i);
        const bool isNew = i > 0 && m_model.allRows().at(i - 1).strip != box.strip;
        if (i > 0 && (isNew || column == inLine)) {
            top += (kChainBoxHeight + kChainRowGap) * step;
            column = 0;
        }
        const auto ofStrip =
            int(std::ranges::count(m_model.allRows(), box.strip, &ChainBoxRow::strip));
        const int columns = std::min(inLine, ofStrip);
        const int gap =
            columns > 1 ? std::min((space - columns * width) / (columns - 1), 5 * least / 2) : 0;
        m_places.append(QRect(edge + column * (width + gap), top, width, kChainBoxHeight * step));
        ++column;
    }
    m_size = {0, m_places.isEmpty() ? 0 : m_places.last().bottom() + 1 + edge};
    for (const QRect& place : std::as_const(m_places))
        m_size.setWidth(std::max(m_size.width(), place.right() + 1 + edge));
}

void ChainPicture::resizeEvent(QResizeEvent* event)
{
    arrange();
    NodeView::resizeEvent(event);
}

QRect ChainPicture::boxOf(int row) const
{
    return m_places.value(row);
}

QSize ChainPicture::pictureSize() const
{
    return m_size;
}

int ChainPicture::contentHeight() const
{
    return m_size.height();
}

QColor ChainPicture::edgeColour(const ChainBoxRow& box) const
{
    const ThemeTokens& t = theme().tokens();
    if (box.isGuess || box.mood == ChainMood::Possible)
        return t.warn;
    return box.mood == ChainMood::Deadlock ? t.crash : t.faint;
}

void ChainPicture::paintPicture(QPainter& painter, const QRect&)
{
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ChainBoxRow& box : m_model.allRows())
        drawBox(painter, box);
    for (const ChainBoxRow& box : m_model.allRows()) {
        if (box.next >= 0 && box.next < int(m_places.size()))
            drawArrow(painter, box);
    }
}

void ChainPicture::drawBox(QPainter& painter, const ChainBoxRow& box) const
{
    const ThemeTokens& t = theme().tokens();
    const Metrics& m = theme().metrics();
    const QRect place = m_places.at(box.number);
    const bool isProven = box.mood == ChainMood::Deadlock;
    const bool isPossible = box.mood == ChainMood::Possible;
    const QColor edge = isProven ? t.crash : isPossible ? t.warn : t.faint;
    const bool isFocused = showsFocus(box.number);
    painter.setBrush(isProven ? t.crashGround : isPossible ? t.warnGround : t.base);
    painter.setPen(QPen(isFocused ? t.accent : edge, isFocused ? 2 : 1,
                        isPossible ? Qt::DashLine : Qt::SolidLine));
    painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), m.step, m.step);
    QRect area = place.adjusted(m.barMargin(), 2 * m.step, -m.barMargin(), -2 * m.step);
    QRect head(area.left(), area.top(), area.width(), m.row());
    if (isProven) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.crash);
        painter.drawEllipse(QPointF(head.left() + m.step, head.center().y() + 1), m.step * 1.1,
                            m.step * 1.1);
        head.setLeft(head.left() + 4 * m.step);
    }
    QFont bold = theme().interfaceFont();
    painter.setPen(t.dim);
    painter.setFont(bold);
    if (box.thread >= 0)
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter,
                         QStringLiteral("#%1").arg(box.thread));
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(t.text);
    painter.drawText(
        head, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(bold).elidedText(box.name, Qt::ElideRight, head.width() - 9 * m.step));
    painter.setFont(theme().captionFont());
    painter.setPen(t.dim);
    const QFontMetrics small(theme().captionFont());
    int top = head.bottom() + 1;
    for (const QString& line : {box.holds, box.standsIn}) {
        if (line.isEmpty())
            continue;
        const QRect row(area.left(), top, area.width(), small.lineSpacing() + m.step);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         small.elidedText(line, Qt::ElideRight, row.width()));
        top = row.bottom() + 1;
    }
}

void ChainPicture::drawArrow(QPainter& painter, const ChainBoxRow& box) const
{
    const QRect from = m_places.at(box.number);
    const QRect to = m_places.at(box.next);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(edgeColour(box), 1.4, box.isGuess ? Qt::DashLine : Qt::SolidLine));
    const bool isBeside = from.top() == to.top() && std::abs(box.next - box.number) == 1;
    if (isBeside)
        drawStraight(painter, box, from, to);
    else
        drawAround(painter, box, from, to);
}

/// The way there runs above the middle, the way back below it.
void ChainPicture::drawStraight(QPainter& painter,
                                const ChainBoxRow& box,
                                const QRect& from,
                                const QRect& to) const
{
    const bool isForth = to.left() > from.left();
    const int y = from.top() + from.height() * (isForth ? 26 : 74) / 100;
    const int begin = isForth ? from.right() + 1 : from.left() - 1;
    const int end = isForth ? to.left() - 1 : to.right() + 1;
    painter.drawLine(begin, y, end, y);
    drawHead(painter, {end, y}, {isForth ? 1 : -1, 0});
    const int step = theme().metrics().step;
    const QRect area(QPoint(std::min(begin, end) + 2 * step, 0),
                     QPoint(std::max(begin, end) - 2 * step, 0));
    drawLabel(painter, box, area, y);
}

/// To a box in another line, back to the first one of a longer cycle, or to itself: out below the
/// box, along the gap below its line, and in from the left.
void ChainPicture::drawAround(QPainter& painter,
                              const ChainBoxRow& box,
                              const QRect& from,
                              const QRect& to) const
{
    const int step = theme().metrics().step;
    const int x = from.left() + 4 * step;
    const int y = from.bottom() + 1 + kChainRowGap * step / 2;
    const bool isBelow = to.top() > from.bottom();
    QPainterPath path(QPointF(x, from.bottom() + 1));
    path.lineTo(x, y);
    if (isBelow) {
        const int in = to.left() + 4 * step;
        path.lineTo(in, y);
        path.lineTo(in, to.top() - 1);
        painter.drawPath(path);
        drawHead(painter, {in, to.top() - 1}, {0, 1});
    } else {
        const int side = step;
        const int in = to.center().y();
        path.lineTo(side, y);
        path.lineTo(side, in);
        path.lineTo(to.left() - 1, in);
        painter.drawPath(path);
        drawHead(painter, {to.left() - 1, in}, {1, 0});
    }
    const int right = std::max(viewport()->width(), m_size.width()) - kEdge * step;
    drawLabel(painter, box, QRect(QPoint(x + 3 * step, 0), QPoint(right, 0)), y);
}

/// What is waited for stands above the line, the evidence below it. The text is centred in the
/// width of the area around the line at `middle`.
void ChainPicture::drawLabel(QPainter& painter,
                             const ChainBoxRow& box,
                             const QRect& area,
                             int middle) const
{
    const QFont font = theme().captionFont();
    const QFontMetrics metrics(font);
    const int height = metrics.lineSpacing();
    const int step = theme().metrics().step;
    painter.setFont(font);
    const auto draw = [&](const QString& text, int top, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRect(area.left(), top, area.width(), height),
                         Qt::AlignHCenter | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideMiddle, area.width()));
    };
    const bool isRed = box.mood == ChainMood::Deadlock && !box.isGuess;
    draw(box.waitsFor, middle - height - step / 2,
         isRed ? theme().tokens().crash : theme().tokens().text);
    draw(box.evidence, middle + step / 2,
         box.isGuess ? theme().tokens().warn : theme().tokens().dim);
}

void ChainPicture::drawHead(QPainter& painter, QPoint tip, QPoint direction) const
{
    const double size = theme().metrics().step * 1.5;
    const QPointF back = QPointF(tip) - QPointF(direction) * size;
    const QPointF side(direction.y() * size * 0.6, direction.x() * size * 0.6);
    painter.save();
    QPen pen = painter.pen();
    pen.setStyle(Qt::SolidLine);
    painter.setPen(pen);
    painter.drawPolyline(QPolygonF({back + side, QPointF(tip), back - side}));
    painter.restore();
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/row_delegate.h"

#include "ui/style/workbench_style.h"
#include "ui/views/key_caps.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

#include <algorithm>

namespace faultline::ui {

namespace {

struct BadgeColours
{
    QColor text;
    QColor ground;
    QColor edge = Qt::transparent;
};

constexpr int kLeastAmount = 16; ///< In steps, so that amounts can be compared.

/// The text itself where it fits, otherwise the longest shorter form that does, or the shortest.
QString
fittingText(const QString& text, const QModelIndex& index, const QFontMetrics& metrics, int width)
{
    if (metrics.horizontalAdvance(text) <= width)
        return text;
    const QStringList shorter = index.data(ShorterRole).toStringList();
    const auto fits = std::ranges::find_if(
        shorter, [&](const QString& each) { return metrics.horizontalAdvance(each) <= width; });
    if (fits != shorter.end())
        return *fits;
    return shorter.isEmpty() ? text : shorter.last();
}

/// A badge without a ground has an edge. Where its ground is the row's own, it takes that of the
/// views.
BadgeColours badgeColours(const ThemeTokens& t, BadgeStyle style, bool selected)
{
    const QColor quiet = selected ? t.dimOnSelection() : t.dim;
    const QColor guessed = selected ? t.dimOnSelection() : t.scan;
    switch (style) {
    case BadgeStyle::Accent: return {.text = t.link, .ground = selected ? t.base : t.selection};
    case BadgeStyle::Ok: return {.text = t.ok, .ground = t.okGround};
    case BadgeStyle::Warn: return {.text = t.warn, .ground = t.warnGround};
    case BadgeStyle::Inline: return {.text = t.inlined, .ground = t.inlinedGround};
    case BadgeStyle::Crash: return {.text = t.crash, .ground = t.crashGround};
    case BadgeStyle::Dashed: return {.text = guessed, .ground = Qt::transparent, .edge = guessed};
    case BadgeStyle::Guess: return {.text = t.warn, .ground = t.base, .edge = t.warn};
    case BadgeStyle::Plain:
    case BadgeStyle::None: break;
    }
    return {.text = quiet, .ground = Qt::transparent, .edge = selected ? quiet : t.faint};
}

} // namespace

RowDelegate::RowDelegate(const Theme& theme, RowHeight height, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme), m_height(height)
{
}

int RowDelegate::rowHeight() const
{
    switch (m_height) {
    case RowHeight::Normal: return m_theme.metrics().row();
    case RowHeight::Dense: return m_theme.metrics().denseRow();
    case RowHeight::Tall: return m_theme.metrics().tallRow();
    case RowHeight::TwoLines: return m_theme.metrics().twoLineRow();
    }
    return m_theme.metrics().row();
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QFontMetrics metrics(cellFont(index));
    const int width =
        metrics.horizontalAdvance(index.data().toString()) + 2 * m_theme.metrics().textMargin();
    return {width, rowHeight()};
}

QFont RowDelegate::cellFont(const QModelIndex& index) const
{
    const auto face = Face(index.data(FaceRole).toInt());
    QFont font = face == Face::Interface ? m_theme.interfaceFont() : m_theme.fixedFont();
    if (face == Face::FixedBold)
        font.setWeight(QFont::DemiBold);
    font.setItalic(Tone(index.data(ToneRole).toInt()) == Tone::Guessed);
    return font;
}

/// As many as there is room for; the text of the cell has all of them.
void RowDelegate::drawKeys(QPainter& painter,
                           const QRect& cell,
                           const QStringList& keys,
                           bool selected) const
{
    const ThemeTokens& t = m_theme.tokens();
    const int gap = m_theme.metrics().textMargin();
    QRect area = cell.adjusted(gap, 0, -gap, 0);
    for (qsizetype i = 0; i < keys.size(); ++i) {
        const QStringList caps = keyCaps(keys.at(i));
        if (keyCapsWidth(m_theme, caps) > area.width())
            break;
        drawKeyCaps(painter, m_theme, area, caps, selected);
        area.setLeft(area.left() + keyCapsWidth(m_theme, caps) + gap);
        if (i + 1 == keys.size())
            break;
        const QString between = tr("or");
        painter.setFont(m_theme.captionFont());
        painter.setPen(selected ? t.dimOnSelection() : t.dim);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, between);
        area.setLeft(area.left() + painter.fontMetrics().horizontalAdvance(between) + gap);
    }
}

int RowDelegate::cellWidth(const QModelIndex& index) const
{
    const Metrics& m = m_theme.metrics();
    if (index.data(AmountRole).isValid())
        return kLeastAmount * m.step;
    const QString text = index.data().toString();
    if (text.isEmpty())
        return 0;
    const bool isBadge = BadgeStyle(index.data(BadgeRole).toInt()) != BadgeStyle::None;
    const QFont font = isBadge ? m_theme.captionFont() : cellFont(index);
    const int indent = index.data(IndentRole).toInt() * m.barMargin() + branchWidth(index);
    const int margins = isBadge ? 4 * m.step : 2 * m.textMargin() + indent;
    const int width = QFontMetrics(font).horizontalAdvance(text) + margins;
    return m_height == RowHeight::TwoLines ? std::max(width + m.step, secondLineWidth(index))
                                           : width;
}

QColor RowDelegate::toneColour(Tone tone, bool selected) const
{
    const ThemeTokens& t = m_theme.tokens();
    switch (tone) {
    case Tone::Normal: return selected ? t.selectionText : t.text;
    case Tone::Dim: return selected ? t.dimOnSelection() : t.dim;
    case Tone::Guessed: return selected ? t.dimOnSelection() : t.scan;
    case Tone::Faint: return selected ? t.dimOnSelection() : t.faint;
    case Tone::Crash: return t.crash;
    case Tone::Warn: return t.warn;
    case Tone::Ok: return t.ok;
    }
    return t.text;
}

void RowDelegate::paint(QPainter* painter,
                        const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    if (selected && !hasGround())
        painter->fillRect(option.rect, m_theme.tokens().selection);
    else if (!selected)
        drawCellGround(*painter, option.rect, index);
    const auto badge = BadgeStyle(index.data(BadgeRole).toInt());
    const auto mark = Mark(index.data(MarkRole).toInt());
    if (mark != Mark::None)
        drawMark(*painter, option.rect, mark);
    const QVariant amount = index.data(AmountRole);
    const QVariant isOn = index.data(SwitchRole);
    if (isOn.isValid())
        paintSwitch(*painter, m_theme, option.rect, isOn.toBool(), true);
    else if (m_height == RowHeight::TwoLines)
        drawCell(*painter, option.rect, index, selected);
    else if (amount.isValid())
        drawAmount(*painter, option.rect, amount.toInt());
    else if (const auto keys = index.data(KeysRole).toStringList(); !keys.isEmpty())
        drawKeys(*painter, option.rect, keys, selected);
    else if (badge != BadgeStyle::None)
        drawBadge(*painter, option.rect, index, badge, selected);
    else if (m_height == RowHeight::Tall && !index.data(SecondLineRole).toString().isEmpty())
        drawTwoLines(*painter, option, index);
    else
        drawText(*painter, option.rect, index, selected);
    painter->restore();
}

void RowDelegate::drawCellGround(QPainter& painter,
                                 const QRect& cell,
                                 const QModelIndex& index) const
{
    const QVariant ground = index.data(GroundRole);
    if (ground.isValid())
        painter.fillRect(cell,
                         badgeColours(m_theme.tokens(), BadgeStyle(ground.toInt()), false).ground);
    if (index.data(HatchRole).toBool())
        painter.fillRect(cell, QBrush(m_theme.tokens().hatch, Qt::BDiagPattern));
}

void RowDelegate::drawText(QPainter& painter,
                           const QRect& cell,
                           const QModelIndex& index,
                           bool selected) const
{
    const QString text = index.data().toString();
    if (text.isEmpty())
        return;
    const Metrics& m = m_theme.metrics();
    const QRect branch = branchRect(cell, index);
    drawBranch(painter, branch, index);
    const int indent = index.data(IndentRole).toInt() * m.barMargin() + branch.width();
    QRect area = cell.adjusted(m.textMargin() + indent, 0, -m.textMargin() / 2, 0);
    if (m_height == RowHeight::Tall)
        area.adjust(0, 3 * m.step / 2, -m.textMargin() / 2, -3 * m.step / 2);
    const QFont font = cellFont(index);
    painter.setFont(font);
    painter.setPen(toneColour(Tone(index.data(ToneRole).toInt()), selected));
    const QVariant stored = index.data(Qt::TextAlignmentRole);
    const auto alignment =
        stored.isValid() ? Qt::Alignment(stored.toInt()) : Qt::AlignLeft | Qt::AlignVCenter;
    const QVariant elide = index.data(ElideRole);
    const auto cut = elide.isValid() ? Qt::TextElideMode(elide.toInt()) : Qt::ElideRight;
    const QFontMetrics metrics(font);
    const QString shown =
        metrics.elidedText(fittingText(text, index, metrics, area.width()), cut, area.width());
    drawMatch(painter, area, shown, index, selected);
    painter.drawText(area, int(alignment) | Qt::TextSingleLine, shown);
    if (selected)
        drawMatch(painter, area, shown, index, selected);
}

int RowDelegate::branchWidth(const QModelIndex& index) const
{
    return index.data(BranchRole).isValid() ? 4 * m_theme.metrics().step : 0;
}

QRect RowDelegate::branchRect(const QRect& cell, const QModelIndex& index) const
{
    const Metrics& m = m_theme.metrics();
    const int indent = index.data(IndentRole).toInt() * m.barMargin();
    return {cell.left() + m.textMargin() / 2 + indent, cell.top(), branchWidth(index),
            cell.height()};
}

/// The mark that opens and closes what the row has.
void RowDelegate::drawBranch(QPainter& painter, const QRect& area, const QModelIndex& index) const
{
    const auto branch = Group(index.data(BranchRole).toInt());
    const auto* view = qobject_cast<const QWidget*>(parent());
    if (branch == Group::None || !view)
        return;
    QStyleOption mark;
    mark.rect = area;
    mark.state = QStyle::State_Children;
    mark.state.setFlag(QStyle::State_Open, branch == Group::Open);
    view->style()->drawPrimitive(QStyle::PE_IndicatorBranch, &mark, &painter, view);
}

void RowDelegate::drawGround(QPainter& painter, const QRect& row, bool selected) const
{
    if (!hasGround())
        return;
    if (selected)
        painter.fillRect(row, m_theme.tokens().selection);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(row.bottomLeft(), row.bottomRight());
}

void RowDelegate::drawTwoLines(QPainter& painter,
                               const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    const Metrics& m = m_theme.metrics();
    const bool selected = option.state & QStyle::State_Selected;
    const QRect area =
        option.rect.adjusted(m.textMargin(), 3 * m.step / 2, -m.step, -3 * m.step / 2);
    const QFontMetrics first(m_theme.interfaceFont());
    painter.setFont(m_theme.interfaceFont());
    painter.setPen(toneColour(Tone(index.data(ToneRole).toInt()), selected));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop,
                     first.elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    QFont small = m_theme.fixedFont();
    small.setPointSizeF(small.pointSizeF() * 0.92);
    painter.setFont(small);
    painter.setPen(toneColour(Tone::Dim, selected));
    QRect lower = area;
    // Where the cells beside it keep to the first line, the second one continues below them.
    const int beside =
        index.siblingAtColumn(index.column() + 1).data(Qt::TextAlignmentRole).toInt();
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (view && (beside & Qt::AlignTop))
        lower.setRight(view->viewport()->width() - m.textMargin());
    const QString remark = QFontMetrics(small).elidedText(index.data(SecondLineRole).toString(),
                                                          Qt::ElideMiddle, lower.width());
    painter.drawText(lower, Qt::AlignLeft | Qt::AlignBottom, remark);
}

void RowDelegate::drawBadge(QPainter& painter,
                            const QRect& cell,
                            const QModelIndex& index,
                            BadgeStyle style,
                            bool selected) const
{
    const Metrics& m = m_theme.metrics();
    const QFont font = m_theme.captionFont();
    const QFontMetrics metrics(font);
    const int widest = cell.width() - 2 * m.step;
    const QString word =
        metrics.elidedText(index.data().toString(), Qt::ElideRight, widest - 3 * m.step / 2);
    QRect badge(0, 0, metrics.horizontalAdvance(word) + 3 * m.step / 2 + 2, m.badge());
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    const bool right = alignment & Qt::AlignRight;
    badge.moveTopLeft(
        {right ? cell.right() - badge.width() - m.textMargin() + 1 : cell.left() + m.step,
         alignment & Qt::AlignTop ? cell.top() + 3 * m.step / 2
                                  : cell.center().y() - badge.height() / 2 + 1});
    const BadgeColours colours = badgeColours(m_theme.tokens(), style, selected);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(colours.ground);
    painter.setPen(QPen(colours.edge, 1,
                        style == BadgeStyle::Dashed || style == BadgeStyle::Guess ? Qt::DashLine
                                                                                  : Qt::SolidLine));
    painter.drawRoundedRect(QRectF(badge).adjusted(0.5, 0.5, -0.5, -0.5), m.badgeRadius(),
                            m.badgeRadius());
    painter.setFont(font);
    painter.setPen(colours.text);
    painter.drawText(badge, Qt::AlignCenter, word);
}

void RowDelegate::drawMark(QPainter& painter, const QRect& cell, Mark mark) const
{
    const ThemeTokens& t = m_theme.tokens();
    const double step = m_theme.metrics().step;
    QPointF middle = QRectF(cell).center();
    if (mark == Mark::Inline) // It stands below numbers, which are aligned right.
        middle.setX(cell.right() - m_theme.metrics().textMargin() / 2 - step);
    if (mark == Mark::Pin || mark == Mark::Pinned)
        return drawPin(painter, cell, mark == Mark::Pinned ? t.text : t.faint);
    painter.setRenderHint(QPainter::Antialiasing);
    if (mark == Mark::CrashThread || mark == Mark::Gone) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(mark == Mark::Gone ? t.faint : t.crash);
        painter.drawEllipse(middle, step * 1.15, step * 1.15);
    } else if (mark == Mark::CrashFrame) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.crash);
        const double half = step * 0.8;
        painter.drawPolygon(QPolygonF({middle + QPointF(-half, -half), middle + QPointF(half, 0),
                                       middle + QPointF(-half, half)}));
    } else if (mark == Mark::Changed) {
        const double half = step * 0.8;
        const QPointF left(cell.left() + 2 * step, middle.y());
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.accent);
        painter.drawPolygon(QPolygonF({left + QPointF(-half, 0), left + QPointF(0, -half),
                                       left + QPointF(half, 0), left + QPointF(0, half)}));
    } else if (mark == Mark::Inline) {
        QPainterPath hook(middle + QPointF(-step * 0.7, -step));
        hook.lineTo(middle + QPointF(-step * 0.7, step * 0.4));
        hook.lineTo(middle + QPointF(step, step * 0.4));
        hook.moveTo(middle + QPointF(step * 0.4, -step * 0.2));
        hook.lineTo(middle + QPointF(step, step * 0.4));
        hook.lineTo(middle + QPointF(step * 0.4, step));
        painter.setPen(QPen(t.faint, 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(hook);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace faultline::ui

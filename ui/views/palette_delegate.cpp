// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette_delegate.h"

#include "ui/models/shown_text.h"
#include "ui/style/icons.h"
#include "ui/views/key_caps.h"

#include <QPainter>

namespace faultline::ui {

namespace {

constexpr int kIconSteps = 10; ///< From the left edge of a row to its text.

} // namespace

PaletteDelegate::PaletteDelegate(const Theme& theme, const PaletteModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme), m_model(model)
{
}

int PaletteDelegate::rowHeight(bool isTitle) const
{
    const int step = m_theme.metrics().step;
    return isTitle ? 13 * step / 2 : 7 * step;
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const PaletteRow* row = m_model.rowAt(index.row());
    return {10 * m_theme.metrics().step, rowHeight(row && row->isTitle)};
}

void PaletteDelegate::paint(QPainter* painter,
                            const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const PaletteRow* row = m_model.rowAt(index.row());
    if (!row)
        return;
    const Metrics& m = m_theme.metrics();
    const ThemeTokens& t = m_theme.tokens();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect area = option.rect.adjusted(3 * m.step / 2, 0, -3 * m.step / 2, 0);
    if (row->isTitle) {
        drawTitle(*painter, area, row->entry.text);
        painter->restore();
        return;
    }
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(t.selection);
        painter->drawRoundedRect(area, m.step, m.step);
    }
    const QColor quiet = isSelected ? t.dimOnSelection() : t.dim;
    const QPixmap icon =
        iconPixmap(row->entry.icon, quiet, m.icon(), painter->device()->devicePixelRatioF());
    painter->drawPixmap(area.left() + 2 * m.step, area.center().y() - m.icon() / 2 + 1, icon);
    QRect text = area.adjusted(kIconSteps * m.step - 3 * m.step / 2, 0, -2 * m.step, 0);
    text.setRight(text.right() - drawEnd(*painter, text, row->entry, isSelected));
    const int end = drawText(*painter, text, *row, isSelected) + 3 * m.step;
    const QString remark = row->entry.reason.isEmpty() ? row->entry.remark : row->entry.reason;
    const QRect rest(end, text.top(), text.right() - end, text.height());
    if (rest.width() > 8 * m.step) {
        painter->setFont(m_theme.captionFont());
        painter->setPen(quiet);
        painter->drawText(
            rest, Qt::AlignLeft | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(shownText(remark), Qt::ElideRight, rest.width()));
    }
    painter->restore();
}

void PaletteDelegate::drawTitle(QPainter& painter, const QRect& area, const QString& title) const
{
    const Metrics& m = m_theme.metrics();
    painter.setFont(m_theme.captionFont());
    painter.setPen(m_theme.tokens().dim);
    painter.drawText(area.adjusted(2 * m.step, m.step / 2, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     title);
}

int PaletteDelegate::drawEnd(QPainter& painter,
                             const QRect& area,
                             const PaletteEntry& entry,
                             bool isSelected) const
{
    const ThemeTokens& t = m_theme.tokens();
    const int margin = 3 * m_theme.metrics().step;
    if (!entry.keys.isEmpty()) {
        const QStringList caps = keyCaps(entry.keys.first());
        const int width = keyCapsWidth(m_theme, caps);
        drawKeyCaps(painter, m_theme, area.adjusted(area.width() - width, 0, 0, 0), caps,
                    isSelected);
        return width + margin;
    }
    if (entry.end.isEmpty())
        return 0;
    painter.setFont(m_theme.captionFont());
    painter.setPen(isSelected ? t.dimOnSelection() : t.dim);
    const QString text =
        painter.fontMetrics().elidedText(shownText(entry.end), Qt::ElideRight, area.width() / 2);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, text);
    return painter.fontMetrics().horizontalAdvance(text) + margin;
}

int PaletteDelegate::drawText(QPainter& painter,
                              const QRect& area,
                              const PaletteRow& row,
                              bool isSelected) const
{
    const ThemeTokens& t = m_theme.tokens();
    const QFont plain = row.entry.isFixed ? m_theme.fixedFont() : m_theme.interfaceFont();
    QFont heavy = plain;
    heavy.setWeight(QFont::DemiBold);
    const QString text =
        QFontMetrics(heavy).elidedText(shownText(row.entry.text), Qt::ElideRight, area.width());
    const QColor normal = !row.entry.reason.isEmpty() ? (isSelected ? t.dimOnSelection() : t.dim)
                          : isSelected                ? t.selectionText
                                                      : t.text;
    int x = area.left();
    for (qsizetype at = 0; at < text.size();) {
        const bool isMatch = row.matched.contains(int(at));
        qsizetype end = at + 1;
        while (end < text.size() && row.matched.contains(int(end)) == isMatch)
            ++end;
        painter.setFont(isMatch ? heavy : plain);
        painter.setPen(isMatch && !isSelected ? t.link : normal);
        const QString run = text.mid(at, end - at);
        painter.drawText(QRect(x, area.top(), area.right() - x + 1, area.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, run);
        x += painter.fontMetrics().horizontalAdvance(run);
        at = end;
    }
    return x;
}

} // namespace faultline::ui

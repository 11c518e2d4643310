// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/icicle_legend.h"

#include <QPainter>

namespace faultline::ui {

namespace {

// In steps of the theme's grid.
constexpr int kBox = 3;
constexpr int kGap = 4;

} // namespace

IcicleLegend::IcicleLegend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    QStringList texts;
    for (const Entry& entry : entries())
        texts.append(entry.text);
    setAccessibleName(tr("Colours: %1").arg(texts.join(QStringLiteral(", "))));
    setObjectName(QStringLiteral("parallel.legend"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QList<IcicleLegend::Entry> IcicleLegend::entries() const
{
    const ThemeTokens& t = m_theme.tokens();
    return {{t.selection, t.accent, tr("your code")},
            {t.inlinedGround, t.inlined, tr("inlined")},
            {t.alternate, t.dim, tr("system")},
            {t.crashGround, t.crash, tr("deadlock")}};
}

int IcicleLegend::widthOf(const Entry& entry) const
{
    return (kBox + 1) * m_theme.metrics().step + fontMetrics().horizontalAdvance(entry.text);
}

QSize IcicleLegend::sizeHint() const
{
    const int step = m_theme.metrics().step;
    int width = 0;
    for (const Entry& entry : entries())
        width += widthOf(entry) + kGap * step;
    return {width, m_theme.metrics().denseRow()};
}

QSize IcicleLegend::minimumSizeHint() const
{
    return {0, m_theme.metrics().denseRow()};
}

void IcicleLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int step = m_theme.metrics().step;
    int left = 0;
    for (const Entry& entry : entries()) {
        const int width = widthOf(entry);
        if (left + width > this->width())
            return;
        QRect box(left, 0, kBox * step, kBox * step);
        box.moveTop((height() - box.height()) / 2);
        painter.fillRect(box, entry.ground);
        painter.setPen(entry.edge);
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        painter.setPen(m_theme.tokens().dim);
        painter.drawText(QRect(box.right() + step, 0, width, height()),
                         Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        left += width + kGap * step;
    }
}

} // namespace faultline::ui

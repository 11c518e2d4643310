// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/server_numbers.h"

#include "ui/models/shown_text.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace faultline::ui {

namespace {

// In steps of the theme.
constexpr int kHeight = 16;
constexpr int kLeastWidth = 44;
constexpr int kHistoryWidth = 20;
constexpr int kHistoryHeight = 7;
constexpr int kWhole = 1000;

} // namespace

ServerNumberTile::ServerNumberTile(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ServerNumberTile::show(const ServerNumber& number, bool isStale)
{
    m_number = number;
    m_isStale = isStale;
    setAccessibleName(
        shownText(QStringLiteral("%1: %2 %3").arg(number.title, number.value, number.unit))
            .trimmed());
    update();
}

QSize ServerNumberTile::sizeHint() const
{
    const int step = m_theme.metrics().step;
    return {kLeastWidth * step, kHeight * step};
}

void ServerNumberTile::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    const int left = m.barMargin();
    const QColor value = m_isStale ? t.faint : m_number.warns ? t.warn : t.text;
    QPainter painter(this);
    QFont big = m_theme.headlineFont();
    big.setPointSizeF(big.pointSizeF() * 1.2);
    const QRect history(width() - (kHistoryWidth + 3) * m.step,
                        (height() - kHistoryHeight * m.step) / 2 + m.step, kHistoryWidth * m.step,
                        kHistoryHeight * m.step);
    const bool hasRoom = width() >= (kHistoryWidth + 22) * m.step;
    const int textWidth = (hasRoom ? history.left() : width()) - left - m.step;
    painter.setFont(m_theme.captionFont());
    painter.setPen(t.dim);
    const QRect title(left, 2 * m.step, width() - left - m.step, 5 * m.step);
    painter.drawText(
        title, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_number.title, Qt::ElideRight, title.width()));
    const QRect line(left, 7 * m.step, textWidth, 7 * m.step);
    painter.setFont(big);
    painter.setPen(value);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_number.value);
    const int used = painter.fontMetrics().horizontalAdvance(m_number.value) + m.step;
    painter.setFont(m_theme.captionFont());
    painter.setPen(m_isStale ? t.faint : t.dim);
    painter.drawText(line.adjusted(used, m.step / 2, 0, m.step / 2),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_number.unit, Qt::ElideRight,
                                                      std::max(0, line.width() - used)));
    if (hasRoom)
        drawHistory(painter, history, m_isStale ? t.faint : m_number.warns ? t.warn : t.accent);
}

/// Minutes of which nothing is known interrupt the line.
void ServerNumberTile::drawHistory(QPainter& painter, const QRect& area, const QColor& colour) const
{
    const qsizetype count = m_number.history.size();
    if (count < 2)
        return;
    constexpr int kMinutes = 60;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    QPainterPath path;
    bool isDrawing = false;
    for (qsizetype i = 0; i < count; ++i) {
        const int value = m_number.history.at(i);
        if (value < 0) {
            isDrawing = false;
            continue;
        }
        const double x = area.right() - double(count - 1 - i) * area.width() / double(kMinutes - 1);
        const double y = area.bottom() - double(value) * area.height() / kWhole;
        if (isDrawing)
            path.lineTo(x, y);
        else
            path.moveTo(x, y);
        isDrawing = true;
    }
    painter.drawPath(path);
}

ServerNumbers::ServerNumbers(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("server.numbers"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, &ServerNumbers::arrange);
}

void ServerNumbers::show(const QList<ServerNumber>& numbers, bool isStale)
{
    while (m_tiles.size() < numbers.size()) {
        auto* tile = new ServerNumberTile(m_theme, this);
        tile->setVisible(true);
        m_tiles.append(tile);
    }
    for (qsizetype i = 0; i < numbers.size(); ++i)
        m_tiles.at(i)->show(numbers.at(i), isStale);
    arrange();
}

int ServerNumbers::columns() const
{
    const int fitting = width() / std::max(1, kLeastWidth * m_theme.metrics().step);
    const int count = int(m_tiles.size());
    return fitting >= count ? std::max(1, count) : fitting >= 3 ? 3 : 2;
}

void ServerNumbers::arrange()
{
    if (m_tiles.isEmpty())
        return;
    const int across = columns();
    const int height = kHeight * m_theme.metrics().step;
    const int rows = (int(m_tiles.size()) + across - 1) / across;
    setFixedHeight(rows * height + 1);
    for (int i = 0; i < m_tiles.size(); ++i) {
        const int left = i % across * width() / across;
        const int right = (i % across + 1) * width() / across;
        m_tiles.at(i)->setGeometry(left, i / across * height, right - left - 1, height);
    }
    update();
}

void ServerNumbers::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ServerNumbers::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().base);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
    for (const ServerNumberTile* tile : m_tiles) {
        if (tile->geometry().right() + 2 < width())
            painter.drawLine(tile->geometry().right() + 1, tile->y(), tile->geometry().right() + 1,
                             tile->geometry().bottom());
    }
}

} // namespace faultline::ui

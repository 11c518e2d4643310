// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/numbered_text.h"

#include <QEvent>
#include <QPainter>
#include <QTextBlock>

#include <algorithm>

namespace faultline::ui {

namespace {

/// The margin does not grow with each line that is typed.
constexpr int kLeastDigits = 3;

} // namespace

NumberedText::NumberedText(const Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent), m_theme(theme), m_numbers(new QWidget(this))
{
    m_numbers->setObjectName(QStringLiteral("numbers"));
    m_numbers->installEventFilter(this);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &NumberedText::arrange);
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &NumberedText::arrange);
    arrange();
}

int NumberedText::marginWidth() const
{
    const int digits = std::max(kLeastDigits, int(QString::number(blockCount()).size()));
    return QFontMetrics(font()).horizontalAdvance(QString(digits, u'0')) +
           3 * m_theme.metrics().textMargin();
}

void NumberedText::arrange()
{
    const int margin = marginWidth();
    setViewportMargins(margin, 0, 0, 0);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), margin, inside.height());
    m_numbers->update();
}

void NumberedText::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    arrange();
}

void NumberedText::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

bool NumberedText::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_numbers || event->type() != QEvent::Paint)
        return QPlainTextEdit::eventFilter(watched, event);
    paintNumbers();
    return true;
}

void NumberedText::paintNumbers()
{
    QPainter painter(m_numbers);
    painter.fillRect(m_numbers->rect(), m_theme.tokens().base);
    painter.setFont(font());
    painter.setPen(m_theme.tokens().faint);
    const int right = m_numbers->width() - 2 * m_theme.metrics().textMargin();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > m_numbers->height())
            return;
        painter.drawText(QRectF(0, place.top(), right, place.height()),
                         Qt::AlignRight | Qt::AlignTop, QString::number(block.blockNumber() + 1));
    }
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/hex_view.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <limits>

namespace faultline::ui {

namespace {

constexpr qint64 kMaxCopiedBytes = 64 * 1024;
constexpr int kGroup = 8; ///< Number of bytes between two wider gaps.

QChar textOf(uchar byte)
{
    return byte >= 0x20 && byte < 0x7f ? QChar(char16_t(byte)) : QChar(u'.');
}

QString digitsOf(uchar byte)
{
    return QStringLiteral("%1").arg(byte, 2, 16, QLatin1Char('0'));
}

} // namespace

int HexView::Layout::digitX(int column) const
{
    return firstDigit + column * 3 * character + column / kGroup * character;
}

HexView::HexView(const Theme& theme, QWidget* parent) : QAbstractScrollArea(parent), m_theme(theme)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    // Addresses and bytes run from left to right in every language.
    setLayoutDirection(Qt::LeftToRight);
    connect(&theme, &Theme::changed, this, &HexView::layOut);
    layOut();
}

void HexView::setSource(ByteSource* source)
{
    if (m_source)
        m_source->disconnect(this);
    m_source = source;
    m_caret = 0;
    m_anchor = 0;
    if (source)
        connect(source, &ByteSource::pagesChanged, this, [this] {
            viewport()->update();
            describeCaret();
        });
    verticalScrollBar()->setValue(0);
    layOut();
    describeCaret();
}

HexView::Layout HexView::makeLayout(int bytesPerRow) const
{
    const QFontMetrics metrics(m_theme.fixedFont());
    Layout layout;
    layout.bytesPerRow = bytesPerRow;
    layout.offsetDigits = sizeBytes() > std::numeric_limits<quint32>::max() ? 12 : 8;
    layout.character = metrics.horizontalAdvance(u'0');
    layout.row = std::max(m_theme.metrics().codeLine(), metrics.height());
    layout.firstDigit =
        m_theme.metrics().barMargin() + (layout.offsetDigits + 2) * layout.character;
    layout.firstText = layout.digitX(bytesPerRow) + layout.character;
    layout.width =
        layout.firstText + bytesPerRow * layout.character + m_theme.metrics().barMargin();
    return layout;
}

void HexView::layOut()
{
    const qint64 topByte = firstRow() * m_layout.bytesPerRow;
    m_layout = makeLayout(16);
    if (m_layout.width > viewport()->width())
        m_layout = makeLayout(8);
    const qint64 hiddenRows = std::max<qint64>(0, rowCount() - rowsInSight());
    verticalScrollBar()->setRange(
        0, int(std::min<qint64>(hiddenRows, std::numeric_limits<int>::max())));
    verticalScrollBar()->setPageStep(rowsInSight());
    verticalScrollBar()->setValue(int(topByte / m_layout.bytesPerRow));
    horizontalScrollBar()->setRange(0, std::max(0, m_layout.width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    viewport()->update();
}

qint64 HexView::rowCount() const
{
    return (sizeBytes() + m_layout.bytesPerRow - 1) / m_layout.bytesPerRow;
}

qint64 HexView::firstRow() const
{
    return verticalScrollBar()->value();
}

int HexView::rowsInSight() const
{
    return std::max(1, viewport()->height() / m_layout.row);
}

std::optional<uchar> HexView::byte(qint64 offset) const
{
    const QByteArray* page = m_source ? m_source->page(offset / ByteSource::kPageBytes) : nullptr;
    const qint64 inside = offset % ByteSource::kPageBytes;
    return page && inside < page->size() ? std::optional(uchar(page->at(inside))) : std::nullopt;
}

bool HexView::isSelected(qint64 offset) const
{
    return offset >= std::min(m_anchor, m_caret) && offset <= std::max(m_anchor, m_caret) &&
           m_anchor != m_caret;
}

void HexView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme.tokens().code);
    painter.setFont(m_theme.fixedFont());
    painter.translate(-horizontalScrollBar()->value(), 0);
    const qint64 end = std::min(rowCount(), firstRow() + rowsInSight() + 1);
    for (qint64 row = firstRow(); row < end; ++row)
        paintRow(painter, row, int(row - firstRow()) * m_layout.row);
}

void HexView::paintRow(QPainter& painter, qint64 row, int y) const
{
    const qint64 begin = row * m_layout.bytesPerRow;
    painter.setPen(m_theme.tokens().faint);
    painter.drawText(QRect(m_theme.metrics().barMargin(), y, m_layout.firstDigit, m_layout.row),
                     Qt::AlignVCenter,
                     QStringLiteral("%1").arg(begin, m_layout.offsetDigits, 16, QLatin1Char('0')));
    const qint64 end = std::min(sizeBytes(), begin + m_layout.bytesPerRow);
    for (qint64 offset = begin; offset < end; ++offset)
        paintByte(painter, offset, y);
}

void HexView::paintByte(QPainter& painter, qint64 offset, int y) const
{
    const ThemeTokens& tokens = m_theme.tokens();
    const int column = int(offset % m_layout.bytesPerRow);
    const QRect digits(m_layout.digitX(column), y, 2 * m_layout.character, m_layout.row);
    const QRect text(m_layout.firstText + column * m_layout.character, y, m_layout.character,
                     m_layout.row);
    const auto value = byte(offset);
    const bool selected = isSelected(offset);
    if (selected) {
        const int half = m_layout.character / 2;
        painter.fillRect(digits.adjusted(-half, 0, m_layout.character - half, 0), tokens.selection);
        painter.fillRect(text, tokens.selection);
    }
    const bool isQuiet = !value || *value == 0;
    painter.setPen(selected ? tokens.selectionText : isQuiet ? tokens.faint : tokens.text);
    painter.drawText(digits, Qt::AlignVCenter, value ? digitsOf(*value) : QStringLiteral("··"));
    if (value && !selected)
        painter.setPen(textOf(*value) == u'.' && *value != '.' ? tokens.faint : tokens.text);
    painter.drawText(text, Qt::AlignVCenter, value ? QString(textOf(*value)) : QStringLiteral("·"));
    if (offset != m_caret)
        return;
    painter.setPen(hasFocus() ? tokens.accent : tokens.line);
    painter.drawRect(digits.adjusted(-2, 0, 1, -1));
    painter.drawRect(text.adjusted(-1, 0, 0, -1));
}

QString HexView::rowText(qint64 begin, qint64 end) const
{
    QString digits;
    QString text;
    for (qint64 offset = begin; offset < end; ++offset) {
        const auto value = byte(offset);
        digits += (value ? digitsOf(*value) : QStringLiteral("··")) + u' ';
        text += value ? textOf(*value) : QChar(u'·');
    }
    return QStringLiteral("%1  %2 %3")
        .arg(begin, m_layout.offsetDigits, 16, QLatin1Char('0'))
        .arg(digits.leftJustified(3 * m_layout.bytesPerRow), text);
}

QString HexView::selectedText() const
{
    if (sizeBytes() == 0)
        return {};
    const qint64 first = std::min(m_anchor, m_caret);
    const qint64 end = std::min(std::max(m_anchor, m_caret) + 1, first + kMaxCopiedBytes);
    QStringList lines;
    for (qint64 begin = first; begin < end; begin += m_layout.bytesPerRow)
        lines.append(rowText(begin, std::min(end, begin + m_layout.bytesPerRow)));
    return lines.join(u'\n');
}

QString HexView::visibleText() const
{
    QStringList lines;
    const qint64 end = std::min(rowCount(), firstRow() + rowsInSight());
    for (qint64 row = firstRow(); row < end; ++row)
        lines.append(rowText(row * m_layout.bytesPerRow,
                             std::min(sizeBytes(), (row + 1) * m_layout.bytesPerRow)));
    return lines.join(u'\n');
}

void HexView::describeCaret()
{
    if (sizeBytes() == 0)
        return setAccessibleDescription({});
    const qint64 begin = m_caret / m_layout.bytesPerRow * m_layout.bytesPerRow;
    setAccessibleDescription(rowText(begin, std::min(sizeBytes(), begin + m_layout.bytesPerRow)));
}

void HexView::moveCaret(qint64 to, Select select)
{
    m_caret = std::clamp<qint64>(to, 0, std::max<qint64>(0, sizeBytes() - 1));
    if (select == Select::Move)
        m_anchor = m_caret;
    const qint64 row = m_caret / m_layout.bytesPerRow;
    if (row < firstRow())
        verticalScrollBar()->setValue(int(row));
    else if (row >= firstRow() + rowsInSight())
        verticalScrollBar()->setValue(int(row - rowsInSight() + 1));
    viewport()->update();
    describeCaret();
}

void HexView::selectBytes(qint64 first, qint64 count)
{
    if (first < 0 || count <= 0 || first >= sizeBytes())
        return;
    moveCaret(first, Select::Move);
    m_anchor = std::min(first + count, sizeBytes()) - 1;
    viewport()->update();
    describeCaret();
}

/// Returns the new position of the caret, or the present one for keys that do not move it.
qint64 HexView::target(const QKeyEvent& event) const
{
    const qint64 row = m_layout.bytesPerRow;
    const bool far = event.modifiers() & Qt::ControlModifier;
    switch (event.key()) {
    case Qt::Key_Left: return m_caret - 1;
    case Qt::Key_Right: return m_caret + 1;
    case Qt::Key_Up: return m_caret - row;
    case Qt::Key_Down: return m_caret + row < sizeBytes() ? m_caret + row : m_caret;
    case Qt::Key_PageUp: return std::max(m_caret % row, m_caret - row * rowsInSight());
    case Qt::Key_PageDown: return m_caret + row * rowsInSight();
    case Qt::Key_Home: return far ? 0 : m_caret / row * row;
    case Qt::Key_End: return far ? sizeBytes() - 1 : m_caret / row * row + row - 1;
    default: return m_caret;
    }
}

void HexView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::SelectAll)) {
        m_anchor = 0;
        m_caret = std::max<qint64>(0, sizeBytes() - 1);
        return viewport()->update();
    }
    const qint64 to = target(*event);
    if (to == m_caret)
        return QAbstractScrollArea::keyPressEvent(event);
    const bool isAbove = event->key() == Qt::Key_Up && to < 0;
    if (!isAbove)
        moveCaret(to, event->modifiers() & Qt::ShiftModifier ? Select::Extend : Select::Move);
}

qint64 HexView::byteAt(const QPoint& at) const
{
    const int x = at.x() + horizontalScrollBar()->value();
    int column = 0;
    if (x >= m_layout.firstText)
        column = (x - m_layout.firstText) / m_layout.character;
    else
        while (column + 1 < m_layout.bytesPerRow &&
               x >= m_layout.digitX(column + 1) - m_layout.character / 2)
            ++column;
    const qint64 row = firstRow() + at.y() / m_layout.row;
    return row * m_layout.bytesPerRow + std::min(column, m_layout.bytesPerRow - 1);
}

void HexView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        moveCaret(byteAt(event->position().toPoint()),
                  event->modifiers() & Qt::ShiftModifier ? Select::Extend : Select::Move);
}

void HexView::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        moveCaret(byteAt(event->position().toPoint()), Select::Extend);
}

void HexView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void HexView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

void HexView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void HexView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace faultline::ui

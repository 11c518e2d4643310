// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/byte_source.h"
#include "ui/style/theme.h"

#include <QAbstractScrollArea>
#include <QPointer>

#include <optional>

namespace faultline::ui {

/// Shows bytes as offset, hexadecimal digits and text. Draws only the visible rows, so the size
/// does not matter. Bytes that are still being read appear as dots, never as zeros.
class HexView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit HexView(const Theme& theme, QWidget* parent = nullptr);

    /// Moves the caret to the first byte. Null shows nothing.
    void setSource(ByteSource* source);

    ByteSource* source() const { return m_source; }

    /// Selects a piece and brings its first byte into sight. Nothing happens outside the bytes.
    void selectBytes(qint64 first, qint64 count);

    qint64 caret() const { return m_caret; }

    /// Returns the selected bytes, or the byte at the caret, as lines of offset, digits and text.
    /// The length is limited.
    QString selectedText() const;
    /// Returns the visible rows in the form of selectedText().
    QString visibleText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// Horizontal positions in pixels, for a view that is scrolled to the left end.
    struct Layout
    {
        int bytesPerRow = 16;
        int offsetDigits = 8;
        int character = 1;
        int row = 1;
        int firstDigit = 0;
        int firstText = 0;
        int width = 0;

        int digitX(int column) const;
    };

    enum class Select { Move, Extend };

    qint64 sizeBytes() const { return m_source ? m_source->sizeBytes() : 0; }

    qint64 rowCount() const;
    qint64 firstRow() const;
    int rowsInSight() const;
    Layout makeLayout(int bytesPerRow) const;
    void layOut();
    void moveCaret(qint64 to, Select select);
    qint64 target(const QKeyEvent& event) const;
    qint64 byteAt(const QPoint& at) const;
    /// Absent while the page of the byte is being read.
    std::optional<uchar> byte(qint64 offset) const;
    QString rowText(qint64 begin, qint64 end) const;
    void describeCaret();
    void paintRow(QPainter& painter, qint64 row, int y) const;
    void paintByte(QPainter& painter, qint64 offset, int y) const;
    bool isSelected(qint64 offset) const;

    const Theme& m_theme;
    QPointer<ByteSource> m_source;
    Layout m_layout;
    qint64 m_caret = 0;
    qint64 m_anchor = 0;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find_line.h"

#include "ui/style/workbench_style.h"
#include "ui/views/find_key.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

namespace faultline::ui {

namespace {

constexpr int kCharacters = 28;

} // namespace

FindLine::FindLine(QAbstractScrollArea& view, Find find)
    : QLineEdit(&view), m_view(view), m_find(std::move(find))
{
    setObjectName(QStringLiteral("find"));
    setPlaceholderText(tr("Find"));
    setAccessibleName(tr("Find in this view"));
    setClearButtonEnabled(true);
    hide();
    connect(this, &QLineEdit::textEdited, this, [this] { look(0); });
    connect(new FindKey(view), &QShortcut::activated, this, &FindLine::start);
}

void FindLine::start()
{
    const int width = kCharacters * fontMetrics().averageCharWidth();
    const QRect area = m_view.viewport()->geometry();
    const QSize size(std::min(width, area.width()), sizeHint().height());
    setGeometry(QRect({area.right() - size.width(), area.top()}, size));
    show();
    raise();
    selectAll();
    setFocus(Qt::ShortcutFocusReason);
}

void FindLine::step(int direction)
{
    if (text().isEmpty())
        start();
    else
        look(direction);
}

void FindLine::look(int step)
{
    const bool isMissing = !text().isEmpty() && !m_find(text(), step);
    m_isMissing = isMissing;
    setToolTip(isMissing ? tr("Not found") : QString());
    setAccessibleDescription(toolTip());
    setProperty(kWrong, isMissing);
    const int room = isMissing ? fontMetrics().horizontalAdvance(tr("Not found")) : 0;
    setTextMargins(0, 0, room, 0);
    update();
}

/// The edge alone would tell it by its colour.
void FindLine::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (!m_isMissing)
        return;
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int button = height(); // That which clears the line.
    painter.drawText(rect().adjusted(0, 0, -button, 0), Qt::AlignRight | Qt::AlignVCenter,
                     tr("Not found"));
}

void FindLine::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: return look(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    case Qt::Key_Down: return look(1);
    case Qt::Key_Up: return look(-1);
    case Qt::Key_Escape: m_view.setFocus(Qt::OtherFocusReason); return;
    default: QLineEdit::keyPressEvent(event);
    }
}

void FindLine::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        hide();
}

FindLine* focusedFindLine()
{
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
        if (auto* line = widget->findChild<FindLine*>(QString(), Qt::FindDirectChildrenOnly))
            return line;
    }
    return nullptr;
}

} // namespace faultline::ui

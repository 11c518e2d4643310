// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notice_bar.h"

#include "ui/models/shown_text.h"
#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/elided_label.h"
#include "ui/views/flat_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

NoticeBar::NoticeBar(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    hide();
    connect(&theme, &Theme::changed, this, &NoticeBar::rebuild);
}

void NoticeBar::show(const QList<Line>& lines)
{
    const auto isSame = [](const Line& a, const Line& b) {
        return a.text == b.text && a.button == b.button;
    };
    if (std::ranges::equal(lines, m_lines, isSame))
        return;
    m_lines = lines;
    rebuild();
    setVisible(!lines.isEmpty());
}

QStringList NoticeBar::texts() const
{
    QStringList texts;
    for (const Line& line : m_lines)
        texts.append(line.text);
    return texts;
}

void NoticeBar::rebuild()
{
    // A button may be the sender of the change, so the old lines live until the next turn.
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const Metrics& m = m_theme.metrics();
    for (const Line& line : std::as_const(m_lines)) {
        auto* row = new QWidget(this);
        row->setFixedHeight(m.panelTitle());
        const ThemeTokens& t = m_theme.tokens();
        const QColor colour = line.isQuiet ? t.selectionText : t.warn;
        if (line.isQuiet) {
            QPalette palette = row->palette();
            palette.setColor(QPalette::Window, t.selection);
            row->setPalette(palette);
            row->setAutoFillBackground(true);
        }
        auto* layout = new QHBoxLayout(row);
        layout->setContentsMargins(m.barMargin(), 0, m.textMargin(), 0);
        layout->setSpacing(m.textMargin());
        auto* icon = plainLabel(row);
        icon->setPixmap(
            iconPixmap(line.isQuiet ? QStringLiteral("threads") : QStringLiteral("warning"), colour,
                       3 * m.step, devicePixelRatioF()));
        auto* text = new ElidedLabel(Qt::ElideRight, row);
        text->setFullText(line.text);
        setTextColour(*text, colour);
        layout->addWidget(icon);
        layout->addWidget(text, 1);
        if (!line.button.isEmpty()) {
            auto* button = new FlatButton(m_theme, withoutKeys(line.button), row);
            button->setAccessibleName(line.button);
            button->setAccessibleDescription(shownText(line.text));
            button->setColour(m_theme.tokens().link);
            button->setFocusPolicy(Qt::StrongFocus);
            connect(button, &FlatButton::clicked, this, line.action);
            layout->addWidget(button);
        }
        m_layout->addWidget(row);
        row->show();
    }
    setAccessibleName(shownText(texts().join(u' ')));
    update();
}

void NoticeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().warnGround);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace faultline::ui

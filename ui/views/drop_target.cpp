// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/drop_target.h"

#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace faultline::ui {

DropTarget::DropTarget(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_icon(plainLabel(this)),
      m_text(plainLabel(tr("Drop a crash file here"), this)),
      m_kinds(plainLabel(tr("minidump, core file, Apple report, JavaScript or JVM event, stack "
                            "trace as text; folders and archives too"),
                         this))
{
    m_kinds->setWordWrap(true);
    m_kinds->setAlignment(Qt::AlignCenter);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_icon, m_text})
        layout->addWidget(widget, 0, Qt::AlignHCenter);
    layout->addWidget(m_kinds);
    layout->addStretch(1);
    connect(&theme, &Theme::changed, this, &DropTarget::applyTheme);
    applyTheme();
}

void DropTarget::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    layout()->setSpacing(m.textMargin());
    setFixedHeight(36 * m.step);
    m_icon->setPixmap(
        iconPixmap(QStringLiteral("drop"), m_theme.tokens().dim, 7 * m.step, devicePixelRatioF()));
    m_text->setFont(m_theme.headlineFont());
    m_kinds->setFont(m_theme.captionFont());
    setTextColour(*m_kinds, m_theme.tokens().dim);
    update();
}

void DropTarget::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.faint, 1, Qt::DashLine));
    const double radius = 1.5 * m_theme.metrics().step;
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
}

} // namespace faultline::ui

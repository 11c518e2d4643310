// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/drop_target.h"

#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace faultline::ui {

DropTarget::DropTarget(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_icon(plainLabel(this)),
      m_text(plainLabel(tr("Drop a crash file here"), this)),
      m_kinds(plainLabel(tr("Minidump, core file, Apple crash report, event JSON"), this)),
      m_open(new QPushButton(tr("Open…"), this))
{
    m_open->setProperty(kPrimary, true);
    m_open->setObjectName(QStringLiteral("start.open"));
    m_open->setAccessibleName(tr("Open a crash file"));
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_icon, m_text, m_kinds, m_open})
        layout->addWidget(widget, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    connect(m_open, &QPushButton::clicked, this, &DropTarget::openRequested);
    connect(&theme, &Theme::changed, this, &DropTarget::applyTheme);
    applyTheme();
}

void DropTarget::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    layout()->setSpacing(m.textMargin());
    setMinimumHeight(46 * m.step);
    m_icon->setPixmap(iconPixmap(QStringLiteral("drop"), m_theme.tokens().accent, 8 * m.step,
                                 devicePixelRatioF()));
    m_text->setFont(m_theme.headlineFont());
    setTextColour(*m_kinds, m_theme.tokens().dim);
    update();
}

void DropTarget::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(t.alternate);
    painter.setPen(QPen(t.faint, 1.2, Qt::DashLine));
    const double radius = 2.0 * m_theme.metrics().step;
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
}

} // namespace faultline::ui

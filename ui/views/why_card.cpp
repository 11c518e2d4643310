// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/why_card.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

QLabel* wrappedLabel(QWidget* parent)
{
    auto* label = plainLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

WhyCard::WhyCard(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_headline(wrappedLabel(this)),
      m_explanation(wrappedLabel(this)), m_also(wrappedLabel(this)), m_buttons(new QHBoxLayout),
      m_layout(new QVBoxLayout(this))
{
    for (QLabel* label : {m_headline, m_explanation, m_also})
        m_layout->addWidget(label);
    m_layout->addLayout(m_buttons);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, &WhyCard::applyTheme);
    applyTheme();
}

QString WhyCard::actionText(WhyReport::Action action)
{
    switch (action) {
    case WhyReport::Action::LocateFile: return tr("Locate file…");
    case WhyReport::Action::AddSource: return tr("Add source…");
    case WhyReport::Action::Retry: return tr("Retry");
    case WhyReport::Action::Resume: return tr("Resume");
    case WhyReport::Action::ForgetFile: return tr("Undo");
    case WhyReport::Action::GoOnline: return tr("Go online");
    case WhyReport::Action::ShowLog: return tr("Show log");
    }
    return {};
}

void WhyCard::show(const WhyReport& why)
{
    m_mood = why.mood;
    m_headline->setText(shownText(why.headline));
    m_explanation->setText(shownText(why.explanation));
    m_explanation->setVisible(!why.explanation.isEmpty());
    m_also->setText(why.also.isEmpty()
                        ? QString()
                        : shownText(tr("Also: %1").arg(why.also.join(QStringLiteral("; ")))));
    m_also->setVisible(!why.also.isEmpty());
    setAccessibleName(shownText(why.headline));
    setAccessibleDescription(shownText(why.explanation));
    rebuildButtons(why.actions);
    applyTheme();
}

void WhyCard::rebuildButtons(const QList<WhyReport::Action>& actions)
{
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    for (const WhyReport::Action action : actions) {
        auto* button = new QPushButton(actionText(action), this);
        button->setProperty(kPrimary, action == actions.first());
        button->setAccessibleName(button->text());
        connect(button, &QPushButton::clicked, this,
                [this, action] { Q_EMIT actionRequested(action); });
        m_buttons->addWidget(button);
    }
    m_buttons->addStretch(1);
}

void WhyCard::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_layout->setContentsMargins(m.barMargin(), 5 * m.step / 2, m.barMargin(), 5 * m.step / 2);
    m_layout->setSpacing(m.step);
    m_buttons->setSpacing(m.textMargin());
    m_buttons->setContentsMargins(0, m.step, 0, 0);
    QFont bold = m_theme.interfaceFont();
    bold.setWeight(QFont::DemiBold);
    m_headline->setFont(bold);
    setTextColour(*m_explanation, m_theme.tokens().dim);
    setTextColour(*m_also, m_theme.tokens().dim);
    update();
}

void WhyCard::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    const bool lacking = m_mood == WhyReport::Mood::Lacking;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(lacking ? t.warn : t.line);
    painter.setBrush(lacking ? t.warnGround : t.alternate);
    const double radius = m_theme.metrics().step;
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

} // namespace faultline::ui

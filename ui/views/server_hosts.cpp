// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/server_hosts.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr qsizetype kMostCards = 4;

} // namespace

ServerHosts::ServerHosts(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)), m_rest(plainLabel(this))
{
    setObjectName(QStringLiteral("server.hosts"));
    m_layout->addWidget(m_rest);
    connect(&theme, &Theme::changed, this, &ServerHosts::applyTheme);
    applyTheme();
    show({}, false);
}

ServerHosts::Card ServerHosts::addCard()
{
    Card card{.area = new QWidget(this),
              .text = plainLabel(),
              .again = new QPushButton(tr("Try again now")),
              .host = {}};
    card.text->setWordWrap(true);
    auto* layout = new QVBoxLayout(card.area);
    layout->addWidget(card.text);
    layout->addWidget(card.again, 0, Qt::AlignLeft);
    m_layout->insertWidget(m_layout->count() - 1, card.area);
    const qsizetype index = m_cards.size();
    connect(card.again, &QPushButton::clicked, this,
            [this, index] { Q_EMIT unblockRequested(m_cards.at(index).host); });
    return card;
}

/// The cards stay while their texts change, so the keyboard stays where it is.
void ServerHosts::show(const QList<ServerSession::Host>& hosts, bool canUnblock)
{
    m_shown = std::min(hosts.size(), kMostCards);
    while (m_cards.size() < m_shown)
        m_cards.append(addCard());
    for (qsizetype i = 0; i < m_cards.size(); ++i) {
        Card& card = m_cards[i];
        card.area->setVisible(i < m_shown);
        if (i >= m_shown)
            continue;
        card.host = hosts.at(i).name;
        card.text->setText(shownText(hosts.at(i).sentence));
        card.again->setEnabled(canUnblock);
        card.again->setAccessibleName(tr("Try %1 again now").arg(card.host));
    }
    const int rest = int(hosts.size() - m_shown);
    m_rest->setText(hosts.isEmpty() ? tr("Every host is asked.")
                    : rest > 0      ? tr("and %Ln more", nullptr, rest)
                                    : QString());
    m_rest->setVisible(!m_rest->text().isEmpty());
    applyTheme();
}

void ServerHosts::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_layout->setContentsMargins(m.textMargin(), m.textMargin(), m.textMargin(), m.textMargin());
    m_layout->setSpacing(m.step);
    setTextColour(*m_rest, m_theme.tokens().dim);
    for (const Card& card : m_cards) {
        card.area->layout()->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(),
                                                m.textMargin());
        card.area->layout()->setSpacing(m.textMargin());
        setTextColour(*card.text, m_theme.tokens().text);
    }
    update();
}

void ServerHosts::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), t.base);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(t.warn);
    painter.setBrush(t.warnGround);
    for (qsizetype i = 0; i < m_shown; ++i) {
        const int radius = m_theme.metrics().step;
        painter.drawRoundedRect(
            QRectF(m_cards.at(i).area->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    }
}

} // namespace faultline::ui

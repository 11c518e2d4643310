// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/guess_band.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/flat_button.h"
#include "ui/views/guess_badge.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr qsizetype kMostLines = 8;

}

GuessBand::GuessBand(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_text(plainLabel(this)),
      m_button(new FlatButton(theme, {}, this))
{
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button, 0, Qt::AlignTop);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_button->setObjectName(QStringLiteral("chain.guesses"));
    connect(m_button, &FlatButton::clicked, this, [this] {
        m_isOpen = !m_isOpen;
        showText();
    });
    connect(&theme, &Theme::changed, this, &GuessBand::applyTheme);
    applyTheme();
    hide();
}

void GuessBand::setGuesses(const QStringList& guesses)
{
    if (guesses == m_guesses)
        return;
    m_guesses = guesses;
    showText();
    setVisible(!guesses.isEmpty());
}

void GuessBand::showText()
{
    const auto count = m_guesses.size();
    QStringList lines = m_guesses.first(std::min(count, kMostLines));
    if (count > kMostLines)
        lines.append(tr("%n more", nullptr, int(count - kMostLines)));
    const bool isFolded = count > 1 && !m_isOpen;
    const QString text =
        isFolded ? tr("%n guess(es)", nullptr, int(count)) : lines.join(QLatin1Char('\n'));
    m_text->setText(shownText(text));
    m_text->setToolTip(shownText(lines.join(QLatin1Char('\n'))));
    m_text->setAccessibleName(m_text->text());
    setAccessibleName(m_text->text());
    m_button->setVisible(count > 1);
    m_button->setText(m_isOpen ? tr("Fold") : tr("Show"));
    m_button->setAccessibleName(m_isOpen ? tr("Fold the guesses") : tr("Show the guesses"));
}

void GuessBand::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    const int badge = QFontMetrics(m_theme.captionFont()).horizontalAdvance(tr("guess"));
    layout()->setContentsMargins(m.barMargin() + badge + 5 * m.step, m.step, m.textMargin(),
                                 m.step);
    setTextColour(*m_text, m_theme.tokens().warn);
    m_button->setColour(m_theme.tokens().link);
    setMinimumHeight(m.panelTitle());
    update();
}

void GuessBand::paintEvent(QPaintEvent*)
{
    const Metrics& m = m_theme.metrics();
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().warnGround);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().topLeft(), rect().topRight());
    drawGuessBadge(painter, QRect(m.barMargin(), 0, width(), m.panelTitle()), m_theme);
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source_strip.h"

#include "ui/models/shown_text.h"
#include "ui/settings/permalink.h"
#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/elided_label.h"
#include "ui/views/flat_button.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kLeastPath = 16; // Characters.

}

SourceStrip::SourceStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_icon(plainLabel(this)),
      m_path(new ElidedLabel(Qt::ElideLeft, this)), m_origin(plainLabel(this)),
      m_checksumText(plainLabel(this)), m_caption(plainLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_icon);
    layout->addWidget(m_path);
    layout->addWidget(m_origin);
    layout->addWidget(m_checksumText);
    layout->addStretch(1);
    layout->addWidget(m_caption);
    m_link = addButton(tr("Copy link"), "source.copy_link");
    m_editor = addButton(tr("Open in editor"), "source.editor");
    connect(&theme, &Theme::changed, this, &SourceStrip::applyTheme);
    applyTheme();
}

FlatButton* SourceStrip::addButton(const QString& text, const char* actionId)
{
    auto* button = new FlatButton(m_theme, text, this);
    button->setObjectName(QLatin1String(actionId));
    button->setColour(m_theme.tokens().link);
    button->setVisible(false);
    layout()->addWidget(button);
    connect(button, &QAbstractButton::clicked, this,
            [this, actionId] { Q_EMIT commandRequested(QLatin1String(actionId)); });
    return button;
}

void SourceStrip::show(const SourceDocument& document)
{
    m_editor->setVisible(!document.localFile.isEmpty());
    m_link->setVisible(permalinkOf(document.link, document.currentLine).has_value());
    m_path->setFullText(document.path);
    const QString origin =
        document.isContextOnly ? tr("%1, context only").arg(document.origin) : document.origin;
    m_origin->setText(origin.isEmpty() ? QString() : QStringLiteral("· ") + shownText(origin));
    m_origin->setAccessibleName(shownText(origin));
    m_caption->setText(shownText(document.caption));
    m_caption->setAccessibleName(shownText(document.caption));
    m_checksum = document.checksum;
    applyTheme();
}

void SourceStrip::showChecksum(SourceDocument::Checksum checksum)
{
    const ThemeTokens& t = m_theme.tokens();
    setTextColour(*m_checksumText, checksum == SourceDocument::Checksum::Matches ? t.ok : t.warn);
    m_checksumText->setVisible(checksum != SourceDocument::Checksum::Unknown);
    m_checksumText->setText(checksum == SourceDocument::Checksum::Matches
                                ? tr("✓ checksum")
                                : tr("▲ file differs from the build's source"));
    m_checksumText->setAccessibleName(checksum == SourceDocument::Checksum::Matches
                                          ? tr("checksum matches")
                                          : tr("file differs from the build's source"));
}

void SourceStrip::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    layout()->setContentsMargins(5 * m.step / 2, 0, m.barMargin(), 0);
    layout()->setSpacing(m.textMargin());
    setFixedHeight(13 * m.step / 2);
    for (QLabel* label : std::initializer_list<QLabel*>{m_path, m_origin, m_caption})
        setTextColour(*label, m_theme.tokens().dim);
    m_icon->setPixmap(iconPixmap(QStringLiteral("file-source"), m_theme.tokens().dim,
                                 3 * m.step + m.step / 2, devicePixelRatioF()));
    for (FlatButton* button : {m_link, m_editor})
        button->setColour(m_theme.tokens().link);
    showChecksum(m_checksum);
    fitFacts();
    update();
}

/// In a narrow strip, the caption and then the origin give way to the path.
void SourceStrip::fitFacts()
{
    const int spacing = layout()->spacing();
    const QMargins margins = layout()->contentsMargins();
    const int path = kLeastPath * fontMetrics().averageCharWidth();
    int needed = margins.left() + margins.right() + m_icon->sizeHint().width() + spacing +
                 std::min(path, m_path->sizeHint().width());
    for (const QWidget* each :
         std::initializer_list<const QWidget*>{m_checksumText, m_link, m_editor}) {
        if (!each->isHidden())
            needed += each->sizeHint().width() + spacing;
    }
    for (QLabel* label : {m_origin, m_caption}) {
        const int own = label->sizeHint().width() + 2 * spacing;
        const bool fits = !label->text().isEmpty() && needed + own <= width();
        label->setVisible(fits);
        needed += fits ? own : 0;
    }
}

void SourceStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitFacts();
}

void SourceStrip::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(),
                     m_checksum == SourceDocument::Checksum::Differs ? t.warnGround : t.alternate);
    painter.setPen(t.line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace faultline::ui

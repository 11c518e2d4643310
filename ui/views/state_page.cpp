// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/state_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"

#include <QHBoxLayout>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

QLabel* centred(QLabel* label)
{
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    return label;
}

QString plainText(const QString& rich)
{
    QTextDocument document;
    document.setHtml(rich);
    return document.toPlainText();
}

} // namespace

StatePage::StatePage(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_icon(centred(plainLabel(this))),
      m_sentence(centred(richLabel(this))), m_detail(centred(plainLabel(this))),
      m_buttons(new QHBoxLayout)
{
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    for (QLabel* label : {m_icon, m_sentence, m_detail})
        layout->addWidget(label);
    layout->addLayout(m_buttons);
    layout->addStretch(1);
    connect(&theme, &Theme::changed, this, &StatePage::applyTheme);
    applyTheme();
}

void StatePage::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    layout()->setSpacing(m.barMargin());
    layout()->setContentsMargins(m.barMargin(), m.barMargin(), m.barMargin(), m.barMargin());
    m_buttons->setSpacing(m.textMargin());
    for (QLabel* label : {m_sentence, m_detail})
        setTextColour(*label, m_theme.tokens().dim);
    m_detail->setFont(m_theme.fixedFont());
    m_icon->setPixmap(
        iconPixmap(m_iconName, m_theme.tokens().faint, m.step * 7, devicePixelRatioF()));
}

void StatePage::show(const ViewState& state)
{
    m_iconName = state.icon;
    m_sentence->setText(state.sentence);
    m_detail->setText(shownText(state.detail));
    m_detail->setVisible(!state.detail.isEmpty());
    rebuildButtons(state.buttons);
    const QString description = plainText(state.sentence);
    setAccessibleName(description);
    setAccessibleDescription(state.detail.isEmpty() ? description
                                                    : description + u' ' + shownText(state.detail));
    applyTheme();
    fitIcon();
}

void StatePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitIcon();
}

/// In a low view, the sentence and the buttons matter more than the icon and the space around them.
void StatePage::fitIcon()
{
    const Metrics& m = m_theme.metrics();
    const int side = m.barMargin();
    layout()->setContentsMargins(side, side, side, side);
    const int icon = m_icon->isHidden() ? m_icon->sizeHint().height() + layout()->spacing() : 0;
    const bool fits = height() >= layout()->totalHeightForWidth(width()) + icon;
    m_icon->setVisible(fits);
    if (!fits)
        layout()->setContentsMargins(side, m.step / 2, side, m.step / 2);
}

/// The same buttons stay and keep the keyboard, as while a server is asked every other second.
bool StatePage::keepsButtons(const QList<ViewState::Button>& buttons)
{
    const auto isSame = [](const QPushButton* widget, const ViewState::Button& button) {
        return widget->accessibleName() == button.text;
    };
    if (!std::ranges::equal(m_shownButtons, buttons, isSame))
        return false;
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        disconnect(m_shownButtons.at(i), &QPushButton::clicked, this, nullptr);
        connect(m_shownButtons.at(i), &QPushButton::clicked, this, buttons.at(i).action);
    }
    return true;
}

void StatePage::rebuildButtons(const QList<ViewState::Button>& buttons)
{
    if (keepsButtons(buttons))
        return;
    m_shownButtons.clear();
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    m_buttons->addStretch(1);
    for (const ViewState::Button& button : buttons) {
        auto* widget = new QPushButton(withoutKeys(button.text), this);
        widget->setProperty(kPrimary, &button == &buttons.first());
        widget->setAccessibleName(button.text);
        connect(widget, &QPushButton::clicked, this, button.action);
        m_buttons->addWidget(widget);
        m_shownButtons.append(widget);
    }
    m_buttons->addStretch(1);
}

StatefulView::StatefulView(const Theme& theme, QWidget* content, QWidget* parent)
    : QStackedWidget(parent), m_page(new StatePage(theme, this))
{
    addWidget(content);
    addWidget(m_page);
    setFocusProxy(content);
    m_page->setAutoFillBackground(true);
    m_page->setBackgroundRole(QPalette::Base);
}

/// Whoever takes the keyboard for the content: the last in the chain of focus proxies.
QWidget* StatefulView::keyboardOfContent() const
{
    const auto last = [](QWidget* widget) {
        while (widget->focusProxy())
            widget = widget->focusProxy();
        return widget;
    };
    QWidget* const content = widget(0);
    QWidget* const ofView = parentWidget() ? last(parentWidget()) : content;
    return content->isAncestorOf(ofView) ? ofView : last(content);
}

void StatefulView::showContent()
{
    if (!m_held)
        return setCurrentIndex(0);
    QWidget* const held = std::exchange(m_held, nullptr);
    const bool waits = window()->focusWidget() == m_page;
    held->setFocusPolicy(m_policy);
    held->setFocusProxy(nullptr);
    setCurrentIndex(0);
    if (waits)
        held->setFocus(Qt::OtherFocusReason);
}

void StatefulView::showState(const ViewState& state)
{
    m_page->show(state);
    setCurrentIndex(1);
    if (m_held)
        return;
    // Hidden content would take the keyboard on behalf of its view, and not give it back.
    // The page keeps it until the content comes.
    m_held = keyboardOfContent();
    m_policy = m_held->focusPolicy();
    m_held->setFocusPolicy(Qt::NoFocus);
    m_held->setFocusProxy(m_page);
}

} // namespace faultline::ui

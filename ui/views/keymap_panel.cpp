// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/keymap_panel.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/flat_button.h"
#include "ui/views/key_caps.h"
#include "ui/views/key_recorder.h"
#include "ui/views/panel_header.h"
#include "ui/views/tight_layout.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

/// One combination of keys, as it is drawn in tables.
class KeysPicture final : public QWidget
{
public:
    KeysPicture(const Theme& theme, const QString& keys, QWidget* parent)
        : QWidget(parent), m_theme(theme), m_caps(keyCaps(keys))
    {
        setAccessibleName(keys);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        return {keyCapsWidth(m_theme, m_caps), 6 * m_theme.metrics().step};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        drawKeyCaps(painter, m_theme, rect(), m_caps, false);
    }

private:
    const Theme& m_theme;
    QStringList m_caps;
};

} // namespace

KeymapPanel::KeymapPanel(const Theme& theme, Keymap& keymap, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_keymap(keymap),
      m_title(new PanelHeader(theme, tr("Action"), this)), m_where(plainLabel(this)),
      m_keysTitle(new PanelHeader(theme, tr("Keys"), this)), m_keys(new QVBoxLayout),
      m_recorder(new KeyRecorder(this)), m_remark(plainLabel(this))
{
    m_card = buildCard();
    m_where->setObjectName(QStringLiteral("keymap.action"));
    m_remark->setObjectName(QStringLiteral("keymap.remark"));
    for (QLabel* label : {m_where, m_remark})
        label->setWordWrap(true);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_title);
    layout->addWidget(m_where);
    layout->addWidget(m_keysTitle);
    layout->addLayout(m_keys);
    layout->addWidget(buildRecorder());
    layout->addWidget(m_remark);
    layout->addWidget(m_card);
    layout->addWidget(new PanelHeader(theme, tr("Good to know"), this));
    for (const QString& note :
         {tr("Shift+F10 and the Menu key always open the context menu."),
          tr("Single letters work in the library only, never in a text field."),
          tr("Ctrl+Alt with a letter types a character on many keyboards.")}) {
        QLabel* label = plainLabel(this);
        label->setText(note);
        label->setWordWrap(true);
        layout->addWidget(label);
        m_notes.append(label);
    }
    layout->addStretch(1);
    layout->addWidget(buildFoot());
    connect(&theme, &Theme::changed, this, &KeymapPanel::applyTheme);
    connect(m_recorder, &KeyRecorder::recorded, this, &KeymapPanel::take);
    connect(m_recorder, &KeyRecorder::left, this, &KeymapPanel::left);
    applyTheme();
}

QWidget* KeymapPanel::buildRecorder()
{
    m_recorder->setObjectName(QStringLiteral("keymap.recorder"));
    auto* area = new QWidget(this);
    auto* layout = new QHBoxLayout(area);
    layout->addWidget(m_recorder, 1);
    return area;
}

QWidget* KeymapPanel::buildCard()
{
    auto* card = new QWidget(this);
    card->setObjectName(QStringLiteral("keymap.conflict"));
    m_cardTitle = plainLabel(card);
    m_cardText = plainLabel(card);
    m_cardText->setWordWrap(true);
    m_useHere = new QPushButton(tr("Use it here"), card);
    m_useHere->setProperty(kPrimary, true);
    m_useHere->setObjectName(QStringLiteral("keymap.use_here"));
    m_giveUp = new QPushButton(tr("Give it up"), card);
    m_giveUp->setObjectName(QStringLiteral("keymap.give_up"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_useHere);
    buttons->addWidget(m_giveUp);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(card);
    layout->addWidget(m_cardTitle);
    layout->addWidget(m_cardText);
    layout->addLayout(buttons);
    connect(m_useHere, &QPushButton::clicked, this, [this] {
        const QString id = m_action.id; // The answer to the change may select another action.
        if (const auto each = conflict())
            m_keymap.giveTo(id, each->keys);
    });
    connect(m_giveUp, &QPushButton::clicked, this, [this] {
        const auto each = conflict();
        auto own = m_keymap.keys(m_action.id);
        if (each && own.removeAll(each->keys) > 0)
            m_keymap.setKeys(m_action.id, own);
    });
    return card;
}

QWidget* KeymapPanel::buildFoot()
{
    m_reset = new QPushButton(tr("Reset this action"), this);
    m_reset->setObjectName(QStringLiteral("keymap.reset"));
    m_resetAll = new QPushButton(tr("Reset all"), this);
    m_resetAll->setObjectName(QStringLiteral("keymap.reset_all"));
    auto* foot = new QWidget(this);
    auto* layout = new QHBoxLayout(foot);
    layout->addWidget(m_reset);
    layout->addStretch(1);
    layout->addWidget(m_resetAll);
    connect(m_reset, &QPushButton::clicked, this, [this] { m_keymap.reset(m_action.id); });
    connect(m_resetAll, &QPushButton::clicked, this, &KeymapPanel::allReset);
    return foot;
}

void KeymapPanel::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    const ThemeTokens& t = m_theme.tokens();
    setTextColour(*m_where, t.dim);
    setTextColour(*m_remark, t.warn);
    QList<QLabel*> labels = m_notes;
    labels << m_where << m_remark;
    for (QLabel* label : labels) {
        label->setFont(m_theme.captionFont());
        label->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(), m.textMargin());
    }
    for (QLabel* note : std::as_const(m_notes))
        setTextColour(*note, t.dim);
    QFont heavy = m_theme.interfaceFont();
    heavy.setWeight(QFont::DemiBold);
    m_cardTitle->setFont(heavy);
    setTextColour(*m_cardText, t.text);
    QPalette ground = palette();
    ground.setColor(QPalette::Window, t.warnGround);
    m_card->setPalette(ground);
    m_card->setAutoFillBackground(true);
    for (QWidget* area : {m_recorder->parentWidget(), m_card, m_reset->parentWidget()})
        area->layout()->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(),
                                           m.textMargin());
    setFixedWidth(77 * m.step);
    fillKeys();
}

void KeymapPanel::show(const KeymapRow& action, const QString& holderOfConflict)
{
    if (action.id != m_action.id)
        m_remark->clear();
    m_action = action;
    const bool isAction = !action.id.isEmpty();
    m_title->setTitle(isAction ? action.text : tr("Action"));
    m_title->setCaption(action.menu);
    m_where->setText(!isAction ? tr("Select an action to change its keys.")
                     : action.menu.isEmpty()
                         ? tr("It is in the palette.")
                         : tr("It is in the menu %1 and in the palette.").arg(action.menu));
    m_recorder->setEnabled(isAction);
    m_reset->setEnabled(action.isChanged);
    m_resetAll->setEnabled(m_keymap.changedCount() > 0);
    m_remark->setVisible(!m_remark->text().isEmpty());
    fillKeys();
    showCard(holderOfConflict);
}

void KeymapPanel::fillKeys()
{
    while (QLayoutItem* item = m_keys->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // It may be the sender of the change.
        delete item;
    }
    const auto own = m_action.id.isEmpty() ? QList<QKeySequence>() : m_keymap.keys(m_action.id);
    m_keysTitle->setCaption(m_action.id.isEmpty() ? QString() : QString::number(own.size()));
    m_removes.clear();
    for (const QKeySequence& each : own)
        addKeyRow(each);
    orderTabs();
}

void KeymapPanel::setTabsAfter(QWidget& widget)
{
    m_tabsAfter = &widget;
    orderTabs();
}

void KeymapPanel::orderTabs()
{
    QWidget* last = m_tabsAfter;
    for (QWidget* each :
         m_removes + QList<QWidget*>{m_recorder, m_useHere, m_giveUp, m_reset, m_resetAll}) {
        if (last)
            setTabOrder(last, each);
        last = each;
    }
}

void KeymapPanel::addKeyRow(const QKeySequence& keys)
{
    const Metrics& m = m_theme.metrics();
    const QString text = keys.toString(QKeySequence::NativeText);
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(m.barMargin(), 0, m.textMargin(), 0);
    layout->addWidget(new KeysPicture(m_theme, text, row));
    QLabel* origin = plainLabel(row);
    origin->setFont(m_theme.captionFont());
    setTextColour(*origin, m_theme.tokens().dim);
    origin->setText(m_keymap.presetKeys(m_action.id).contains(keys) ? tr("from the preset")
                                                                    : tr("yours"));
    layout->addWidget(origin, 1);
    auto* remove = new FlatButton(m_theme, {}, row);
    remove->setGlyph(QStringLiteral("close"));
    remove->setObjectName(QStringLiteral("keymap.remove"));
    remove->setAccessibleName(tr("Take %1 away").arg(text));
    remove->setToolTip(tr("Take %1 away").arg(text));
    connect(remove, &QAbstractButton::clicked, this, [this, keys] {
        auto own = m_keymap.keys(m_action.id);
        own.removeAll(keys);
        m_keymap.setKeys(m_action.id, own);
    });
    layout->addWidget(remove);
    m_keys->addWidget(row);
    m_removes.append(remove);
}

void KeymapPanel::record()
{
    m_recorder->setFocus(Qt::OtherFocusReason);
}

void KeymapPanel::take(const QKeySequence& keys)
{
    const QString refusal = Keymap::refusal(m_action.id, keys);
    m_remark->setText(refusal.isEmpty() ? Keymap::warning(keys) : refusal);
    m_remark->setVisible(!m_remark->text().isEmpty());
    auto own = m_keymap.keys(m_action.id);
    if (!refusal.isEmpty() || own.contains(keys))
        return;
    m_keymap.setKeys(m_action.id, own << keys);
}

/// The first conflict of the action.
std::optional<KeyConflict> KeymapPanel::conflict() const
{
    for (const KeyConflict& each : m_keymap.conflicts()) {
        if (each.holder == m_action.id || each.others.contains(m_action.id))
            return each;
    }
    return std::nullopt;
}

void KeymapPanel::showCard(const QString& holder)
{
    const auto each = conflict();
    m_card->setVisible(each.has_value());
    if (!each)
        return;
    const QString keys = each->keys.toString(QKeySequence::NativeText);
    m_cardTitle->setText(tr("%1 is taken").arg(keys));
    m_cardText->setText(
        each->holder == m_action.id
            ? tr("This action keeps it until you decide. “%1” wants it, too.").arg(holder)
            : tr("“%1” has it, and keeps it until you decide.").arg(holder));
}

void KeymapPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().base);
}

} // namespace faultline::ui

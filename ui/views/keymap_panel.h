// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/keymap_model.h"
#include "ui/style/theme.h"
#include "ui/views/keymap.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace faultline::ui {

class KeyRecorder;
class PanelHeader;

/// The selected action with its keys: takes keys away, records new ones, and offers two ways out of
/// a conflict.
class KeymapPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive it.
    KeymapPanel(const Theme& theme, Keymap& keymap, QWidget* parent = nullptr);

    /// An action without an id empties the panel.
    void show(const KeymapRow& action, const QString& holderOfConflict);
    /// Gives the focus to the field that records.
    void record();
    /// The Tab key leads from this widget to the controls of the panel.
    void setTabsAfter(QWidget& widget);

Q_SIGNALS:
    /// The user leaves the field.
    void left();
    void allReset();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* buildRecorder();
    QWidget* buildCard();
    QWidget* buildFoot();
    void applyTheme();
    void addKeyRow(const QKeySequence& keys);
    void fillKeys();
    void orderTabs();
    void take(const QKeySequence& keys);
    void showCard(const QString& holder);
    std::optional<KeyConflict> conflict() const;

    const Theme& m_theme;
    Keymap& m_keymap;
    KeymapRow m_action;
    PanelHeader* m_title;
    QLabel* m_where;
    PanelHeader* m_keysTitle;
    QVBoxLayout* m_keys;
    KeyRecorder* m_recorder;
    QLabel* m_remark;
    QWidget* m_card = nullptr;
    QLabel* m_cardTitle = nullptr;
    QLabel* m_cardText = nullptr;
    QPushButton* m_useHere = nullptr;
    QPushButton* m_giveUp = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_resetAll = nullptr;
    QList<QLabel*> m_notes;
    QList<QWidget*> m_removes; ///< A button for each of the keys.
    QWidget* m_tabsAfter = nullptr;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/library_session.h"
#include "ui/style/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace faultline::ui {

class PanelHeader;
class TriageMenus;

/// What was decided about a group, and buttons to decide more. Every change is saved at once.
class TriagePanel final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the panel.
    TriagePanel(const Theme& theme, TriageMenus& menus, QWidget* parent = nullptr);

    /// `status` is its text; buttons work if the library `canWrite`.
    void show(const LibraryPreview& triage, const QString& status, bool canWrite);

private:
    QWidget* buildFields();
    QPushButton* addButton(const QString& text, const QString& name);
    void applyTheme();

    const Theme& m_theme;
    TriageMenus& m_menus;
    QLabel* m_status;
    QLabel* m_assignee;
    QLabel* m_ticket;
    QLabel* m_tags;
    QList<QPushButton*> m_buttons;
    QWidget* m_fields;
    PanelHeader* m_notesTitle;
    QLabel* m_notes;
    PanelHeader* m_historyTitle;
    QLabel* m_history;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/settings_section.h"
#include "ui/views/ui_context.h"

class QLabel;
class QPushButton;

namespace faultline::ui {

class ElidedLabel;
class NoticeBar;
class RowView;
class StatefulView;
class UsageBar;

/// The cache folder: what it has by kinds, cleaning, checking and clearing it, and its rules.
class CachesSection final : public SettingsSection
{
    Q_OBJECT

public:
    /// There must be a cache session.
    explicit CachesSection(const UiContext& context, QWidget* parent = nullptr);

    QString fact() const override;
    int filter(const QString& text) override;
    void activate() override;
    QString foot() const override;

private:
    QWidget* buildHead();
    QPushButton* addButton(const char* name, QLayout& layout);
    void buildForm();
    void refresh();
    void showHead();
    void showButtons();
    void showRows();
    QStringList selectedKinds() const;
    void askToClear();
    void applyTheme();

    UiContext m_context;
    CacheSession& m_caches;
    ElidedLabel* m_sentence;
    ElidedLabel* m_facts;
    UsageBar* m_bar;
    QLabel* m_legend;
    QPushButton* m_clean = nullptr;
    QPushButton* m_check = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_cancel = nullptr;
    QWidget* m_head = nullptr;
    NoticeBar* m_notice;
    RowView* m_rows;
    StatefulView* m_view;
    SettingsForm* m_form;
};

} // namespace faultline::ui

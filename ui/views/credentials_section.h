// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/credential_model.h"
#include "ui/views/settings_section.h"
#include "ui/views/ui_context.h"

class QPushButton;

namespace faultline::ui {

class NoticeBar;
class PageHead;
class RowView;
class StatefulView;

/// The secrets of all sources: which ones there are and where they are kept, never what they are.
class CredentialsSection final : public SettingsSection
{
    Q_OBJECT

public:
    /// There must be credentials.
    explicit CredentialsSection(const UiContext& context, QWidget* parent = nullptr);

    QString fact() const override;
    int filter(const QString& text) override;

    void activate() override { refresh(); }

private:
    void refresh();
    void showButtons();
    const SourceSetting* selected() const;
    void set();
    void forget();

    UiContext m_context;
    Credentials& m_credentials;
    QList<SourceSetting> m_sources; ///< Those that need secrets, in the order of the rows.
    CredentialModel m_model;
    PageHead* m_head;
    NoticeBar* m_notice;
    RowView* m_rows;
    StatefulView* m_view;
    QPushButton* m_set;
    QPushButton* m_forget;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/ui_context.h"

#include <QWidget>

class QLineEdit;
class QListWidget;
class QPushButton;

namespace faultline::ui {

/// The hosts that may be asked for source text to which debug files link.
class HostsEditor final : public QWidget
{
    Q_OBJECT

public:
    explicit HostsEditor(const UiContext& context, QWidget* parent = nullptr);

private:
    void refresh();
    void showButtons();
    void allow();
    void forget();

    UiContext m_context;
    QListWidget* m_hosts;
    QLineEdit* m_host;
    QPushButton* m_allow;
    QPushButton* m_forget;
};

} // namespace faultline::ui

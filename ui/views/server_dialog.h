// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace faultline::ui {

/// Asks which server the page of servers shows: the one of this computer or another one.
class ServerDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `url` is that of another server; empty for the one of this computer.
    ServerDialog(const Theme& theme, const QString& url, QWidget* parent = nullptr);

    /// Empty for the server of this computer.
    QString url() const;
    QString token() const;

private:
    void showButtons();

    QRadioButton* m_own;
    QRadioButton* m_other;
    QLineEdit* m_url;
    QLineEdit* m_token;
    QLabel* m_problem;
    QPushButton* m_show;
};

} // namespace faultline::ui

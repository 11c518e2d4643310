// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace faultline::ui {

/// Asks which editor opens source files: a known one, or a command. Shows what would be started,
/// argument by argument.
class EditorDialog final : public QDialog
{
    Q_OBJECT

public:
    EditorDialog(const Theme& theme, const QString& command, QWidget* parent = nullptr);

    QString command() const;

private:
    void buildForm(const QString& command);
    void buildButtons();
    void choosePreset(int index);
    void showPreview();

    QComboBox* m_preset;
    QLineEdit* m_command;
    QLabel* m_preview;
    QPushButton* m_save;
};

} // namespace faultline::ui

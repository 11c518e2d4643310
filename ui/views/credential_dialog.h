// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/ui_context.h"

#include <QDialog>
#include <QMap>

class QFormLayout;
class QLineEdit;
class QPushButton;

namespace faultline::ui {

/// Asks for the secrets of one source. It never shows those that are known.
class CredentialDialog final : public QDialog
{
    Q_OBJECT

public:
    CredentialDialog(const Theme& theme, const SourceSetting& source, QWidget* parent = nullptr);

    /// The secrets by their fields, without those that were left empty.
    QMap<QString, QString> secrets() const;

private:
    void addField(QFormLayout& form, const QString& field);
    void browse(QLineEdit* path);
    void showButtons();

    QMap<QString, QLineEdit*> m_fields;
    QString m_keyFile; ///< The content of the chosen file.
    QPushButton* m_save;
};

/// Opens the dialog and keeps what is entered. A source without an id gets one.
void askForCredentials(const UiContext& context, const SourceSetting& source, QWidget* parent);

} // namespace faultline::ui

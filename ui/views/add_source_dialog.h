// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/workbench.h"
#include "ui/settings/app_settings.h"
#include "ui/style/theme.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace faultline::ui {

/// "Folder", or the layout of a server.
QString sourceKindText(const SourceSetting& source);

/// Asks for one source of debug files: a folder, a server, or a well-known public server.
class AddSourceDialog final : public QDialog
{
    Q_OBJECT

public:
    AddSourceDialog(const Theme& theme, QList<SourcePresetRow> presets, QWidget* parent = nullptr);

    /// Shows this source for editing, instead of adding one.
    void setSource(const SourceSetting& source);

    SourceSetting source() const;

private:
    void buildForm();
    void addLayouts();
    void buildButtons();
    void updateForm();
    void browse();

    bool isHttp() const { return kind() == SourceSetting::Kind::Http; }

    bool isPreset() const { return kind() == SourceSetting::Kind::Preset; }

    SourceSetting::Kind kind() const;
    /// What the server is sent, or how the folder is read.
    QString whatHappens() const;
    /// Says what is wrong with the entries; empty when they make a source.
    QString problem() const;

    QList<SourcePresetRow> m_presets;
    QFormLayout* m_form;
    QComboBox* m_kind;
    QLineEdit* m_location;
    QPushButton* m_browse;
    QWidget* m_place;
    QComboBox* m_preset;
    QComboBox* m_layout;
    QLineEdit* m_name;
    QLabel* m_hint;
    QPushButton* m_add;
};

} // namespace faultline::ui

#pragma once

#include "ui/settings/app_settings.h"
#include "ui/style/theme.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace faultline::ui {

/// Asks for one source of debug files: a folder or a server.
class AddSourceDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit AddSourceDialog(const Theme& theme, QWidget* parent = nullptr);

    SourceSetting source() const;

private:
    void buildForm();
    void addLayouts();
    void buildButtons();
    void updateForm();
    void browse();
    bool isHttp() const;
    /// Says what is wrong with the entries; empty when they make a source.
    QString problem() const;

    QFormLayout* m_form;
    QComboBox* m_kind;
    QLineEdit* m_location;
    QPushButton* m_browse;
    QComboBox* m_layout;
    QLineEdit* m_name;
    QLabel* m_hint;
    QPushButton* m_add;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/source_model.h"
#include "ui/views/source_words.h"
#include "ui/views/ui_context.h"

#include <QWidget>

#include <array>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace faultline::ui {

class FlatButton;
class LinkButton;
class PanelHeader;

/// Edits one source. Every change that fits counts at once; what does not fit stays in its field
/// with the reason, and the last good value counts.
class SourcePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit SourcePanel(const UiContext& context, QWidget* parent = nullptr);

    /// `isFixed` says that the source comes from the configuration file.
    void show(const SourceSetting& source, bool isFixed, const SourceTest& test);
    /// Puts the keyboard into the field that a new source needs first.
    void editLocation();
    /// The button that leads back to the list is needed in narrow windows only.
    void setBackShown(bool isShown);

Q_SIGNALS:
    void edited(const SourceSetting& source);
    void testRequested();
    void duplicateRequested();
    void removeRequested();
    void backRequested();

private:
    QWidget* buildFields();
    void buildTypes(QFormLayout& form);
    QWidget* buildAccess();
    QWidget* buildTest();
    QWidget* buildButtons();
    QLineEdit* addField(const char* name, const QString& label);
    void connectFields();
    void fillLayouts();
    void showFields();
    void showAccess();
    void showTest();
    void showButtons();
    void showProblem(const SourceProblem& problem);
    void commit();
    void switchOn(bool isOn);
    SourceSetting entered() const;
    QStringList enteredTypes() const;
    void browse();
    void applyTheme();

    UiContext m_context;
    SourceSetting m_source;
    SourceTest m_test;
    bool m_isFixed = false;
    bool m_isShowing = false; ///< Fields change without the user.
    PanelHeader* m_header;
    FlatButton* m_back;
    QBoxLayout* m_column = nullptr; ///< The form, and the hint below it.
    QFormLayout* m_form = nullptr;
    QLineEdit* m_name;
    QLineEdit* m_location;
    QPushButton* m_browse;
    QWidget* m_place = nullptr;
    QLineEdit* m_folder;
    QLineEdit* m_region;
    QLineEdit* m_endpoint;
    QComboBox* m_layout;
    QComboBox* m_casing;
    QWidget* m_types = nullptr;
    QList<QCheckBox*> m_typeBoxes; ///< In the order of fileGroups().
    QLineEdit* m_paths;
    QLabel* m_hint;
    QWidget* m_accessArea = nullptr;
    QComboBox* m_access;
    QLabel* m_secret;
    QPushButton* m_set;
    QPushButton* m_forget;
    PanelHeader* m_testHeader;
    LinkButton* m_testAgain;
    QLabel* m_result;
    QLabel* m_detail;
    QPushButton* m_first;
    QPushButton* m_second;
    QPushButton* m_duplicate;
    QPushButton* m_remove;
};

} // namespace faultline::ui

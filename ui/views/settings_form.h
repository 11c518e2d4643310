// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

#include <QList>
#include <QVariant>
#include <QWidget>

#include <functional>
#include <utility>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace faultline::ui {

class LinkButton;

/// How a row of a form reads and changes its setting.
struct SettingBinding
{
    std::function<QVariant()> value{};
    /// Says what is wrong with a value, and then changes nothing.
    std::function<QString(const QVariant&)> set{};
    std::function<QVariant()> byDefault{}; ///< Null: the row has no way back.
};

SettingBinding bindPreference(Preferences& preferences, Preference preference);

/// Settings below each other: a label, an editor, and what the setting means. A change counts at
/// once. A value that does not fit stays in its editor with what is wrong; the last good one
/// counts.
class SettingsForm final : public QWidget
{
    Q_OBJECT

public:
    explicit SettingsForm(const Theme& theme, QWidget* parent = nullptr);

    using Choices = QList<std::pair<QString, QVariant>>;

    /// Names of editors are object names.
    QLabel* addHeading(const QString& text);
    QLineEdit* addNumber(const QString& name,
                         const QString& label,
                         SettingBinding binding,
                         const QString& unit,
                         const QString& hint);
    QLineEdit*
    addText(const QString& name, const QString& label, SettingBinding binding, const QString& hint);
    /// A text with a button that chooses a folder or a file.
    QLineEdit* addPath(const QString& name,
                       const QString& label,
                       SettingBinding binding,
                       const QString& hint,
                       bool isFolder);
    QCheckBox* addSwitch(const QString& name,
                         const QString& label,
                         SettingBinding binding,
                         const QString& hint);
    QComboBox* addChoice(const QString& name,
                         const QString& label,
                         SettingBinding binding,
                         const Choices& choices,
                         const QString& hint);
    /// An editor of its own.
    void addEditor(const QString& label, QWidget* editor, const QString& hint);
    /// A widget over the whole width, which `words` find.
    void addWide(QWidget* widget, const QString& words);

    /// Shows the present values.
    void refresh();
    /// Shows only rows with this text, and returns their number. An empty text shows all.
    int filter(const QString& text);

private:
    struct Row
    {
        QWidget* area = nullptr;
        QString words{};
        QString hint{};
        SettingBinding binding{};
        std::function<void()> show{};
        QLabel* hintLabel = nullptr;
        QLabel* label = nullptr;
        QWidget* changed = nullptr;
        LinkButton* reset = nullptr;
        QLineEdit* text = nullptr; ///< Marked while its text does not fit.
        int heading = -1;
        bool isShown = true;
    };

    Row& addRow(const QString& label, QWidget* editor, SettingBinding binding, const QString& hint);
    Row& addLine(QLineEdit* editor,
                 const QString& label,
                 SettingBinding binding,
                 const QString& hint,
                 const QList<QWidget*>& beside,
                 std::function<QVariant(const QString&)> read,
                 std::function<QString(const QVariant&)> write);
    void commit(qsizetype row, const QVariant& value);
    void showState(Row& row, const QString& problem);
    void style(QLabel& heading) const;
    void style(Row& row);
    void applyTheme();

    const Theme& m_theme;
    QVBoxLayout* m_layout;
    QList<Row> m_rows;
    QList<QLabel*> m_headings;
    QList<QLabel*> m_units;
};

} // namespace faultline::ui

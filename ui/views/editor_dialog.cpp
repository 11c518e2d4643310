// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/editor_dialog.h"

#include "ui/models/shown_text.h"
#include "ui/settings/editor_command.h"
#include "ui/style/plain_label.h"
#include "ui/style/workbench_style.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace faultline::ui {

EditorDialog::EditorDialog(const Theme& theme, const QString& command, QWidget* parent)
    : QDialog(parent), m_preset(new QComboBox(this)), m_command(new QLineEdit(this)),
      m_preview(plainLabel(this)), m_save(new QPushButton(tr("Save"), this))
{
    setObjectName(QStringLiteral("dialog.editor"));
    setWindowTitle(tr("External Editor"));
    setMinimumWidth(150 * theme.metrics().step);
    m_command->setFont(theme.fixedFont());
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(theme.metrics().barMargin());
    buildForm(command);
    buildButtons();
    showPreview();
}

void EditorDialog::buildForm(const QString& command)
{
    m_preset->setObjectName(QStringLiteral("editor.preset"));
    m_preset->setAccessibleName(tr("Editor"));
    int chosen = -1;
    for (const EditorPreset& preset : editorPresets()) {
        if (preset.command == command)
            chosen = m_preset->count();
        m_preset->addItem(preset.name, preset.command);
    }
    m_preset->addItem(tr("Another command"), QString());
    m_preset->setCurrentIndex(chosen >= 0 ? chosen : command.isEmpty() ? 0 : m_preset->count() - 1);
    m_command->setObjectName(QStringLiteral("editor.command"));
    m_command->setAccessibleName(tr("Command"));
    m_command->setText(command.isEmpty() ? m_preset->currentData().toString() : command);
    m_preview->setObjectName(QStringLiteral("editor.preview"));
    m_preview->setWordWrap(true);
    auto* hint = plainLabel(tr("%f is the file, %l the line, %c the column, %% a percent sign. No "
                               "shell is used; double quotes keep blanks in one argument."),
                            this);
    hint->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("Editor"), m_preset);
    form->addRow(tr("Command"), m_command);
    auto* outer = static_cast<QVBoxLayout*>(layout());
    outer->addLayout(form);
    outer->addWidget(hint);
    outer->addWidget(m_preview);
    connect(m_preset, &QComboBox::activated, this, &EditorDialog::choosePreset);
    connect(m_command, &QLineEdit::textChanged, this, &EditorDialog::showPreview);
}

void EditorDialog::buildButtons()
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_save->setProperty(kPrimary, true);
    m_save->setDefault(true);
    m_save->setObjectName(QStringLiteral("editor.save"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    static_cast<QVBoxLayout*>(layout())->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &QDialog::accept);
}

void EditorDialog::choosePreset(int index)
{
    const QString command = m_preset->itemData(index).toString();
    if (!command.isEmpty())
        m_command->setText(command);
    else
        m_command->setFocus(Qt::OtherFocusReason);
}

/// Each argument in brackets of its own, so that it shows what a blank separates.
void EditorDialog::showPreview()
{
    const auto run =
        editorCommand(m_command->text(),
                      {.file = QStringLiteral("/src/scene/group.cpp"), .line = 141, .column = 9});
    m_save->setEnabled(run.has_value());
    if (!run) {
        m_preview->setText(tr("The command names a program and has a %f for the file."));
        return;
    }
    QStringList parts{run->program};
    for (const QString& argument : run->arguments)
        parts.append(QStringLiteral("[%1]").arg(argument));
    m_preview->setText(shownText(tr("Starts: %1").arg(parts.join(u' '))));
}

QString EditorDialog::command() const
{
    return m_command->text().trimmed();
}

} // namespace faultline::ui

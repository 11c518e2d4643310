// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/editor_command.h"
#include "ui/settings/permalink.h"
#include "ui/views/editor_dialog.h"
#include "ui/views/main_window.h"
#include "ui/views/path_mappings_dialog.h"
#include "ui/views/status_strip.h"

#include <QDesktopServices>
#include <QProcess>
#include <QUrl>

#include <utility>

namespace faultline::ui {

void MainWindow::connectCodeActions()
{
    m_actions.on("source.editor", this, [this] { openInEditor(); });
    m_actions.on("source.choose_editor", this, [this] { chooseEditor({}); });
    m_actions.on("source.copy_link", this, [this] { copyText(m_sourcePage, tr("Copied")); });
    m_actions.on("source.open_link", this,
                 [this] { QDesktopServices::openUrl(QUrl(m_sourcePage)); });
    m_actions.on("symbols.path_mappings", this, [this] {
        auto* dialog = new PathMappingsDialog(m_context, currentSession(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
}

/// Remembers where the source that is shown lies, because making the document copies its text.
void MainWindow::readSourcePlace()
{
    const SourceDocument source = currentSession() ? currentSession()->source() : SourceDocument();
    m_sourceFile = source.state == SourceDocument::State::Text ? source.localFile : QString();
    m_sourceLine = source.currentLine;
    m_sourcePage = permalinkOf(source.link, source.currentLine).value_or(QString());
    updateActions();
}

void MainWindow::chooseEditor(std::function<void()> then)
{
    auto* dialog = new EditorDialog(m_theme, m_context.settings.editorCommand(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, then = std::move(then)] {
        m_context.settings.setEditorCommand(dialog->command());
        if (then)
            then();
    });
    dialog->open();
}

/// The first time, the user chooses an editor.
void MainWindow::openInEditor()
{
    const auto run = editorCommand(m_context.settings.editorCommand(),
                                   {.file = m_sourceFile, .line = m_sourceLine});
    if (!run)
        return chooseEditor([this] { openInEditor(); });
    if (QProcess::startDetached(run->program, run->arguments))
        m_status->setMessage(tr("Opened in %1").arg(run->program));
    else
        m_status->setMessage(tr("%1 could not be started").arg(run->program));
}

} // namespace faultline::ui

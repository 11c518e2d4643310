// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/library_page.h"

#include <QFileDialog>

namespace faultline::ui {

void LibraryPage::askForFiles()
{
    auto* dialog = new QFileDialog(this, tr("Import Crash Files"));
    dialog->setObjectName(QStringLiteral("dialog.import"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, &m_library, &LibrarySession::import);
    dialog->open();
}

void LibraryPage::askForFolder()
{
    auto* dialog = new QFileDialog(this, tr("Import a Folder"));
    dialog->setObjectName(QStringLiteral("dialog.import_folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, &m_library, &LibrarySession::import);
    dialog->open();
}

bool LibraryPage::canImport() const
{
    using State = LibrarySession::State;
    return m_library.state() != State::ReadOnly && m_library.state() != State::Failed &&
           !m_library.importProgress().isRunning();
}

void LibraryPage::importFiles(const QStringList& paths)
{
    if (canImport())
        return m_library.import(paths);
    Q_EMIT messageGiven(m_library.importProgress().isRunning()
                            ? tr("Not imported: another import is running")
                            : tr("Not imported: the library cannot be changed"));
}

} // namespace faultline::ui

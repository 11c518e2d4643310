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

} // namespace faultline::ui

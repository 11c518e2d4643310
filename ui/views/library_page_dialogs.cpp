// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_rows.h"
#include "ui/models/shown_text.h"
#include "ui/views/library_page.h"
#include "ui/views/library_table.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>

#include <array>

namespace faultline::ui {

namespace {

/// Which the user can give without more words.
constexpr std::array kPlainStatuses{library::Status::New,          library::Status::Triaged,
                                    library::Status::NeedsSymbols, library::Status::WaitingCustomer,
                                    library::Status::Known,        library::Status::Ignored};

/// Asks for a text without blocking; `give` gets it.
template <class Give>
void ask(
    QWidget* parent, const QString& title, const QString& label, const QString& name, Give give)
{
    auto* dialog = new QInputDialog(parent);
    dialog->setObjectName(name);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    QObject::connect(dialog, &QInputDialog::textValueSelected, parent,
                     [give](const QString& text) { give(text.trimmed()); });
    dialog->open();
}

void popUp(QMenu& menu, const QWidget& over)
{
    menu.popup(over.mapToGlobal(QPoint(over.width() / 3, over.height() / 4)));
}

} // namespace

void LibraryPage::buildMenus()
{
    m_statusMenu->setObjectName(QStringLiteral("library.status_menu"));
    m_assignMenu->setObjectName(QStringLiteral("library.assign_menu"));
    for (const auto status : kPlainStatuses)
        m_statusMenu->addAction(withoutKeys(statusText(status)), this, [this, status] {
            m_library.setStatus(m_table->selectedRows(), status);
        });
    m_statusMenu->addAction(tr("fixed in…"), this, &LibraryPage::askForFix);
    m_assignMenu->addAction(
        tr("Me"), this, [this] { m_library.assign(m_table->selectedRows(), m_library.user()); });
    m_assignMenu->addAction(tr("Nobody"), this,
                            [this] { m_library.assign(m_table->selectedRows(), {}); });
    m_assignMenu->addAction(tr("Somebody else…"), this, &LibraryPage::askForPerson);
}

void LibraryPage::showStatusMenu()
{
    popUp(*m_statusMenu, *m_table);
}

void LibraryPage::showAssignMenu()
{
    popUp(*m_assignMenu, *m_table);
}

void LibraryPage::askForFix()
{
    const auto rows = m_table->selectedRows();
    ask(this, tr("Fixed In"), tr("Version with the fix:"), QStringLiteral("dialog.fix"),
        [this, rows](const QString& version) {
            if (!version.isEmpty())
                m_library.setStatus(rows, library::Status::FixedIn, version);
        });
}

void LibraryPage::askForPerson()
{
    const auto rows = m_table->selectedRows();
    ask(this, tr("Assign"), tr("Name of the person:"), QStringLiteral("dialog.assign"),
        [this, rows](const QString& person) { m_library.assign(rows, person); });
}

void LibraryPage::askForTag()
{
    const auto rows = m_table->selectedRows();
    ask(this, tr("Add Tag"), tr("Tag:"), QStringLiteral("dialog.tag"),
        [this, rows](const QString& tag) {
            if (!tag.isEmpty())
                m_library.addTag(rows, tag);
        });
}

/// Notes are those of the row that the preview shows, because the user changes what can be seen.
void LibraryPage::askForNotes()
{
    const LibraryPreview shown = m_library.preview();
    if (shown.state != LibraryPreview::State::Ready)
        return;
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("dialog.notes"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Notes"));
    dialog->setLabelText(tr("Notes (Markdown):"));
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setTextValue(shown.notes);
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, shown](const QString& notes) { m_library.setNotes(shown, notes); });
    dialog->open();
}

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

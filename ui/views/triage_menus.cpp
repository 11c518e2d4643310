// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/triage_menus.h"

#include "ui/bridge/library_rows.h"
#include "ui/models/shown_text.h"

#include <QInputDialog>

#include <array>
#include <utility>

namespace faultline::ui {

namespace {

/// Which the user can give without more words.
constexpr std::array kPlainStatuses{library::Status::New,          library::Status::Triaged,
                                    library::Status::NeedsSymbols, library::Status::WaitingCustomer,
                                    library::Status::Known,        library::Status::Ignored};

/// Asks for a text without blocking; `give` gets it.
template <class Give>
QInputDialog* ask(QWidget* parent, const QString& title, const QString& name, Give give)
{
    auto* dialog = new QInputDialog(parent);
    dialog->setObjectName(name);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    QObject::connect(dialog, &QInputDialog::textValueSelected, parent,
                     [give](const QString& text) { give(text); });
    return dialog;
}

/// A line, without spaces at its ends.
template <class Give>
void askForLine(QWidget* parent,
                const QString& title,
                const QString& label,
                const QString& name,
                const QString& present,
                Give give)
{
    auto* dialog = ask(parent, title, name, [give](const QString& text) { give(text.trimmed()); });
    dialog->setLabelText(label);
    dialog->setTextValue(present);
    dialog->open();
}

} // namespace

TriageMenus::TriageMenus(
    LibrarySession& library, QString name, Rows rows, Shown shown, QWidget* page)
    : QObject(page), m_library(library), m_rows(std::move(rows)), m_shown(std::move(shown)),
      m_page(page), m_status(new QMenu(page)), m_assign(new QMenu(page))
{
    m_status->setObjectName(name + QStringLiteral(".status_menu"));
    m_assign->setObjectName(name + QStringLiteral(".assign_menu"));
    for (const auto status : kPlainStatuses)
        m_status->addAction(withoutKeys(statusText(status)), this,
                            [this, status] { m_library.setStatus(m_rows(), status); });
    m_status->addAction(tr("fixed in…"), this, &TriageMenus::askForFix);
    m_assign->addAction(tr("Me"), this, [this] { m_library.assign(m_rows(), m_library.user()); });
    m_assign->addAction(tr("Nobody"), this, [this] { m_library.assign(m_rows(), {}); });
    m_assign->addAction(tr("Somebody else…"), this, &TriageMenus::askForPerson);
}

void TriageMenus::popUp(QMenu& menu) const
{
    menu.popup(m_page->mapToGlobal(QPoint(m_page->width() / 3, m_page->height() / 4)));
}

void TriageMenus::showStatus()
{
    popUp(*m_status);
}

void TriageMenus::showAssign()
{
    popUp(*m_assign);
}

void TriageMenus::askForFix()
{
    const auto rows = m_rows();
    askForLine(m_page, tr("Fixed In"), tr("Version with the fix:"), QStringLiteral("dialog.fix"),
               {}, [this, rows](const QString& version) {
                   if (!version.isEmpty())
                       m_library.setStatus(rows, library::Status::FixedIn, version);
               });
}

void TriageMenus::askForPerson()
{
    const auto rows = m_rows();
    askForLine(m_page, tr("Assign"), tr("Name of the person:"), QStringLiteral("dialog.assign"), {},
               [this, rows](const QString& person) { m_library.assign(rows, person); });
}

void TriageMenus::askForTag()
{
    const auto rows = m_rows();
    askForLine(m_page, tr("Add Tag"), tr("Tag:"), QStringLiteral("dialog.tag"), {},
               [this, rows](const QString& tag) {
                   if (!tag.isEmpty())
                       m_library.addTag(rows, tag);
               });
}

/// The field begins with the ticket of what the page shows, if only that changes.
void TriageMenus::askForTicket()
{
    const auto rows = m_rows();
    const auto shown = m_shown();
    const QString present =
        rows.size() == 1 && rows.front().id == shown.id ? shown.ticket : QString();
    askForLine(m_page, tr("Link Ticket"), tr("Ticket, or its address:"),
               QStringLiteral("dialog.ticket"), present,
               [this, rows](const QString& ticket) { m_library.setTicket(rows, ticket); });
}

/// Notes are those of the row that the page shows, because the user changes what can be seen.
void TriageMenus::askForNotes()
{
    const LibraryPreview shown = m_shown();
    if (shown.state != LibraryPreview::State::Ready)
        return;
    auto* dialog = ask(m_page, tr("Notes"), QStringLiteral("dialog.notes"),
                       [this, shown](const QString& notes) { m_library.setNotes(shown, notes); });
    dialog->setLabelText(tr("Notes (Markdown):"));
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setTextValue(shown.notes);
    dialog->open();
}

} // namespace faultline::ui

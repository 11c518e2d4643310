// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/triage_menus.h"

#include "ui/bridge/library_rows.h"
#include "ui/models/shown_text.h"

#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

/// Which the user can give without more words.
constexpr std::array kPlainStatuses{library::Status::New,          library::Status::Triaged,
                                    library::Status::NeedsSymbols, library::Status::WaitingCustomer,
                                    library::Status::Known,        library::Status::Ignored};

constexpr int kNotesWidth = 560;
constexpr int kNotesHeight = 360;

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
      m_page(page), m_status(new QMenu(tr("&Status"), page)),
      m_assign(new QMenu(tr("&Assign"), page)), m_tags(new QMenu(tr("&Tags"), page))
{
    m_status->setObjectName(name + QStringLiteral(".status_menu"));
    m_assign->setObjectName(name + QStringLiteral(".assign_menu"));
    m_tags->setObjectName(name + QStringLiteral(".tag_menu"));
    buildStatus();
    connect(m_tags, &QMenu::aboutToShow, this, &TriageMenus::fillTags);
    m_assign->addAction(tr("Me"), this, [this] { m_library.assign(m_rows(), m_library.user()); });
    m_assign->addAction(tr("Nobody"), this, [this] { m_library.assign(m_rows(), {}); });
    m_assign->addAction(tr("Somebody else…"), this, &TriageMenus::askForPerson);
}

void TriageMenus::buildStatus()
{
    const auto add = [this](library::Status status, const QString& text, const auto& slot) {
        QAction* action = m_status->addAction(text, this, slot);
        action->setCheckable(true);
        action->setData(statusText(status));
    };
    for (const auto status : kPlainStatuses)
        add(status, withoutKeys(statusText(status)),
            [this, status] { m_library.setStatus(m_rows(), status); });
    add(library::Status::FixedIn, tr("fixed in…"), [this] { askForFix(); });
    add(library::Status::DuplicateOf, tr("duplicate of…"), [this] { askForOriginal(); });
    connect(m_status, &QMenu::aboutToShow, this, &TriageMenus::markStatus);
}

/// What the page shows, if that is the only row that changes.
LibraryPreview TriageMenus::shownOf(const QList<LibraryRow>& rows) const
{
    LibraryPreview shown = m_shown();
    const bool isShown = rows.size() == 1 && rows.front().id == shown.id &&
                         rows.front().isGroup == shown.isGroup &&
                         shown.state == LibraryPreview::State::Ready;
    return isShown ? shown : LibraryPreview();
}

void TriageMenus::markStatus()
{
    const QString present = shownOf(m_rows()).status;
    for (QAction* action : m_status->actions())
        action->setChecked(!present.isEmpty() && action->data().toString() == present);
}

void TriageMenus::fillTags()
{
    m_tags->clear();
    m_tags->addAction(tr("&Add Tag…"), this, &TriageMenus::askForTag);
    const QStringList present = shownOf(m_rows()).tagList;
    if (!present.isEmpty())
        m_tags->addSeparator();
    for (const QString& tag : present)
        m_tags->addAction(withoutKeys(tr("Remove “%1”").arg(tag)), this,
                          [this, tag] { m_library.removeTag(m_rows(), tag); });
}

/// The groups that the library shows now can be chosen, and any number of a group typed.
void TriageMenus::askForOriginal()
{
    const auto rows = m_rows();
    QStringList groups;
    for (const LibraryRow& row : m_library.rows().allRows()) {
        const qint64 group = row.isGroup ? row.id : row.group;
        const bool isSame = std::ranges::any_of(rows, [group](const LibraryRow& each) {
            return group == (each.isGroup ? each.id : each.group);
        });
        const QString text = QStringLiteral("%1  %2").arg(group).arg(row.signature);
        if (!isSame && !groups.contains(text))
            groups.append(text);
    }
    auto* dialog = ask(m_page, tr("Duplicate Of"), QStringLiteral("dialog.duplicate"),
                       [this, rows](const QString& text) {
                           const qint64 group = text.trimmed().section(u' ', 0, 0).toLongLong();
                           if (group > 0)
                               m_library.setDuplicate(rows, group);
                       });
    dialog->setLabelText(tr("Number of the group with the same cause:"));
    dialog->setComboBoxItems(groups);
    dialog->setComboBoxEditable(true);
    dialog->open();
}

void TriageMenus::askToRemove()
{
    const auto rows = m_rows();
    if (rows.isEmpty())
        return;
    const QString question =
        rows.front().isGroup
            ? tr("Remove %Ln group(s) with all their reports from the library?", nullptr,
                 int(rows.size()))
            : tr("Remove %Ln report(s) from the library?", nullptr, int(rows.size()));
    auto* box = new QMessageBox(QMessageBox::Question, tr("Remove from Library"), question,
                                QMessageBox::Cancel, m_page);
    box->setObjectName(QStringLiteral("dialog.remove"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Triage and notes go with them, and nothing brings them back. The "
                               "crash files stay where they are."));
    QPushButton* remove = box->addButton(tr("&Remove"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(remove, &QPushButton::clicked, this, [this, rows] { m_library.remove(rows); });
    box->open();
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
    const QString present = shownOf(rows).ticket;
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
    dialog->resize(kNotesWidth, kNotesHeight);
    dialog->open();
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/triage_panel.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/panel_header.h"
#include "ui/views/triage_menus.h"

#include <QGridLayout>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

QLabel* wrapping()
{
    QLabel* label = plainLabel();
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString orDash(const QString& text, const QString& none)
{
    return text.isEmpty() ? none : shownText(text);
}

} // namespace

TriagePanel::TriagePanel(const Theme& theme, TriageMenus& menus, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_menus(menus), m_status(wrapping()), m_assignee(wrapping()),
      m_ticket(wrapping()), m_tags(wrapping()), m_fields(buildFields()),
      m_notesTitle(new PanelHeader(theme, tr("Notes"), this)), m_notes(richLabel()),
      m_historyTitle(new PanelHeader(theme, tr("History"), this)), m_history(wrapping())
{
    auto* title = new PanelHeader(theme, tr("Triage"), this);
    title->setCaption(tr("saved at once"));
    m_notes->setWordWrap(true);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setObjectName(QStringLiteral("group.notes"));
    m_history->setObjectName(QStringLiteral("group.history"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title);
    layout->addWidget(m_fields);
    layout->addWidget(m_notesTitle);
    layout->addWidget(m_notes);
    layout->addWidget(m_historyTitle);
    layout->addWidget(m_history);
    layout->addStretch(1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(&theme, &Theme::changed, this, &TriagePanel::applyTheme);
    applyTheme();
}

QPushButton* TriagePanel::addButton(const QString& text, const QString& name)
{
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    m_buttons.append(button);
    return button;
}

/// Each field with the button that changes it.
QWidget* TriagePanel::buildFields()
{
    auto* fields = new QWidget;
    auto* grid = new QGridLayout(fields);
    const auto add = [&](const QString& name, QLabel* value, QPushButton* button) {
        const int row = grid->rowCount();
        QLabel* label = plainLabel();
        label->setText(name);
        value->setAccessibleName(name);
        grid->addWidget(label, row, 0);
        grid->addWidget(value, row, 1);
        grid->addWidget(button, row, 2);
    };
    auto* status = addButton(tr("Change"), QStringLiteral("group.status"));
    status->setAccessibleName(tr("Change status"));
    status->setMenu(&m_menus.status());
    auto* assign = addButton(tr("Assign"), QStringLiteral("group.assign"));
    assign->setMenu(&m_menus.assign());
    auto* ticket = addButton(tr("Link…"), QStringLiteral("group.ticket"));
    ticket->setAccessibleName(tr("Link ticket"));
    auto* tag = addButton(tr("Change"), QStringLiteral("group.tag"));
    tag->setAccessibleName(tr("Change tags"));
    tag->setMenu(&m_menus.tags());
    auto* note = addButton(tr("Edit…"), QStringLiteral("group.note"));
    note->setAccessibleName(tr("Edit notes"));
    connect(ticket, &QPushButton::clicked, &m_menus, &TriageMenus::askForTicket);
    connect(note, &QPushButton::clicked, &m_menus, &TriageMenus::askForNotes);
    add(tr("Status"), m_status, status);
    add(tr("Assignee"), m_assignee, assign);
    add(tr("Ticket"), m_ticket, ticket);
    add(tr("Tags"), m_tags, tag);
    QLabel* notes = plainLabel();
    notes->setText(tr("Notes"));
    grid->addWidget(notes, grid->rowCount(), 0, 1, 2);
    grid->addWidget(note, grid->rowCount() - 1, 2);
    grid->setColumnStretch(1, 1);
    return fields;
}

void TriagePanel::show(const LibraryPreview& triage, const QString& status, bool canWrite)
{
    m_status->setText(shownText(status));
    m_assignee->setText(orDash(triage.assignee, tr("nobody")));
    m_ticket->setText(orDash(triage.ticket, tr("none")));
    m_tags->setText(orDash(triage.tags, tr("none")));
    for (QPushButton* button : m_buttons)
        button->setEnabled(canWrite);
    m_notes->setText(markdownText(shownText(triage.notes), font()));
    m_notesTitle->setVisible(!triage.notes.isEmpty());
    m_notes->setVisible(!triage.notes.isEmpty());
    m_history->setText(shownText(triage.history));
    m_historyTitle->setVisible(!triage.history.isEmpty());
    m_history->setVisible(!triage.history.isEmpty());
}

void TriagePanel::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_fields->layout()->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(),
                                           m.textMargin());
    m_fields->layout()->setSpacing(m.step);
    qobject_cast<QGridLayout*>(m_fields->layout())->setHorizontalSpacing(m.barMargin());
    for (QLabel* label : {m_notes, m_history})
        label->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(), m.textMargin());
    m_history->setFont(m_theme.captionFont());
    setTextColour(*m_history, m_theme.tokens().dim);
}

} // namespace faultline::ui

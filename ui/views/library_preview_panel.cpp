// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/library_preview_panel.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

/// In characters; the stack is below, so a signature of many functions must not push it out.
constexpr qsizetype kLongestSignature = 160;

QLabel* wrapping(QLabel* label)
{
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

LibraryPreviewPanel::LibraryPreviewPanel(
    const Theme& theme, LibrarySession& library, QMenu& status, QMenu& assign, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_library(library), m_title(wrapping(plainLabel())),
      m_facts(wrapping(plainLabel())), m_open(new QPushButton), m_status(new QPushButton),
      m_assign(new QPushButton), m_stack(new PanelHeader(theme, tr("Stack"))),
      m_frames(new RowView(theme, RowHeight::Dense)),
      m_triage(new PanelHeader(theme, tr("Notes and history"))), m_notes(wrapping(plainLabel())),
      m_history(wrapping(plainLabel())), m_text(new QWidget), m_lower(new QWidget),
      m_view(new StatefulView(theme, buildContent(status, assign), this))
{
    auto* header = new PanelHeader(theme, tr("Preview"), this);
    header->setCaption(tr("Enter opens"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_view, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(&library, &LibrarySession::previewChanged, this, &LibraryPreviewPanel::refresh);
    connect(&library, &LibrarySession::stateChanged, this, &LibraryPreviewPanel::refresh);
    connect(m_open, &QPushButton::clicked, this, &LibraryPreviewPanel::openRequested);
    connect(&theme, &Theme::changed, this, &LibraryPreviewPanel::applyTheme);
    applyTheme();
    refresh();
}

QWidget* LibraryPreviewPanel::buildContent(QMenu& status, QMenu& assign)
{
    m_open->setProperty(kPrimary, true);
    m_open->setObjectName(QStringLiteral("library.open"));
    m_status->setText(tr("Status"));
    m_status->setObjectName(QStringLiteral("library.status"));
    m_status->setMenu(&status);
    m_assign->setText(tr("Assign"));
    m_assign->setObjectName(QStringLiteral("library.assign"));
    m_assign->setMenu(&assign);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_open, m_status, m_assign})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto* upper = new QVBoxLayout(m_text);
    upper->addWidget(m_title);
    upper->addWidget(m_facts);
    upper->addLayout(buttons);
    m_frames->setModel(&m_library.frames());
    m_frames->setObjectName(QStringLiteral("library.frames"));
    m_frames->setAccessibleName(tr("Stack of the report"));
    m_frames->setHeaderHidden(true);
    m_frames->setColumnWidths({4, 0, 14, 1});
    m_frames->setHiddenColumns({StoredFrameModel::ShareColumn});
    auto* lower = new QVBoxLayout(m_lower);
    lower->addWidget(m_notes);
    lower->addWidget(m_history);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_text);
    layout->addWidget(m_stack);
    layout->addWidget(m_frames, 1);
    layout->addWidget(m_triage);
    layout->addWidget(m_lower);
    return content;
}

void LibraryPreviewPanel::refresh()
{
    const LibraryPreview& preview = m_library.preview();
    const QString icon = QStringLiteral("details");
    switch (preview.state) {
    case LibraryPreview::State::Nothing:
        m_view->showState({icon, tr("Select one row to see what is known about it."), {}, {}});
        return;
    case LibraryPreview::State::Reading: m_view->showState({icon, tr("Reading…"), {}, {}}); return;
    case LibraryPreview::State::Failed:
        m_view->showState(
            {QStringLiteral("warning"), tr("This cannot be read."), {}, preview.problem});
        return;
    case LibraryPreview::State::Ready: break;
    }
    const QString title = preview.title.size() > kLongestSignature
                              ? preview.title.left(kLongestSignature) + u'…'
                              : preview.title;
    m_title->setText(title);
    m_title->setToolTip(shownText(preview.title));
    m_facts->setText(shownText(preview.facts));
    m_open->setText(preview.isGroup ? tr("Open group") : tr("Open report"));
    const bool canWrite = m_library.state() == LibrarySession::State::Ready;
    m_status->setEnabled(canWrite);
    m_assign->setEnabled(canWrite);
    m_stack->setCaption(preview.reportName);
    showTriage(preview);
    m_view->showContent();
}

void LibraryPreviewPanel::showTriage(const LibraryPreview& preview)
{
    QStringList facts;
    const auto add = [&facts](const QString& text, const QString& value) {
        if (!value.isEmpty())
            facts.append(text.arg(value));
    };
    add(tr("Assigned to %1"), preview.assignee);
    add(tr("Tags: %1"), preview.tags);
    add(tr("Ticket: %1"), preview.ticket);
    if (!preview.notes.isEmpty())
        facts.append(preview.notes);
    m_notes->setText(shownText(facts.join(u'\n')));
    m_notes->setVisible(!facts.isEmpty());
    m_history->setText(shownText(preview.history));
    m_history->setVisible(!preview.history.isEmpty());
    m_triage->setVisible(!facts.isEmpty() || !preview.history.isEmpty());
    m_lower->setVisible(!m_triage->isHidden());
}

void LibraryPreviewPanel::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_title->setFont(m_theme.headlineFont());
    for (QLabel* label : {m_facts, m_history})
        setTextColour(*label, m_theme.tokens().dim);
    m_history->setFont(m_theme.captionFont());
    for (QWidget* area : {m_text, m_lower}) {
        area->layout()->setContentsMargins(m.barMargin(), m.barMargin(), m.barMargin(),
                                           m.barMargin());
        area->layout()->setSpacing(m.textMargin());
    }
    m_frames->setMinimumHeight(4 * m.denseRow());
}

} // namespace faultline::ui

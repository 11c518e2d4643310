// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search_view.h"

#include "ui/bridge/frame_memory.h"
#include "ui/models/shown_text.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace faultline::ui {

SearchView::SearchView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_kind(new QComboBox(this)), m_text(new QLineEdit(this)),
      m_start(new QPushButton(tr("Search"), this)),
      m_rows(new RowView(theme(), RowHeight::Dense, this)), m_footer(new FooterBar(theme(), this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setAccessibleName(tr("Places in memory"));
    m_rows->setObjectName(QStringLiteral("search.rows"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::returnPressed, this, &SearchView::search);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (session() && session()->memory().search().state() == MemorySearch::State::Searching)
            session()->memory().search().cancel();
        else
            search();
    });
    connect(m_rows, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        const HitRow* row =
            session() ? session()->memory().search().rows().rowAt(index.row()) : nullptr;
        if (row)
            Q_EMIT memoryRequested(QStringLiteral("0x%1").arg(row->address, 0, 16));
    });
    connect(&theme(), &Theme::changed, this, &SearchView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* SearchView::buildBar()
{
    m_kind->addItems({tr("Text"), tr("Bytes"), tr("Pointer")});
    m_kind->setObjectName(QStringLiteral("search.kind"));
    m_kind->setAccessibleName(tr("What is looked for"));
    m_text->setObjectName(QStringLiteral("search.text"));
    m_text->setAccessibleName(tr("Text, bytes or pointer"));
    m_start->setObjectName(QStringLiteral("search.start"));
    m_start->setAutoDefault(false);
    const auto hint = [this] {
        const QStringList hints{tr("In UTF-8 and UTF-16"), tr("Such as de ad be ef"),
                                tr("A hexadecimal address")};
        m_text->setPlaceholderText(hints.value(m_kind->currentIndex()));
    };
    hint();
    connect(m_kind, &QComboBox::currentIndexChanged, this, hint);
    auto* stop = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    stop->setContext(Qt::WidgetWithChildrenShortcut);
    connect(stop, &QShortcut::activated, this, [this] {
        if (session())
            session()->memory().search().cancel();
    });
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->addWidget(m_kind);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_start);
    return bar;
}

void SearchView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_text->setFont(theme().fixedFont());
    m_text->parentWidget()->layout()->setContentsMargins(m.textMargin(), m.step, m.textMargin(),
                                                         m.step);
}

void SearchView::bind(ReportSession& session)
{
    m_rows->setModel(&session.memory().search().rows());
    connect(&session, &ReportSession::stateChanged, this, &SearchView::refresh);
    connect(&session.memory().search(), &MemorySearch::changed, this, &SearchView::showHits);
}

void SearchView::refresh()
{
    m_text->setEnabled(session());
    m_kind->setEnabled(session());
    m_start->setEnabled(session());
    showHits();
}

void SearchView::search()
{
    if (session() && !m_text->text().isEmpty())
        session()->memory().search().search(SearchKind(m_kind->currentIndex()), m_text->text());
}

void SearchView::showHits()
{
    const MemorySearch* found = session() ? &session()->memory().search() : nullptr;
    const bool isSearching = found && found->state() == MemorySearch::State::Searching;
    m_start->setText(isSearching ? tr("Stop") : tr("Search"));
    showFooter();
    if (session() && session()->memory().search().rows().rowCount() > 0)
        m_view->showContent();
    else
        m_view->showState(emptyState());
}

void SearchView::showFooter()
{
    const MemorySearch* found = session() ? &session()->memory().search() : nullptr;
    if (!found || found->state() != MemorySearch::State::Known)
        return m_footer->setText({}, {});
    const QString amount = QLocale().formattedDataSize(qint64(found->searchedBytes()));
    const int count = session()->memory().search().rows().rowCount();
    m_footer->setText(
        found->isCut()
            ? tr("%n place(s), there may be more; %1 were searched", nullptr, count).arg(amount)
            : tr("%n place(s) in %1 of the dump", nullptr, count).arg(amount),
        {});
}

ViewState SearchView::emptyState()
{
    const QString icon = QStringLiteral("raw");
    if (!session())
        return noReportState(icon, tr("Memory can be searched when a native report is open."));
    const MemorySearch& found = session()->memory().search();
    switch (found.state()) {
    case MemorySearch::State::Searching: return {icon, tr("Searching the dump…"), {}, {}};
    case MemorySearch::State::Known:
        return {icon, tr("“%1” is not in the dump's memory.").arg(richText(found.text())), {}, {}};
    case MemorySearch::State::NotUnderstood:
        return {icon, tr("“%1” is no such value.").arg(richText(found.text())), {}, {}};
    case MemorySearch::State::NoMemory:
        return {icon, tr("This file has no memory that could be searched."), {}, {}};
    case MemorySearch::State::NotNative:
        return {icon, tr("Reports of this kind have no memory."), {}, {}};
    case MemorySearch::State::Stopped: return {icon, tr("The search was stopped."), {}, {}};
    case MemorySearch::State::Nothing: break;
    }
    return {icon, tr("Places in the dump's memory appear here."), {}, {}};
}

QString SearchView::selectedText() const
{
    return m_text->hasFocus() ? m_text->selectedText() : m_rows->selectedText();
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/library_table.h"

#include "ui/models/shown_text.h"
#include "ui/views/count_text.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

/// Further rows are read before the user reaches the last ones.
constexpr int kRowsAhead = 30;
/// In steps of the theme: below this width, versions give way.
constexpr int kNarrowTable = 170;

} // namespace

LibraryTable::LibraryTable(const Theme& theme, LibrarySession& library, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_library(library),
      m_rows(new RowView(theme, RowHeight::TwoLines)),
      m_view(new StatefulView(theme, m_rows, this)), m_footer(new FooterBar(theme, this))
{
    build();
    connect(&library, &LibrarySession::rowsChanged, this, &LibraryTable::refresh);
    connect(&library, &LibrarySession::stateChanged, this, &LibraryTable::refresh);
    connect(&library, &LibrarySession::totalsChanged, this, &LibraryTable::refresh);
    connect(m_rows->verticalScrollBar(), &QScrollBar::valueChanged, this,
            &LibraryTable::readMoreIfNeeded);
    connect(m_rows->header(), &QHeaderView::sectionClicked, this, &LibraryTable::choose);
    connect(m_rows, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        if (const LibraryRow* row = m_library.rows().rowAt(index.row()))
            Q_EMIT rowChosen(LibraryRow(*row));
    });
    connect(m_rows, &RowView::menuOpened, this, [this](QMenu& menu, const QModelIndex& index) {
        if (index.isValid())
            Q_EMIT menuOpened(menu);
    });
    connect(m_rows->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const auto selected = selectedRows();
        m_library.select(selected.size() == 1 ? std::optional(selected.front()) : std::nullopt);
        showFooter();
        Q_EMIT selectionChanged();
    });
    refresh();
}

void LibraryTable::build()
{
    m_rows->setModel(&m_library.rows());
    m_rows->setObjectName(QStringLiteral("library.rows"));
    m_rows->setAccessibleName(tr("Groups and reports"));
    m_rows->header()->setSectionsClickable(true);
    m_rows->header()->setSortIndicatorShown(true);
    m_footer->setObjectName(QStringLiteral("library.footer"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusProxy(m_rows);
}

QList<LibraryRow> LibraryTable::selectedRows() const
{
    QList<LibraryRow> rows;
    const auto selected = m_rows->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected) {
        if (const LibraryRow* row = m_library.rows().rowAt(index.row()))
            rows.append(*row);
    }
    return rows;
}

void LibraryTable::focusRows()
{
    m_rows->setFocus(Qt::OtherFocusReason);
    if (!m_rows->currentIndex().isValid() && m_library.rows().rowCount() > 0)
        m_rows->setCurrentIndex(m_library.rows().index(0, 0));
}

void LibraryTable::refresh()
{
    if (m_shownGroups != m_library.showsGroups()) {
        m_shownGroups = m_library.showsGroups();
        fitColumns();
    }
    {
        const QSignalBlocker quiet(m_rows->header());
        m_rows->header()->setSortIndicator(m_library.sortColumn(), m_library.isDescending()
                                                                       ? Qt::DescendingOrder
                                                                       : Qt::AscendingOrder);
    }
    showState();
    showTop();
    showFooter();
    readMoreIfNeeded();
}

/// The rows of another search begin at their top, and the first one is the current one.
void LibraryTable::showTop()
{
    const auto state = m_library.rowsState();
    if (state == LibrarySession::RowsState::Reading)
        m_isNewSearch = true;
    if (state != LibrarySession::RowsState::Ready || m_library.rows().rowCount() == 0 ||
        !std::exchange(m_isNewSearch, false))
        return;
    m_rows->setCurrentIndex(m_library.rows().index(0, 0));
    m_rows->scrollToTop();
}

void LibraryTable::showState()
{
    using State = LibrarySession::State;
    const QString icon = QStringLiteral("library");
    const ViewState::Button import{tr("Import files…"), [this] { Q_EMIT importRequested(); }};
    switch (m_library.state()) {
    case State::Closed:
    case State::Opening: m_view->showState({icon, tr("Opening the library…"), {}, {}}); return;
    case State::Absent:
        m_view->showState(
            {icon, tr("No reports yet. Imported crash files appear here."), {import}, {}});
        return;
    case State::Failed:
        m_view->showState({QStringLiteral("warning"),
                           tr("The library cannot be opened."),
                           {{tr("Try again"), [this] { m_library.open(m_library.file()); }}},
                           m_library.problem()});
        return;
    case State::Ready:
    case State::ReadOnly: break;
    }
    showRows();
}

void LibraryTable::showRows()
{
    using RowsState = LibrarySession::RowsState;
    const QString icon = QStringLiteral("library");
    switch (m_library.rowsState()) {
    case RowsState::Reading: m_view->showState({icon, tr("Searching…"), {}, {}}); return;
    case RowsState::Failed:
        m_view->showState({QStringLiteral("warning"),
                           tr("The library cannot be read."),
                           {{tr("Try again"), [this] { m_library.open(m_library.file()); }}},
                           m_library.problem()});
        return;
    case RowsState::Wrong:
    case RowsState::Ready: break;
    }
    if (m_library.rows().rowCount() > 0)
        return m_view->showContent();
    if (m_library.rowsState() == RowsState::Wrong)
        return m_view->showState({QStringLiteral("warning"),
                                  tr("The search line is not understood."),
                                  {{tr("Clear search"), [this] { Q_EMIT clearRequested(); }}},
                                  {}}); // The notice above says why.
    if (!m_library.damage().isEmpty())
        return m_view->showState({QStringLiteral("damaged"),
                                  tr("The library is damaged: no row can be read."),
                                  {},
                                  m_library.damage()});
    if (m_library.line().trimmed().isEmpty())
        return m_view->showState({icon,
                                  tr("No reports yet. Imported crash files appear here."),
                                  {{tr("Import files…"), [this] { Q_EMIT importRequested(); }}},
                                  {}});
    const QString sentence =
        m_library.showsGroups() ? tr("No group matches.") : tr("No report matches.");
    m_view->showState(
        {icon, sentence, {{tr("Clear search"), [this] { Q_EMIT clearRequested(); }}}, {}});
}

void LibraryTable::showFooter()
{
    const auto selected = selectedRows();
    if (!m_view->showsContent())
        return m_footer->setText({}, {});
    const quint64 found = m_library.rowsFound();
    QString text = m_library.showsGroups() ? tr("%Ln group(s)", nullptr, int(found))
                                           : tr("%Ln report(s)", nullptr, int(found));
    if (m_library.rowsState() == LibrarySession::RowsState::Wrong)
        text = tr("These are the rows of the last search that was understood.");
    else if (quint64(m_library.rows().rowCount()) < found)
        //: rows that were read so far, and how many there are
        text = tr("%1 shown of %2").arg(countText(quint64(m_library.rows().rowCount())), text);
    quint64 reports = 0;
    for (const LibraryRow& row : selected)
        reports += row.reports;
    const QString chosen = tr("%Ln report(s)", nullptr, int(reports));
    if (!selected.isEmpty() && m_library.showsGroups())
        text +=
            QStringLiteral("  ·  ") +
            //: numbers of groups and of reports
            tr("selected: %1, %2").arg(tr("%Ln group(s)", nullptr, int(selected.size())), chosen);
    else if (!selected.isEmpty())
        text += QStringLiteral("  ·  ") + tr("selected: %1").arg(chosen);
    m_footer->setText(text, {});
}

/// Reports have no bars; in a narrow table versions give way.
void LibraryTable::fitColumns()
{
    QList<int> hidden;
    if (!m_library.showsGroups())
        hidden.append(LibraryModel::DaysColumn);
    if (width() < kNarrowTable * m_theme.metrics().step)
        hidden.append(LibraryModel::VersionsColumn);
    m_rows->setHiddenColumns(hidden);
}

void LibraryTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
    readMoreIfNeeded();
}

void LibraryTable::readMoreIfNeeded()
{
    if (!m_view->showsContent())
        return;
    const QScrollBar* bar = m_rows->verticalScrollBar();
    if (bar->value() + kRowsAhead >= bar->maximum())
        m_library.readMore();
}

/// A first click on a column shows the largest and latest first, texts in their order.
void LibraryTable::choose(int section)
{
    const bool isText =
        section == LibraryModel::SignatureColumn || section == LibraryModel::StatusColumn;
    const bool isAgain = section == m_library.sortColumn();
    m_library.sortBy(section, isAgain ? !m_library.isDescending() : !isText);
    refresh();
}

} // namespace faultline::ui

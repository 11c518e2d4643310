// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_session.h"

#include "ui/bridge/comparison_session.h"
#include "ui/bridge/group_session.h"
#include "ui/bridge/library_rows.h"
#include "ui/bridge/report_state.h"
#include "ui/bridge/rules_session.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

/// Changes come in bursts; rows are read again after them.
constexpr int kAgainAfterMs = 400;
/// Changes of other programs are shown within seconds.
constexpr int kWatchEveryMs = 2000;
constexpr std::uint64_t kRowsOfAPage = 100;
/// So many rows are read again at once; the others follow as the user scrolls.
constexpr std::uint64_t kMostReadAgain = 1000;

qint64 presentSecond()
{
    return QDateTime::currentSecsSinceEpoch();
}

library::GroupOrder::By groupOrderOf(int column)
{
    using By = library::GroupOrder::By;
    switch (column) {
    case LibraryModel::SignatureColumn: return By::Signature;
    case LibraryModel::SeenColumn: return By::LastSeen;
    case LibraryModel::StatusColumn: return By::Status;
    default: return By::Reports;
    }
}

library::QueryField reportOrderOf(int column)
{
    using library::QueryField;
    switch (column) {
    case LibraryModel::SignatureColumn: return QueryField::Signature;
    case LibraryModel::AmountColumn: return QueryField::Product;
    case LibraryModel::VersionsColumn: return QueryField::Os;
    case LibraryModel::StatusColumn: return QueryField::Status;
    default: return QueryField::Date;
    }
}

/// Columns by which rows of a kind can be sorted.
bool isOrder(bool areGroups, int column)
{
    return column != LibraryModel::DaysColumn &&
           !(areGroups && column == LibraryModel::VersionsColumn);
}

} // namespace

LibrarySession::LibrarySession(engine::LibraryDesk& desk,
                               LibraryInbox& inbox,
                               QString file,
                               QObject* parent)
    : QObject(parent), m_desk(desk), m_inbox(inbox), m_group(std::make_unique<GroupSession>(desk)),
      m_comparison(std::make_unique<ComparisonSession>(desk)),
      m_rulesSession(std::make_unique<RulesSession>(desk)), m_file(std::move(file))
{
    m_search.limit = kRowsOfAPage;
    m_search.facets = facetFields();
    m_again.setSingleShot(true);
    m_again.setInterval(kAgainAfterMs);
    connect(&m_again, &QTimer::timeout, this, [this] { search(Former::Stays); });
    m_watch.setInterval(kWatchEveryMs);
    connect(&m_watch, &QTimer::timeout, this, [this] { m_desk.lookForChanges(); });
    m_inbox.setReceiver([this](const engine::LibraryNotice& notice) {
        std::visit([this](const auto& value) { take(value); }, notice);
    });
}

LibrarySession::~LibrarySession()
{
    m_inbox.setReceiver({});
}

void LibrarySession::open(const QString& file)
{
    m_file = file;
    m_state = State::Opening;
    m_understood = {};
    m_undo.clear();
    Q_EMIT undoChanged();
    m_desk.open(file.toStdString());
    Q_EMIT stateChanged();
}

void LibrarySession::take(const engine::LibraryOpened& opened)
{
    if (opened.file != m_file.toStdString())
        return;
    using From = engine::LibraryOpened::State;
    m_user = QString::fromStdString(opened.user);
    m_problem = opened.error ? errorText(*opened.error) : QString();
    switch (opened.state) {
    case From::Absent: m_state = State::Absent; break;
    case From::Ready: m_state = State::Ready; break;
    case From::ReadOnly: m_state = State::ReadOnly; break;
    case From::Failed: m_state = State::Failed; break;
    }
    if (m_state == State::Ready || m_state == State::ReadOnly) {
        search(Former::Goes);
    } else {
        m_rows.setRows({});
        m_totals.reset();
        select({});
    }
    Q_EMIT stateChanged();
}

void LibrarySession::search(Former former)
{
    if (m_state != State::Ready && m_state != State::ReadOnly)
        return;
    m_again.stop();
    m_search.now = presentSecond();
    m_search.limit = kRowsOfAPage;
    if (former == Former::Stays) {
        m_search.limit = std::clamp(std::uint64_t(m_rows.rowCount()), kRowsOfAPage, kMostReadAgain);
    } else {
        m_rowsState = RowsState::Reading;
        m_totals.reset();
        m_facetValues.clear();
        for (const auto field : m_search.facets)
            m_facetValues.append(emptyFacet(field));
        showFacets();
        Q_EMIT totalsChanged();
    }
    m_isReadingMore = false;
    m_searchId = m_desk.search(m_search);
    m_search.limit = kRowsOfAPage;
    Q_EMIT rowsChanged();
}

void LibrarySession::searchAgainSoon()
{
    if (!m_again.isActive())
        m_again.start();
}

void LibrarySession::take(const engine::LibraryPage& page)
{
    if (page.search != m_searchId)
        return;
    m_isReadingMore = false;
    if (page.offset > 0 && page.change != m_change)
        return searchAgainSoon(); // Rows may have moved from one page to the other.
    const bool areGroups = showsGroups();
    auto rows = makeRows(page, m_search.days, m_search.now);
    if (page.offset == 0) {
        m_rows.showGroups(areGroups);
        m_rows.setRows(std::move(rows));
    } else {
        m_rows.setRows(m_rows.allRows() + rows);
    }
    if (m_change != page.change)
        readPreview();
    m_change = page.change;
    m_rowsFound = areGroups ? page.groups.total : page.reports.total;
    const auto& damage = areGroups ? page.groups.damage : page.reports.damage;
    m_damage = damage ? QString::fromStdString(*damage) : QString();
    m_rowsState = RowsState::Ready;
    m_problem.clear();
    m_wrongWord.reset();
    Q_EMIT rowsChanged();
}

void LibrarySession::take(const engine::LibraryRefused& refused)
{
    if (refused.search != m_searchId)
        return;
    m_isReadingMore = false;
    m_problem = refused.isLineWrong ? toQString(refused.error.detail) : errorText(refused.error);
    m_rowsState = refused.isLineWrong ? RowsState::Wrong : RowsState::Failed;
    showUnderstood();
    m_wrongWord.reset();
    if (refused.where) {
        const auto before = m_search.line.substr(0, refused.where->offset);
        const auto word = m_search.line.substr(refused.where->offset, refused.where->length);
        m_wrongWord = Range{.from = QString::fromStdString(before).size(),
                            .length = QString::fromStdString(word).size()};
    }
    Q_EMIT rowsChanged();
}

/// Nothing is read for a search that was refused, so what the rows belong to is told again.
void LibrarySession::showUnderstood()
{
    m_totals = m_understood.totals;
    for (Facet& facet : m_facetValues) {
        const auto known = std::ranges::find(m_understood.facets, facet.name, &Facet::name);
        if (known != m_understood.facets.end())
            facet = *known;
    }
    showFacets();
    Q_EMIT totalsChanged();
}

void LibrarySession::take(const engine::LibraryTotals& totals)
{
    if (totals.search != m_searchId)
        return;
    m_totals = Totals{.reports = totals.reports,
                      .groups = totals.groups,
                      .foundReports = totals.foundReports,
                      .foundGroups = totals.foundGroups,
                      .newGroups = totals.newGroups,
                      .regressionGroups = totals.regressionGroups};
    m_understood.totals = m_totals;
    Q_EMIT totalsChanged();
}

void LibrarySession::take(const engine::LibraryFacet& facet)
{
    if (facet.search != m_searchId)
        return;
    const Facet made = makeFacet(facet, m_search.line);
    for (QList<Facet>* facets : {&m_facetValues, &m_understood.facets}) {
        const auto place = std::ranges::find(*facets, made.name, &Facet::name);
        if (place != facets->end())
            *place = made;
        else
            facets->append(made);
    }
    showFacets();
}

void LibrarySession::showFacets()
{
    m_facets.setFacets(m_facetValues);
}

void LibrarySession::setLine(const QString& line)
{
    if (line.toStdString() == m_search.line && m_rowsState != RowsState::Failed)
        return;
    m_search.line = line.toStdString();
    search(Former::Goes);
}

void LibrarySession::showGroups(bool areGroups)
{
    if (areGroups == showsGroups())
        return;
    m_search.rows =
        areGroups ? engine::LibrarySearch::Rows::Groups : engine::LibrarySearch::Rows::Reports;
    select({});
    search(Former::Goes);
}

void LibrarySession::showReportsOf(qint64 group)
{
    m_search.rows = engine::LibrarySearch::Rows::Reports;
    m_search.line = library::queryTermText(library::QueryField::Group, std::to_string(group));
    select({});
    search(Former::Goes);
    Q_EMIT lineChanged();
}

void LibrarySession::sortBy(int column, bool isDescending)
{
    if (!isOrder(showsGroups(), column))
        return;
    if (showsGroups())
        m_search.groupOrder = {.by = groupOrderOf(column), .isDescending = isDescending};
    else
        m_search.reportOrder = {.field = reportOrderOf(column), .isDescending = isDescending};
    search(Former::Goes);
}

int LibrarySession::sortColumn() const
{
    for (int column = 0; column < LibraryModel::ColumnCount; ++column) {
        const bool isIt = showsGroups()
                              ? groupOrderOf(column) == m_search.groupOrder.by &&
                                    (m_search.groupOrder.by != library::GroupOrder::By::Reports ||
                                     column == LibraryModel::AmountColumn)
                              : reportOrderOf(column) == m_search.reportOrder.field &&
                                    (m_search.reportOrder.field != library::QueryField::Date ||
                                     column == LibraryModel::SeenColumn);
        if (isIt)
            return column;
    }
    return LibraryModel::AmountColumn;
}

bool LibrarySession::isDescending() const
{
    return showsGroups() ? m_search.groupOrder.isDescending : m_search.reportOrder.isDescending;
}

void LibrarySession::toggle(const QString& term, bool excludes)
{
    const std::string word = (excludes ? "!" : "") + term.toStdString();
    m_search.line = library::withToggledWord(m_search.line, word);
    search(Former::Goes);
    Q_EMIT lineChanged();
}

void LibrarySession::readMore()
{
    const auto known = std::uint64_t(m_rows.rowCount());
    if (m_isReadingMore || m_rowsState != RowsState::Ready || known >= m_rowsFound ||
        !m_damage.isEmpty())
        return;
    m_isReadingMore = true;
    m_desk.more(m_searchId, m_search, known);
}

void LibrarySession::select(std::optional<LibraryRow> row)
{
    m_selected = std::move(row);
    m_preview = {};
    m_frames.setRows({});
    if (m_selected) {
        m_preview.state = LibraryPreview::State::Reading;
        m_preview.isGroup = m_selected->isGroup;
        m_preview.id = m_selected->id;
        m_preview.title = m_selected->signature;
        readPreview();
    }
    Q_EMIT previewChanged();
}

void LibrarySession::readPreview()
{
    if (m_selected)
        m_desk.detail(m_selected->isGroup ? library::HistoryOf::Group : library::HistoryOf::Report,
                      m_selected->id);
}

void LibrarySession::take(const engine::LibraryDetail& detail)
{
    const bool isGroup = detail.of == library::HistoryOf::Group;
    if (!m_selected || m_selected->id != detail.id || m_selected->isGroup != isGroup)
        return;
    m_preview = makePreview(detail, presentSecond(), m_selected->isGroup ? m_selected->reports : 0);
    m_frames.setRows(m_preview.frames);
    Q_EMIT previewChanged();
}

void LibrarySession::take(const engine::LibraryChanged& changed)
{
    if (changed.change != m_change)
        searchAgainSoon();
    Q_EMIT contentChanged();
}

void LibrarySession::setWatching(const QObject& page, bool isWatching)
{
    if (isWatching)
        m_watchers.insert(&page);
    else
        m_watchers.remove(&page);
    if (m_watchers.isEmpty())
        m_watch.stop();
    else if (!m_watch.isActive())
        m_watch.start();
    if (isWatching && m_state != State::Closed)
        m_desk.lookForChanges();
}

} // namespace faultline::ui

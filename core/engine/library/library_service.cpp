// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_service.h"

#include "core/base/contained.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/engine/library/library_place.h"

#include <algorithm>
#include <ranges>
#include <semaphore>
#include <utility>

namespace faultline::engine {

namespace {

constexpr std::uint64_t kFacetValues = 8;

/// So many reports of a group are named at once.
constexpr std::uint64_t kRemovedAtOnce = 100;

Result<void>
removeReport(library::LibraryStore& store, library::Target report, std::uint64_t& count)
{
    FL_CHECK(store.remove(report));
    ++count;
    return {};
}

/// Conflict when somebody else has changed the group since it was seen.
Result<void> removeGroup(library::LibraryStore& store, library::Target group, std::uint64_t& count)
{
    FL_TRY(const auto present, store.group(group.id));
    if (present.rowVersion != group.rowVersion)
        return fail(ErrorKind::Conflict, "group ", group.id, " was changed meanwhile");
    for (;;) {
        FL_TRY(const auto page, store.search(queryOfGroup(group.id),
                                             {library::QueryField::Id, false}, 0, kRemovedAtOnce));
        if (page.damage)
            return fail(ErrorKind::Malformed, *page.damage);
        for (const auto& row : page.rows)
            FL_CHECK(removeReport(store, {row.id, row.rowVersion}, count));
        if (page.rows.size() < kRemovedAtOnce)
            return {};
    }
}

std::vector<library::GroupId> idsOf(const std::vector<library::GroupSummary>& groups)
{
    std::vector<library::GroupId> ids;
    ids.reserve(groups.size());
    for (const auto& group : groups)
        ids.push_back(group.id);
    return ids;
}

library::QueryTerm termOf(library::QueryField field, library::QueryOperator comparison)
{
    return {.field = field, .comparison = comparison, .value = {}};
}

/// Counts the groups in which reports of the query also fulfil `term`.
Result<std::uint64_t>
groupsWith(library::ReportLists& lists, library::Query query, library::QueryTerm term)
{
    query = library::withoutField(std::move(query), term.field);
    query.terms.push_back(std::move(term));
    FL_TRY(const auto page, lists.groups(query, {}, 0, 0));
    return page.total;
}

/// Do other terms of the search already say something else about the field?
bool hasTermOn(const library::Query& query, library::QueryField field)
{
    return std::ranges::any_of(
        query.terms, [field](const library::QueryTerm& term) { return term.field == field; });
}

LibraryOpened::State stateOf(const library::LibraryStore& store)
{
    return store.isReadOnly() ? LibraryOpened::State::ReadOnly : LibraryOpened::State::Ready;
}

} // namespace

LibraryService::LibraryService(Engine& engine, const ParseLimits& limits, Callback callback)
    : m_engine(engine), m_limits(limits), m_callback(std::move(callback))
{
}

LibraryService::~LibraryService()
{
    m_importThread.requestStop(); // First, so that no file is taken for a failed one.
    m_end.request_stop();
    if (m_importThread)
        m_importThread.join(); // It waits for the thread of the store, which must run until then.
    m_lastSearch = 0;
    m_lastDetail = 0;
    m_lastStudy = 0;
    m_lastTrial = 0;
    m_lastFind = 0;
    m_lastAlike = 0;
    finishChanges();
}

/// The pool drops what waits in it. By now what reads ends at once, and only changes take long.
void LibraryService::finishChanges()
{
    if (!m_thread.ensureThread())
        return m_columns.end(); // Without a thread every task ran at once.
    std::binary_semaphore isDone(0);
    m_thread.post([this, &isDone] {
        m_columns.end(); // Its thread posts here.
        isDone.release();
    });
    isDone.acquire();
}

/// Counting the rows of a large library takes seconds, in which no other command is done.
/// Therefore counts wait while columns are being read.
void LibraryService::postCount(std::function<void()> count,
                               const std::function<void(Error)>& failed)
{
    const auto task = [this, count = std::move(count), failed] {
        if (m_columns.isReading())
            m_waiting.push_back({.count = count, .failed = failed});
        else
            count();
    };
    post(task, failed);
}

void LibraryService::postWaitingCounts()
{
    const auto task = [this] {
        for (auto& waiting : std::exchange(m_waiting, {}))
            postCount(std::move(waiting.count), waiting.failed);
    };
    post(task, [](const Error&) {});
}

bool LibraryService::isLatest(SearchId id) const
{
    return m_lastSearch == std::uint64_t(id);
}

Result<library::LibraryStore*> LibraryService::store()
{
    if (!m_desk.store)
        return fail(ErrorKind::NotFound, "library: there is none in ", shownPlace(m_desk.file));
    m_desk.store->stopWith(m_end.get_token());
    return m_desk.store.get();
}

/// What searches find, from columns as soon as they have been read.
Result<library::ReportLists*> LibraryService::lists()
{
    FL_TRY(auto* const store, this->store());
    return &m_columns.listsOf(*store);
}

/// What the user has changed is done to its end, also what it reads for that.
Result<library::LibraryStore*> LibraryService::storeForChanging()
{
    FL_TRY(auto* const store, this->store());
    store->stopWith({});
    return store;
}

/// Creates the file of the library if it does not exist.
Result<library::LibraryStore*> LibraryService::storeForWriting()
{
    if (!m_desk.store) {
        FL_TRY(m_desk.store, openLibraryFile(m_desk.file, library::StoreAccess::Create));
        m_columns.begin(m_desk.file);
        m_callback(LibraryOpened{
            .file = m_desk.file, .state = stateOf(*m_desk.store), .user = presentAuthor().name});
    }
    return m_desk.store.get();
}

void LibraryService::open(std::filesystem::path file)
{
    // Without a thread its tasks would run on the caller's.
    if (auto started = m_thread.ensureThread(); !started) {
        m_callback(LibraryOpened{.file = std::move(file), .error = std::move(started.error())});
        return;
    }
    const auto failed = [this, file](Error error) {
        m_callback(LibraryOpened{.file = file, .error = std::move(error)});
    };
    const auto task = [this, file = std::move(file)] {
        m_columns.end();
        m_desk = {.file = file, .store = nullptr, .toldChange = 0, .stacks = nullptr};
        auto store = openLibraryFile(file, library::StoreAccess::Write);
        LibraryOpened opened{.file = file, .user = presentAuthor().name};
        if (store) {
            m_desk.store = *std::move(store);
            m_desk.store->stopWith(m_end.get_token());
            opened.state = stateOf(*m_desk.store);
            m_columns.begin(file);
        } else if (store.error().kind == ErrorKind::NotFound) {
            opened.state = LibraryOpened::State::Absent;
        } else {
            opened.error = std::move(store.error());
        }
        m_callback(std::move(opened));
    };
    post(task, failed);
}

SearchId LibraryService::search(LibrarySearch search)
{
    const auto id = SearchId(++m_lastSearch);
    more(id, std::move(search), 0);
    return id;
}

void LibraryService::more(SearchId id, LibrarySearch search, std::uint64_t offset)
{
    const auto task = [this, id, search = std::move(search), offset] {
        if (!isLatest(id))
            return;
        const auto query = library::Query::parse(search.line, search.now);
        if (!query) {
            m_callback(LibraryRefused{.search = id,
                                      .error = query.error(),
                                      .isLineWrong = true,
                                      .where = library::wrongQueryWord(search.line, search.now)});
            return;
        }
        if (const auto read = readPage(id, search, *query, offset); !read)
            refuse(id, read.error());
        else if (offset == 0)
            postCounts(id, search, *query);
    };
    post(task, [this, id](Error error) { refuse(id, std::move(error)); });
}

void LibraryService::refuse(SearchId id, Error error)
{
    m_callback(LibraryRefused{.search = id, .error = std::move(error)});
}

Result<void> LibraryService::readPage(SearchId id,
                                      const LibrarySearch& search,
                                      const library::Query& query,
                                      std::uint64_t offset)
{
    FL_TRY(auto* const store, this->store());
    LibraryPage page{.search = id, .offset = offset};
    FL_TRY(page.change, store->changeNumber());
    m_desk.toldChange = page.change;
    FL_TRY(auto* const lists, this->lists());
    if (search.rows == LibrarySearch::Rows::Groups) {
        FL_TRY(page.groups, lists->groups(query, search.groupOrder, offset, search.limit));
        FL_TRY(page.days, lists->groupDays(query, idsOf(page.groups.rows),
                                           firstDayOf(search.now, search.days), search.days));
    } else {
        FL_TRY(page.reports, lists->search(query, search.reportOrder, offset, search.limit));
    }
    m_callback(std::move(page));
    return {};
}

/// Counts one after the other, so that other commands come between.
void LibraryService::postCounts(SearchId id,
                                const LibrarySearch& search,
                                const library::Query& query)
{
    const auto countTotals = [this, id, query] {
        if (!isLatest(id))
            return;
        if (const auto read = readTotals(id, query); !read)
            refuse(id, read.error());
    };
    post(countTotals, [this, id](Error error) { refuse(id, std::move(error)); });
    for (const auto field : search.facets) {
        const auto tell = [this, id, field](decltype(LibraryFacet::values) values) {
            m_callback(LibraryFacet{.search = id, .field = field, .values = std::move(values)});
        };
        const auto count = [this, id, query, field, tell] {
            if (!isLatest(id))
                return;
            const auto lists = this->lists();
            if (lists)
                tell((*lists)->countBy(field, library::withoutField(query, field), kFacetValues));
            else
                tell(std::unexpected(lists.error()));
        };
        postCount(count, [tell](Error error) { tell(std::unexpected(std::move(error))); });
    }
}

Result<void> LibraryService::readTotals(SearchId id, const library::Query& query)
{
    using library::QueryField;
    FL_TRY(auto* const lists, this->lists());
    LibraryTotals totals{.search = id};
    FL_TRY(const auto reports, lists->search({}, {}, 0, 0));
    FL_TRY(const auto groups, lists->groups({}, {}, 0, 0));
    FL_TRY(const auto foundReports, lists->search(query, {}, 0, 0));
    FL_TRY(const auto foundGroups, lists->groups(query, {}, 0, 0));
    totals.reports = reports.total;
    totals.groups = groups.total;
    totals.foundReports = foundReports.total;
    totals.foundGroups = foundGroups.total;
    if (!hasTermOn(query, QueryField::Status)) {
        auto isNew = termOf(QueryField::Status, library::QueryOperator::Equals);
        isNew.value = library::statusName(library::Status::New);
        FL_TRY(totals.newGroups, groupsWith(*lists, query, std::move(isNew)));
    }
    if (!hasTermOn(query, QueryField::Regression)) {
        FL_TRY(totals.regressionGroups,
               groupsWith(*lists, query,
                          termOf(QueryField::Regression, library::QueryOperator::True)));
    }
    m_callback(totals);
    return {};
}

void LibraryService::detail(library::HistoryOf of, std::int64_t id)
{
    const auto call = ++m_lastDetail;
    const auto tell = [this, call, of, id](Result<LibraryFacts> facts) {
        if (m_lastDetail == call)
            m_callback(LibraryDetail{.of = of, .id = id, .facts = std::move(facts)});
    };
    const auto task = [this, call, of, id, tell] {
        if (m_lastDetail == call)
            tell(readFacts(of, id));
    };
    post(task, [tell](Error error) { tell(std::unexpected(std::move(error))); });
}

Result<LibraryFacts> LibraryService::readFacts(library::HistoryOf of, std::int64_t id)
{
    FL_TRY(auto* const store, this->store());
    LibraryFacts facts;
    FL_TRY(facts.history, store->history(of, id));
    if (of == library::HistoryOf::Report) {
        FL_TRY(facts.report, store->report(id));
        FL_TRY(facts.group, store->group(facts.report->summary.group));
        return facts;
    }
    FL_TRY(facts.group, store->group(id));
    FL_TRY(const auto latest, store->search(queryOfGroup(id), {}, 0, 1));
    if (!latest.rows.empty()) {
        FL_TRY(facts.report, store->report(latest.rows.front().id));
    }
    return facts;
}

void LibraryService::findOriginal(library::ReportId report)
{
    const auto failed = [this, report](Error error) {
        m_callback(LibraryOriginal{.report = report,
                                   .state = LibraryOriginal::State::Unreadable,
                                   .path = {},
                                   .error = std::move(error)});
    };
    const auto task = [this, report, failed] {
        auto found = readOriginal(report);
        if (found)
            m_callback(*std::move(found));
        else
            failed(std::move(found.error()));
    };
    post(task, failed);
}

Result<LibraryOriginal> LibraryService::readOriginal(library::ReportId report)
{
    FL_TRY(auto* const store, this->store());
    FL_TRY(const auto stored, store->report(report));
    const std::filesystem::path file = stored.record.path;
    LibraryOriginal original{.report = report,
                             .path = stored.record.part.empty() ? file : file / stored.record.part};
    if (!file.is_absolute()) {
        original.state = LibraryOriginal::State::NoPath;
        return original;
    }
    const auto bytes = mapForeignFile(file);
    if (!bytes) {
        original.state = bytes.error().kind == ErrorKind::NotFound
                             ? LibraryOriginal::State::Gone
                             : LibraryOriginal::State::Unreadable;
        original.error = bytes.error();
        return original;
    }
    const bool isSame = sha256Hex(bytes->span()) == stored.record.sha256;
    original.state = isSame ? LibraryOriginal::State::Found : LibraryOriginal::State::Changed;
    return original;
}

void LibraryService::change(library::HistoryOf of,
                            std::vector<library::Target> rows,
                            library::TriageChange change)
{
    const auto task = [this, of, rows = std::move(rows), change = std::move(change)] {
        LibraryChangeDone done;
        const auto take = [&done](const Result<std::optional<library::ActionId>>& changed) {
            if (!changed && !done.error)
                done.error = changed.error();
            else if (changed && *changed)
                done.actions.push_back(**changed);
        };
        const auto store = storeForChanging();
        if (!store)
            done.error = store.error();
        else if (of == library::HistoryOf::Report)
            take((*store)->changeReports(rows, change, presentAuthor()));
        else
            for (const auto& row : rows)
                take((*store)->changeGroup(row, change, presentAuthor()));
        m_callback(std::move(done));
        tellChanges();
    };
    post(task, [this](Error error) { m_callback(LibraryChangeDone{.error = std::move(error)}); });
}

void LibraryService::undo(std::vector<library::ActionId> actions)
{
    const auto task = [this, actions = std::move(actions)] {
        LibraryChangeDone done{.isUndo = true};
        const auto store = storeForChanging();
        if (!store)
            done.error = store.error();
        for (const auto action : std::views::reverse(actions)) {
            if (done.error)
                break;
            const auto undone = (*store)->undo(action, presentAuthor());
            if (undone)
                done.actions.push_back(*undone);
            else
                done.error = undone.error();
        }
        m_callback(std::move(done));
        tellChanges();
    };
    post(task, [this](Error error) {
        m_callback(LibraryChangeDone{.isUndo = true, .error = std::move(error)});
    });
}

void LibraryService::remove(library::HistoryOf of, std::vector<library::Target> rows)
{
    const auto task = [this, of, rows = std::move(rows)] {
        LibraryRemoved done;
        const auto store = storeForChanging();
        if (!store) {
            done.error = store.error();
        } else {
            for (const auto& row : rows) {
                const auto removed = of == library::HistoryOf::Group
                                         ? removeGroup(**store, row, done.reports)
                                         : removeReport(**store, row, done.reports);
                if (!removed && !done.error)
                    done.error = removed.error();
            }
        }
        m_callback(std::move(done));
        tellChanges();
    };
    post(task, [this](Error error) { m_callback(LibraryRemoved{.error = std::move(error)}); });
}

void LibraryService::lookForChanges()
{
    post([this] { tellChanges(); }, [](const Error&) {}); // It is looked for again soon.
}

void LibraryService::tellChanges()
{
    if (!m_desk.store)
        return;
    const auto change = m_desk.store->changeNumber();
    if (change && *change != std::exchange(m_desk.toldChange, *change))
        m_callback(LibraryChanged{.change = *change});
}

} // namespace faultline::engine

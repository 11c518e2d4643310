// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/indexed_lists.h"
#include "library_samples.h"
#include "store_kinds.h"

#include <QTest>

#include <memory>
#include <random>
#include <tuple>

using namespace faultline;
using namespace faultline::library;
using faultline::test::newReport;
using faultline::test::StoreKinds;

namespace {

const Author kAnna{.name = "anna", .at = 1'700'000'100};
constexpr std::int64_t kNow = 1'700'000'000;
constexpr std::int64_t kDay = 86'400;

/// Values that differ in case, length and order, and none.
const std::vector<std::string> kTexts{"",      "scene::draw", "Scene::Draw", "draw", "2.4", "2.10",
                                      "2.4.1", "a b",         "ä",           "zß",   "%",   "_"};

class Reports
{
public:
    explicit Reports(unsigned seed) : m_random(seed) {}

    NewReport next()
    {
        auto report = newReport(std::to_string(++m_count), text());
        auto& record = report.record;
        for (auto* field :
             {&record.product, &record.version, &record.build, &record.channel, &record.os,
              &record.osVersion, &record.arch, &record.device, &record.processType, &record.reason,
              &record.threadName, &record.topFunction, &record.inAppFunction, &record.comment})
            *field = text();
        if (below(4) != 0)
            record.crashedAt = kNow - static_cast<std::int64_t>(below(9)) * kDay / 2;
        if (below(3) != 0)
            record.uptimeSeconds = below(4);
        record.threadCount = static_cast<std::uint32_t>(below(4));
        record.quality = static_cast<std::uint32_t>(below(5));
        record.modules.clear();
        for (std::size_t i = below(4); i > 0; --i)
            record.modules.push_back({.name = text(),
                                      .version = {},
                                      .debugId = {},
                                      .isOnStack = below(2) == 0,
                                      .isMissing = below(3) == 0});
        report.customer = text();
        report.importedAt = kNow + static_cast<std::int64_t>(below(3));
        return report;
    }

    std::size_t below(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }

    const std::string& text() { return kTexts[below(kTexts.size())]; }

    QueryTerm term(QueryField field)
    {
        QueryTerm term{.field = field, .value = text()};
        term.comparison = QueryOperator(below(std::size_t(QueryOperator::True) + 1));
        if (queryType(field) != QueryType::Text) {
            const bool isDate = field == QueryField::Date || field == QueryField::Imported;
            term.number = isDate ? kNow - static_cast<std::int64_t>(below(5)) * kDay
                                 : static_cast<std::int64_t>(below(6));
            term.last = term.number + (isDate ? kDay - 1 : 0);
        }
        term.isNegated = below(3) == 0;
        return term;
    }

    Query query()
    {
        Query query;
        for (std::size_t i = below(4); i > 0; --i)
            query.terms.push_back(term(QueryField(below(std::size_t(kLastQueryField) + 1))));
        if (below(6) == 0)
            query.words.push_back("draw");
        return query;
    }

private:
    std::mt19937 m_random;
    int m_count = 0;
};

auto factsOf(const ReportSummary& row)
{
    return std::tuple(row.id, row.group, row.crashedAt, row.signature, row.triage.customer,
                      row.rowVersion);
}

auto factsOf(const GroupSummary& row)
{
    return std::tuple(row.id, row.signature, row.count, row.customers, row.firstSeen, row.lastSeen,
                      row.firstCrash, row.lastCrash, row.timed, row.regressions, row.versions,
                      row.systems, row.reasons, row.rowVersion, row.triage.assignee);
}

auto factsOf(const GroupDay& row)
{
    return std::tuple(row.group, row.day, row.count);
}

template <class Row>
auto factsOf(const std::vector<Row>& rows)
{
    std::vector<decltype(factsOf(rows.front()))> facts;
    for (const auto& row : rows)
        facts.push_back(factsOf(row));
    return facts;
}

template <class Row>
bool areSame(const Result<Page<Row>>& a, const Result<Page<Row>>& b)
{
    return a && b && a->total == b->total && factsOf(a->rows) == factsOf(b->rows);
}

std::string described(const Query& query)
{
    std::string text;
    for (const auto& term : query.terms)
        text += concat(term.isNegated ? "!" : "", queryFieldName(term.field), ' ',
                       static_cast<int>(term.comparison), " '", term.value, "' ", term.number, ' ');
    return text + (query.words.empty() ? "" : "+words");
}

/// What the columns find otherwise than the rows; empty when nothing is.
std::string difference(LibraryStore& store, const ReportColumns& columns, Reports& random)
{
    IndexedLists lists(store, columns);
    const auto query = random.query();
    const SearchOrder order{.field = QueryField(random.below(std::size_t(kLastQueryField) + 1)),
                            .isDescending = random.below(2) == 0};
    const auto offset = random.below(5);
    const auto limit = random.below(30);
    if (!areSame(lists.search(query, order, offset, limit),
                 store.search(query, order, offset, limit)))
        return concat("search ", described(query), " by ", queryFieldName(order.field));
    const GroupOrder groupOrder{
        .by = GroupOrder::By(random.below(std::size_t(GroupOrder::By::Status) + 1)),
        .isDescending = order.isDescending};
    const auto groups = store.groups(query, groupOrder, offset, limit);
    if (!areSame(lists.groups(query, groupOrder, offset, limit), groups))
        return concat("groups ", described(query), " by ", static_cast<int>(groupOrder.by));
    std::vector<GroupId> ids;
    for (const auto& group : groups->rows)
        ids.push_back(group.id);
    auto days = factsOf(*lists.groupDays(query, ids, kNow - 3 * kDay, 4));
    auto expected = factsOf(*store.groupDays(query, ids, kNow - 3 * kDay, 4));
    std::ranges::sort(days);
    std::ranges::sort(expected);
    if (days != expected)
        return "days " + described(query);
    const auto counted = lists.countBy(order.field, query, limit);
    if (!counted || *counted != *store.countBy(order.field, query, limit))
        return concat("values of ", queryFieldName(order.field), ' ', described(query));
    return {};
}

} // namespace

/// Columns in memory find what the rows of each kind of store have.
class TestIndexedLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_stores.start(); }

    void init() { m_stores.prepare(); }

    void findsWhatRowsHave_data() { StoreKinds::addRows(); }

    void findsWhatRowsHave();

    void followsChanges_data() { StoreKinds::addRows(); }

    void followsChanges();

    void readsAnewAfterManyChanges_data() { StoreKinds::addRows(); }

    void readsAnewAfterManyChanges();

private:
    static void fill(LibraryStore& store, Reports& random, int count)
    {
        for (int i = 0; i < count; ++i)
            QVERIFY(store.add(random.next()));
    }

    static void changeSomething(LibraryStore& store, Reports& random);

    StoreKinds m_stores;
};

void TestIndexedLists::findsWhatRowsHave()
{
    const auto store = m_stores.open();
    QVERIFY(store);
    Reports random(1);
    fill(*store, random, 150);
    const auto columns = ReportColumns::read(*store);
    QVERIFY2(columns, columns ? "" : columns.error().detail.c_str());
    QCOMPARE((*columns)->present().count(), 150);
    for (int i = 0; i < 400; ++i) {
        const auto found = difference(*store, **columns, random);
        QVERIFY2(found.empty(), found.c_str());
    }
}

/// Adds, changes, removes and signs anew.
void TestIndexedLists::changeSomething(LibraryStore& store, Reports& random)
{
    const auto page = *store.search({}, {.field = QueryField::Id}, random.below(40), 3);
    TriageChange change;
    change.assignee = random.text();
    change.status = random.below(2) == 0 ? Status::New : Status::Triaged;
    change.addTags = {"t" + std::to_string(random.below(3))};
    const auto& first = page.rows.front();
    switch (random.below(5)) {
    case 0: QVERIFY(store.add(random.next())); break;
    case 1: QVERIFY(store.remove({first.id, first.rowVersion})); break;
    case 2:
        QVERIFY(
            store.changeReports(std::vector{Target{first.id, first.rowVersion}}, change, kAnna));
        break;
    case 3: {
        const auto group = *store.group(first.group);
        QVERIFY(store.changeGroup({group.id, group.rowVersion}, change, kAnna));
        break;
    }
    default:
        QVERIFY(store.resign(std::vector{Resigned{.id = first.id,
                                                  .signature = random.text() + "!",
                                                  .protoSignature = {},
                                                  .rulesHash = {}}}));
    }
}

void TestIndexedLists::followsChanges()
{
    const auto store = m_stores.open();
    QVERIFY(store);
    Reports random(2);
    fill(*store, random, 60);
    const auto columns = ReportColumns::read(*store);
    QVERIFY(columns);
    for (int i = 0; i < 60; ++i) {
        changeSomething(*store, random);
        const auto isUpdated = (*columns)->update(*store);
        QVERIFY(isUpdated && *isUpdated);
        for (int j = 0; j < 4; ++j) {
            const auto found = difference(*store, **columns, random);
            QVERIFY2(found.empty(), found.c_str());
        }
    }
}

/// An import of thousands is not read report by report while somebody waits for an answer.
void TestIndexedLists::readsAnewAfterManyChanges()
{
    const auto store = m_stores.open();
    QVERIFY(store);
    Reports random(3);
    fill(*store, random, 5);
    const auto columns = ReportColumns::read(*store);
    fill(*store, random, 2'001);
    const auto isUpdated = (*columns)->update(*store);
    QVERIFY(isUpdated);
    QVERIFY(!*isUpdated);
    QVERIFY(difference(*store, **ReportColumns::read(*store), random).empty());
}

QTEST_GUILESS_MAIN(TestIndexedLists)
#include "tst_indexed_lists.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "library_samples.h"
#include "store_kinds.h"

#include <QTest>

#include <limits>
#include <map>
#include <memory>

using namespace faultline;
using namespace faultline::library;
using faultline::test::newReport;
using faultline::test::StoreKinds;

namespace {

const Author kAnna{.name = "anna", .at = 1'700'000'100};
const Author kBen{.name = "ben", .at = 1'700'000'200};

Query parsed(const std::string& line)
{
    return *Query::parse(line, 1'700'000'000);
}

} // namespace

/// What every store must do. Each test runs on each kind of store.
class TestLibraryStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_stores.start(); }

    void init() { m_stores.prepare(); }

    void addsAndReadsBack_data() { StoreKinds::addRows(); }

    void addsAndReadsBack();

    void visitsTheLatestStacks_data() { StoreKinds::addRows(); }

    void visitsTheLatestStacks();

    void storesTheCustomer_data() { StoreKinds::addRows(); }

    void storesTheCustomer();

    void takesAFileOnce_data() { StoreKinds::addRows(); }

    void takesAFileOnce();

    void searches_data() { StoreKinds::addRows(); }

    void searches();

    void sortsAndPages_data() { StoreKinds::addRows(); }

    void sortsAndPages();

    void unknownTimesComeLast_data() { StoreKinds::addRows(); }

    void unknownTimesComeLast();

    void groupsAndCounts_data() { StoreKinds::addRows(); }

    void groupsAndCounts();

    void countsByDay_data() { StoreKinds::addRows(); }

    void countsByDay();

    void versionsHaveAnOrder_data() { StoreKinds::addRows(); }

    void versionsHaveAnOrder();

    void refusesStaleChanges_data() { StoreKinds::addRows(); }

    void refusesStaleChanges();

    void changesAllOrNothing_data() { StoreKinds::addRows(); }

    void changesAllOrNothing();

    void cascadesFromGroups_data() { StoreKinds::addRows(); }

    void cascadesFromGroups();

    void flagsRegressions_data() { StoreKinds::addRows(); }

    void flagsRegressions();

    void keepsHistoryAndUndoes_data() { StoreKinds::addRows(); }

    void keepsHistoryAndUndoes();

    void numbersRealChangesOnly_data() { StoreKinds::addRows(); }

    void numbersRealChangesOnly();

    void removesReports_data() { StoreKinds::addRows(); }

    void removesReports();

    void renamesSplitsAndMergesGroups_data() { StoreKinds::addRows(); }

    void renamesSplitsAndMergesGroups();

    void journalsBatches_data() { StoreKinds::addRows(); }

    void journalsBatches();

    void tellsOthersOfChanges_data() { StoreKinds::addRows(); }

    void tellsOthersOfChanges();

    void countsRegroupings_data() { StoreKinds::addRows(); }

    void countsRegroupings();

    void keepsTextsForUsers_data() { StoreKinds::addRows(); }

    void keepsTextsForUsers();

    void survivesHostileTexts_data() { StoreKinds::addRows(); }

    void survivesHostileTexts();

private:
    std::unique_ptr<LibraryStore> open() { return m_stores.open(); }

    StoreKinds m_stores;
};

void TestLibraryStore::addsAndReadsBack()
{
    const auto store = open();
    QVERIFY(store);
    auto report = newReport("a", "scene::draw");
    report.record.crashedAt = -5;
    report.record.address = 0xffff'ffff'ffff'fff0;
    report.record.uptimeSeconds = 7;
    const auto added = store->add(report);
    QVERIFY2(added, added ? "" : added.error().detail.c_str());
    QVERIFY(added->kind == Added::Kind::New);
    const auto stored = store->report(added->id);
    QVERIFY2(stored, stored ? "" : stored.error().detail.c_str());
    QVERIFY(stored->record == report.record);
    QCOMPARE(stored->summary.group, added->group);
    QCOMPARE(stored->summary.rowVersion, 1);
    QVERIFY(stored->summary.triage == TriageState());
    QCOMPARE(std::string(store->payload(added->id)->text()), std::string("payload of a"));
    QVERIFY(store->report(99).error().kind == ErrorKind::NotFound);
    QVERIFY(store->payload(99).error().kind == ErrorKind::NotFound);
    QVERIFY(store->check()->empty());
    int stacks = 0;
    QVERIFY(
        store->eachStack(9, [&](ReportId id, GroupId, const std::vector<RecordedFrame>& frames) {
            stacks += id == added->id && frames == report.record.frames ? 1 : 0;
        }));
    QCOMPARE(stacks, 1);
}

void TestLibraryStore::visitsTheLatestStacks()
{
    const auto store = open();
    for (int i = 0; i < 5; ++i)
        QVERIFY(store->add(newReport(concat("r", i), "s")));
    QVERIFY(store->remove({4, 1}));
    const auto visited = [&](std::uint64_t limit) {
        std::string ids;
        const auto all =
            store->eachStack(limit, [&](ReportId id, GroupId, const std::vector<RecordedFrame>&) {
                ids += concat(id, " ");
            });
        return all ? ids : all.error().detail;
    };
    QCOMPARE(visited(0), std::string());
    QCOMPARE(visited(2), std::string("3 5 "));
    QCOMPARE(visited(4), std::string("1 2 3 5 "));
    QCOMPARE(visited(std::numeric_limits<std::uint64_t>::max()), std::string("1 2 3 5 "));
    const auto before = [&](ReportId id, std::uint64_t limit) {
        std::string ids;
        const auto stacks = store->stacksBefore(id, limit);
        for (const auto& stack : stacks.value())
            ids += concat(stack.report, " ");
        return ids;
    };
    QCOMPARE(before(0, 2), std::string("5 3 "));
    QCOMPARE(before(3, 9), std::string("2 1 "));
    QCOMPARE(before(1, 9), std::string());
    QCOMPARE(store->stacksBefore(0, 1)->front().frames, newReport("r4", "s").record.frames);
    const auto after = store->stacksAfter(2, 2);
    QCOMPARE(after->size(), 2u);
    QCOMPARE(after->front().report, 3);
    QCOMPARE(after->back().report, 5);
    QVERIFY(store->stacksAfter(5, 9)->empty());
}

/// Whom a report is from is stored with it, so that no end of a process comes in between.
void TestLibraryStore::storesTheCustomer()
{
    const auto store = open();
    auto report = newReport("a", "s");
    report.customer = "ACME";
    const auto id = store->add(report)->id;
    QCOMPARE(store->report(id)->summary.triage.customer, std::string("ACME"));
    QCOMPARE(store->report(id)->summary.rowVersion, 1);
    TriageChange change;
    change.customer = "all of them";
    QVERIFY(store->changeGroup({store->report(id)->summary.group, 1}, change, kAnna));
    const auto taken = store->add(newReport("b", "s"))->id;
    QCOMPARE(store->report(taken)->summary.triage.customer, std::string("all of them"));
    report.record.sha256 = "other";
    QCOMPARE(store->report(store->add(report)->id)->summary.triage.customer, std::string("ACME"));
}

void TestLibraryStore::takesAFileOnce()
{
    const auto store = open();
    auto report = newReport("a", "s");
    const auto first = store->add(report);
    report.record.signature = "other";
    const auto second = store->add(report);
    QVERIFY(second->kind == Added::Kind::Duplicate);
    QCOMPARE(second->id, first->id);
    QVERIFY(!*store->findGroup("other"));
    report.record.part = "second.dmp";
    QVERIFY(store->add(report)->kind == Added::Kind::New);
    QCOMPARE(store->findFile(report.record.sha256)->size(), 2u);
    QVERIFY(store->findFile("none")->empty());
}

void TestLibraryStore::searches()
{
    const auto store = open();
    auto a = newReport("a", "memcpy | ui::Widget::paint");
    a.record.crashedAt = 1'699'999'000;
    a.record.comment = "Ich drückte Speichern";
    auto b = newReport("b", "scene::Node::bounds");
    b.record.product = "Other App";
    b.record.quality = 4;
    b.record.crashedAt = 1'600'000'000;
    b.record.modules.clear();
    b.record.annotations.clear();
    const auto idA = store->add(a)->id;
    const auto idB = store->add(b)->id;
    TriageChange change;
    change.addTags = {"gpu"};
    change.notes = "Seen at ACME";
    QVERIFY(store->changeReports(std::vector<Target>{{idB, 1}}, change, kAnna));
    const auto find = [&](const std::string& line) {
        const auto page = store->search(parsed(line), {}, 0, 100);
        std::string found;
        for (const auto& row : page ? page->rows : std::vector<ReportSummary>())
            found += row.id == idA ? "a" : row.id == idB ? "b" : "?";
        return page ? found : page.error().detail;
    };
    QCOMPARE(find(""), std::string("ab"));
    QCOMPARE(find("paint"), std::string("a"));
    QCOMPARE(find("ui::Widget"), std::string("a"));
    QCOMPARE(find("speichern"), std::string("a"));
    QCOMPARE(find("acme"), std::string("b"));
    QCOMPARE(find("top_of_b"), std::string("b"));
    QCOMPARE(find("::"), std::string("ab"));
    QCOMPARE(find("product:app"), std::string("ab"));
    QCOMPARE(find("product:=app"), std::string("a"));
    QCOMPARE(find("product:\"app other\""), std::string("b"));
    QCOMPARE(find("product:^Other"), std::string("b"));
    QCOMPARE(find("signature:$bounds"), std::string("b"));
    QCOMPARE(find("signature:@^mem.*paint$"), std::string("a"));
    QCOMPARE(find("signature:!~paint"), std::string("b"));
    QCOMPARE(find("signature:~paint signature:~bounds"), std::string("ab"));
    QCOMPARE(find("signature:~paint product:~other"), std::string(""));
    QCOMPARE(find("quality:>=1 quality:<5"), std::string("b"));
    QCOMPARE(find("date:>-7d"), std::string("a"));
    QCOMPARE(find("date:2023-11-14"), std::string("a")); // Any second of the day.
    QCOMPARE(find("date:!2023-11-14"), std::string("b"));
    QCOMPARE(find("date:<=2023-11-14 date:>=2023-11-14"), std::string("a"));
    QCOMPARE(find("date:>2023-11-14"), std::string(""));
    QCOMPARE(find("date:<2023-11-14"), std::string("b"));
    std::string words = "x";
    for (int i = 1; i < 64; ++i)
        words += " x";
    QCOMPARE(find("signature:\"" + words + "\""), std::string(""));
    QCOMPARE(find("tag:gpu"), std::string("b"));
    QCOMPARE(find("tag:null"), std::string("a"));
    QCOMPARE(find("tag:!null"), std::string("b"));
    QCOMPARE(find("stack.module:=libscene.so"), std::string("a"));
    QCOMPARE(find("stack.module:=libc.so.6"), std::string(""));
    QCOMPARE(find("module:~LIBC"), std::string("a"));
    QCOMPARE(find("missing_module:~scene"), std::string("a"));
    QCOMPARE(find("annotation:=plan=gold"), std::string("a"));
    QCOMPARE(find("uptime:null"), std::string("ab"));
    QCOMPARE(find("regression:!true"), std::string("ab"));
    QCOMPARE(find("status:=new"), std::string("ab"));
}

void TestLibraryStore::sortsAndPages()
{
    const auto store = open();
    for (int i = 0; i < 5; ++i) {
        auto report = newReport(concat("r", i), "s");
        report.record.crashedAt = 1000 + i;
        report.record.version = concat(5 - i);
        QVERIFY(store->add(report));
    }
    auto page = store->search({}, {QueryField::Date, true}, 1, 2);
    QCOMPARE(page->total, 5u);
    QCOMPARE(page->rows.size(), 2u);
    QCOMPARE(page->rows[0].path, std::string("/crashes/r3"));
    page = store->search({}, {QueryField::Version, false}, 0, 1);
    QCOMPARE(page->rows[0].path, std::string("/crashes/r4"));
    QVERIFY(store->search({}, {QueryField::Module, false}, 0, 9)->rows.size() == 5);
    QVERIFY(store->search({}, {}, 9, 9)->rows.empty());
}

/// A report that does not know when it crashed is no newer and no older than those that do.
void TestLibraryStore::unknownTimesComeLast()
{
    const auto store = open();
    auto known = newReport("known", "s");
    known.record.crashedAt = 1000;
    QVERIFY(store->add(newReport("unknown", "s")) && store->add(known));
    QVERIFY(store->add(newReport("other", "never")));
    for (const bool isDescending : {false, true}) {
        const auto page = store->search({}, {QueryField::Date, isDescending}, 0, 9);
        QCOMPARE(page->rows.at(0).path, std::string("/crashes/known"));
        const auto groups =
            store->groups({}, {.by = GroupOrder::By::LastSeen, .isDescending = isDescending}, 0, 9);
        QCOMPARE(groups->rows.at(0).signature, std::string("s"));
        QCOMPARE(groups->rows.at(0).firstCrash.value_or(0), 1000);
        QCOMPARE(groups->rows.at(0).lastCrash.value_or(0), 1000);
        QCOMPARE(groups->rows.at(0).timed, 1u);
        QVERIFY(!groups->rows.at(1).lastCrash);
        QCOMPARE(groups->rows.at(1).timed, 0u);
    }
}

void TestLibraryStore::groupsAndCounts()
{
    const auto store = open();
    for (int i = 0; i < 4; ++i) {
        auto report = newReport(concat("r", i), i < 3 ? "big" : "small");
        report.record.crashedAt = 1000 + i;
        report.record.version = i == 0 ? "1" : "2";
        QVERIFY(store->add(report));
    }
    const auto groups = store->groups({}, {}, 0, 10);
    QCOMPARE(groups->total, 2u);
    QCOMPARE(groups->rows[0].signature, std::string("big"));
    QCOMPARE(groups->rows[0].count, 3u);
    QCOMPARE(*groups->rows[0].firstSeen, 1000);
    QCOMPARE(*groups->rows[0].lastSeen, 1002);
    QCOMPARE(groups->rows[0].versions.size(), 2u);
    QCOMPARE(groups->rows[0].versions[0].first, std::string("2"));
    const auto filtered = store->groups(parsed("version:=1"), {}, 0, 10);
    QCOMPARE(filtered->rows.size(), 1u);
    QCOMPARE(filtered->rows[0].count, 1u);
    using By = GroupOrder::By;
    const auto bySignature = store->groups({}, {.by = By::Signature}, 0, 10);
    QCOMPARE(bySignature->rows[0].signature, std::string("small"));
    const auto oldest = store->groups({}, {.by = By::LastSeen, .isDescending = false}, 0, 1);
    QCOMPARE(oldest->rows[0].signature, std::string("big"));
    QCOMPARE(oldest->total, 2u);
    const auto versions = store->countBy(QueryField::Version, {}, 10);
    QCOMPARE((*versions)[0], (std::pair<std::string, std::uint64_t>{"2", 3}));
    const auto modules = store->countBy(QueryField::StackModule, {}, 10);
    QCOMPARE(modules->size(), 1u);
    QCOMPARE((*modules)[0].second, 4u);
    QVERIFY(store->group(99).error().kind == ErrorKind::NotFound);
}

/// "Has it been seen since 4.2?"
void TestLibraryStore::versionsHaveAnOrder()
{
    const auto store = open();
    for (const auto* version : {"4.1", "4.2", "4.2.1", "4.10", "5.0-rc1", ""}) {
        auto report = newReport(concat("r", version), "s");
        report.record.version = version;
        QVERIFY(store->add(report));
    }
    const auto countOf = [&](const char* line) {
        return store->search(parsed(line), {}, 0, 9)->total;
    };
    QCOMPARE(countOf("version:>=4.2"), 4u);
    QCOMPARE(countOf("version:>4.2"), 3u);
    QCOMPARE(countOf("version:<4.2"), 1u);
    QCOMPARE(countOf("version:<=4.2"), 2u);
    QCOMPARE(countOf("version:>=4.2 version:<4.10"), 2u);
    QCOMPARE(countOf("!version:>=4.2"), 2u);
    QCOMPARE(store->groups(parsed("version:>=4.2"), {}, 0, 9)->rows.at(0).count, 4u);
}

void TestLibraryStore::countsByDay()
{
    constexpr std::int64_t kDay = 86'400;
    const auto store = open();
    for (int i = 0; i < 5; ++i) {
        auto report = newReport(concat("r", i), i < 4 ? "big" : "small");
        report.record.crashedAt = 10 * kDay + (i < 2 ? 0 : kDay) + i;
        report.record.version = i == 0 ? "1" : "2";
        QVERIFY(store->add(report));
    }
    const auto big = *store->findGroup("big");
    const std::vector<GroupId> groups{*big};
    const auto days = store->groupDays({}, groups, 10 * kDay, 2);
    QCOMPARE(days->size(), 2u);
    QCOMPARE((*days)[0].group, *big);
    QCOMPARE((*days)[0].day, 0u);
    QCOMPARE((*days)[0].count, 2u);
    QCOMPARE((*days)[1].day, 1u);
    QCOMPARE((*days)[1].count, 2u);
    const auto filtered = store->groupDays(parsed("version:=1"), groups, 10 * kDay, 2);
    QCOMPARE(filtered->size(), 1u);
    QCOMPARE((*filtered)[0].count, 1u);
    QVERIFY(store->groupDays({}, groups, 12 * kDay, 14)->empty());
    QVERIFY(store->groupDays({}, groups, 8 * kDay, 2)->empty());
}

void TestLibraryStore::refusesStaleChanges()
{
    const auto anna = open();
    const auto ben = open();
    const auto id = anna->add(newReport("a", "s"))->id;
    TriageChange change;
    change.status = Status::Triaged;
    QVERIFY(ben->changeReports(std::vector<Target>{{id, 1}}, change, kBen));
    change.status = Status::Ignored;
    const auto stale = anna->changeReports(std::vector<Target>{{id, 1}}, change, kAnna);
    QVERIFY(!stale);
    QVERIFY(stale.error().kind == ErrorKind::Conflict);
    QCOMPARE(stale.error().detail, std::string("library: report 1 has been changed meanwhile: it "
                                               "is at version 2, expected 1"));
    QVERIFY(anna->report(id)->summary.triage.status == Status::Triaged);
    QVERIFY(anna->changeReports(std::vector<Target>{{id, 2}}, change, kAnna));
    QVERIFY(ben->report(id)->summary.triage.status == Status::Ignored);
    QVERIFY(ben->remove({id, 2}).error().kind == ErrorKind::Conflict);
}

void TestLibraryStore::changesAllOrNothing()
{
    const auto store = open();
    const auto a = store->add(newReport("a", "s"))->id;
    const auto b = store->add(newReport("b", "s"))->id;
    TriageChange change;
    change.assignee = "anna";
    QVERIFY(!store->changeReports(std::vector<Target>{{a, 1}, {b, 7}}, change, kAnna));
    QVERIFY(store->report(a)->summary.triage.assignee.empty());
    QVERIFY(store->history(HistoryOf::Report, a)->empty());
    change.addTags = {"bad\ttag"};
    QVERIFY(store->changeReports(std::vector<Target>{{a, 1}}, change, kAnna).error().kind ==
            ErrorKind::Malformed);
    QCOMPARE(store->report(a)->summary.rowVersion, 1);
}

void TestLibraryStore::cascadesFromGroups()
{
    const auto store = open();
    const auto a = store->add(newReport("a", "s"));
    TriageChange change;
    change.status = Status::Known;
    change.ticket = "T-7";
    change.notes = "of the group";
    change.addTags = {"gpu"};
    QVERIFY(store->changeGroup({a->group, 1}, change, kAnna));
    const auto after = store->report(a->id)->summary;
    QVERIFY(after.triage.status == Status::Known);
    QCOMPARE(after.triage.ticket, std::string("T-7"));
    QVERIFY(after.triage.notes.empty());
    // A report that comes later takes it over, too.
    const auto b = store->add(newReport("b", "s"));
    const auto later = store->report(b->id)->summary;
    QVERIFY(later.triage.status == Status::Known);
    QCOMPARE(later.triage.tags, (std::vector<std::string>{"gpu"}));
    QCOMPARE(store->search(parsed("tag:gpu"), {}, 0, 9)->total, 2u);
    QVERIFY(store->changeGroup({a->group, 1}, change, kAnna).error().kind == ErrorKind::Conflict);
}

void TestLibraryStore::flagsRegressions()
{
    const auto store = open();
    const auto a = store->add(newReport("a", "s"));
    TriageChange change;
    change.status = Status::FixedIn;
    change.fixedIn = "2.10";
    QVERIFY(store->changeGroup({a->group, 1}, change, kAnna));
    auto older = newReport("older", "s");
    older.record.version = "2.9";
    QVERIFY(!store->add(older)->isRegression);
    auto newer = newReport("newer", "s");
    newer.record.version = "2.10.1";
    const auto added = store->add(newer);
    QVERIFY(added->isRegression);
    const auto row = store->report(added->id)->summary;
    QVERIFY(row.isRegression);
    QVERIFY(row.triage.status == Status::New);
    QCOMPARE(store->group(a->group)->regressions, 1u);
    QCOMPARE(store->search(parsed("regression:true"), {}, 0, 9)->total, 1u);
}

void TestLibraryStore::keepsHistoryAndUndoes()
{
    const auto store = open();
    const auto a = store->add(newReport("a", "s"))->id;
    const auto b = store->add(newReport("b", "s"))->id;
    TriageChange change;
    change.status = Status::Ignored;
    change.notes = "noise";
    const auto action = store->changeReports(std::vector<Target>{{a, 1}, {b, 1}}, change, kAnna);
    QVERIFY(action);
    const auto history = store->history(HistoryOf::Report, a);
    QCOMPARE(history->size(), 2u);
    QCOMPARE((*history)[1].who, std::string("anna"));
    QVERIFY((*history)[1].field == TriageField::Status);
    QCOMPARE((*history)[1].before, std::string("new"));
    QCOMPARE((*history)[1].after, std::string("ignored"));
    // Somebody has changed one of them since: nothing is taken back.
    TriageChange other;
    other.status = Status::Known;
    QVERIFY(store->changeReports(std::vector<Target>{{b, 2}}, other, kBen));
    QVERIFY(store->undo(**action, kAnna).error().kind == ErrorKind::Conflict);
    QVERIFY(store->report(a)->summary.triage.status == Status::Ignored);
    const auto bens = store->history(HistoryOf::Report, b)->front().action;
    QVERIFY(store->undo(bens, kBen));
    const auto undone = store->undo(**action, kAnna);
    QVERIFY(undone);
    QVERIFY(store->report(a)->summary.triage == TriageState());
    QVERIFY(store->report(b)->summary.triage == TriageState());
    // The undoing is an action as well.
    QVERIFY(store->undo(*undone, kAnna));
    QCOMPARE(store->report(b)->summary.triage.notes, std::string("noise"));
    QVERIFY(store->undo(999, kAnna).error().kind == ErrorKind::NotFound);
}

/// What changes nothing has no number: it would become that of the next change.
void TestLibraryStore::numbersRealChangesOnly()
{
    const auto store = open();
    const auto a = store->add(newReport("a", "s"));
    TriageChange change;
    change.status = Status::New;
    const auto number = store->changeNumber();
    const auto reports = store->changeReports(std::vector<Target>{{a->id, 1}}, change, kAnna);
    QVERIFY(reports);
    QVERIFY(!*reports);
    const auto group = store->changeGroup({a->group, 1}, change, kAnna);
    QVERIFY(group);
    QVERIFY(!*group);
    QCOMPARE(*store->changeNumber(), *number);
    // Only the report differs.
    change.status = Status::Known;
    QVERIFY(*store->changeReports(std::vector<Target>{{a->id, 1}}, change, kAnna));
    change.status = Status::New;
    QVERIFY(*store->changeGroup({a->group, 1}, change, kAnna));
    QVERIFY(store->report(a->id)->summary.triage.status == Status::New);
}

void TestLibraryStore::removesReports()
{
    const auto store = open();
    const auto a = store->add(newReport("a", "s"))->id;
    QVERIFY(store->remove({a, 1}));
    QVERIFY(store->report(a).error().kind == ErrorKind::NotFound);
    QCOMPARE(store->search(parsed("top_of_a"), {}, 0, 9)->total, 0u);
    QVERIFY(store->check()->empty());
    const auto again = store->add(newReport("a", "s"));
    QVERIFY(again->id != a); // An id is never used twice.
}

void TestLibraryStore::renamesSplitsAndMergesGroups()
{
    const auto store = open();
    const auto a = store->add(newReport("a", "one"));
    const auto b = store->add(newReport("b", "one"));
    const auto c = store->add(newReport("c", "two"));
    TriageChange change;
    change.status = Status::Known;
    QVERIFY(store->changeGroup({a->group, 1}, change, kAnna));
    const auto signedAs = [](ReportId id, const char* signature) {
        return Resigned{.id = id,
                        .signature = signature,
                        .protoSignature = "p",
                        .mode = signature::Mode::Socorro,
                        .algorithm = 2,
                        .rulesHash = "h"};
    };
    // All of a group: it is renamed, and its former signature finds it.
    QVERIFY(store->resign(std::vector<Resigned>{signedAs(a->id, "uno"), signedAs(b->id, "uno")}));
    QCOMPARE(**store->findGroup("uno"), a->group);
    QCOMPARE(**store->findGroup("one"), a->group);
    QVERIFY(store->group(a->group)->triage.status == Status::Known);
    // A part of it: the new group keeps what was decided.
    QVERIFY(store->resign(std::vector<Resigned>{signedAs(b->id, "due")}));
    const auto split = **store->findGroup("due");
    QVERIFY(split != a->group);
    QVERIFY(store->group(split)->triage.status == Status::Known);
    QCOMPARE(**store->findGroup("uno"), a->group);
    // Into a group that exists: the empty one goes, its names stay.
    QVERIFY(store->resign(std::vector<Resigned>{signedAs(a->id, "two")}));
    QVERIFY(store->group(a->group).error().kind == ErrorKind::NotFound);
    QCOMPARE(**store->findGroup("one"), c->group);
    QCOMPARE(**store->findGroup("uno"), c->group);
    QCOMPARE(store->group(c->group)->count, 2u);
    QCOMPARE(store->report(a->id)->record.rulesHash, std::string("h"));
    QVERIFY(store->report(a->id)->record.mode == signature::Mode::Socorro);
    QVERIFY(store->check()->empty());
    // A report with a former signature still joins the group.
    QCOMPARE(store->add(newReport("d", "one"))->group, c->group);
}

void TestLibraryStore::journalsBatches()
{
    const auto store = open();
    const auto batch = store->beginBatch("/crashes", 10);
    QVERIFY(batch);
    QVERIFY(store->queue(*batch, std::vector<std::string>{"b", "a"}));
    QVERIFY(store->queue(*batch, std::vector<std::string>{"a", "c"}));
    QCOMPARE(*store->queued(*batch), (std::vector<std::string>{"a", "b", "c"}));
    QVERIFY(store->finishItem(*batch, {"a", BatchItemState::Failed, "it is cut off", 0}));
    const auto reopened = open();
    QCOMPARE(*reopened->queued(*batch), (std::vector<std::string>{"b", "c"}));
    auto report = newReport("b", "s");
    report.batch = *batch;
    const auto id = reopened->add(report)->id;
    QVERIFY(reopened->report(id)->batch == batch);
    QVERIFY(reopened->finishItem(*batch, {"b", BatchItemState::Done, {}, 1}));
    const auto items = reopened->batchItems(*batch);
    QCOMPARE(items->size(), 3u);
    QCOMPARE((*items)[0].problem, std::string("it is cut off"));
    QVERIFY((*items)[1].state == BatchItemState::Done);
    auto batches = reopened->batches();
    QCOMPARE(batches->front().queued, 1u);
    QVERIFY(!batches->front().finishedAt);
    QVERIFY(reopened->finishBatch(*batch, 20));
    QCOMPARE(*reopened->batches()->front().finishedAt, 20);
}

void TestLibraryStore::tellsOthersOfChanges()
{
    const auto one = open();
    const auto two = open();
    const auto before = two->changeNumber();
    QVERIFY(one->add(newReport("a", "s")));
    QVERIFY(*two->changeNumber() > *before);
}

void TestLibraryStore::countsRegroupings()
{
    const auto one = open();
    const auto two = open();
    QCOMPARE(*two->regroupings(), 0u);
    const auto a = one->add(newReport("a", "s"));
    TriageChange change;
    change.status = Status::Known;
    QVERIFY(one->changeGroup({a->group, 1}, change, kAnna));
    QCOMPARE(*two->regroupings(), 0u);
    Resigned resigned;
    resigned.id = a->id;
    resigned.signature = "t";
    QVERIFY(one->resign(std::vector<Resigned>{resigned}));
    QCOMPARE(*two->regroupings(), 1u);
    const auto present = one->report(a->id)->summary.rowVersion;
    QVERIFY(!one->remove({a->id, present + 1}));
    QVERIFY(one->remove({a->id, present}));
    QCOMPARE(*two->regroupings(), 2u);
}

void TestLibraryStore::keepsTextsForUsers()
{
    const auto store = open();
    QVERIFY(store->keptTexts()->empty());
    const auto before = store->changeNumber();
    QVERIFY(store->keepTexts({{"rules.prefix", "a\n%b"}, {"other", "x"}}));
    QVERIFY(*store->changeNumber() > *before);
    QVERIFY(store->keepTexts({{"other", "'y'"}}));
    const std::map<std::string, std::string> expected{{"other", "'y'"}, {"rules.prefix", "a\n%b"}};
    QCOMPARE(*open()->keptTexts(), expected);
}

/// SQL, the index's own syntax, controls and bidirectional marks are texts like any other.
void TestLibraryStore::survivesHostileTexts()
{
    const auto store = open();
    const std::vector<std::string> texts{"'; DROP TABLE reports; --",
                                         "\" OR 1=1 --",
                                         "NEAR(a b) AND NOT *",
                                         "signature:^\"",
                                         "%_[]\\",
                                         std::string("a\x01\x1b[31m\xe2\x80\xae b"),
                                         "=cmd|' /C calc'!A0",
                                         std::string(200'000, 'x')};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        auto report = newReport(concat("r", i), texts[i]);
        report.record.product = report.record.comment = report.record.topFunction = texts[i];
        report.record.annotations = {{texts[i], texts[i]}};
        const auto added = store->add(report);
        QVERIFY2(added, added ? "" : added.error().detail.c_str());
        QVERIFY(store->report(added->id)->record == report.record);
        QCOMPARE(**store->findGroup(texts[i]), added->group);
        Query query;
        query.words = {texts[i].substr(0, 1000)};
        QVERIFY(store->search(query, {}, 0, 9));
        query = {};
        query.terms.push_back(
            {.field = QueryField::Product, .comparison = QueryOperator::Equals, .value = texts[i]});
        QCOMPARE(store->search(query, {}, 0, 9)->total, 1u);
    }
    QVERIFY(store->check()->empty());
}

QTEST_GUILESS_MAIN(TestLibraryStore)
#include "tst_library_store.moc"

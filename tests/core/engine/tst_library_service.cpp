// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sqlite_store.h"
#include "tests/core/engine/library_scene.h"
#include "tests/core/library/library_samples.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::engine;
using namespace faultline::test;
using library::HistoryOf;
using library::QueryField;

/// The library of a window: every answer comes as a notice, and the library is a real one.
class TestLibraryService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void importMakesTheLibrary();
    void secondImportFindsDuplicates();
    void failuresAreToldAndNothingElseIsLost();
    void pausedImportGoesOn();
    void cancelledImportGoesOnLater();
    void countsOfASearch();
    void wrongLineTellsWhere();
    void laterSearchEndsTheEarlier();
    void lackOfMemoryIsAnAnswer();
    void detailOfGroupAndReport();
    void alikeGroupsAreSuggested();
    void alikeGroupsAreThoseOfNow();
    void changesCanBeUndone();
    void groupsAreRemoved();
    void staleChangeIsAConflict();
    void originalIsCompared();
    void otherProgramsChangesAreNoticed();
    void foreignFileIsRefused();
    void destructorEndsAnImport();
    void destructorKeepsWhatWasChanged();
    void countsWaitForColumns();
};

void TestLibraryService::importMakesTheLibrary()
{
    Desk desk;
    QVERIFY(desk.open() == LibraryOpened::State::Absent);
    desk.service.search(searchFor({}));
    const auto refused = desk.next<LibraryRefused>();
    QVERIFY(refused && refused->error.kind == ErrorKind::NotFound && !refused->isLineWrong);
    QVERIFY(!std::filesystem::exists(desk.path("own/reports.fldb")));
    const auto import = desk.import({desk.writeDump("crashes/a.dmp").parent_path()});
    QVERIFY(import.phase == LibraryImport::Phase::Done);
    QCOMPARE(import.files, 1u);
    QCOMPARE(import.filesDone, 1u);
    QCOMPARE(import.counts.added, 1u);
    QVERIFY(desk.open() == LibraryOpened::State::Ready);
    const auto id = desk.service.search(searchFor({}));
    const auto page = desk.next<LibraryPage>();
    QVERIFY(page && page->search == id);
    QCOMPARE(page->groups.total, 1u);
    QCOMPARE(page->groups.rows[0].count, 1u);
    QCOMPARE(page->groups.rows[0].customers, 1u);
    desk.service.search(searchFor("customer:=Acme", LibrarySearch::Rows::Reports));
    const auto reports = desk.next<LibraryPage>();
    QCOMPARE(reports->reports.rows.size(), 1u);
    QCOMPARE(reports->reports.rows[0].path, desk.path("crashes/a.dmp").string());
}

void TestLibraryService::secondImportFindsDuplicates()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    const auto again = desk.import({desk.writeDump("copy.dmp")});
    QVERIFY(again.phase == LibraryImport::Phase::Done);
    QCOMPARE(again.counts, (ImportCounts{.duplicates = 1}));
    QCOMPARE(again.finished.size(), 1u);
    QVERIFY(again.finished[0].state == library::BatchItemState::Duplicate);
}

void TestLibraryService::failuresAreToldAndNothingElseIsLost()
{
    Desk desk;
    desk.open();
    desk.writeDump("in/z.dmp");
    const auto junk = desk.write("in/a.dmp", "MDMP");
    const auto import = desk.import({desk.path("in")});
    QVERIFY(import.phase == LibraryImport::Phase::Done);
    QCOMPARE(import.counts, (ImportCounts{.added = 1, .failed = 1}));
    desk.service.startImport({junk}, {});
    const auto failed = desk.next<LibraryImport>(
        [](const LibraryImport& notice) { return !notice.finished.empty(); });
    QVERIFY(failed->finished[0].state == library::BatchItemState::Failed);
    QVERIFY(!failed->finished[0].problem.empty());
    QCOMPARE(failed->finished[0].path, junk.string());
    const auto missing = desk.import({desk.path("no-such-file")});
    QVERIFY(missing.phase == LibraryImport::Phase::Done);
    QCOMPARE(missing.counts.failed, 1u);
}

void TestLibraryService::pausedImportGoesOn()
{
    Desk desk;
    desk.open();
    desk.writeDump("in/a.dmp");
    desk.pausesAtOnce = true;
    desk.service.startImport({desk.path("in")}, {});
    const auto isPaused = [](const LibraryImport& import) {
        return import.phase == LibraryImport::Phase::Paused;
    };
    QVERIFY(desk.next<LibraryImport>(isPaused));
    desk.pausesAtOnce = false;
    desk.service.startImport({desk.path("in")}, {}); // One at a time.
    desk.service.resumeImport();
    const auto end = desk.next<LibraryImport>(
        [](const LibraryImport& import) { return import.phase >= LibraryImport::Phase::Done; });
    QVERIFY(end && end->phase == LibraryImport::Phase::Done);
    QCOMPARE(end->counts.added, 1u);
}

void TestLibraryService::cancelledImportGoesOnLater()
{
    Desk desk;
    desk.open();
    desk.writeDump("in/a.dmp");
    desk.pausesAtOnce = true;
    desk.service.startImport({desk.path("in")}, {});
    QVERIFY(desk.next<LibraryImport>(
        [](const LibraryImport& import) { return import.phase == LibraryImport::Phase::Paused; }));
    desk.pausesAtOnce = false;
    desk.service.cancelImport();
    const auto end = desk.next<LibraryImport>(
        [](const LibraryImport& import) { return import.phase >= LibraryImport::Phase::Done; });
    QVERIFY(end && end->phase == LibraryImport::Phase::Cancelled);
    QCOMPARE(end->counts, ImportCounts());
    QCOMPARE(desk.import({desk.path("in")}).counts.added, 1u);
}

void TestLibraryService::countsOfASearch()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    auto search = searchFor("signature:~nothing");
    search.facets = {QueryField::Status, QueryField::Signature};
    desk.service.search(search);
    const auto totals = desk.next<LibraryTotals>();
    QCOMPARE(totals->reports, 1u);
    QCOMPARE(totals->groups, 1u);
    QCOMPARE(totals->foundReports, 0u);
    QCOMPARE(totals->newGroups, 0u);
    const auto status = desk.next<LibraryFacet>();
    QVERIFY(status->field == QueryField::Status && status->values);
    QVERIFY(status->values->empty());
    const auto signature = desk.next<LibraryFacet>();
    QVERIFY(signature->field == QueryField::Signature);
    QCOMPARE(signature->values->size(), 1u); // Its own term does not count.
    desk.service.search(searchFor({}));
    QCOMPARE(desk.next<LibraryTotals>()->newGroups, 1u);
}

void TestLibraryService::wrongLineTellsWhere()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    const auto id = desk.service.search(searchFor("main color:=red"));
    const auto refused = desk.next<LibraryRefused>();
    QVERIFY(refused->search == id);
    QVERIFY(refused->isLineWrong);
    QVERIFY(refused->where);
    QCOMPARE(refused->where->offset, 5u);
    QCOMPARE(refused->where->length, 10u);
}

void TestLibraryService::laterSearchEndsTheEarlier()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    SearchId last{};
    for (int i = 0; i < 50; ++i)
        last = desk.service.search(searchFor({}));
    std::vector<SearchId> answered;
    const auto totals = desk.next<LibraryTotals>([&](const LibraryTotals& found) {
        answered.push_back(found.search);
        return found.search == last;
    });
    QVERIFY(totals);
    QVERIFY(std::ranges::is_sorted(answered));
}

/// Whoever waits for an answer gets one, and the next command works.
void TestLibraryService::lackOfMemoryIsAnAnswer()
{
    Desk desk;
    desk.runsOutOfMemory = true;
    desk.service.open(desk.path("own/reports.fldb"));
    const auto opened = desk.next<LibraryOpened>();
    QVERIFY(opened && opened->error);
    QCOMPARE(opened->state, LibraryOpened::State::Failed);
    QCOMPARE(opened->error->detail, std::string(kOutOfMemory));
    QCOMPARE(desk.open(), LibraryOpened::State::Absent);
    QCOMPARE(desk.import({desk.writeDump("a.dmp")}).phase, LibraryImport::Phase::Done);

    desk.runsOutOfMemory = true;
    const auto search = desk.service.search(searchFor({}));
    const auto refused = desk.next<LibraryRefused>();
    QVERIFY(refused && refused->search == search && !refused->isLineWrong);
    QCOMPARE(refused->error.detail, std::string(kOutOfMemory));

    desk.runsOutOfMemory = true;
    desk.service.detail(HistoryOf::Report, 1);
    const auto detail = desk.next<LibraryDetail>();
    QVERIFY(detail && !detail->facts);

    desk.runsOutOfMemory = true;
    library::TriageChange change;
    change.assignee = "E. Kaya";
    desk.service.change(HistoryOf::Report, {{1, 1}}, change);
    const auto changed = desk.next<LibraryChangeDone>();
    QVERIFY(changed && changed->error);
    desk.service.search(searchFor({}));
    QCOMPARE(desk.next<LibraryPage>()->groups.rows.size(), 1u);
}

void TestLibraryService::detailOfGroupAndReport()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    desk.service.search(searchFor({}));
    const auto group = desk.next<LibraryPage>()->groups.rows[0].id;
    desk.service.detail(HistoryOf::Group, group);
    const auto ofGroup = desk.next<LibraryDetail>();
    QVERIFY(ofGroup->facts && ofGroup->facts->group && ofGroup->facts->report);
    QVERIFY(!ofGroup->facts->report->record.frames.empty());
    desk.service.detail(HistoryOf::Report, ofGroup->facts->report->summary.id);
    const auto ofReport = desk.next<LibraryDetail>();
    QCOMPARE(ofReport->facts->group->id, group);
    desk.service.detail(HistoryOf::Report, 99);
    QVERIFY(desk.next<LibraryDetail>()->facts.error().kind == ErrorKind::NotFound);
}

namespace {

std::string traceIn(const std::string& space, int line = 12)
{
    return concat("Program received signal SIGSEGV, Segmentation fault.\n"
                  "#0  0x0000000000401136 in app::",
                  space, "::Parser::load (this=0x0) at parser.cpp:", line,
                  "\n"
                  "#1  0x0000000000401200 in app::run () at run.cpp:5\n"
                  "#2  0x0000000000401300 in main () at main.cpp:3\n");
}

LibraryAlike alikeOf(Desk& desk, library::GroupId group)
{
    desk.service.findAlike(group);
    return *desk.next<LibraryAlike>(
        [](const LibraryAlike& notice) { return notice.isDone || notice.error; });
}

} // namespace

/// A function that has moved to another namespace makes another signature of the same bug.
void TestLibraryService::alikeGroupsAreSuggested()
{
    Desk desk;
    desk.open();
    desk.import({desk.write("a.txt", traceIn("v1")), desk.writeDump("c.dmp")});
    desk.service.search(searchFor("signature:~v1"));
    const auto group = desk.next<LibraryPage>()->groups.rows.at(0).id;
    const auto alike = [&] { return alikeOf(desk, group); };
    QVERIFY(alike().groups.empty());
    QCOMPARE(alike().read, 2u);
    desk.import({desk.write("b.txt", traceIn("v2"))}); // Read when they are asked for again.
    const auto found = alike();
    QCOMPARE(found.groups.size(), 1u);
    QVERIFY(found.groups[0].group.signature.find("v2") != std::string::npos);
    QVERIFY(found.groups[0].likeness > 0.5 && found.groups[0].likeness < 1);
    QCOMPARE(found.groups[0].differing, 0u);
    library::TriageChange change;
    change.status = library::Status::DuplicateOf;
    change.duplicateOf = group;
    desk.service.change(HistoryOf::Group,
                        {{found.groups[0].group.id, found.groups[0].group.rowVersion}}, change);
    QVERIFY(!desk.next<LibraryChangeDone>()->error);
    QVERIFY(alike().groups.empty());
    desk.service.findAlike(99);
    QVERIFY(desk.next<LibraryAlike>()->error->kind == ErrorKind::NotFound);
}

/// Another program signs reports anew and removes some after their stacks were read.
void TestLibraryService::alikeGroupsAreThoseOfNow()
{
    Desk desk;
    desk.open();
    desk.import({desk.write("a.txt", traceIn("v1")), desk.write("b.txt", traceIn("v1", 13)),
                 desk.write("c.txt", traceIn("v2")), desk.write("d.txt", traceIn("v2", 13))});
    desk.service.search(searchFor("signature:~v1"));
    const auto group = desk.next<LibraryPage>()->groups.rows.at(0);
    QCOMPARE(group.count, 2u);
    const auto before = alikeOf(desk, group.id);
    QCOMPARE(before.groups.size(), 1u);
    QCOMPARE(before.groups[0].group.count, 2u);

    const auto other = *openLibraryFile(desk.path("own/reports.fldb"), library::StoreAccess::Write);
    const auto members = other->search(*library::Query::parse("signature:~v1", 0), {}, 0, 9);
    library::Resigned resigned;
    resigned.id = members->rows.at(0).id;
    resigned.signature = "somewhere else";
    QVERIFY(other->resign(std::vector<library::Resigned>{resigned}));
    auto now = alikeOf(desk, group.id);
    QCOMPARE(now.groups.size(), 2u);
    QCOMPARE(now.groups[0].group.signature, std::string("somewhere else"));

    const auto nearest = before.groups[0].report;
    QVERIFY(other->remove({nearest, other->report(nearest)->summary.rowVersion}));
    now = alikeOf(desk, group.id);
    QCOMPARE(now.groups.size(), 2u);
    QVERIFY(now.groups[1].report != nearest);
}

void TestLibraryService::changesCanBeUndone()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    desk.service.search(searchFor({}));
    const auto group = desk.next<LibraryPage>()->groups.rows[0];
    library::TriageChange change;
    change.status = library::Status::Known;
    desk.service.change(HistoryOf::Group, {{group.id, group.rowVersion}}, change);
    const auto done = desk.next<LibraryChangeDone>();
    QVERIFY(!done->error && !done->isUndo);
    QCOMPARE(done->actions.size(), 1u);
    QVERIFY(desk.next<LibraryChanged>());
    desk.service.search(searchFor("status:=known", LibrarySearch::Rows::Reports));
    QCOMPARE(desk.next<LibraryPage>()->reports.total, 1u);
    desk.service.undo(done->actions);
    const auto undone = desk.next<LibraryChangeDone>();
    QVERIFY(!undone->error && undone->isUndo);
    desk.service.search(searchFor("status:=new"));
    QCOMPARE(desk.next<LibraryPage>()->groups.total, 1u);
}

void TestLibraryService::groupsAreRemoved()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    desk.service.search(searchFor({}));
    const auto group = desk.next<LibraryPage>()->groups.rows[0];
    desk.service.remove(HistoryOf::Group, {{group.id, group.rowVersion + 1}});
    const auto refused = desk.next<LibraryRemoved>();
    QVERIFY(refused->error && refused->error->kind == ErrorKind::Conflict);
    QCOMPARE(refused->reports, 0u);
    desk.service.remove(HistoryOf::Group, {{group.id, group.rowVersion}});
    const auto done = desk.next<LibraryRemoved>();
    QVERIFY(!done->error);
    QCOMPARE(done->reports, 1u);
    desk.service.search(searchFor({}, LibrarySearch::Rows::Reports));
    QCOMPARE(desk.next<LibraryPage>()->reports.total, 0u);
}

void TestLibraryService::staleChangeIsAConflict()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    desk.service.search(searchFor({}));
    const auto group = desk.next<LibraryPage>()->groups.rows[0];
    library::TriageChange change;
    change.assignee = "anna";
    desk.service.change(HistoryOf::Group, {{group.id, group.rowVersion}}, change);
    QVERIFY(!desk.next<LibraryChangeDone>()->error);
    change.assignee = "ben";
    desk.service.change(HistoryOf::Group, {{group.id, group.rowVersion}}, change);
    const auto stale = desk.next<LibraryChangeDone>();
    QVERIFY(stale->error && stale->error->kind == ErrorKind::Conflict);
    QVERIFY(stale->actions.empty());
}

void TestLibraryService::originalIsCompared()
{
    Desk desk;
    desk.open();
    const auto file = desk.writeDump("a.dmp");
    desk.import({file});
    desk.service.findOriginal(1);
    const auto found = desk.next<LibraryOriginal>();
    QVERIFY(found->state == LibraryOriginal::State::Found);
    QCOMPARE(found->path, file);
    desk.write("a.dmp", "another file");
    desk.service.findOriginal(1);
    QVERIFY(desk.next<LibraryOriginal>()->state == LibraryOriginal::State::Changed);
    std::filesystem::remove(file);
    desk.service.findOriginal(1);
    QVERIFY(desk.next<LibraryOriginal>()->state == LibraryOriginal::State::Gone);
}

void TestLibraryService::otherProgramsChangesAreNoticed()
{
    Desk desk;
    desk.open();
    desk.import({desk.writeDump("a.dmp")});
    desk.service.search(searchFor({}));
    const auto group = desk.next<LibraryPage>()->groups.rows[0];
    auto other = openLibraryFile(desk.path("own/reports.fldb"), library::StoreAccess::Write);
    QVERIFY(other);
    library::TriageChange change;
    change.assignee = "ben";
    QVERIFY((*other)->changeGroup({group.id, group.rowVersion}, change, {.name = "ben", .at = 1}));
    desk.service.lookForChanges();
    QVERIFY(desk.next<LibraryChanged>());
}

void TestLibraryService::foreignFileIsRefused()
{
    Desk desk;
    desk.write("own/reports.fldb", "this is no database");
    QVERIFY(desk.open() == LibraryOpened::State::Failed);
    const auto import = desk.import({desk.writeDump("a.dmp")});
    QVERIFY(import.phase == LibraryImport::Phase::Failed);
    QVERIFY(import.error);
}

void TestLibraryService::destructorEndsAnImport()
{
    Desk desk;
    desk.open();
    for (const char* name : {"in/a.dmp", "in/b.dmp", "in/c.dmp"})
        desk.writeDump(name);
    desk.pausesAtOnce = true;
    desk.service.startImport({desk.path("in")}, {});
}

/// The end of the service stops what reads; removing a group reads as well, and goes on.
void TestLibraryService::destructorKeepsWhatWasChanged()
{
    constexpr int kReports = 1000;
    const Desk desk;
    const auto file = desk.path("reports.fldb");
    const auto store = *openLibraryFile(file, library::StoreAccess::Create);
    for (int i = 0; i < kReports; ++i)
        QVERIFY(store->add(newReport(concat("r", i), "app | draw")));
    const auto group = *store->group(**store->findGroup("app | draw"));
    QCOMPARE(group.count, std::uint64_t{kReports});
    {
        EngineConfig config;
        config.computeThreads = 1;
        Engine engine(config, silentLog(), [](const Notice&) {});
        LibraryService service(engine, {}, [](const LibraryNotice&) {});
        service.open(file);
        service.remove(HistoryOf::Group, {{group.id, group.rowVersion}});
    }
    QCOMPARE(store->search({}, {}, 0, 1)->total, 0u);
}

/// Columns are read at each opening. Whatever happens first, a count is told or its desk is gone.
void TestLibraryService::countsWaitForColumns()
{
    constexpr std::uint64_t kReports = 500;
    const QTemporaryDir folder;
    const auto file =
        std::filesystem::path(folder.filePath(QStringLiteral("r.fldb")).toStdString());
    const auto store = *library::SqliteStore::open(file, library::StoreAccess::Create);
    for (std::uint64_t i = 0; i < kReports; ++i)
        QVERIFY(store->add(newReport(std::to_string(i), "scene::draw")));
    auto search = searchFor({});
    search.facets = {library::QueryField::Version, library::QueryField::Module};
    for (int i = 0; i < 20; ++i) {
        Desk desk;
        desk.service.open(file);
        desk.service.search(search);
        if (i % 2 == 0)
            continue; // It closes while columns are read and counts wait.
        for (const auto field : search.facets) {
            const auto facet = desk.next<LibraryFacet>(
                [field](const LibraryFacet& each) { return each.field == field; });
            QVERIFY(facet && facet->values);
            QCOMPARE(facet->values->front().second, kReports);
        }
    }
}

QTEST_GUILESS_MAIN(TestLibraryService)
#include "tst_library_service.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/activity_model.h"
#include "ui/models/candidate_model.h"
#include "ui/models/comparison_model.h"
#include "ui/models/detail_model.h"
#include "ui/models/facet_model.h"
#include "ui/models/import_failure_model.h"
#include "ui/models/library_model.h"
#include "ui/models/log_model.h"
#include "ui/models/mapping_model.h"
#include "ui/models/memory_lists.h"
#include "ui/models/module_model.h"
#include "ui/models/recent_model.h"
#include "ui/models/register_model.h"
#include "ui/models/rules_model.h"
#include "ui/models/thread_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace faultline::ui;

namespace {

ThreadRow thread(int index, const QString& key, bool crashed = false)
{
    ThreadRow row;
    row.index = index;
    row.isLeading = crashed;
    row.isCrashed = crashed;
    row.id = QString::number(100 + index);
    row.name = QStringLiteral("t%1").arg(index);
    row.topFunction = QStringLiteral("poll");
    row.frames = 3;
    row.stackKey = key;
    row.sentence = QStringLiteral("Thread %1").arg(index);
    return row;
}

QList<ThreadRow> threads()
{
    return {thread(0, QStringLiteral("a")), thread(1, QStringLiteral("b")),
            thread(2, QStringLiteral("b")), thread(3, QStringLiteral("b"), true),
            thread(4, QStringLiteral("b"))};
}

QStringList names(const QAbstractItemModel& model, int column)
{
    QStringList rows;
    for (int i = 0; i < model.rowCount(); ++i)
        rows.append(model.index(i, column).data().toString());
    return rows;
}

} // namespace

class TestRowModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalThreadsFoldButNeverTheCrashedOne();
    void openedGroupShowsItsMembers();
    void unreferencedModulesHideUntilAskedFor();
    void registerOfTheFaultIsMarked();
    void registersFormGroups();
    void listsOfMemoryAnswerAsSentences();
    void activityPutsNewOnTopAndChangesKnown();
    void changeOfOtherRowsIsFoundOutAgain();
    void logDropsTheOldest();
    void factsAboutTheFileAreFolded();
    void everyModelAnswersForRowsAsSentences();
    void indexesOfNoRowHaveNoData();
    void facetsFoldAndTellWhatIsChosen();
    void libraryRowsHaveTwoLinesAndBars();
    void storedFramesTellGuesses();
    void sharesStandBelowTheirField();
    void comparedFramesTellTheirRelation();
    void comparedFactsTellWhatIsMissing();
    void rulesTellWhatChanges();
    void failedImportsNameTheirFile();
};

void TestRowModels::facetsFoldAndTellWhatIsChosen()
{
    FacetModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Facet status{.name = QStringLiteral("status"), .title = QStringLiteral("Status")};
    Facet version{.name = QStringLiteral("version"), .title = QStringLiteral("Version")};
    model.setFacets({status, version});
    QCOMPARE(names(model, FacetModel::LabelColumn), (QStringList{"Status", "…", "Version", "…"}));
    version.state = Facet::State::Ready;
    version.values = {{.label = QStringLiteral("4.2"),
                       .term = QStringLiteral("version:=4.2"),
                       .count = 40,
                       .use = FacetValue::Use::Included},
                      {.label = QStringLiteral("4.1"),
                       .term = QStringLiteral("version:=4.1"),
                       .count = 10,
                       .use = FacetValue::Use::Excluded}};
    status.state = Facet::State::Failed;
    status.problem = QStringLiteral("gone");
    model.setFacets({status, version});
    QCOMPARE(names(model, FacetModel::LabelColumn),
             (QStringList{"Status", "gone", "Version", "= 4.2", "≠ 4.1"}));
    QCOMPARE(model.index(4, FacetModel::AmountColumn).data(AmountRole).toInt(), 250);
    QCOMPARE(model.index(4, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("4.1, 10, excluded"));
    model.toggle(2);
    QCOMPARE(names(model, FacetModel::LabelColumn), (QStringList{"Status", "gone", "Version"}));
    model.toggle(1); // No heading.
    QCOMPARE(model.rowCount(), 3);
}

void TestRowModels::libraryRowsHaveTwoLinesAndBars()
{
    LibraryModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    LibraryRow row{.id = 1, .signature = QStringLiteral("a | b")};
    row.cause = QStringLiteral("SIGSEGV");
    row.days = {0, 2, 4};
    row.status = QStringLiteral("new");
    model.setRows({row});
    const auto signature = model.index(0, LibraryModel::SignatureColumn);
    QCOMPARE(signature.data(SecondLineRole).toString(), QStringLiteral("SIGSEGV"));
    QCOMPARE(model.index(0, LibraryModel::DaysColumn).data(BarsRole).toList(),
             (QVariantList{0, 500, 1000}));
    QCOMPARE(model.index(0, LibraryModel::StatusColumn).data(SecondLineRole).toString(),
             QStringLiteral("nobody"));
    QVERIFY(signature.data(Qt::AccessibleTextRole).toString().contains(u"a | b"));
    QCOMPARE(
        model.headerData(LibraryModel::AmountColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("Reports"));
    model.showGroups(false); // Groups are no reports.
    QCOMPARE(model.rowCount(), 0);
}

void TestRowModels::storedFramesTellGuesses()
{
    StoredFrameModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    StoredFrameRow guess{
        .number = QStringLiteral("0"), .function = {}, .module = QStringLiteral("libc.so")};
    guess.isGuess = true;
    model.setRows({guess});
    const auto function = model.index(0, StoredFrameModel::FunctionColumn);
    QCOMPARE(function.data().toString(), QStringLiteral("unknown function"));
    QVERIFY(Tone(function.data(ToneRole).toInt()) == Tone::Guessed);
    QVERIFY(function.data(Qt::AccessibleTextRole).toString().contains(u"guessed"));
}

void TestRowModels::failedImportsNameTheirFile()
{
    ImportFailureModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{.path = QStringLiteral("/in/a.dmp"), .problem = QStringLiteral("empty")}});
    QCOMPARE(names(model, ImportFailureModel::FileColumn), QStringList("a.dmp"));
    QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("/in/a.dmp"));
    QCOMPARE(names(model, ImportFailureModel::ProblemColumn), QStringList("empty"));
}

/// They stand below the facts about the crash, in whatever order they come.
void TestRowModels::factsAboutTheFileAreFolded()
{
    DetailModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto fact = [](const char* name, bool isAboutFile) {
        return DetailRow{
            .name = QLatin1String(name), .value = QStringLiteral("1"), .isAboutFile = isAboutFile};
    };
    model.setFacts({fact("AT_PHDR", true), fact("Reason", false)});
    QCOMPARE(names(model, DetailModel::NameColumn), (QStringList{"Reason", "About the file"}));
    const auto group = [&] { return Group(model.index(1, 0).data(GroupRole).toInt()); };
    QVERIFY(group() == Group::Folded);
    model.toggle();
    QCOMPARE(names(model, DetailModel::NameColumn),
             (QStringList{"Reason", "About the file", "AT_PHDR"}));
    QVERIFY(group() == Group::Open);
    model.setFacts({fact("Reason", false)});
    QCOMPARE(names(model, DetailModel::NameColumn), QStringList("Reason"));
}

void TestRowModels::equalThreadsFoldButNeverTheCrashedOne()
{
    ThreadModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setThreads(threads());
    QCOMPARE(names(model, ThreadModel::NameColumn), (QStringList{"t3", "t0", "3 × t1"}));
    QCOMPARE(model.rowOf(4), std::optional(2));
    QCOMPARE(model.summary(), QStringLiteral("5 thread(s) · 2 identical stack(s) folded"));
}

void TestRowModels::openedGroupShowsItsMembers()
{
    ThreadModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setThreads(threads());
    model.toggleGroup(1);
    QCOMPARE(names(model, ThreadModel::NameColumn),
             (QStringList{"t3", "t0", "3 × t1", "t2", "t4"}));
    model.toggleGroup(1);
    QCOMPARE(model.rowCount(), 3);
    model.setFolding(false);
    QCOMPARE(model.rowCount(), 5);
}

void TestRowModels::unreferencedModulesHideUntilAskedFor()
{
    ModuleModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ModuleRow used;
    used.isOnStack = true;
    ModuleRow unused;
    unused.index = 1;
    model.setModules({used, unused});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.hiddenCount(), 1);
    QCOMPARE(model.summary(), QStringLiteral("2 loaded · 1 on stack"));
    model.setShowAll(true);
    QCOMPARE(model.rowCount(), 2);
}

void TestRowModels::registerOfTheFaultIsMarked()
{
    RegisterModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(
        {{QStringLiteral("rdi"), QStringLiteral("0x18"), QStringLiteral("null + 0x18"), true},
         {QStringLiteral("r8"), {}, {}, false}});
    QCOMPARE(model.index(0, RegisterModel::ValueColumn).data(ToneRole).toInt(), int(Tone::Crash));
    QCOMPARE(model.index(1, RegisterModel::ValueColumn).data().toString(),
             QStringLiteral("not recovered"));
}

void TestRowModels::registersFormGroups()
{
    RegisterRow rax;
    rax.name = QStringLiteral("rax");
    rax.value = QStringLiteral("0x1");
    RegisterRow flags;
    flags.name = QStringLiteral("eflags");
    flags.value = QStringLiteral("0x40");
    flags.part = RegisterRow::Part::Flags;
    flags.flags = {{QStringLiteral("ZF"), QStringLiteral("zero"), true},
                   {QStringLiteral("CF"), QStringLiteral("carry"), false}};
    RegisterRow segment;
    segment.name = QStringLiteral("cs");
    segment.value = QStringLiteral("0x33");
    segment.part = RegisterRow::Part::Other;
    RegisterModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(groupRegisters({rax, flags, segment}, {RegisterRow::Part::Other}));
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names.append(model.index(row, RegisterModel::NameColumn).data().toString());
    QCOMPARE(names,
             (QStringList{QStringLiteral("General"), QStringLiteral("rax"), QStringLiteral("Flags"),
                          QString(), QStringLiteral("Segments and others")}));
    QCOMPARE(model.index(2, RegisterModel::ValueColumn).data().toString(),
             QStringLiteral("eflags 0x40"));
    QCOMPARE(model.index(3, RegisterModel::NameColumn).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Flags that are set: ZF zero"));
    model.setRows(groupRegisters({rax, flags, segment}, {RegisterRow::Part::Flags}));
    QCOMPARE(model.rowCount(), 5);
    model.setRows(groupRegisters({rax}, {}));
    QCOMPARE(model.rowCount(), 2);
}

void TestRowModels::listsOfMemoryAnswerAsSentences()
{
    HitModel hits;
    QAbstractItemModelTester hitTester(&hits,
                                       QAbstractItemModelTester::FailureReportingMode::QtTest);
    hits.setRows({{16, QStringLiteral("10"), QStringLiteral("stack"), {}}});
    QCOMPARE(hits.index(0, 0).data(Qt::AccessibleTextRole).toString(), QStringLiteral("10, stack"));
    ValueModel values;
    QAbstractItemModelTester valueTester(&values,
                                         QAbstractItemModelTester::FailureReportingMode::QtTest);
    values.setRows({{QStringLiteral("u16"), QStringLiteral("1"), QStringLiteral("256")},
                    {QStringLiteral("u8"), QStringLiteral("1"), {}}});
    QCOMPARE(values.index(0, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("u16: little endian 1, big endian 256"));
    QCOMPARE(values.index(1, 0).data(Qt::AccessibleTextRole).toString(), QStringLiteral("u8, 1"));
    MappedFileModel files;
    QAbstractItemModelTester fileTester(&files,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
    files.setRows(
        {{QStringLiteral("/b/a.c"), QStringLiteral("/h/a.c"), MappedFileRow::State::Missing}});
    QCOMPARE(files.index(0, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("/b/a.c, /h/a.c, no such file"));
}

void TestRowModels::activityPutsNewOnTopAndChangesKnown()
{
    ActivityModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ActivityRow row;
    row.id = {ActivityRow::Kind::Transfer, 1};
    model.put({row});
    row.id.id = 2;
    model.put({row});
    QCOMPARE(model.runningCount(ActivityRow::Kind::Transfer), 2);
    QCOMPARE(model.rowAt(0)->id.id, 2u);
    row.state = ActivityRow::State::Done;
    model.put({row});
    QCOMPARE(model.rowCount(), 2);
    model.clearFinished();
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowAt(0)->id.id, 1u);
}

/// A change that was found out on another thread may come after the rows changed.
void TestRowModels::changeOfOtherRowsIsFoundOutAgain()
{
    DetailModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto row = [](const char* name, const char* value) {
        return DetailRow{QLatin1String(name), QLatin1String(value), false};
    };
    const QList<DetailRow> to{row("a", "2"), row("c", "3"), row("d", "4")};
    model.setRows({row("a", "1"), row("b", "2"), row("d", "4")});
    const auto change = rowsChange(model.allRows(), to);
    QCOMPARE(change.removed, 1);
    QCOMPARE(change.added, 1);
    QCOMPARE(change.firstChanged, 0);
    QCOMPARE(change.lastChanged, 0);
    model.setRows({row("x", "1")});
    model.apply(change);
    QCOMPARE(model.allRows(), to);
    model.setRows(change.from);
    model.apply(change);
    QCOMPARE(model.allRows(), to);
    model.setRows({});
    model.apply(change);
    QCOMPARE(model.allRows(), to);
}

void TestRowModels::logDropsTheOldest()
{
    LogModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const LogRow row{QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5)), LogRow::Level::Warning,
                     QStringLiteral("net"), QStringLiteral("refused")};
    model.append({row, row});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.text().section(u'\n', 0, 0),
             QStringLiteral("03:04:05.000\twarning\tnet\trefused"));
    model.append(QList<LogRow>(LogModel::kCapacity, row));
    QCOMPARE(model.rowCount(), LogModel::kCapacity);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestRowModels::sharesStandBelowTheirField()
{
    ShareModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{.field = QStringLiteral("version"),
                    .label = QStringLiteral("Version"),
                    .isHeading = true,
                    .here = QStringLiteral("differs")},
                   {.field = QStringLiteral("version"),
                    .label = QStringLiteral("4.2"),
                    .here = QStringLiteral("91 %"),
                    .everywhere = QStringLiteral("41 %"),
                    .amount = 910,
                    .standsOut = true}});
    const auto value = model.index(1, ShareModel::ValueColumn);
    QCOMPARE(value.data(IndentRole).toInt(), 1);
    QCOMPARE(value.data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("4.2: 91 % here, 41 % of all reports"));
    QCOMPARE(model.index(1, ShareModel::AmountColumn).data(AmountRole).toInt(), 910);
    QVERIFY(!model.index(0, ShareModel::AmountColumn).data(AmountRole).isValid());
    QVERIFY(BadgeStyle(model.index(1, ShareModel::HereColumn).data(BadgeRole).toInt()) ==
            BadgeStyle::Accent);
}

void TestRowModels::comparedFramesTellTheirRelation()
{
    ComparedFrameModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{.relation = Relation::OnlyRight,
                    .rightNumber = QStringLiteral("1"),
                    .right = QStringLiteral("run"),
                    .isRightFrame = true}});
    const auto left = model.index(0, ComparedFrameModel::LeftColumn);
    const auto right = model.index(0, ComparedFrameModel::RightColumn);
    QVERIFY(left.data(HatchRole).toBool() && !right.data(HatchRole).toBool());
    QVERIFY(right.data(GroundRole).isValid() && !left.data(GroundRole).isValid());
    QCOMPARE(left.data(Qt::AccessibleTextRole).toString(), QStringLiteral("run, only right"));
    const auto place = model.index(0, ComparedFrameModel::LeftPlaceColumn);
    QVERIFY(place.data(HatchRole).toBool());
    model.setRows({{.relation = Relation::OtherLine,
                    .leftNumber = QStringLiteral("1"),
                    .left = QStringLiteral("run"),
                    .leftPlace = QStringLiteral("run.cpp:7"),
                    .rightNumber = QStringLiteral("1"),
                    .right = QStringLiteral("run"),
                    .rightPlace = QStringLiteral("run.cpp:9"),
                    .isLeftFrame = true,
                    .isRightFrame = true}});
    const auto other = model.index(0, ComparedFrameModel::LeftColumn);
    QCOMPARE(other.data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("run, run.cpp:7, then run.cpp:9"));
    QVERIFY(!other.data(GroundRole).isValid());
}

void TestRowModels::comparedFactsTellWhatIsMissing()
{
    ComparedFactModel model(QStringLiteral("Fact"));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{.name = QStringLiteral("Version"),
                    .left = QStringLiteral("4.2"),
                    .right = QString(),
                    .relation = Relation::OnlyLeft}});
    QCOMPARE(names(model, ComparedFactModel::RightColumn), QStringList(QStringLiteral("–")));
    QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Fact"));
}

void TestRowModels::rulesTellWhatChanges()
{
    RuleMoveModel moves;
    QAbstractItemModelTester tester(&moves, QAbstractItemModelTester::FailureReportingMode::QtTest);
    moves.setRows({{.before = QStringLiteral("a"),
                    .after = QStringLiteral("a | b"),
                    .reports = QStringLiteral("3"),
                    .fate = RuleMoveRow::Fate::New}});
    QCOMPARE(moves.index(0, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("a: 3 get a | b, new group"));
    RuleTraceModel trace;
    QAbstractItemModelTester other(&trace, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const RuleTraceRow same{.number = {},
                            .text = QStringLiteral("f"),
                            .now = QStringLiteral("kept"),
                            .nowBecause = {},
                            .then = QStringLiteral("kept"),
                            .thenBecause = {}};
    auto changed = same;
    changed.then = QStringLiteral("irrelevant");
    changed.at = 1;
    trace.setRows({same, changed});
    QVERIFY(!trace.index(0, 0).data(GroundRole).isValid());
    QVERIFY(trace.index(1, 0).data(GroundRole).isValid());
}

void TestRowModels::everyModelAnswersForRowsAsSentences()
{
    RegisterModel registers;
    registers.setRows(
        {{QStringLiteral("rdi"), QStringLiteral("0x18"), QStringLiteral("null + 0x18"), true}});
    QCOMPARE(registers.index(0, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Register rdi, 0x18, null + 0x18, in the address of the fault"));
    DetailModel details;
    details.setRows({{QStringLiteral("Reason"), QStringLiteral("SIGSEGV"), false}});
    QCOMPARE(details.index(0, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Reason: SIGSEGV"));
    CandidateModel candidates;
    CandidateRow candidate;
    candidate.source = QStringLiteral("store");
    candidate.outcome = QStringLiteral("404 not found");
    candidate.location = QStringLiteral("a/b");
    candidates.setRows({candidate});
    QCOMPARE(candidates.index(0, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("store, 404 not found, a/b"));
    RecentModel recent;
    recent.setRows({{.path = QStringLiteral("/x/y.dmp"),
                     .signature = QStringLiteral("f"),
                     .time = QStringLiteral("today"),
                     .exists = false},
                    {.path = QStringLiteral("/x/z.dmp"),
                     .cause = QStringLiteral("Read near null"),
                     .signature = QStringLiteral("g"),
                     .time = QStringLiteral("today"),
                     .framePercent = 62}});
    QCOMPARE(recent.index(0, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("y.dmp, file is missing"));
    QCOMPARE(recent.index(1, RecentModel::FileColumn).data().toString(),
             QStringLiteral("Read near null"));
    QCOMPARE(recent.index(1, RecentModel::FileColumn).data(SecondLineRole).toString(),
             QStringLiteral("g  ·  z.dmp"));
    QVERIFY(Tone(recent.index(1, RecentModel::QualityColumn).data(ToneRole).toInt()) == Tone::Warn);
}

void TestRowModels::indexesOfNoRowHaveNoData()
{
    DetailModel model;
    QVERIFY(!model.data(QModelIndex(), Qt::DisplayRole).isValid());
    QVERIFY(!model.headerData(7, Qt::Horizontal, Qt::DisplayRole).isValid());
    QVERIFY(!model.rowAt(0));
}

QTEST_GUILESS_MAIN(TestRowModels)
#include "tst_row_models.moc"

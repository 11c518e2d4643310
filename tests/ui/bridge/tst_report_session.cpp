// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_engine.h"
#include "ui/bridge/frame_registers.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/workbench_bridge.h"

#include <QLocale>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

struct Bench
{
    QTemporaryDir folder;
    AppSettings settings{folder.filePath(QStringLiteral("s.ini"))};
    NoticeInbox inbox;
    FakeEngine engine{inbox};
    WorkbenchBridge workbench;

    explicit Bench(FileSettings file = {}) : workbench(engine, inbox, settings, std::move(file)) {}

    ReportSession* open(const char* path)
    {
        ReportSession* session = workbench.open(QLatin1String(path));
        [&] { QTRY_VERIFY(session->state() != ReportSession::State::Loading); }();
        return session;
    }
};

QString factOf(const ReportSession& session, const QString& name)
{
    for (const DetailRow& row : session.details()) {
        if (row.name == name)
            return row.value;
    }
    return {};
}

} // namespace

class TestReportSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void factsOfTheInstruction();
    void registersOfTheInstructionAreMarked();
    void timesFollowTheLocale_data();
    void timesFollowTheLocale();
    void symbolicatedReportSelectsTheFirstOwnFrame();
    void selectionLeavesTheRuntimeOfAStaticProgram_data();
    void selectionLeavesTheRuntimeOfAStaticProgram();
    void reportWithoutSymbolsExplainsItself();
    void damagedFileKeepsTheExactReason();
    void staleSnapshotsAreDropped();
    void batchesAreAtLeastFiftyMillisecondsApart();
    void sourceArrivesWithInlineLines();
    void copiedText();
    void copiedRawTextHasAddressesOnly();
    void copiedMarkdownListsModulesWithoutSymbols();
    void copiedJsonNamesWhatIsThere();
    void retryBypassesRememberedMisses();
    void fetchingAsksForAllModules();
    void newSourceLooksAgain();
    void settingsOfTheFileStay();
    void offlineOfTheFileIsADefault();
    void allowedHostLooksAgain();
    void aHangShowsItsDeadlockFirst();
    void theCallerIsFoundInAFold();
    void partsBecomeKnown();
    void aWantedRowIsSelected();
    void aWantedRowOfAThread();
    void aRowThatIsNotThereChangesNothing();
};

void TestReportSession::factsOfTheInstruction()
{
    Bench bench;
    const ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_VERIFY(session->header().isComplete);
    QCOMPARE(factOf(*session, QStringLiteral("Instruction")), QStringLiteral("movups xmm0, [rdi]"));
    QCOMPARE(factOf(*session, QStringLiteral("Access")),
             QStringLiteral("read 16 byte(s), null + 0x18"));
    QCOMPARE(factOf(*session, QStringLiteral("Minidump flags")), QStringLiteral("0x0"));
}

void TestReportSession::registersOfTheInstructionAreMarked()
{
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_VERIFY(session->header().isComplete);
    QStringList marked;
    for (const RegisterRow& row : session->registers().rows()) {
        if (row.formsFaultAddress)
            marked << row.name;
        // A small number is an address only in the register that forms one.
        QCOMPARE(row.pointsTo.startsWith(QStringLiteral("null + ")), row.formsFaultAddress);
    }
    QCOMPARE(marked, QStringList{QStringLiteral("rdi")});
}

void TestReportSession::timesFollowTheLocale_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("date");
    QTest::newRow("English") << QLocale(QLocale::English, QLocale::UnitedStates) << "11/19/26 ";
    QTest::newRow("Turkish") << QLocale(QLocale::Turkish) << "19.11.2026 ";
    QTest::newRow("German") << QLocale(QLocale::German) << "19.11.26 ";
}

void TestReportSession::timesFollowTheLocale()
{
    QFETCH(QLocale, locale);
    QFETCH(QString, date);
    const QLocale before;
    const auto back = qScopeGuard([before] { QLocale::setDefault(before); });
    QLocale::setDefault(locale);
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_VERIFY(session->header().isComplete);
    QVERIFY2(session->header().time.startsWith(date), qPrintable(session->header().time));
    QVERIFY2(session->header().time.contains(QStringLiteral(":31")),
             qPrintable(session->header().time));
    const QString crashed = factOf(*session, QStringLiteral("Crashed at"));
    QVERIFY2(crashed.startsWith(session->header().time), qPrintable(crashed));
}

void TestReportSession::symbolicatedReportSelectsTheFirstOwnFrame()
{
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_VERIFY(session->header().isComplete);
    QCOMPARE(session->header().cause,
             QStringLiteral("Read near null (+0x18) in scene::Node::bounds()"));
    QCOMPARE(session->header().signature, QStringLiteral("scene::Node::bounds"));
    QCOMPARE(session->header().product, QStringLiteral("viewer 4.2.1"));
    QCOMPARE(session->header().time, localTimeText(1795096951));
    QCOMPARE(session->header().framePercent, 100);
    QCOMPARE(session->place().currentThread(), 3);
    QCOMPARE(session->place().currentFrame(), std::optional(FrameRow::Key{0, 0}));
    QCOMPARE(session->stack().frameAt(0)->sentence,
             QStringLiteral("Frame 0, inline, crashed here, scene::Node::bounds() const, "
                            "libscene.so, node.h line 212, symbol found"));
    QVERIFY(session->why().code.isEmpty());
}

void TestReportSession::selectionLeavesTheRuntimeOfAStaticProgram_data()
{
    QTest::addColumn<std::optional<FrameRow::Key>>("chosen");
    QTest::addColumn<std::optional<FrameRow::Key>>("selected");
    using Key = std::optional<FrameRow::Key>;
    QTest::newRow("nobody chose") << Key() << Key({2, 0});
    QTest::newRow("the user chose") << Key({1, 0}) << Key({1, 0});
}

/// All frames of a static program are in one module of the user. Until names come, the innermost
/// frame passes for the program's own code; then it turns out to be the runtime's.
void TestReportSession::selectionLeavesTheRuntimeOfAStaticProgram()
{
    QFETCH(std::optional<FrameRow::Key>, chosen);
    QFETCH(std::optional<FrameRow::Key>, selected);
    Bench bench;
    ReportSession* session = bench.workbench.open(QStringLiteral("/x/slow.dmp"));
    const FakeReport fake = crashOfAStaticProgram(engine::EventId{1});
    bench.inbox.post(fake.event);
    bench.inbox.post(fake.stacks.front());
    QTRY_COMPARE(session->stack().frames().size(), 4);
    QCOMPARE(session->place().currentFrame(), std::optional(FrameRow::Key{0, 0}));
    if (chosen)
        session->place().selectFrame(*chosen);
    bench.inbox.post(fake.stacks.back());
    QTRY_COMPARE(session->stack().frames().at(0)->function, QStringLiteral("raise"));
    QCOMPARE(session->place().currentFrame(), selected);
}

void TestReportSession::reportWithoutSymbolsExplainsItself()
{
    Bench bench;
    ReportSession* session = bench.open("/x/no-symbols.dmp");
    QTRY_VERIFY(session->header().isComplete);
    QCOMPARE(session->header().cause,
             QStringLiteral("Read near null (+0x18) in libscene.so+0x412e6"));
    QCOMPARE(session->header().signature, QStringLiteral("libscene.so@0x412e6"));
    QCOMPARE(session->header().framePercent, 62);
    const WhyReport why = session->why();
    QCOMPARE(why.code, QStringLiteral("missing"));
    QCOMPARE(why.headline, QStringLiteral("No debug file for libscene.so"));
    QCOMPARE(why.actions.first(), WhyReport::Action::LocateFile);
    QCOMPARE(why.candidates.size(), 4);
    QCOMPARE(why.candidates.at(0).outcome, QStringLiteral("404 not found"));
    QCOMPARE(why.candidates.at(3).outcome, QStringLiteral("found, wrong build"));
}

void TestReportSession::damagedFileKeepsTheExactReason()
{
    Bench bench;
    const ReportSession* session = bench.open("/x/corrupt.dmp");
    QCOMPARE(session->state(), ReportSession::State::Failed);
    const auto failure = session->failure();
    QVERIFY(failure);
    QCOMPARE(failure->kind, OpenFailure::Kind::Damaged);
    QCOMPARE(failure->detail,
             QStringLiteral("module list: 12 records at offset 0x2c need 1296 bytes, 800 left"));
    QCOMPARE(failure->sentence,
             QStringLiteral("<b>corrupt.dmp</b> is damaged and cannot be read."));
}

void TestReportSession::staleSnapshotsAreDropped()
{
    Bench bench;
    SessionCore core(bench.engine, "/x/a.dmp");
    FakeReport fake = symbolicatedCrash("/x/a.dmp");
    fake.event.generation = 3;
    QVERIFY(core.take(fake.event));
    engine::StackSnapshot stale = fake.stacks.front();
    stale.generation = 2;
    QVERIFY(!core.take(stale));
    stale.generation = 3;
    QVERIFY(core.take(stale));
    stale.event = engine::EventId{99};
    QVERIFY(!core.take(stale));
}

void TestReportSession::batchesAreAtLeastFiftyMillisecondsApart()
{
    NoticeInbox inbox;
    QList<qint64> at;
    std::size_t received = 0;
    QElapsedTimer clock;
    clock.start();
    inbox.setReceiver([&](std::vector<engine::Notice> notices) {
        at.append(clock.elapsed());
        received += notices.size();
    });
    QTimer source;
    connect(&source, &QTimer::timeout, &inbox, [&] { inbox.post(engine::CacheSnapshot{}); });
    source.start(5);
    QTRY_VERIFY(at.size() >= 4);
    // Measures from the start, because a busy machine delays the reading of single times.
    for (qsizetype i = 1; i < at.size(); ++i)
        QVERIFY(at[i] >= i * (NoticeInbox::kIntervalMs - 1));
    QVERIFY(received > std::size_t(at.size()));
}

void TestReportSession::sourceArrivesWithInlineLines()
{
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_COMPARE(session->source().state, SourceDocument::State::Text);
    const SourceDocument document = session->source();
    QCOMPARE(document.currentLine, 141u);
    QCOMPARE(document.caption, QStringLiteral("frame 0 of 8 · 2 inlined"));
    QCOMPARE(document.origin, QStringLiteral("from source bundle"));
    QCOMPARE(document.checksum, SourceDocument::Checksum::Matches);
    QCOMPARE(document.inlines.size(), 2);
    QCOMPARE(document.inlines.at(0).line, 88u);
    QCOMPARE(document.inlines.at(1).code, QStringLiteral("Box bounds() const"));
    session->place().selectFrame({5, 0});
    QTRY_COMPARE(session->source().state, SourceDocument::State::Unavailable);
    QCOMPARE(session->source().tried.size(), 2);
}

void TestReportSession::copiedText()
{
    Bench bench;
    ReportSession* session = bench.open("/x/no-symbols.dmp");
    QTRY_VERIFY(session->header().isComplete);
    QCOMPARE(session->stackAsText(),
             QStringLiteral(" 0  libscene.so+0x412e6  (no symbols)\n"
                            "   ... Frames 1–2 were found by scanning the stack: libscene.so has "
                            "no usable unwind information here. Some may be wrong.\n"
                            " 1  libscene.so+0x3fa10  (no symbols)  (scan)\n"
                            " 2  libscene.so+0x3e771  (no symbols)  (scan)\n"
                            " 3  viewer!viewer::RenderLoop::tick()+0x26  [render_loop.cpp @ 118]\n"
                            " 4  viewer!viewer::RenderLoop::run()+0x26  [render_loop.cpp @ 64]\n"
                            " 5  libstdc++.so.6!execute_native_thread_routine+0x26  "
                            "[thread.cc @ 82]\n"
                            " 6  libc.so.6!start_thread+0x26  [pthread_create.c @ 442]\n"
                            " 7  libc.so.6!__clone3+0x26  [clone3.S @ 81]\n"));
}

void TestReportSession::copiedRawTextHasAddressesOnly()
{
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_VERIFY(session->header().isComplete);
    session->stack().setOptions(
        {.mode = StackOptions::Mode::Raw, .order = StackOptions::Order::OldestFirst});
    const QStringList lines = session->stackAsText().split(u'\n');
    QCOMPARE(lines.at(0), QStringLiteral(" 7  libc.so.6+0x1095bb  (cfi)"));
    QCOMPARE(lines.at(7), QStringLiteral(" 0  libscene.so+0x412e6  (context)"));
    QCOMPARE(lines.size(), 9);
}

void TestReportSession::copiedMarkdownListsModulesWithoutSymbols()
{
    Bench bench;
    ReportSession* session = bench.open("/x/no-symbols.dmp");
    QTRY_VERIFY(session->header().isComplete);
    const QStringList lines = session->stackAsMarkdown().split(u'\n');
    QCOMPARE(lines.at(0), QStringLiteral("**viewer 4.2.1** · Linux 6.1 x86_64 · `SIGSEGV / "
                                         "SEGV_MAPERR` @ `0x18` · thread 3 “RenderWorker”"));
    QCOMPARE(lines.at(1), session->header().cause);
    QCOMPARE(lines.at(2), QStringLiteral("Signature: `libscene.so@0x412e6`"));
    QCOMPARE(lines.at(3), QStringLiteral("```"));
    QCOMPARE(lines.at(4), QStringLiteral(" 0  libscene.so+0x412e6  (no symbols)"));
    QVERIFY(lines.at(5).startsWith(QStringLiteral("   ... Frames 1–2 were found")));
    QCOMPARE(lines.at(lines.size() - 2),
             QStringLiteral("No symbols: libscene.so 9F1C2A7740DE4A118C3E5B1F0D9E7A420"));
}

void TestReportSession::copiedJsonNamesWhatIsThere()
{
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_VERIFY(session->header().isComplete);
    const QByteArray json = session->stackAsJson().toUtf8();
    QVERIFY(json.contains("\"signature\": \"scene::Node::bounds\""));
    QVERIFY(json.contains("\"function\": \"scene::Group::updateBounds()\""));
    QVERIFY(json.contains("\"lineno\": 141"));
    QVERIFY(!json.contains("libextra"));
}

void TestReportSession::retryBypassesRememberedMisses()
{
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    session->retry();
    QCOMPARE(bench.engine.commands.back(), std::string("symbolicate 1 retry"));
    session->locateFile(1, QStringLiteral("/y/libscene.debug"));
    QCOMPARE(bench.engine.commands.back(), std::string("locate 1 /y/libscene.debug"));
}

void TestReportSession::fetchingAsksForAllModules()
{
    Bench bench;
    bench.open("/x/crash.dmp")->fetchAll();
    QCOMPARE(bench.engine.commands.back(), std::string("symbolicate 1 all modules"));
}

void TestReportSession::newSourceLooksAgain()
{
    Bench bench;
    bench.open("/x/no-symbols.dmp");
    bench.settings.setSources(
        {{SourceSetting::Kind::Folder, QStringLiteral("build"), QStringLiteral("/b"), {}}});
    const auto& commands = bench.engine.commands;
    QVERIFY(std::ranges::find(commands, "sources 1") != commands.end());
    QCOMPARE(commands.back(), std::string("symbolicate 1 retry"));
}

/// Settings of config.yml stay, whatever the user chooses in the window, and they count when the
/// window says what is missing.
void TestReportSession::settingsOfTheFileStay()
{
    Bench bench({.sources = std::vector<sources::SourceConfig>(2),
                 .linkedSources = {.anyHost = true, .hosts = {}}});
    const auto& commands = bench.engine.commands;
    const auto contains = [&](const char* command) {
        return std::ranges::find(commands, command) != commands.end();
    };
    QVERIFY(contains("sources 2"));
    QVERIFY(contains("linked sources from any host"));
    ReportSession* session = bench.open("/x/no-symbols.dmp");
    QCOMPARE(session->core().sourceCount(), 2);
    bench.settings.setSources(
        {{SourceSetting::Kind::Folder, QStringLiteral("build"), QStringLiteral("/b"), {}}});
    QVERIFY(contains("sources 3"));
    QCOMPARE(session->core().sourceCount(), 3);
    bench.settings.allowSourceHost(QStringLiteral("code.example.com"));
    QCOMPARE(std::ranges::count(commands, "linked sources from any host"), 2);
    QVERIFY(!contains("linked sources from 1 hosts"));
}

void TestReportSession::offlineOfTheFileIsADefault()
{
    QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("s.ini")));
    settings.setOfflineDefault(true);
    NoticeInbox inbox;
    FakeEngine engine(inbox);
    const WorkbenchBridge workbench(engine, inbox, settings);
    QVERIFY(settings.isOffline());
    QVERIFY(std::ranges::find(engine.commands, "offline") != engine.commands.end());
    settings.setOffline(false);
    QCOMPARE(engine.commands.back(), std::string("online"));
    QVERIFY(!settings.isOffline());
}

void TestReportSession::allowedHostLooksAgain()
{
    Bench bench;
    bench.open("/x/no-symbols.dmp");
    const auto& commands = bench.engine.commands;
    QVERIFY(std::ranges::find(commands, "linked sources from 0 hosts") != commands.end());
    bench.settings.allowSourceHost(QStringLiteral("Code.Example.com"));
    bench.settings.allowSourceHost(QStringLiteral("code.example.com"));
    QCOMPARE(bench.settings.sourceHosts(), QStringList{QStringLiteral("code.example.com")});
    QVERIFY(std::ranges::find(commands, "linked sources from 1 hosts") != commands.end());
    QCOMPARE(commands.back(), std::string("symbolicate 1 retry"));
}

/// The sentence, the list and the summary call a thread by one name, and it is the first to be
/// looked at.
void TestReportSession::aHangShowsItsDeadlockFirst()
{
    Bench bench;
    ReportSession* session = bench.open("/x/hang.dmp");
    QTRY_VERIFY(session->header().isComplete);
    const int thread = session->place().currentThread();
    const auto& rows = session->threads().threads();
    const auto current = std::ranges::find(rows, thread, &ThreadRow::index);
    QVERIFY(current != rows.end());
    QVERIFY(current->place == ThreadPlace::InDeadlock);
    QVERIFY2(session->header().cause.contains(current->name), qPrintable(session->header().cause));
    QVERIFY(session->header().thread.contains(current->name));
    // The user's choice stays, whatever becomes known.
    session->place().selectThread(thread + 1);
    session->refresh();
    QCOMPARE(session->place().currentThread(), thread + 1);
}

void TestReportSession::theCallerIsFoundInAFold()
{
    Bench bench;
    ReportSession* session = bench.open("/x/crash.dmp");
    QTRY_VERIFY(session->header().isComplete);
    // Six frames of the system, which fold.
    const auto thread = std::uint32_t(session->place().currentThread());
    auto deeper = std::make_shared<ThreadStack>(*session->core().state().stack(thread));
    for (std::uint32_t number = 8; number < 12; ++number) {
        deeper->frames.push_back(deeper->frames.back());
        deeper->frames.back().originalIndex = number;
        deeper->frames.back().position.function = concat("outer", number);
    }
    deeper->complete = true;
    QVERIFY(
        session->core().take(engine::StackSnapshot{.event = session->core().eventId(),
                                                   .generation = session->core().state().generation,
                                                   .value = deeper}));
    session->refresh();
    session->place().selectFrame({.physicalIndex = 4, .inlineDepth = 0});
    QVERIFY(!session->stack().rowOf({.physicalIndex = 8, .inlineDepth = 0}));
    for (quint32 caller = 5; caller < 12; ++caller) {
        session->place().stepFrame(1);
        QCOMPARE(session->place().currentFrame()->physicalIndex, caller);
        QVERIFY(session->stack().rowOf(*session->place().currentFrame()));
    }
}

void TestReportSession::partsBecomeKnown()
{
    Bench bench;
    ReportSession* session = bench.open("/x/uploads.zip");
    QCOMPARE(session->parts().size(), 2);
    QCOMPARE(session->parts().at(1).name, QStringLiteral("old/second.dmp"));
    QTRY_COMPARE(session->parts().at(0).kind, QStringLiteral("minidump"));
    QVERIFY(!session->parts().at(0).sentence.isEmpty());
    QVERIFY(session->parts().at(1).sentence.contains(QStringLiteral("cut off")));
}

/// The row that is selected, counted with inlined calls; -1 without one.
qsizetype selectedRow(ReportSession& session)
{
    const auto& rows = session.stack().frames();
    const auto found = std::ranges::find_if(
        rows, [&](const auto& row) { return row->frameKey == session.place().currentFrame(); });
    return found == rows.end() ? -1 : found - rows.begin();
}

/// Asked for before the file is read, as the command line does.
void TestReportSession::aWantedRowIsSelected()
{
    Bench bench;
    ReportSession* session = bench.workbench.open(QStringLiteral("/x/crash.dmp"));
    session->place().selectRow(std::nullopt, 3);
    QTRY_VERIFY(session->header().isComplete);
    QCOMPARE(selectedRow(*session), 3);
    QVERIFY(session->place().isFrameChosen());
    session->place().selectRow(std::nullopt, 1);
    QCOMPARE(selectedRow(*session), 1);
    session->place().selectFrame(session->stack().frames().at(2)->frameKey);
    QCOMPARE(selectedRow(*session), 2);
}

void TestReportSession::aWantedRowOfAThread()
{
    Bench bench;
    ReportSession* session = bench.workbench.open(QStringLiteral("/x/crash.dmp"));
    session->place().selectRow(1, 1);
    QTRY_VERIFY(session->header().isComplete);
    QCOMPARE(session->place().currentThread(), 1);
    QCOMPARE(selectedRow(*session), 1);
    session->place().selectRow(std::nullopt, 0);
    QVERIFY(session->place().currentThread() != 1);
    QCOMPARE(selectedRow(*session), 0);
}

void TestReportSession::aRowThatIsNotThereChangesNothing()
{
    Bench bench;
    ReportSession* usual = bench.open("/x/crash.dmp");
    QTRY_VERIFY(usual->header().isComplete);
    Bench other;
    ReportSession* session = other.workbench.open(QStringLiteral("/x/crash.dmp"));
    session->place().selectRow(std::nullopt, 5000);
    QTRY_VERIFY(session->header().isComplete);
    QCOMPARE(selectedRow(*session), selectedRow(*usual));
    Bench third;
    ReportSession* wrong = third.workbench.open(QStringLiteral("/x/crash.dmp"));
    wrong->place().selectRow(77, 1);
    QTRY_VERIFY(wrong->header().isComplete);
    QCOMPARE(selectedRow(*wrong), selectedRow(*usual));
    QCOMPARE(wrong->place().currentThread(), usual->place().currentThread());
}

QTEST_GUILESS_MAIN(TestReportSession)
#include "tst_report_session.moc"

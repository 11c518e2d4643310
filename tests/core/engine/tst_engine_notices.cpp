// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/open_lookup.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"
#include "tests/support/minidump_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <set>

using namespace faultline;
using namespace faultline::test;

/// Checks which notices arrive at the callback and in which order, and that all work can be
/// cancelled.
class TestEngineNotices : public QObject
{
    Q_OBJECT

private slots:
    void noticesOfAnOpenedEventComeInOrder();
    void rawStacksComeBeforeTheFirstByte();
    void nothingOfOthersComesBeforeTheCrashingThread();
    void silentServerHoldsOnlyTheCrashingThread();
    void lookupsTellWhoIsAsked();
    void cancelledJobReportsWhatIsKnown();
    void cancelledTransferEndsTheRest();
    void pausedTransferWaitsAndGoesOn();
    void cancelAllEndsEveryJob();
    void destructorEndsHangingDownloads();
    void newerSymbolicationEndsTheOlder();
    void closedEventsStayClosed();
    void locatedFileKeepsTheOptions();
    void damagedFileFails();
    void containerOfSeveralNamesThem();
    void commandsFromTheCallback();
};

namespace {

const std::string kTarget = "/" + scene::dumpSymbolPath();

engine::EngineConfig configFor(const LoopbackServer& server)
{
    engine::EngineConfig config;
    config.sources = {scene::http("s", server.url())};
    config.headTimeout = config.maxDownloadTimeout = std::chrono::minutes(5);
    config.computeThreads = 2;
    return config;
}

void answerLate(LoopbackServer& server)
{
    server.reply(kTarget, {.body = scene::dumpSymbols(), .delay = std::chrono::minutes(5)});
}

template <class T>
bool isA(const engine::Notice& notice)
{
    return std::holds_alternative<T>(notice);
}

bool isDownloading(const engine::Notice& notice)
{
    const auto* transfer = std::get_if<engine::TransferProgress>(&notice);
    return transfer != nullptr && transfer->state == engine::TransferProgress::State::Connecting;
}

/// Returns the position of the first notice of a kind, or the number of notices when there is none.
template <class T>
std::size_t firstOf(const std::vector<engine::Notice>& notices)
{
    return static_cast<std::size_t>(std::ranges::find_if(notices, isA<T>) - notices.begin());
}

/// An event whose only download hangs.
struct WaitingEvent
{
    WaitingEvent() : engine((answerLate(server), configFor(server)), silentLog(), log.callback())
    {
        job = engine.openEvent(scene::dump(), "dump");
        waits = log.waitFor(isDownloading);
    }

    engine::EventId event() const { return noticesOf<engine::EventSnapshot>(log).at(0).event; }

    LoopbackServer server;
    NoticeLog log;
    engine::Engine engine;
    engine::JobId job{};
    bool waits = false;
};

QString functionOf(const engine::ReportSnapshot& snapshot)
{
    return QString::fromStdString(snapshot.value->crashedFunction.value_or(""));
}

} // namespace

void TestEngineNotices::noticesOfAnOpenedEventComeInOrder()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::dumpSymbols()});
    NoticeLog log;
    engine::Engine engine(configFor(server), silentLog(), log.callback());
    const auto first = engine.openEvent(scene::dump(), "dump");
    QVERIFY(log.waitForFinish(first));
    const auto event = noticesOf<engine::EventSnapshot>(log).at(0).event;
    const auto second = engine.symbolicate(event);
    QVERIFY(log.waitForFinish(second));

    const auto all = log.all();
    QVERIFY(firstOf<engine::EventSnapshot>(all) < firstOf<engine::StackSnapshot>(all));
    QVERIFY(firstOf<engine::StackSnapshot>(all) < firstOf<engine::ReportSnapshot>(all));
    QVERIFY(firstOf<engine::ModuleSnapshot>(all) < firstOf<engine::ReportSnapshot>(all));
    QVERIFY(firstOf<engine::ReportSnapshot>(all) < firstOf<engine::JobFinished>(all));
    std::uint64_t generation = 1;
    for (const auto& stack : noticesOf<engine::StackSnapshot>(log)) {
        QVERIFY(stack.generation >= generation);
        generation = stack.generation;
    }
    QCOMPARE(generation, std::uint64_t{2});
    const auto finished = noticesOf<engine::JobFinished>(log);
    QCOMPARE(finished.size(), std::size_t{2});
    QVERIFY(finished[0].job == first && finished[0].outcome.has_value());
    QVERIFY(finished[1].job == second && finished[1].outcome.has_value());
    for (const auto& report : noticesOf<engine::ReportSnapshot>(log)) {
        QVERIFY(report.value->complete);
        QCOMPARE(functionOf(report), QString("main"));
    }
}

void TestEngineNotices::rawStacksComeBeforeTheFirstByte()
{
    LoopbackServer server;
    answerLate(server);
    NoticeLog log;
    engine::Engine engine(configFor(server), silentLog(), log.callback());
    engine.openEvent(scene::dump(), "dump");
    QVERIFY(log.waitFor(isDownloading));
    QVERIFY(log.waitFor(isA<engine::StackSnapshot>));
    QVERIFY(noticesOf<engine::ReportSnapshot>(log).empty());
    QCOMPARE(noticesOf<engine::StackSnapshot>(log).size(), std::size_t{2});
    QVERIFY(!noticesOf<engine::StackSnapshot>(log)[0].value->frames.empty());
}

namespace {

constexpr std::uint64_t kOtherBase = 0x800000;
constexpr std::array<std::uint8_t, 20> kAppBuildId{1, 2, 3, 4, 5, 6, 7, 8, 9, 1,
                                                   2, 3, 4, 5, 6, 7, 8, 9, 1, 2};
constexpr std::array<std::uint8_t, 20> kOtherBuildId{9, 8, 7, 6, 5, 4, 3, 2, 1, 9,
                                                     8, 7, 6, 5, 4, 3, 2, 1, 9, 8};

/// Two threads: the first runs in the scene's module "app", the second has crashed in "other".
ByteView dumpOfTwoModules()
{
    constexpr std::uint64_t kStack = 0x7000;
    MinidumpBuilder dump;
    dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
    dump.addModule({.name = "/opt/app",
                    .base = scene::kBase,
                    .sizeBytes = 0x10000,
                    .codeView = buildIdRecord(kAppBuildId)});
    dump.addModule({.name = "/opt/other",
                    .base = kOtherBase,
                    .sizeBytes = 0x10000,
                    .codeView = buildIdRecord(kOtherBuildId)});
    for (const auto& [id, base] : {std::pair{7u, scene::kBase}, std::pair{8u, kOtherBase}})
        dump.addThread({.id = id,
                        .cpu = Cpu::Amd64,
                        .registers = {{"rip", base + 0x1010}, {"rsp", kStack}},
                        .stackAddress = kStack,
                        .stack = words64({1, base + 0x1121, 2, 3})});
    dump.setException({.threadId = 8, .code = 11, .flags = 1, .address = 0x45});
    return dump.build();
}

std::string breakpadId(const std::array<std::uint8_t, 20>& buildId)
{
    return DebugId::fromBuildId(std::as_bytes(std::span(buildId)), std::endian::little)->breakpad();
}

std::string appTarget()
{
    return concat("/app/", breakpadId(kAppBuildId), "/app.sym");
}

std::string otherTarget()
{
    return concat("/other/", breakpadId(kOtherBuildId), "/other.sym");
}

/// Is it a stack of this thread whose first frame has a name?
bool isNamedStack(const engine::Notice& notice, std::uint32_t thread)
{
    const auto* stack = std::get_if<engine::StackSnapshot>(&notice);
    return stack != nullptr && stack->value->thread == thread && !stack->value->frames.empty() &&
           stack->value->frames[0].position.function.has_value();
}

} // namespace

void TestEngineNotices::nothingOfOthersComesBeforeTheCrashingThread()
{
    LoopbackServer server;
    std::atomic<bool> crashedIsServed = false;
    std::atomic<int> early = 0;
    std::atomic<int> late = 0;
    server.handle(otherTarget(), [&](const LoopbackServer::Request&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        crashedIsServed = true;
        return LoopbackServer::Reply{.body = scene::symbols(breakpadId(kOtherBuildId))};
    });
    server.handleOthers([&](const LoopbackServer::Request& request) {
        if (request.target.contains("/app/"))
            ++(crashedIsServed ? late : early);
        return LoopbackServer::Reply{.status = 404};
    });
    NoticeLog log;
    engine::Engine engine(configFor(server), silentLog(), log.callback());
    const auto job = engine.openEvent(dumpOfTwoModules(), "dump");
    QVERIFY(log.waitForFinish(job));
    QCOMPARE(early.load(), 0);
    QVERIFY(late.load() > 0);
    // Its names were there before the report.
    const auto all = log.all();
    const auto named = std::ranges::find_if(
        all, [](const engine::Notice& notice) { return isNamedStack(notice, 1); });
    QVERIFY(named - all.begin() <
            static_cast<std::ptrdiff_t>(firstOf<engine::ReportSnapshot>(all)));
}

/// The crashing thread's file never comes. The others get theirs all the same.
void TestEngineNotices::silentServerHoldsOnlyTheCrashingThread()
{
    LoopbackServer server;
    server.reply(otherTarget(), {.body = scene::symbols(breakpadId(kOtherBuildId)),
                                 .delay = std::chrono::minutes(5)});
    server.reply(appTarget(), {.body = scene::symbols(breakpadId(kAppBuildId))});
    NoticeLog log;
    engine::Engine engine(configFor(server), silentLog(), log.callback());
    engine.openEvent(dumpOfTwoModules(), "dump");
    QVERIFY(log.waitFor([](const engine::Notice& notice) { return isNamedStack(notice, 0); }));
}

/// One place of the module has nothing, and the other keeps everyone waiting.
void TestEngineNotices::lookupsTellWhoIsAsked()
{
    LoopbackServer empty("127.0.0.2");
    LoopbackServer server;
    answerLate(server);
    auto config = configFor(server);
    config.sources.push_back(scene::http("empty", empty.url()));
    NoticeLog log;
    engine::Engine engine(config, silentLog(), log.callback());
    engine.openEvent(scene::dump(), "dump");
    const auto stateOf = [](const OpenLookup& lookup, std::string_view source) {
        const auto found = std::ranges::find_if(
            lookup.places, [&](const auto& place) { return place.candidate.source == source; });
        if (found == lookup.places.end())
            return std::string_view("unknown");
        return found->hasAnswered ? downloadStatusName(found->candidate.download)
                                  : std::string_view("asked");
    };
    QVERIFY(log.waitFor([&](const engine::Notice& notice) {
        const auto* lookup = std::get_if<engine::LookupSnapshot>(&notice);
        return lookup != nullptr && stateOf(*lookup->value, "empty") == "notfound" &&
               stateOf(*lookup->value, "s") == "asked";
    }));
    std::set<std::uint64_t> numbers;
    for (const auto& lookup : noticesOf<engine::LookupSnapshot>(log)) {
        QCOMPARE(lookup.module, 0u);
        QVERIFY(numbers.insert(lookup.value->sequence).second);
    }
    for (const auto& module : noticesOf<engine::ModuleSnapshot>(log))
        QVERIFY(module.value->pending); // Nothing is final yet.
}

void TestEngineNotices::cancelledJobReportsWhatIsKnown()
{
    WaitingEvent waiting;
    QVERIFY(waiting.waits);
    waiting.engine.cancel(waiting.job);
    QVERIFY(waiting.log.waitForFinish(waiting.job));
    QCOMPARE(noticesOf<engine::JobFinished>(waiting.log).at(0).outcome.error().kind,
             ErrorKind::Cancelled);
    const auto reports = noticesOf<engine::ReportSnapshot>(waiting.log);
    QCOMPARE(reports.size(), std::size_t{1});
    QVERIFY(!reports[0].value->complete);
    QCOMPARE(reports[0].value->stacks.size(), std::size_t{2});
    QVERIFY(!reports[0].value->stacks[0]->frames.empty());
}

void TestEngineNotices::cancelledTransferEndsTheRest()
{
    WaitingEvent waiting;
    QVERIFY(waiting.waits);
    waiting.engine.cancelTransfer(noticesOf<engine::TransferProgress>(waiting.log).at(0).transfer);
    QVERIFY(waiting.log.waitForFinish(waiting.job));
    QVERIFY(noticesOf<engine::JobFinished>(waiting.log).at(0).outcome.has_value());
    QVERIFY(noticesOf<engine::ReportSnapshot>(waiting.log).at(0).value->complete);
}

void TestEngineNotices::pausedTransferWaitsAndGoesOn()
{
    WaitingEvent waiting;
    QVERIFY(waiting.waits);
    const auto transfer = noticesOf<engine::TransferProgress>(waiting.log).at(0).transfer;
    waiting.engine.pauseTransfer(transfer);
    QVERIFY(waiting.log.waitFor([](const engine::Notice& notice) {
        const auto* progress = std::get_if<engine::TransferProgress>(&notice);
        return progress != nullptr && progress->state == engine::TransferProgress::State::Paused;
    }));
    QVERIFY(noticesOf<engine::JobFinished>(waiting.log).empty());
    waiting.server.reply(kTarget, {.body = scene::dumpSymbols()});
    waiting.engine.resumeTransfer(transfer);
    QVERIFY(waiting.log.waitForFinish(waiting.job));
    QCOMPARE(functionOf(noticesOf<engine::ReportSnapshot>(waiting.log).at(0)), QString("main"));
}

void TestEngineNotices::cancelAllEndsEveryJob()
{
    LoopbackServer server;
    answerLate(server);
    NoticeLog log;
    engine::Engine engine(configFor(server), silentLog(), log.callback());
    std::vector<engine::JobId> jobs;
    for (int i = 0; i < 12; ++i)
        jobs.push_back(engine.openEvent(scene::dump(), "dump"));
    QVERIFY(log.waitFor(isDownloading));
    engine.cancelAll();
    for (const auto job : jobs)
        QVERIFY(log.waitForFinish(job));
    QCOMPARE(noticesOf<engine::JobFinished>(log).size(), jobs.size());
}

void TestEngineNotices::destructorEndsHangingDownloads()
{
    LoopbackServer server;
    answerLate(server);
    NoticeLog log;
    std::size_t atEnd = 0;
    {
        engine::Engine engine(configFor(server), silentLog(), log.callback());
        for (int i = 0; i < 12; ++i)
            engine.openEvent(scene::dump(), "dump");
        QVERIFY(log.waitFor(isDownloading));
    }
    atEnd = log.all().size();
    QCOMPARE(noticesOf<engine::JobFinished>(log).size(), std::size_t{12});
    QTest::qWait(20);
    QCOMPARE(log.all().size(), atEnd);
}

void TestEngineNotices::newerSymbolicationEndsTheOlder()
{
    WaitingEvent waiting;
    QVERIFY(waiting.waits);
    const auto event = waiting.event();
    waiting.engine.setSources({});
    std::vector<engine::JobId> later;
    for (int i = 0; i < 5; ++i)
        later.push_back(waiting.engine.symbolicate(event));
    QVERIFY(waiting.log.waitForFinish(waiting.job));
    for (const auto job : later)
        QVERIFY(waiting.log.waitForFinish(job));
    const auto reports = noticesOf<engine::ReportSnapshot>(waiting.log);
    QVERIFY(!reports.front().value->complete);
    QVERIFY(reports.back().value->complete);
    QVERIFY(std::ranges::is_sorted(reports, {}, &engine::ReportSnapshot::generation));
}

void TestEngineNotices::closedEventsStayClosed()
{
    WaitingEvent waiting;
    QVERIFY(waiting.waits);
    const auto event = waiting.event();
    waiting.engine.closeEvent(event);
    QVERIFY(waiting.log.waitForFinish(waiting.job));
    const auto again = waiting.engine.symbolicate(event);
    QVERIFY(waiting.log.waitForFinish(again));
    QCOMPARE(noticesOf<engine::JobFinished>(waiting.log).back().outcome.error().kind,
             ErrorKind::NotFound);
}

void TestEngineNotices::locatedFileKeepsTheOptions()
{
    QTemporaryDir dir;
    const auto path = dir.filePath("mine.sym").toStdString();
    std::ofstream(path) << scene::symbols(scene::kOtherBreakpadId);
    LoopbackServer server;
    NoticeLog log;
    engine::Engine engine(configFor(server), silentLog(), log.callback());
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    QVERIFY(log.waitForFinish(engine.openEvent(scene::dump(), "dump", options)));
    const auto event = noticesOf<engine::EventSnapshot>(log).at(0).event;
    QVERIFY(log.waitForFinish(engine.locateFile(event, 0, path)));
    QCOMPARE(functionOf(noticesOf<engine::ReportSnapshot>(log).back()), QString("main"));
    QVERIFY(log.waitForFinish(engine.symbolicate(event, options)));
    QCOMPARE(functionOf(noticesOf<engine::ReportSnapshot>(log).back()), QString("main"));
    QCOMPARE(server.totalHits(), 0);
}

void TestEngineNotices::damagedFileFails()
{
    NoticeLog log;
    engine::Engine engine({}, silentLog(), log.callback());
    const auto job = engine.openEvent(ByteView::fromVector(std::vector<std::byte>(64)), "zeros");
    QVERIFY(log.waitForFinish(job));
    QCOMPARE(noticesOf<engine::JobFinished>(log).at(0).outcome.error().kind,
             ErrorKind::Unsupported);
    QVERIFY(noticesOf<engine::EventSnapshot>(log).empty());
}

void TestEngineNotices::containerOfSeveralNamesThem()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    for (const auto* name : {"one.dmp", "two.dmp"})
        std::ofstream(root / name, std::ios::binary) << scene::dump().text();
    NoticeLog log;
    engine::Engine engine({}, silentLog(), log.callback());
    const auto whole = engine.openEvent(root);
    QVERIFY(log.waitForFinish(whole));
    const auto containers = noticesOf<engine::ContainerSnapshot>(log);
    QCOMPARE(containers.size(), std::size_t{1});
    QCOMPARE(containers[0].job, whole);
    QCOMPARE(containers[0].parts, (std::vector<std::string>{"one.dmp", "two.dmp"}));
    QCOMPARE(noticesOf<engine::JobFinished>(log).at(0).outcome.error().kind,
             ErrorKind::Unsupported);
    QVERIFY(noticesOf<engine::EventSnapshot>(log).empty());
    const auto part = engine.openEvent(root / containers[0].parts[1]);
    QVERIFY(log.waitForFinish(part));
    QCOMPARE(noticesOf<engine::EventSnapshot>(log).at(0).path, root / "two.dmp");
}

void TestEngineNotices::commandsFromTheCallback()
{
    LoopbackServer server;
    answerLate(server);
    NoticeLog log;
    const auto keep = log.callback();
    std::atomic<engine::Engine*> engine = nullptr;
    engine::Engine real(configFor(server), silentLog(), [&](engine::Notice notice) {
        if (isDownloading(notice))
            engine.load()->cancelAll();
        keep(std::move(notice));
    });
    engine = &real;
    QVERIFY(log.waitForFinish(real.openEvent(scene::dump(), "dump")));
}

QTEST_GUILESS_MAIN(TestEngineNotices)
#include "tst_engine_notices.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/read_event.h"
#include "core/report/candidate_text.h"
#include "core/symbolicate/options/rewrite_rules.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <thread>

using namespace faultline;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// Checks what a module's report says about every outcome of a look-up, and how often each server
/// is asked.
class TestModuleLookup : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void outcomes_data();
    void outcomes();
    void timeoutOfTheServer();
    void secondRunAsksNobody();
    void retryPassesOverRememberedFailures();
    void identicalRunsShareOneDownload();
    void resultsBelongToTheirSource();
    void privateFilesAreNotSharedBetweenScopes();
    void sourceWithoutPlaceShowsAPlaceholder();
    void symbolsOfOneFileFillGapsOfAnother();
    void damageOfSymbolsIsReported();
    void locatedFileIsTakenWhateverItsId();
    void locatedFileIsTypedByItsContent();
    void locatedFileWaitsForNoServer();
    void sourceCannotPassForALocatedFile_data();
    void sourceCannotPassForALocatedFile();
    void anotherBuildNamesFramesAndNoMore_data();
    void anotherBuildNamesFramesAndNoMore();
    void rewriteRuleFindsTheMainModule();
    void offlineIsNotRemembered();
    void offlineAnswersFromTheCaches();
    void prefetchAsksForModulesWithoutFrames();
    void rebuiltFileInAFolderIsReadAgain();
    void newFileInAFolderIsFoundOnRetry();
    void framesBeyondTheLimitAreReported();
    void localFilesComeFirst_data();
    void localFilesComeFirst();
    void check22OnlyWhatTheIndexListsIsAskedFor();

private:
    std::unique_ptr<engine::Engine> engine(std::vector<sources::SourceConfig> sources,
                                           bool onDisk = true) const
    {
        engine::EngineConfig config;
        if (onDisk)
            config.cacheDir = m_dir->filePath("cache").toStdString();
        config.sources = std::move(sources);
        config.headTimeout = std::chrono::milliseconds(500);
        config.computeThreads = 2;
        return std::make_unique<engine::Engine>(std::move(config), silentLog(), nullptr);
    }

    /// Without source context, because its look-up would add candidates.
    static ReportPtr run(engine::Engine& engine, symbolicate::SymbolicateOptions options = {})
    {
        options.applySourceContext = false;
        const auto report = engine.run(scene::event(), options, {});
        return report ? *report : nullptr;
    }

    static ReportPtr retry(engine::Engine& engine)
    {
        symbolicate::SymbolicateOptions options;
        options.retryFailed = true;
        return run(engine, options);
    }

    std::string write(const std::string& name, const std::string& text) const
    {
        const auto path = std::filesystem::path(m_dir->path().toStdString()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path.string();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

const std::string kTarget = "/" + std::string(scene::kSymbolPath);

const Candidate& onlyCandidate(const ReportPtr& report)
{
    static const Candidate kNone;
    const auto& all = report->modules[0]->candidates;
    return all.size() == 1 ? all[0] : kNone;
}

QString text(std::string_view value)
{
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

QString functionOf(const ReportPtr& report, std::size_t frame = 0)
{
    const auto& frames = report->stacks[0]->frames;
    return frame < frames.size() ? text(frames[frame].position.function.value_or(""))
                                 : QString("no frame");
}

} // namespace

void TestModuleLookup::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestModuleLookup::outcomes_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("download");
    QTest::addColumn<QString>("details");
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("frame");
    QTest::addColumn<QString>("identity");
    QTest::newRow("found") << 200 << QByteArray::fromStdString(scene::symbols()) << "ok" << ""
                           << "found" << "symbolicated" << "";
    QTest::newRow("not there") << 404 << QByteArray() << "notfound" << ""
                               << "missing" << "missing" << "";
    QTest::newRow("forbidden") << 403 << QByteArray() << "noperm" << "403 Forbidden"
                               << "fetching_failed" << "missing" << "";
    QTest::newRow("server error") << 500 << QByteArray() << "error"
                                  << "download failed: 500 Internal Server Error"
                                  << "fetching_failed" << "missing" << "";
    QTest::newRow("login page") << 200 << QByteArray("<html>please log in</html>") << "malformed"
                                << "*" << "malformed" << "malformed" << "";
    QTest::newRow("another build")
        << 200 << QByteArray::fromStdString(scene::symbols(scene::kOtherBreakpadId)) << "ok" << ""
        << "found" << "symbolicated"
        << "wrong build: debug id 11111111-2222-3333-4444-555555555555-a instead of "
           "c0bcc3f1-9827-fe65-3058-404b2831d9e6";
}

void TestModuleLookup::outcomes()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, download);
    QFETCH(QString, details);
    QFETCH(QString, module);
    QFETCH(QString, frame);
    QFETCH(QString, identity);
    LoopbackServer server;
    server.reply(kTarget, {.status = status, .body = body.toStdString()});
    const auto engine = this->engine({scene::http("s", server.url())});
    const auto report = run(*engine);
    QVERIFY(report != nullptr);
    const Candidate& candidate = onlyCandidate(report);
    QCOMPARE(text(candidate.source), QString("s"));
    QCOMPARE(text(candidate.location), text(server.url() + kTarget));
    QCOMPARE(text(downloadStatusName(candidate.download)), download);
    if (details != "*")
        QCOMPARE(text(report::failureWords(candidate)), details);
    QCOMPARE(text(report::identityWords(candidate.identity)), identity);
    QCOMPARE(text(objectFileStatusName(report->modules[0]->debugStatus)), module);
    QCOMPARE(text(frameStatusName(report->stacks[0]->frames.at(0).status)), frame);
    QCOMPARE(onlyCandidate(report).httpStatus.value_or(0), static_cast<std::uint32_t>(status));
    QVERIFY(report->complete);
}

void TestModuleLookup::timeoutOfTheServer()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::symbols(), .delay = std::chrono::seconds(60)});
    const auto engine = this->engine({scene::http("s", server.url())});
    const auto report = run(*engine);
    QCOMPARE(onlyCandidate(report).download, DownloadStatus::Error);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Timeout);
    QCOMPARE(report->stacks[0]->frames.at(0).status, FrameStatus::Missing);
}

void TestModuleLookup::secondRunAsksNobody()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::symbols()});
    for (int process = 0; process < 2; ++process) {
        const auto engine = this->engine({scene::http("s", server.url())});
        const auto first = run(*engine);
        QCOMPARE(functionOf(first), QString("main"));
        QCOMPARE(onlyCandidate(first).layer,
                 process == 0 ? AnswerLayer::Network : AnswerLayer::Disk);
        QCOMPARE(onlyCandidate(run(*engine)).layer, AnswerLayer::Memory);
    }
    QCOMPARE(server.hits(kTarget), 1);
}

void TestModuleLookup::retryPassesOverRememberedFailures()
{
    LoopbackServer server;
    const auto engine = this->engine({scene::http("s", server.url())});
    QCOMPARE(run(*engine)->modules[0]->debugStatus, ObjectFileStatus::Missing);
    server.reply(kTarget, {.body = scene::symbols()});
    const auto remembered = onlyCandidate(run(*engine));
    QCOMPARE(remembered.layer, AnswerLayer::NegativeCache);
    QCOMPARE(remembered.attempts, 0u);
    const auto expiry = remembered.failureExpiresInSeconds.value_or(0);
    QVERIFY2(expiry > 0 && expiry <= 3600, qPrintable(QString::number(expiry)));
    QCOMPARE(server.hits(kTarget), 1);
    QCOMPARE(functionOf(retry(*engine)), QString("main"));
    QCOMPARE(functionOf(run(*engine)), QString("main"));
    QCOMPARE(server.hits(kTarget), 2);
}

void TestModuleLookup::identicalRunsShareOneDownload()
{
    constexpr int kRuns = 50;
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::symbols(), .delay = std::chrono::milliseconds(100)});
    const auto engine = this->engine({scene::http("s", server.url())});
    std::atomic<int> resolved = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kRuns; ++i)
            threads.emplace_back(
                [&] { resolved += functionOf(run(*engine)) == QString("main") ? 1 : 0; });
    }
    QCOMPARE(resolved.load(), kRuns);
    QCOMPARE(server.hits(kTarget), 1);
}

void TestModuleLookup::resultsBelongToTheirSource()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::symbols()});
    const auto engine = this->engine({});
    symbolicate::SymbolicateOptions with;
    with.sources = {scene::http("s", server.url())};
    QCOMPARE(run(*engine)->modules[0]->debugStatus, ObjectFileStatus::Missing);
    QCOMPARE(run(*engine, with)->modules[0]->debugStatus, ObjectFileStatus::Found);
    const auto without = run(*engine);
    QCOMPARE(without->modules[0]->debugStatus, ObjectFileStatus::Missing);
    QVERIFY(without->modules[0]->candidates.empty());
    engine->setSources(*with.sources);
    QCOMPARE(run(*engine)->modules[0]->debugStatus, ObjectFileStatus::Found);
    QCOMPARE(server.hits(kTarget), 1);
}

void TestModuleLookup::privateFilesAreNotSharedBetweenScopes()
{
    for (const bool isPublic : {false, true}) {
        LoopbackServer server;
        server.reply(kTarget, {.body = scene::symbols()});
        auto source = scene::http("s", server.url());
        source.isPublic = isPublic;
        const auto engine = this->engine({source});
        for (const auto* scope : {"one", "two", "one"}) {
            symbolicate::SymbolicateOptions options;
            options.scope = scope;
            QCOMPARE(functionOf(run(*engine, options)), QString("main"));
        }
        QCOMPARE(server.hits(kTarget), isPublic ? 1 : 2);
    }
}

void TestModuleLookup::sourceWithoutPlaceShowsAPlaceholder()
{
    LoopbackServer server;
    auto source = scene::http("s", server.url());
    source.filters.fileTypes = {sources::FileType::Proguard};
    const auto report = run(*this->engine({source}));
    QCOMPARE(text(report::locationWords(onlyCandidate(report))),
             QString("No object files listed on this source"));
    QCOMPARE(onlyCandidate(report).download, DownloadStatus::NotFound);
    QCOMPARE(text(report::skipWords(onlyCandidate(report))), QString("filetype filter"));
    QCOMPARE(server.totalHits(), 0);
}

void TestModuleLookup::symbolsOfOneFileFillGapsOfAnother()
{
    const std::string path(scene::kSymbolPath);
    write("debug/" + path, scene::symbolFile("FILE 0 /src/app.c\nFUNC 1000 100 0 main\n"
                                             "1000 100 10 0\n"));
    write("code/" + path, scene::symbolFile("PUBLIC 1000 0 wrong_main\nPUBLIC 1100 0 gap\n"));
    const auto root = m_dir->path().toStdString();
    const auto report = run(*this->engine(
        {scene::filesystem("a", root + "/code"), scene::filesystem("b", root + "/debug")}));
    QCOMPARE(functionOf(report, 0), QString("main"));
    QCOMPARE(functionOf(report, 1), QString("gap"));
    QVERIFY(report->stacks[0]->frames[1].asNative()->fromSymbolTable);
}

void TestModuleLookup::damageOfSymbolsIsReported()
{
    const auto report = run(*engine({scene::folder("f", m_dir->path().toStdString())}));
    QVERIFY(report->modules[0]->notes.empty());
    m_dir = std::make_unique<QTemporaryDir>();
    write(std::string(scene::kSymbolPath), scene::symbolFile("FILE x /src/app.c\n"
                                                             "FUNC 1000 100 0 main\n"
                                                             "1000 80 10 0\n"
                                                             "10zz 80 20 0\n"));
    const auto damaged = run(*engine({scene::folder("f", m_dir->path().toStdString())}));
    QCOMPARE(functionOf(damaged), QString("main"));
    QCOMPARE(damaged->modules[0]->notes,
             std::vector<std::string>{"2 records of the debug info could not be read"});
}

void TestModuleLookup::locatedFileIsTakenWhateverItsId()
{
    symbolicate::SymbolicateOptions options;
    options.locatedFiles = {{0, write("mine.sym", scene::symbols(scene::kOtherBreakpadId))}};
    const auto report = run(*this->engine({}), options);
    QCOMPARE(functionOf(report), QString("main"));
    QCOMPARE(text(onlyCandidate(report).source), QString("located file"));
    QVERIFY(text(report::identityWords(onlyCandidate(report).identity)).startsWith("wrong build"));
}

void TestModuleLookup::locatedFileIsTypedByItsContent()
{
    symbolicate::SymbolicateOptions options;
    options.locatedFiles = {{0, write("mine.bin", scene::symbols())}};
    QCOMPARE(text(onlyCandidate(run(*this->engine({}), options)).fileType), QString("breakpad"));
}

void TestModuleLookup::locatedFileWaitsForNoServer()
{
    LoopbackServer server;
    server.handleOthers([](const LoopbackServer::Request&) {
        return LoopbackServer::Reply{.body = std::string(100'000, ' '), .stall = true};
    });
    symbolicate::SymbolicateOptions options;
    options.locatedFiles = {
        {0, write("mine.sym", scene::symbols() + "STACK CFI INIT 1000 200 .cfa: $rsp 8 + "
                                                 ".ra: .cfa -8 + ^\n")}};
    const auto report = run(*engine({scene::http("slow", server.url())}), options);
    QCOMPARE(functionOf(report), QString("main"));
    QCOMPARE(text(onlyCandidate(report).source), QString("located file"));
    QCOMPARE(server.totalHits(), 0);
}

void TestModuleLookup::sourceCannotPassForALocatedFile_data()
{
    QTest::addColumn<std::string>("id"); // The id of a source that has a file of another build.
    QTest::addColumn<bool>("located");   // The same file, chosen by the user.
    QTest::newRow("a source") << std::string("s") << false;
    QTest::newRow("a source called like a located file") << std::string("located file") << false;
    QTest::newRow("a located file") << std::string() << true;
}

/// If ids must match, only a file that the user chose may differ. The name of a source makes no
/// difference.
void TestModuleLookup::sourceCannotPassForALocatedFile()
{
    QFETCH(std::string, id);
    QFETCH(bool, located);
    const auto path = write("symbols/" + std::string(scene::kSymbolPath),
                            scene::symbols(scene::kOtherBreakpadId));
    const auto folder = m_dir->filePath("symbols").toStdString();
    std::vector<sources::SourceConfig> sources;
    symbolicate::SymbolicateOptions options;
    options.requireMatchingIds = true;
    if (located)
        options.locatedFiles = {{0, path}};
    else
        sources = {scene::filesystem(id, folder)};
    const auto report = run(*this->engine(std::move(sources)), options);
    const auto& candidate = onlyCandidate(report);
    QVERIFY(text(report::identityWords(candidate.identity)).startsWith("wrong build"));
    QCOMPARE(candidate.download, located ? DownloadStatus::Ok : DownloadStatus::Error);
    QCOMPARE(text(report::useWords(candidate)).contains("chosen by the user"), located);
    QCOMPARE(functionOf(report), located ? QString("main") : QString());
}

void TestModuleLookup::anotherBuildNamesFramesAndNoMore_data()
{
    QTest::addColumn<bool>("fits");
    QTest::addColumn<bool>("located"); // The user chose the file.
    QTest::newRow("this build") << true << false;
    QTest::newRow("another build") << false << false;
    QTest::newRow("this build, located") << true << true;
    QTest::newRow("another build, located") << false << true;
}

/// The unwind data leads to a frame that a scan would not find, because its return address lies in
/// no function.
void TestModuleLookup::anotherBuildNamesFramesAndNoMore()
{
    QFETCH(bool, fits);
    QFETCH(bool, located);
    auto symbols = fits ? scene::dumpSymbols() : scene::symbols(scene::kOtherBreakpadId);
    symbols += "STACK CFI INIT 1000 100 .cfa: $rsp 16 + .ra: .cfa 8 - ^\n";
    const auto path = write("symbols/" + scene::dumpSymbolPath(), symbols);
    const auto event = intake::readEvent(scene::dump(), {});
    QVERIFY(event.has_value());
    symbolicate::SymbolicateOptions options;
    options.applySourceContext = false;
    if (located)
        options.locatedFiles = {{0, path}};
    const auto source = scene::filesystem("s", m_dir->filePath("symbols").toStdString());
    const auto engine = this->engine(located ? std::vector<sources::SourceConfig>()
                                             : std::vector<sources::SourceConfig>{source});
    const auto report = engine->run(*event, options, {});
    QVERIFY(report.has_value());
    const auto& module = *(*report)->modules[0];
    QCOMPARE(!module.wrongBuild, fits);
    QCOMPARE(module.debugStatus, ObjectFileStatus::Found);
    QCOMPARE(module.unwindStatus == ObjectFileStatus::Found, fits);
    QCOMPARE(module.candidates.at(0).unwind.has_value(), fits);
    QStringList use;
    if (located)
        use << "chosen by the user";
    if (!fits)
        use << "not used for unwinding";
    QCOMPARE(text(report::useWords(module.candidates.at(0))), use.join(", "));
    const auto& frames = (*report)->stacks[0]->frames;
    QCOMPARE(text(frames.at(0).position.function.value_or("")), QString("main"));
    QCOMPARE(frames.at(0).asNative()->fromWrongBuild, !fits);
    QCOMPARE(frames.at(0).note.ends_with("another build"), !fits);
    QCOMPARE(frames.at(1).trust, fits ? FrameTrust::Cfi : FrameTrust::Scan);
}

void TestModuleLookup::rewriteRuleFindsTheMainModule()
{
    write("symbols/" + std::string(scene::kSymbolPath), scene::symbols());
    const auto engine =
        this->engine({scene::filesystem("s", m_dir->filePath("symbols").toStdString())});
    auto event = scene::event();
    event->modules[0].debugFile = "app-renamed";
    symbolicate::SymbolicateOptions options;
    options.rewriteFirstModule = *symbolicate::RewriteRules::compile({{"^app-.*$", "app"}});
    const auto report = engine->run(event, options, {});
    QVERIFY(report.has_value());
    QCOMPARE(functionOf(*report), QString("main"));
    QCOMPARE(text(*(*report)->modules[0]->module.debugFile), QString("app-renamed"));
}

void TestModuleLookup::offlineIsNotRemembered()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::symbols()});
    const auto engine = this->engine({scene::http("s", server.url())});
    engine->setOffline(true);
    const auto offline = run(*engine);
    QVERIFY(offline->complete);
    QCOMPARE(text(report::failureWords(onlyCandidate(offline))), QString("skipped (offline)"));
    QCOMPARE(onlyCandidate(offline).layer, AnswerLayer::Skipped);
    QCOMPARE(server.totalHits(), 0);
    QCOMPARE(offline->diagnostics.size(), std::size_t{1});
    QCOMPARE(text(offline->diagnostics[0].text),
             QString("offline: answered from caches and local files alone, 1 place was not asked"));
    engine->setOffline(false);
    QCOMPARE(functionOf(run(*engine)), QString("main"));
}

void TestModuleLookup::offlineAnswersFromTheCaches()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::symbols()});
    run(*this->engine({scene::http("s", server.url())}));
    const auto engine = this->engine({scene::http("s", server.url())});
    engine->setOffline(true);
    const auto report = run(*engine);
    QCOMPARE(functionOf(report), QString("main"));
    QVERIFY(report->diagnostics.empty()); // Nothing was left out.
    QCOMPARE(server.totalHits(), 1);
}

void TestModuleLookup::prefetchAsksForModulesWithoutFrames()
{
    const auto id = DebugId::parseBreakpad(scene::kOtherBreakpadId);
    const auto other = "/app/" + id->breakpad() + "/app.sym";
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::symbols()});
    server.reply(other, {.body = scene::symbols(scene::kOtherBreakpadId)});
    const auto engine = this->engine({scene::http("s", server.url())});
    auto event = scene::event();
    event->modules.push_back(scene::module());
    event->modules[1].address = scene::kBase + 0x100000;
    event->modules[1].debugId = id;
    symbolicate::SymbolicateOptions options;
    QVERIFY(engine->run(event, options, {}));
    QCOMPARE(server.hits(other), 0);
    options.fetchAllModules = true;
    const auto report = engine->run(event, options, {});
    QCOMPARE(server.hits(other), 1);
    QCOMPARE((*report)->modules[1]->debugStatus, ObjectFileStatus::Found);
}

void TestModuleLookup::rebuiltFileInAFolderIsReadAgain()
{
    const auto engine =
        this->engine({scene::folder("build", m_dir->filePath("out").toStdString())});
    write("out/app.sym", scene::symbolFile("FUNC 1000 100 0 old_name\n"));
    QCOMPARE(functionOf(run(*engine)), QString("old_name"));
    write("out/app.sym", scene::symbolFile("FUNC 1000 100 0 renamed\n"));
    QCOMPARE(functionOf(run(*engine)), QString("renamed"));
    write("out/app.sym", scene::symbols(scene::kOtherBreakpadId));
    const auto gone = retry(*engine);
    QCOMPARE(gone->modules[0]->debugStatus, ObjectFileStatus::Missing);
}

void TestModuleLookup::newFileInAFolderIsFoundOnRetry()
{
    std::filesystem::create_directories(m_dir->filePath("out").toStdString());
    const auto engine =
        this->engine({scene::folder("build", m_dir->filePath("out").toStdString())});
    QCOMPARE(run(*engine)->modules[0]->debugStatus, ObjectFileStatus::Missing);
    write("out/deep/app.sym", scene::symbols());
    QCOMPARE(functionOf(retry(*engine)), QString("main"));
}

void TestModuleLookup::framesBeyondTheLimitAreReported()
{
    engine::EngineConfig config;
    config.limits.maxFramesPerEvent = 3;
    engine::Engine engine(config, silentLog(), nullptr);
    auto event = scene::event();
    event->threads.push_back(event->threads[0]);
    const auto report = engine.run(event, {}, {});
    QVERIFY(report.has_value());
    QCOMPARE((*report)->stacks[0]->frames.size(), std::size_t{2});
    QCOMPARE((*report)->stacks[1]->frames.size(), std::size_t{1});
    QCOMPARE((*report)->diagnostics.size(), std::size_t{1});
    QCOMPARE(text((*report)->diagnostics[0].area), QString("thread 1"));
    QCOMPARE(text((*report)->diagnostics[0].text),
             QString("stack is cut: the event has more than 3 frames"));
}

/// Check 22 of docs/spec/sources-and-caches.md §18.
void TestModuleLookup::localFilesComeFirst_data()
{
    QTest::addColumn<QString>("local"); // The symbol file in the folder.
    QTest::addColumn<bool>("useLocalFiles");
    QTest::addColumn<bool>("asksServer");
    const auto text = [](const std::string& symbols) { return QString::fromStdString(symbols); };
    QTest::newRow("all is here") << text(scene::symbols()) << true << false;
    QTest::newRow("all is here, on a server") << text(scene::symbols()) << false << true;
    QTest::newRow("another build") << text(scene::symbols(scene::kOtherBreakpadId)) << true << true;
    QTest::newRow("names without lines")
        << text(scene::symbolFile("PUBLIC 1000 0 main\n")) << true << true;
    QTest::newRow("nothing") << QString() << true << true;
}

void TestModuleLookup::localFilesComeFirst()
{
    QFETCH(QString, local);
    QFETCH(bool, useLocalFiles);
    QFETCH(bool, asksServer);
    LoopbackServer server;
    server.reply("/" + std::string(scene::kSymbolPath), {.body = scene::symbols()});
    if (!local.isEmpty())
        write("symbols/" + std::string(scene::kSymbolPath), local.toStdString());
    auto store = scene::http("store", server.url()); // Comes first in the configuration.
    store.filters.fileTypes.clear();
    const auto workbench =
        engine({store, scene::filesystem("files", m_dir->filePath("symbols").toStdString())});
    symbolicate::SymbolicateOptions options;
    options.useLocalFiles = useLocalFiles;
    options.useLocalSources = useLocalFiles;
    const auto report = run(*workbench, options);
    QVERIFY(report);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Found);
    QCOMPARE(server.totalHits() > 0, asksServer);
    const auto& candidates = report->modules[0]->candidates;
    const auto asked = std::ranges::find(candidates, "store", &Candidate::source);
    QVERIFY(asked != candidates.end());
    QCOMPARE(asked->skips.empty(), asksServer);
}

void TestModuleLookup::check22OnlyWhatTheIndexListsIsAskedFor()
{
    LoopbackServer server;
    server.reply("/000Admin/lastid.txt", {.body = "1"});
    server.reply("/000Admin/0000000001",
                 {.body = "\"crash.pdb\\3249D99D0C4049318610F4E4FB0B69361\",\"D:\\x\"\r\n"});
    auto source = scene::http("store", server.url());
    source.filters.fileTypes = {sources::FileType::Pe, sources::FileType::Pdb};
    source.layout.type = sources::LayoutType::Symstore;
    source.hasIndex = true;
    auto event = scene::event();
    auto& module = event->modules[0];
    module.type = ObjectType::Pe;
    module.codeId = CodeId::parse("5ab380779000");
    module.codeFile = "C:\\crash.exe";
    module.debugId = DebugId::parse("3249d99d-0c40-4931-8610-f4e4fb0b6936-1");
    module.debugFile = "C:\\crash.pdb";
    const auto report = this->engine({source})->run(event, {}, {});
    QVERIFY(report.has_value());
    QCOMPARE(server.hits("/crash.pdb/3249D99D0C4049318610F4E4FB0B69361/crash.pdb"), 1);
    QCOMPARE(server.totalHits(), 3); // The index's two files besides.
}

QTEST_GUILESS_MAIN(TestModuleLookup)
#include "tst_module_lookup.moc"

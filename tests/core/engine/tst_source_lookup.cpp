// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"
#include "tests/support/zip_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::test;

/// Source text around frames and for the source view: bundles, mapped folders, recorded paths.
class TestSourceLookup : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void linesFromABundle();
    void linksFromABundle();
    void similarPathsInABundle_data();
    void similarPathsInABundle();
    void readsNoPrivateFileThatDebugInfoNames_data();
    void readsNoPrivateFileThatDebugInfoNames();
    void linesFromMappedAndRecordedPaths();
    void sourceViewTellsWhatWasTried();
    void sourceViewAsksDebuginfod();
    void linesOfAnUnknownFileStayEmpty();

private:
    std::string write(const std::string& name, std::string_view text) const
    {
        const auto path = std::filesystem::path(m_dir->path().toStdString()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return path.string();
    }

    void writeBundle(const std::string& manifest) const
    {
        ZipBuilder zip;
        zip.add("manifest.json", manifest);
        zip.add("files/src/app.c", kSource);
        const auto bytes = zip.buildBundle();
        write("symbols/app.src.zip", asText(bytes));
    }

    engine::EngineConfig config() const
    {
        engine::EngineConfig config;
        auto source = scene::folder("s", m_dir->filePath("symbols").toStdString());
        source.filters.fileTypes.clear();
        config.sources = {source};
        config.computeThreads = 2;
        return config;
    }

    static const std::string kSource;
    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

std::string numberedLines(int count)
{
    std::string text;
    for (int i = 1; i <= count; ++i)
        text += "line " + std::to_string(i) + "\n";
    return text;
}

QString lineOf(const Frame& frame)
{
    return frame.position.context.line ? QString::fromStdString(*frame.position.context.line)
                                       : QString("absent");
}

} // namespace

const std::string TestSourceLookup::kSource = numberedLines(1000);

void TestSourceLookup::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    write("symbols/app.sym", scene::symbols());
}

void TestSourceLookup::linesFromABundle()
{
    writeBundle(R"({"debug_id":"c0bcc3f1-9827-fe65-3058-404b2831d9e6","files":{)"
                R"("files/src/app.c":{"type":"source","path":"/src/app.c"}}})");
    engine::Engine engine(config(), silentLog(), nullptr);
    auto report = engine.run(scene::event(), {}, {});
    QVERIFY(report.has_value());
    const auto& frames = (*report)->stacks[0]->frames;
    QCOMPARE(lineOf(frames[0]), QString("line 10"));
    QCOMPARE(frames[0].position.context.before.size(), std::size_t{5});
    QCOMPARE(QString::fromStdString(frames[0].position.context.after.back()), QString("line 15"));
    QCOMPARE(lineOf(frames[1]), QString("line 30"));
    QVERIFY((*report)->modules[0]->features.hasSources);
    symbolicate::SymbolicateOptions without;
    without.applySourceContext = false;
    report = engine.run(scene::event(), without, {});
    QCOMPARE(lineOf((*report)->stacks[0]->frames[0]), QString("absent"));
}

void TestSourceLookup::linksFromABundle()
{
    writeBundle(R"({"debug_id":"c0bcc3f1-9827-fe65-3058-404b2831d9e6","files":{)"
                R"("files/src/app.c":{"type":"source","path":"/src/app.c",)"
                R"("url":"https://code.example/app.c"}}})");
    engine::Engine engine(config(), silentLog(), nullptr);
    const auto report = engine.run(scene::event(), {}, {});
    QCOMPARE(QString::fromStdString((*report)->stacks[0]->frames[0].position.link.value_or("")),
             QString("https://code.example/app.c"));
}

void TestSourceLookup::similarPathsInABundle_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("inBundle");
    QTest::addColumn<QString>("from"); // A mapping to /moved.
    QTest::addColumn<bool>("isFound");
    QTest::newRow("moved by a mapping") << "/src/app.c" << "/moved/app.c" << "/src" << true;
    QTest::newRow("a mapping is of whole components")
        << "/srcs/app.c" << "/movedsx/app.c" << "/src" << false;
    QTest::newRow("same end") << "/build/lib/src/app.c" << "/home/me/lib/src/app.c" << "" << true;
    QTest::newRow("only the name") << "/build/src/app.c" << "/home/me/lib/app.c" << "" << false;
    QTest::newRow("half a component") << "/build/xsrc/app.c" << "/home/src/app.c" << "" << false;
    QTest::newRow("shorter") << "/build/src/app.c" << "src/app.c" << "" << true;
    QTest::newRow("case of Windows") << "C:\\Src\\App.c" << "c:/src/app.C" << "" << true;
    QTest::newRow("case elsewhere") << "/Src/App.c" << "/src/app.C" << "" << false;
}

void TestSourceLookup::similarPathsInABundle()
{
    QFETCH(QString, recorded);
    QFETCH(QString, inBundle);
    QFETCH(QString, from);
    QFETCH(bool, isFound);
    write("symbols/app.sym", scene::symbolFile("FILE 0 " + recorded.toStdString() +
                                               "\nFUNC 1000 100 0 main\n1000 100 10 0\n"));
    writeBundle(R"({"debug_id":"c0bcc3f1-9827-fe65-3058-404b2831d9e6","files":{)"
                R"("files/src/app.c":{"type":"source","path":")" +
                inBundle.toStdString() + R"("}}})");
    auto settings = config();
    if (!from.isEmpty())
        settings.pathMappings = {{from.toStdString(), "/moved"}};
    engine::Engine engine(settings, silentLog(), nullptr);
    symbolicate::SymbolicateOptions options;
    auto report = engine.run(scene::event(), options, {});
    QCOMPARE(lineOf((*report)->stacks[0]->frames[0]), QString("absent")); // Same as the reference.
    options.useLocalSources = true;
    report = engine.run(scene::event(), options, {});
    const auto& frame = (*report)->stacks[0]->frames[0];
    QCOMPARE(lineOf(frame), isFound ? QString("line 10") : QString("absent"));
    QCOMPARE(
        QString::fromStdString(frame.note).contains("source text of a similar path, " + inBundle),
        isFound);
}

/// Whoever built the module wrote the path.
void TestSourceLookup::readsNoPrivateFileThatDebugInfoNames_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isMapped");
    QTest::newRow("no extension") << "home/id_rsa" << false;
    QTest::newRow("hidden folder") << "home/.ssh/config.c" << false;
    QTest::newRow("a link to it") << "home/link.c" << false;
    QTest::newRow("below a mapped folder") << "home/id_rsa" << true;
    QTest::newRow("out of a mapped folder") << "home/tree/../id_rsa" << true;
}

void TestSourceLookup::readsNoPrivateFileThatDebugInfoNames()
{
    QFETCH(QString, file);
    QFETCH(bool, isMapped);
    write("home/tree/app.c", kSource);
    const auto secret = write("home/id_rsa", kSource);
    write("home/.ssh/config.c", kSource);
    std::filesystem::create_symlink(secret, m_dir->filePath("home/link.c").toStdString());
    const auto folder = m_dir->path().toStdString();
    auto settings = config();
    if (isMapped)
        settings.pathMappings = {{"/src", folder}};
    const auto recorded = (isMapped ? std::string("/src") : folder) + "/" + file.toStdString();
    write("symbols/app.sym",
          scene::symbolFile("FILE 0 " + recorded + "\nFUNC 1000 100 0 main\n1000 100 10 0\n"));
    NoticeLog log;
    engine::Engine engine(settings, silentLog(), log.callback());
    symbolicate::SymbolicateOptions options;
    options.useLocalSources = true;
    const auto report = engine.run(scene::event(), options, {});
    QCOMPARE(lineOf((*report)->stacks[0]->frames[0]), QString("absent"));
    QVERIFY(log.waitForFinish(engine.openEvent(scene::dump(), "a.dmp", options)));
    const auto event = noticesOf<engine::EventSnapshot>(log).front().event;
    QVERIFY(log.waitForFinish(engine.loadSource(event, 0, recorded)));
    const auto answers = noticesOf<engine::SourceSnapshot>(log);
    QCOMPARE(answers.size(), std::size_t{1});
    QVERIFY(!answers[0].value);
    QVERIFY(answers[0].isRefused);
    QVERIFY(std::ranges::any_of(
        answers[0].tried, [](const std::string& place) { return place.contains("not read"); }));
}

void TestSourceLookup::linesFromMappedAndRecordedPaths()
{
    const auto mapped = std::filesystem::path(write("tree/app.c", kSource)).parent_path().string();
    auto settings = config();
    settings.pathMappings = {{"/", "/nowhere/"}, {"/src/", mapped + "/"}};
    engine::Engine engine(settings, silentLog(), nullptr);
    symbolicate::SymbolicateOptions options;
    auto report = engine.run(scene::event(), options, {});
    QCOMPARE(lineOf((*report)->stacks[0]->frames[0]), QString("absent"));
    options.useLocalSources = true;
    report = engine.run(scene::event(), options, {});
    QCOMPARE(lineOf((*report)->stacks[0]->frames[0]), QString("line 10"));

    const auto recorded = m_dir->filePath("tree/app.c").toStdString();
    write("symbols/app.sym",
          scene::symbolFile("FILE 0 " + recorded + "\nFUNC 1000 100 0 main\n1000 100 400 0\n"));
    report = engine.run(scene::event(), options, {});
    QCOMPARE(lineOf((*report)->stacks[0]->frames[0]), QString("line 400"));
}

void TestSourceLookup::sourceViewTellsWhatWasTried()
{
    write("symbols/app.sym", scene::dumpSymbols());
    const auto local = write("tree/app.c", kSource);
    NoticeLog log;
    engine::Engine engine(config(), silentLog(), log.callback());
    QVERIFY(log.waitForFinish(engine.openEvent(scene::dump(), "dump")));
    const auto event = noticesOf<engine::EventSnapshot>(log).at(0).event;
    QVERIFY(log.waitForFinish(engine.loadSource(event, 0, "/src/app.c")));
    const auto missing = noticesOf<engine::SourceSnapshot>(log).back();
    QVERIFY(!missing.value);
    QVERIFY(std::ranges::find(missing.tried, "/src/app.c: not found") != missing.tried.end());

    engine.setPathMappings({{"/src", m_dir->filePath("tree").toStdString()}});
    QVERIFY(log.waitForFinish(engine.loadSource(event, 0, "/src/app.c")));
    const auto found = noticesOf<engine::SourceSnapshot>(log).back();
    QVERIFY(found.value.has_value());
    QCOMPARE(QString::fromStdString(found.value->location), QString::fromStdString(local));
    QCOMPARE(found.value->origin, SourceText::Origin::PathMapping);
    QVERIFY(!found.value->checksumMatches);
}

void TestSourceLookup::sourceViewAsksDebuginfod()
{
    // Such a server knows the module by the code id in the dump.
    LoopbackServer server;
    server.handleOthers([](const LoopbackServer::Request& request) {
        const bool isSource = request.target.ends_with("/source/src/app.c");
        return LoopbackServer::Reply{.status = isSource ? 200 : 404,
                                     .body = isSource ? kSource : ""};
    });
    write("symbols/app.sym", scene::dumpSymbols());
    auto settings = config();
    sources::SourceConfig debuginfod;
    debuginfod.id = "d";
    debuginfod.where = sources::HttpSource{.url = server.url() + "/", .headers = {}};
    debuginfod.layout.type = sources::LayoutType::Debuginfod;
    settings.sources.push_back(debuginfod);
    NoticeLog log;
    engine::Engine engine(settings, silentLog(), log.callback());
    QVERIFY(log.waitForFinish(engine.openEvent(scene::dump(), "dump")));
    const auto event = noticesOf<engine::EventSnapshot>(log).at(0).event;
    QVERIFY(log.waitForFinish(engine.loadSource(event, 0, "/src/app.c")));
    const auto found = noticesOf<engine::SourceSnapshot>(log).back();
    QVERIFY2(found.value.has_value(), found.tried.empty() ? "" : found.tried.back().c_str());
    QCOMPARE(found.value->text, kSource);
}

void TestSourceLookup::linesOfAnUnknownFileStayEmpty()
{
    auto frame = scene::frame(0x10);
    frame.position.absPath = "/etc/hostname";
    frame.position.line = 1;
    engine::Engine engine(config(), silentLog(), nullptr);
    symbolicate::SymbolicateOptions options;
    options.useLocalSources = true;
    const auto report = engine.run(scene::event({frame}), options, {});
    QCOMPARE(lineOf((*report)->stacks[0]->frames[0]), QString("absent"));
}

QTEST_GUILESS_MAIN(TestSourceLookup)
#include "tst_source_lookup.moc"

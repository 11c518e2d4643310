// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/read_event.h"
#include "core/report/json_report.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/native/ready_modules.h"
#include "tests/support/crash_scene.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <thread>

using namespace faultline;
namespace scene = faultline::test::scene;

/// Answers from what the request before has found: the same as its own, never for another question,
/// and not for long.
class TestReadyAnswers : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void repeatsTheAnswer();
    void needsTheSameQuestion_data();
    void needsTheSameQuestion();
    void missesAreRepeatedOnlyWithACache_data();
    void missesAreRepeatedOnlyWithACache();
    void changesEndIt();
    void timeEndsIt();
    void walksNeedAJob();
    void manyThreadsAskWhileFilesChange();

private:
    void start(bool hasCache);
    void writeSymbols(const std::string& records) const;

    static std::string textOf(const ReportPtr& report)
    {
        return report ? report::renderJson(*report, {}) : std::string("not ready");
    }

    ReportPtr run(const std::shared_ptr<Event>& event) const
    {
        return m_engine->run(event, m_options, {}).value_or(nullptr);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<engine::Engine> m_engine;
    symbolicate::SymbolicateOptions m_options;
};

namespace {

constexpr std::string_view kNotReady = "not ready";

} // namespace

void TestReadyAnswers::start(bool hasCache)
{
    engine::EngineConfig config;
    config.sources = {scene::filesystem("s", m_dir->path().toStdString() + "/symbols")};
    if (hasCache)
        config.cacheDir = m_dir->path().toStdString() + "/cache";
    config.computeThreads = 2;
    config.repeatsLookups = true;
    m_engine.reset();
    m_engine = std::make_unique<engine::Engine>(config, silentLog(), nullptr);
}

void TestReadyAnswers::writeSymbols(const std::string& records) const
{
    const auto path =
        std::filesystem::path(m_dir->path().toStdString()) / "symbols" / scene::kSymbolPath;
    std::filesystem::create_directories(path.parent_path());
    // Whole at every moment.
    const auto whole = std::filesystem::path(path).replace_extension("new");
    std::ofstream(whole) << scene::symbolFile(records);
    std::filesystem::rename(whole, path);
}

void TestReadyAnswers::init()
{
    m_engine.reset();
    m_dir = std::make_unique<QTemporaryDir>();
    writeSymbols("FILE 0 /src/app.c\nFUNC 1000 200 0 _Z4mainv\n1000 200 10 0\n");
    m_options = {};
    start(true);
}

void TestReadyAnswers::repeatsTheAnswer()
{
    const auto event = scene::event();
    QCOMPARE(textOf(m_engine->runFromMemory(event, m_options)), std::string(kNotReady));
    const auto first = textOf(run(event));
    QVERIFY(first.contains("main()"));
    QCOMPARE(textOf(m_engine->runFromMemory(event, m_options)), first);
    QCOMPARE(textOf(run(event)), first);
    // Other addresses of the same module.
    const auto other = scene::event({scene::frame(scene::kBase + 0x1100)});
    QVERIFY(textOf(m_engine->runFromMemory(other, m_options)).contains("0x401100"));
}

void TestReadyAnswers::needsTheSameQuestion_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"scope", "sources", "ids", "retry", "local files", "module"})
        QTest::newRow(what) << what;
}

void TestReadyAnswers::needsTheSameQuestion()
{
    QFETCH(QString, what);
    run(scene::event());
    const auto event = scene::event();
    auto options = m_options;
    if (what == "scope")
        options.scope = "x";
    else if (what == "sources")
        options.sources.emplace();
    else if (what == "ids")
        options.requireMatchingIds = true;
    else if (what == "retry")
        options.retryFailed = true;
    else if (what == "local files")
        options.useLocalFiles = true;
    else
        event->modules.front().debugFile = "other";
    QCOMPARE(textOf(m_engine->runFromMemory(event, options)), std::string(kNotReady));
}

void TestReadyAnswers::missesAreRepeatedOnlyWithACache_data()
{
    QTest::addColumn<bool>("hasCache");
    QTest::newRow("misses are remembered") << true;
    QTest::newRow("nothing is remembered") << false;
}

void TestReadyAnswers::missesAreRepeatedOnlyWithACache()
{
    QFETCH(bool, hasCache);
    start(hasCache);
    const auto event = scene::event();
    event->modules.front().debugFile = "absent";
    const auto first = textOf(run(event));
    QCOMPARE(textOf(m_engine->runFromMemory(event, m_options)),
             hasCache ? first : std::string(kNotReady));
}

void TestReadyAnswers::changesEndIt()
{
    const auto event = scene::event();
    run(event);
    m_engine->services().cache.markChange();
    QCOMPARE(textOf(m_engine->runFromMemory(event, m_options)), std::string(kNotReady));
    run(event);
    m_engine->services().cache.clearMemory();
    QCOMPARE(textOf(m_engine->runFromMemory(event, m_options)), std::string(kNotReady));
}

/// A file that was written anew counts.
void TestReadyAnswers::timeEndsIt()
{
    const auto event = scene::event();
    run(event);
    writeSymbols("FILE 0 /src/app.c\nFUNC 1000 200 0 newer\n1000 200 10 0\n");
    std::this_thread::sleep_for(symbolicate::ReadyModules::kLifetime * 2);
    QCOMPARE(textOf(m_engine->runFromMemory(event, m_options)), std::string(kNotReady));
    QVERIFY(textOf(run(event)).contains("newer"));
}

void TestReadyAnswers::walksNeedAJob()
{
    const auto event = intake::readEvent(scene::dump(), {});
    QVERIFY(event);
    QVERIFY(m_engine->run(*event, m_options, {}));
    QCOMPARE(textOf(m_engine->runFromMemory(*event, m_options)), std::string(kNotReady));
}

/// Every answer is one of the two that were true at some time.
void TestReadyAnswers::manyThreadsAskWhileFilesChange()
{
    std::atomic<bool> isOver = false;
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&] {
            const auto event = scene::event();
            while (!isOver) {
                auto report = m_engine->runFromMemory(event, m_options);
                const auto text = textOf(report ? report : run(event));
                wrong += text.contains("main()") || text.contains("newer") ? 0 : 1;
            }
        });
    for (int i = 0; i < 20; ++i) {
        if (i == 10)
            writeSymbols("FILE 0 /src/app.c\nFUNC 1000 200 0 newer\n1000 200 10 0\n");
        m_engine->services().cache.markChange();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    isOver = true;
    threads.clear();
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(TestReadyAnswers)
#include "tst_ready_answers.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/loopback_server.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <future>
#include <set>

using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

/// A frame in one module, which no other request names.
std::string requestFor(const std::string& url, int module)
{
    const auto id = QString("%1").arg(module + 1, 32, 16, QChar('0')).toStdString();
    return R"({"stacktraces":[{"frames":[{"instruction_addr":"0x1010"}]}],"modules":[{"type":"elf",)"
           R"("image_addr":"0x1000","image_size":4096,"code_file":"libx.so","debug_id":")" +
           id + R"("}],"sources":[{"type":"http","id":"slow","url":")" + url +
           R"(/","filters":{"filetypes":["elf_debug"]}}]})";
}

/// The statuses of so many requests at once, each for a module of its own.
std::multiset<int> askAtOnce(ServeProcess& server, const LoopbackServer& source, int requests)
{
    std::vector<std::future<int>> answers;
    for (int i = 0; i < requests; ++i)
        answers.push_back(std::async(std::launch::async, [&, i] {
            return postJson(server.port(), "/symbolicate", requestFor(source.url(), i)).status;
        }));
    std::multiset<int> statuses;
    for (auto& answer : answers)
        statuses.insert(answer.get());
    return statuses;
}

QString crashFile()
{
    return sampleFolder("null_write") + "/null_write.dmp";
}

rlim_t addressSpaceOf(pid_t process)
{
    QFile status(QString("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    static const QRegularExpression kSize("VmSize:\\s+(\\d+) kB");
    return kSize.match(QString::fromLatin1(status.readAll())).captured(1).toULongLong() * 1024;
}

/// An answer, or a line that says why there is none. Never a signal.
QString whatIsWrong(const ProgramRun& run)
{
    if (!run.ended)
        return "ended by a signal: " + QString::fromUtf8(run.errors.left(500));
    if (run.exitCode != 0 && !run.errors.contains("faultline: "))
        return "no reason given: " + QString::fromUtf8(run.errors.left(500));
    return {};
}

} // namespace

/// A limit of the process is an answer or an error line of what ran into it, and never its end.
class TestResourceLimits : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aServerWithFewThreadsAnswers();
    void aServerWithoutThreadsSaysWhy();
    void commandsWithoutThreadsSayWhy_data();
    void commandsWithoutThreadsSayWhy();
    void aServerWithFewDescriptorsAnswers();
    void aServerWhoseFilesMayNotGrowAnswers();
    void aJobWithoutMemoryFailsAlone();
    void commandsWithoutMemorySayWhy();
    void commandsWithFewDescriptorsSayWhy();
    void outputsThatMayNotGrowSayWhy();
};

void TestResourceLimits::initTestCase()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer needs the whole address space");
#endif
    QVERIFY(QFile::exists(crashFile()));
}

/// Ordinary requests, whose source takes its time: each job needs a thread that waits.
void TestResourceLimits::aServerWithFewThreadsAnswers()
{
    LoopbackServer source;
    source.handleOthers(
        [](const auto&) { return LoopbackServer::Reply{.status = 404, .delay = 100ms}; });
    ServeProcess server("connect_to_reserved_ips: true\n", 0, {}, {}, [] { limitThreads(24); });
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto statuses = askAtOnce(server, source, 150);
    QCOMPARE(statuses.size(), std::size_t{150});
    QVERIFY(statuses.count(200) > 0);
    QCOMPARE(statuses.count(200) + statuses.count(503), std::size_t{150});
    QVERIFY(server.isHealthy());
    QCOMPARE(server.stop(), 0);
}

void TestResourceLimits::aServerWithoutThreadsSaysWhy()
{
    for (unsigned threads = 0; threads < 12; ++threads) {
        ServeProcess server({}, 0, {}, {}, [threads] { limitThreads(threads); });
        const auto expected = server.port() == 0 ? 1 : 0;
        QCOMPARE(server.stop(), expected);
        if (expected == 1)
            QVERIFY2(server.log().contains("cannot start a thread") ||
                         server.log().contains("Resource temporarily unavailable"),
                     server.log().constData());
    }
}

void TestResourceLimits::commandsWithoutThreadsSayWhy_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("symbolicate") << QStringList{"symbolicate", crashFile()};
    QTest::newRow("stackwalk") << QStringList{"stackwalk", crashFile()};
}

void TestResourceLimits::commandsWithoutThreadsSayWhy()
{
    QFETCH(QStringList, arguments);
    const auto run = runFaultline(arguments, {}, {}, [] { limitThreads(0); });
    QCOMPARE(whatIsWrong(run), QString());
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("cannot start a thread"), run.errors.constData());
}

void TestResourceLimits::aServerWithFewDescriptorsAnswers()
{
    LoopbackServer source;
    source.handleOthers(
        [](const auto&) { return LoopbackServer::Reply{.status = 404, .delay = 5ms}; });
    ServeProcess server("connect_to_reserved_ips: true\n", 64);
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto statuses = askAtOnce(server, source, 150);
    QVERIFY(statuses.count(200) > 0);
    QVERIFY(server.isHealthy());
    QCOMPARE(server.stop(), 0);
}

/// Such a write once raised SIGXFSZ, which ends a process.
void TestResourceLimits::aServerWhoseFilesMayNotGrowAnswers()
{
    const QTemporaryDir cache;
    ServeProcess server("cache_dir: \"" + cache.path().toUtf8() + "\"\n", 0, {}, {},
                        [] { limitResource(RLIMIT_FSIZE, 64 << 10); });
    QVERIFY2(server.port() != 0, server.log().constData());
    const std::string body =
        R"({"stacktraces":[],"modules":[],"ignored":")" + std::string(5 << 20, 'x') + "\"}";
    QVERIFY(postJson(server.port(), "/symbolicate", body).status >= 200);
    QVERIFY(server.isHealthy());
    QCOMPARE(server.stop(), 0);
}

/// A request that needs more than there is, while others are answered.
void TestResourceLimits::aJobWithoutMemoryFailsAlone()
{
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const std::string small = R"({"stacktraces":[{"frames":[]}],"modules":[]})";
    for (int i = 0; i < 20; ++i)
        QCOMPARE(postJson(server.port(), "/symbolicate", small).status, 200);
    const auto room = addressSpaceOf(server.pid()) + (std::size_t{200} << 20);
    const rlimit limit{.rlim_cur = room, .rlim_max = room};
    QCOMPARE(::prlimit(server.pid(), RLIMIT_AS, &limit, nullptr), 0);
    std::string frames = R"({"instruction_addr":"0x1010"})";
    for (int i = 0; i < 20; ++i)
        frames += "," + frames;
    const std::string large = R"({"modules":[],"stacktraces":[{"frames":[)" + frames + "]}]}";
    std::multiset<int> refused;
    for (int round = 0; round < 3; ++round) {
        std::vector<std::future<int>> greedy;
        for (int i = 0; i < 3; ++i)
            greedy.push_back(std::async(std::launch::async, [&] {
                return postJson(server.port(), "/symbolicate", large).status;
            }));
        for (int i = 0; i < 20; ++i) {
            const auto status = postJson(server.port(), "/symbolicate", small).status;
            QVERIFY2(status == 200 || status == 503, std::to_string(status).c_str());
        }
        for (auto& answer : greedy)
            refused.insert(answer.get());
        QCOMPARE(postJson(server.port(), "/symbolicate", small).status, 200);
    }
    QVERIFY(refused.contains(503));
    QCOMPARE(server.stop(), 0);
}

/// From the least with which the program starts, up to what is enough.
void TestResourceLimits::commandsWithoutMemorySayWhy()
{
    constexpr rlim_t kStep = 16 << 20;
    rlim_t room = 32 << 20;
    const auto limited = [&room](const QStringList& arguments) {
        return runFaultline(arguments, {}, {}, [room] { limitResource(RLIMIT_AS, room); });
    };
    while (limited({"--version"}).exitCode != 0)
        room += kStep;
    int failures = 0;
    for (int exitCode = 1; exitCode == 1; room += kStep) {
        const auto run = limited({"symbolicate", crashFile()});
        QVERIFY2(whatIsWrong(run).isEmpty(),
                 qPrintable(QString("%1 MiB: %2").arg(room >> 20).arg(whatIsWrong(run))));
        exitCode = run.exitCode;
        failures += exitCode == 1 ? 1 : 0;
    }
    QVERIFY(failures > 0);
}

void TestResourceLimits::commandsWithFewDescriptorsSayWhy()
{
    for (rlim_t count = 4; count < 24; ++count) {
        const auto run = runFaultline({"symbolicate", crashFile()}, {}, {},
                                      [count] { limitResource(RLIMIT_NOFILE, count); });
        if (run.exitCode == 127)
            continue; // The system could not even load the program.
        QVERIFY2(whatIsWrong(run).isEmpty(),
                 qPrintable(QString("%1: %2").arg(count).arg(whatIsWrong(run))));
    }
}

void TestResourceLimits::outputsThatMayNotGrowSayWhy()
{
    const QTemporaryDir folder;
    const auto output = folder.filePath("report.json");
    const auto run = runFaultline({"symbolicate", "--format", "json", "-o", output, crashFile()},
                                  {}, {}, [] { limitResource(RLIMIT_FSIZE, 1000); });
    QCOMPARE(whatIsWrong(run), QString());
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("File too large"), run.errors.constData());
    QVERIFY(!QFile::exists(output));
}

QTEST_GUILESS_MAIN(TestResourceLimits)
#include "tst_resource_limits.moc"

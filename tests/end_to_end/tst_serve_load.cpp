// SPDX-License-Identifier: GPL-3.0-or-later
// A real `faultline serve` under load and under attack.
#include "tests/end_to_end/serve_process.h"
#include "tests/support/loopback_server.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <future>
#include <sys/stat.h>
#include <unistd.h>

using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

std::string debugIdOf(int module)
{
    return QString("%1").arg(module + 1, 32, 16, QChar('0')).toUpper().toStdString();
}

std::string nameOf(int module)
{
    return "libload" + std::to_string(module) + ".so";
}

std::string functionOf(int module)
{
    return "function_of_" + std::to_string(module);
}

/// Breakpad symbols for every module, by the id in the path.
LoopbackServer::Reply symbolsFor(const LoopbackServer::Request& request)
{
    const auto parts = QString::fromStdString(request.target).split('/');
    bool isHex = false;
    const int module =
        parts.size() == 4 ? static_cast<int>(parts[2].chopped(1).toULongLong(&isHex, 16)) - 1 : -1;
    if (!isHex || module < 0)
        return {.status = 404};
    return {.body = "MODULE Linux x86_64 " + debugIdOf(module) + "0 " + nameOf(module) +
                    "\nFUNC 1000 100 0 " + functionOf(module) + "\n"};
}

/// Makes a frame in each of `count` modules, beginning with `first`.
std::string requestFor(const std::string& url, int first, int count)
{
    QJsonArray frames;
    QJsonArray modules;
    for (int i = 0; i < count; ++i) {
        const auto start = 0x1000000ull * static_cast<unsigned long long>(i + 1);
        frames.append(
            QJsonObject{{"instruction_addr", QString("0x%1").arg(start + 0x1010, 0, 16)}});
        const auto id = QString::fromStdString(debugIdOf(first + i)).toLower();
        const auto name = QString::fromStdString(nameOf(first + i));
        modules.append(QJsonObject{{"type", "elf"},
                                   {"debug_id", id},
                                   {"code_id", id + "01234567"},
                                   {"debug_file", name},
                                   {"code_file", name},
                                   {"image_addr", QString("0x%1").arg(start, 0, 16)},
                                   {"image_size", 0x100000}});
    }
    const QJsonObject source{
        {"type", "http"},
        {"id", "load"},
        {"url", QString::fromStdString(url)},
        {"filters", QJsonObject{{"filetypes", QJsonArray{"breakpad", "elf_debug"}}}}};
    return QJsonDocument(QJsonObject{{"stacktraces", QJsonArray{QJsonObject{{"frames", frames}}}},
                                     {"modules", modules},
                                     {"sources", QJsonArray{source}}})
        .toJson(QJsonDocument::Compact)
        .toStdString();
}

/// Returns an empty text when every frame has its function's name.
QString whatIsWrong(const HttpReply& reply, int first, int count)
{
    const auto answer = QJsonDocument::fromJson(QByteArray::fromStdString(reply.body));
    const auto frames = answer["stacktraces"][0]["frames"].toArray();
    if (reply.status != 200 || frames.size() != count)
        return QString("%1: %2").arg(reply.status).arg(reply.body.substr(0, 300).c_str());
    for (int i = 0; i < count; ++i) {
        const auto name = frames[i].toObject()["function"].toString();
        if (name.toStdString() != functionOf(first + i))
            return QString("module %1: \"%2\", %3")
                .arg(first + i)
                .arg(name, answer["modules"][i]["debug_status"].toString());
    }
    return {};
}

} // namespace

class TestServeLoad : public QObject
{
    Q_OBJECT

private slots:
    void answersWithFewDescriptors_data();
    void answersWithFewDescriptors();
    void survivesHostilePatterns();
    void aSecondSignalEndsItAtOnce();
    void anUnreadLogDelaysNobody();
};

/// In such a case half of the modules once ended as "internal error: too many open files".
void TestServeLoad::answersWithFewDescriptors_data()
{
    QTest::addColumn<unsigned>("descriptors");
    QTest::addColumn<int>("jobs");
    QTest::addColumn<int>("modules");
    QTest::newRow("1024") << 1024u << 20 << 20;
    QTest::newRow("256") << 256u << 20 << 20;
    QTest::newRow("1024, 100 jobs of 40 modules") << 1024u << 100 << 40;
}

void TestServeLoad::answersWithFewDescriptors()
{
    QFETCH(unsigned, descriptors);
    QFETCH(int, jobs);
    QFETCH(int, modules);
    LoopbackServer symbols;
    symbols.handleOthers(symbolsFor);
    const QTemporaryDir cache;
    ServeProcess server("cache_dir: \"" + cache.path().toUtf8() +
                            "\"\nconnect_to_reserved_ips: true\nmax_downloads_per_host: 64\n",
                        descriptors);
    QVERIFY2(server.port() != 0, server.log().constData());
    std::vector<std::future<QString>> answers;
    for (int job = 0; job < jobs; ++job)
        answers.push_back(std::async(std::launch::async, [&, job] {
            const int first = job * modules;
            return whatIsWrong(postJson(server.port(), "/symbolicate",
                                        requestFor(symbols.url() + "/", first, modules)),
                               first, modules);
        }));
    for (auto& answer : answers)
        QCOMPARE(answer.get(), QString());
    QVERIFY(server.isHealthy());
    QVERIFY2(!server.log().contains("open files"), server.log().constData());
}

/// Each of these patterns would be matched for hours, on a thread that all jobs need.
void TestServeLoad::survivesHostilePatterns()
{
    std::string pattern;
    while (pattern.size() + 6 <= 510)
        pattern += "**/*a/";
    std::string patterns;
    for (int i = 0; i < 32; ++i)
        patterns += (i == 0 ? "\"" : ",\"") + pattern + "\"";
    const std::string request =
        R"({"stacktraces":[{"frames":[{"instruction_addr":"0x1010"}]}],"modules":[{"type":"elf","image_addr":"0x1000","image_size":4096,)"
        R"("debug_id":"00000000000000000000000000000001","code_file":")" +
        std::string(4'096, 'a') +
        R"("}],"sources":[{"type":"http","id":"x","url":"http://127.0.0.1:1/","filters":{"path_patterns":[)" +
        patterns + "]}}]}";
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    for (int i = 0; i < 4; ++i)
        QCOMPARE(postJson(server.port(), "/symbolicate", request).status, 200);
    QCOMPARE(server.stop(), 0);
}

/// After the first signal the server waits for clients, whose symbol server does not answer.
void TestServeLoad::aSecondSignalEndsItAtOnce()
{
    LoopbackServer silent;
    silent.handleOthers([](const auto&) { return LoopbackServer::Reply{.delay = 1h}; });
    ServeProcess server("connect_to_reserved_ips: true\nhead_timeout: 1h\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto job =
        postJson(server.port(), "/symbolicate?timeout=0", requestFor(silent.url() + "/", 0, 1));
    QVERIFY(job.body.contains("pending"));
    HttpClient waiting(server.port());
    const auto id = QJsonDocument::fromJson(QByteArray::fromStdString(job.body))["request_id"]
                        .toString()
                        .toStdString();
    waiting.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\nGET /requests/" + id +
                 " HTTP/1.1\r\nHost: x\r\n\r\n");
    QCOMPARE(waiting.receive().status, 200);
    QTest::qWait(300); // The server has read the second request.
    server.terminate();
    QTRY_VERIFY(server.log().contains("stopping"));
    QCOMPARE(server.stop(), 128 + 15);
}

/// The pipe takes 64 KiB, which the most talkative log fills at once. Nobody reads it.
void TestServeLoad::anUnreadLogDelaysNobody()
{
    const QTemporaryDir folder;
    QFile config(folder.filePath("config.yml"));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("bind: \"127.0.0.1:0\"\nlogging: {level: trace, format: simplified}\n");
    config.close();
    const auto pipe = folder.filePath("log");
    QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
    const int reader = ::open(pipe.toUtf8().constData(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    QVERIFY(reader >= 0);
    const auto close = qScopeGuard([reader] { ::close(reader); });
    const auto readLog = [reader] {
        std::array<char, 4'096> bytes{};
        const auto count = ::read(reader, bytes.data(), bytes.size());
        return QByteArray(bytes.data(), std::max<ssize_t>(count, 0));
    };
    QProcess server;
    server.setStandardErrorFile(pipe);
    server.start(QStringLiteral(FL_PROGRAM), {"serve", "--config", config.fileName()});
    QByteArray log;
    const QRegularExpression listening("listening on 127.0.0.1:(\\d+)");
    const auto port = [&] {
        log += readLog();
        return listening.match(QString::fromUtf8(log)).captured(1).toUShort();
    };
    QTRY_VERIFY_WITH_TIMEOUT(port() != 0, 30'000);
    const auto serverPort = port();
    for (int i = 0; i < 3'000; ++i)
        QCOMPARE(postJson(serverPort, "/symbolicate", R"({"stacktraces":[],"modules":[]})").status,
                 200);
    server.terminate();
    QVERIFY(server.waitForFinished(30'000));
    QCOMPARE(server.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TestServeLoad)
#include "tst_serve_load.moc"

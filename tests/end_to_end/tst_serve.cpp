// SPDX-License-Identifier: GPL-3.0-or-later
// A real `faultline serve`, asked over HTTP as its clients ask it.
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/container_builder.h"
#include "tests/support/core_builder.h"
#include "tests/support/loopback_server.h"
#include "tests/support/packed_bytes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

const QByteArray kCodeId = "fc126d05f89c08b10d94e991125ddefbfd6da978"; // Of null_write.

QByteArray sampleFile(const QString& name)
{
    QFile file(sampleFolder("null_write") + "/" + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string folderSource()
{
    return R"([{"type":"folder","id":"mine","path":")" + sampleFolder("null_write").toStdString() +
           R"("}])";
}

QJsonDocument parsed(const HttpReply& reply)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(reply.body));
}

QString functionOf(const QJsonDocument& answer, int frame)
{
    return answer["stacktraces"][0]["frames"][frame]["function"].toString();
}

/// A core file of one thread that died on a null pointer.
std::string coreFile()
{
    const auto bytes = CoreBuilder().addThread(7, 11, {{"rip", 0x401000}, {"rsp", 0x7000}}).bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// One frame of the null_write sample, with a server in debuginfod's layout as the only source.
std::string nativeRequest(const std::string& sourceUrl)
{
    return R"({"stacktraces":[{"frames":[{"instruction_addr":"0x4019a0"}]}],"modules":[)"
           R"({"type":"elf","code_id":")" +
           kCodeId.toStdString() +
           R"(","image_addr":"0x400000","image_size":745472}],"sources":[)"
           R"({"type":"http","id":"web","url":")" +
           sourceUrl +
           R"(/","layout":{"type":"debuginfod"},"filters":{"filetypes":["elf_debug"]}}]})";
}

const std::string kDebugInfoPath = "/" + kCodeId.toStdString() + "/debuginfo";

} // namespace

class TestServe : public QObject
{
    Q_OBJECT

private slots:
    void answersHealthchecks();
    void symbolicatesMinidumps();
    void takesPackedCrashFiles_data();
    void takesPackedCrashFiles();
    void unpacksWithinTheLimit_data();
    void unpacksWithinTheLimit();
    void refusesFoldersOutsideTheRoots();
    void fetchesFromHttpSources();
    void refusesReservedAddresses();
    void slowJobsArePolled();
    void stopsOnSignal();
    void drainsOnSignal();
    void isNotReadyWhenCachesCannotBeWritten();
};

void TestServe::answersHealthchecks()
{
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto reply = get(server.port(), "/healthcheck");
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.body, std::string("ok"));
}

void TestServe::symbolicatesMinidumps()
{
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto reply = server.postMinidump(
        sampleFile("null_write.dmp"),
        {{"sources", folderSource()}, {"options", R"({"dif_candidates":true})"}});
    QCOMPARE(reply.status, 200);
    const auto answer = parsed(reply);
    QCOMPARE(answer["status"].toString(), QStringLiteral("completed"));
    QCOMPARE(functionOf(answer, 0), QStringLiteral("sample::setWeight(sample::Node*, int)"));
    QCOMPARE(functionOf(answer, 5), QStringLiteral("main"));
    QCOMPARE(answer["modules"][0]["candidates"][0]["source"].toString(), QStringLiteral("mine"));
    QVERIFY(reply.body.find("\"faultline\"") == std::string::npos);
    const auto more =
        server.postMinidump(sampleFile("null_write.dmp"),
                            {{"sources", folderSource()}, {"options", R"({"faultline":true})"}});
    const auto frame = parsed(more)["stacktraces"][0]["frames"][0];
    QCOMPARE(frame["faultline"]["method"].toString(), QStringLiteral("context"));
    QVERIFY(more.body.find("\"environment\"") == std::string::npos);
}

void TestServe::takesPackedCrashFiles_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<qint64>("thread");
    const auto packed = [](const std::string& content) {
        return QByteArray::fromStdString(content);
    };
    const std::string dump = sampleFile("null_write.dmp").toStdString();
    const qint64 dumpThread = 8303;
    QTest::newRow("core") << packed(coreFile()) << qint64{7};
    QTest::newRow("core, zstd") << packed(zstd(coreFile())) << qint64{7};
    QTest::newRow("core, xz") << packed(xz(coreFile())) << qint64{7};
    QTest::newRow("core, lz4") << packed(lz4(coreFile())) << qint64{7};
    QTest::newRow("dump, gzip") << packed(gzip(dump)) << dumpThread;
    QTest::newRow("dump in a zip") << packed(zip({dump})) << dumpThread;
    QTest::newRow("dump in a stored upload")
        << packed(multipartBody({{"prod", "App"}, {"a.dmp", dump}})) << dumpThread;
}

void TestServe::takesPackedCrashFiles()
{
    QFETCH(QByteArray, file);
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto reply = server.postMinidump(file, {{"sources", "[]"}});
    QCOMPARE(reply.status, 200);
    const auto answer = parsed(reply);
    QVERIFY2(answer["status"] == QStringLiteral("completed"), reply.body.c_str());
    QCOMPARE(answer["stacktraces"].toArray().size(), 1);
    QTEST(answer["stacktraces"][0]["thread_id"].toInteger(), "thread");
}

void TestServe::unpacksWithinTheLimit_data()
{
    QTest::addColumn<QByteArray>("limit");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("message");
    const auto packed = [](const std::string& content) {
        return QByteArray::fromStdString(content);
    };
    const std::string bomb = "MDMP" + std::string(1 << 20, '\0');
    const std::string dump = sampleFile("null_write.dmp").toStdString();
    QTest::newRow("gzip bomb") << QByteArray("100000") << packed(gzip(bomb)) << 200
                               << QByteArray("Maximum file size exceeded");
    QTest::newRow("zip bomb") << QByteArray("100000") << packed(zip({bomb})) << 200
                              << QByteArray("Maximum file size exceeded");
    QTest::newRow("zip of two") << QByteArray("100000000") << packed(zip({dump, dump})) << 200
                                << QByteArray("holds 2 crash files");
    QTest::newRow("nothing packed is taken")
        << QByteArray("0") << packed(gzip(dump)) << 200 << QByteArray("looks like a gzip file");
    QTest::newRow("no stored uploads are taken")
        << QByteArray("0") << packed(multipartBody({{"a.dmp", dump}})) << 400
        << QByteArray("minidump contains multipart form data");
    QTest::newRow("stored upload without a crash")
        << QByteArray("100000") << packed(multipartBody({{"prod", "App"}})) << 400
        << QByteArray("minidump contains multipart form data");
}

void TestServe::unpacksWithinTheLimit()
{
    QFETCH(QByteArray, limit);
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, message);
    ServeProcess server("crash_file_unpacked_max_bytes: " + limit + "\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto reply = server.postMinidump(file);
    QTEST(reply.status, "status");
    QVERIFY2(reply.body.contains(message.toStdString()), reply.body.c_str());
    QVERIFY(server.isHealthy());
}

void TestServe::refusesFoldersOutsideTheRoots()
{
    ServeProcess closed("request_filesystem_roots: []\n");
    const auto refused =
        closed.postMinidump(sampleFile("null_write.dmp"), {{"sources", folderSource()}});
    QCOMPARE(refused.status, 400);
    QVERIFY2(refused.body.find("source \\\"mine\\\": requests may not name this folder") !=
                 std::string::npos,
             refused.body.c_str());
    QVERIFY(closed.isHealthy());

    ServeProcess opened("request_filesystem_roots: [\"" + sampleFolder("").toUtf8() + "\"]\n");
    const auto allowed =
        opened.postMinidump(sampleFile("null_write.dmp"), {{"sources", folderSource()}});
    QCOMPARE(allowed.status, 200);
    QCOMPARE(functionOf(parsed(allowed), 5), QStringLiteral("main"));
}

void TestServe::fetchesFromHttpSources()
{
    LoopbackServer source;
    source.reply(kDebugInfoPath, {.body = sampleFile("null_write").toStdString()});
    ServeProcess server("connect_to_reserved_ips: true\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto answer =
        parsed(postJson(server.port(), "/symbolicate", nativeRequest(source.url())));
    QCOMPARE(source.hits(kDebugInfoPath), 1);
    QCOMPARE(answer["status"].toString(), QStringLiteral("completed"));
    QCOMPARE(functionOf(answer, 3), QStringLiteral("sample::process(sample::Node*)"));
    QCOMPARE(answer["modules"][0]["debug_status"].toString(), QStringLiteral("found"));
}

void TestServe::refusesReservedAddresses()
{
    LoopbackServer source;
    source.reply(kDebugInfoPath, {.body = sampleFile("null_write").toStdString()});
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto answer =
        parsed(postJson(server.port(), "/symbolicate", nativeRequest(source.url())));
    QCOMPARE(source.totalHits(), 0);
    QCOMPARE(answer["status"].toString(), QStringLiteral("completed"));
    QVERIFY(answer["modules"][0]["debug_status"].toString() != QStringLiteral("found"));
}

void TestServe::slowJobsArePolled()
{
    LoopbackServer source;
    source.reply(kDebugInfoPath, {.body = sampleFile("null_write").toStdString(), .delay = 3000ms});
    ServeProcess server("connect_to_reserved_ips: true\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto pending =
        parsed(postJson(server.port(), "/symbolicate?timeout=0", nativeRequest(source.url())));
    QCOMPARE(pending["status"].toString(), QStringLiteral("pending"));
    const auto id = pending["request_id"].toString().toStdString();
    const auto answer = parsed(get(server.port(), "/requests/" + id + "?timeout=9"));
    QCOMPARE(answer["status"].toString(), QStringLiteral("completed"));
    QCOMPARE(functionOf(answer, 3), QStringLiteral("sample::process(sample::Node*)"));
    QCOMPARE(get(server.port(), "/requests/00000000-0000-4000-8000-000000000000").status, 404);
}

void TestServe::stopsOnSignal()
{
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    QCOMPARE(server.stop(), 0);
}

void TestServe::drainsOnSignal()
{
    ServeProcess server("drain_delay: 2s\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    QCOMPARE(get(server.port(), "/ready").status, 200);
    server.terminate();
    QTRY_COMPARE(get(server.port(), "/ready").status, 503);
    QVERIFY(server.isHealthy());
    QCOMPARE(
        server.postMinidump(sampleFile("null_write.dmp"), {{"sources", folderSource()}}).status,
        200);
    QTRY_COMPARE(get(server.port(), "/healthcheck").status, 0);
    QVERIFY2(server.log().contains("draining"), server.log().constData());
}

/// A file lies where the folder should be.
void TestServe::isNotReadyWhenCachesCannotBeWritten()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    ServeProcess server("cache_dir: " + folder.filePath("file/caches").toUtf8() + "\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    QCOMPARE(get(server.port(), "/ready").status, 503);
    QCOMPARE(get(server.port(), "/healthcheck").status, 200);
    QVERIFY2(server.log().contains("not ready: the cache folder cannot be written"),
             server.log().constData());
}

QTEST_GUILESS_MAIN(TestServe)
#include "tst_serve.moc"

// A real `faultline serve`, asked over HTTP as its clients ask it.
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/loopback_server.h"

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
    void refusesFoldersOutsideTheRoots();
    void fetchesFromHttpSources();
    void refusesReservedAddresses();
    void slowJobsArePolled();
    void stopsOnSignal();
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

QTEST_GUILESS_MAIN(TestServe)
#include "tst_serve.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/server/tested_server.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

std::string minidumpOf(std::size_t sizeBytes)
{
    std::string file = "MDMP";
    file += "\x93\xa7";
    file.resize(sizeBytes, '.');
    return file;
}

std::string part(std::string_view name, std::string_view content)
{
    return "--B\r\nContent-Disposition: form-data; name=\"" + std::string(name) + "\"\r\n\r\n" +
           std::string(content) + "\r\n";
}

constexpr std::string_view kFormType = "multipart/form-data; boundary=B";

} // namespace

/// What the routes take, answer and refuse.
class TestServer : public QObject, private TestedServer
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void healthcheck();
    void routes_data();
    void routes();
    void refusesJson_data();
    void refusesJson();
    void answersJson();
    void limitsJsonBodies();
    void refusesForms_data();
    void refusesForms();
    void readsForms();
    void spoolsLargeFiles();
    void limitsForms();
    void unreadableDumpsAreFailedJobs();
    void takesOtherCrashFilesAsDumps_data();
    void takesOtherCrashFilesAsDumps();
    void refusesExpensiveRewriteRules();
    void symbolicatesTheJvm_data();
    void symbolicatesTheJvm();

private:
    HttpReply postForm(std::string_view target, std::string_view parts) const;
};

void TestServer::init()
{
    start([](server::ServerOptions&) {});
}

void TestServer::cleanup()
{
    QVERIFY(end());
}

HttpReply TestServer::postForm(std::string_view target, std::string_view parts) const
{
    return HttpClient(m_port).exchange("POST", target, kFormType, std::string(parts) + "--B--\r\n");
}

void TestServer::healthcheck()
{
    const auto reply = get(m_port, "/healthcheck");
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.body, std::string("ok"));
    QCOMPARE(reply.headers.at("content-type"), std::string("text/plain; charset=utf-8"));
    const auto head = HttpClient(m_port).exchange("HEAD", "/healthcheck");
    QCOMPARE(head.status, 200);
    QCOMPARE(head.headers.at("content-length"), std::string("2"));
}

void TestServer::routes_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("target");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("allow");
    QTest::newRow("root") << "GET" << "/" << 404 << "";
    QTest::newRow("trailing slash") << "POST" << "/symbolicate/" << 404 << "";
    QTest::newRow("other case") << "POST" << "/Symbolicate" << 404 << "";
    QTest::newRow("requests without id") << "GET" << "/requests/" << 404 << "";
    QTest::newRow("requests with two segments") << "GET" << "/requests/a/b" << 404 << "";
    QTest::newRow("get on a post route") << "GET" << "/symbolicate" << 405 << "POST";
    QTest::newRow("get on apple reports") << "GET" << "/applecrashreport" << 405 << "POST";
    QTest::newRow("put") << "PUT" << "/minidump" << 405 << "POST";
    QTest::newRow("post on a get route") << "POST" << "/healthcheck" << 405 << "GET,HEAD";
    QTest::newRow("post on a request")
        << "POST" << "/requests/6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11" << 405 << "GET,HEAD";
}

void TestServer::routes()
{
    QFETCH(QString, method);
    QFETCH(QString, target);
    const auto reply = HttpClient(m_port).exchange(method.toStdString(), target.toStdString());
    QTEST(reply.status, "status");
    QCOMPARE(reply.body, std::string());
    QFETCH(QString, allow);
    if (!allow.isEmpty())
        QCOMPARE(reply.headers.at("allow"), allow.toStdString());
}

void TestServer::refusesJson_data()
{
    QTest::addColumn<QByteArray>("contentType");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("text");
    const QByteArray json = "application/json";
    const QByteArray path = "/symbolicate";
    QTest::newRow("other type") << QByteArray("text/plain") << path << QByteArray("{}") << 415
                                << QByteArray(
                                       "Expected request with `Content-Type: application/json`");
    QTest::newRow("no type") << QByteArray() << path << QByteArray("{}") << 415
                             << QByteArray(
                                    "Expected request with `Content-Type: application/json`");
    QTest::newRow("no body") << json << path << QByteArray() << 400
                             << QByteArray("Failed to parse the request body as JSON: unexpected "
                                           "end of text at line 1 column 0");
    QTest::newRow("cut")
        << json << path << QByteArray("{") << 400
        << QByteArray(
               "Failed to parse the request body as JSON: unexpected text at line 1 column 1");
    QTest::newRow("does not fit")
        << json << path << QByteArray(R"({"modules":null})") << 422
        << QByteArray("Failed to deserialize the JSON body into the target type: modules: expected "
                      "a list, found null at line 1 column 15");
    QTest::newRow("query before body")
        << json << QByteArray("/symbolicate?timeout=abc") << QByteArray("{") << 400
        << QByteArray("Failed to deserialize query string: timeout: expected an unsigned integer "
                      "of seconds, found \"abc\"");
}

void TestServer::refusesJson()
{
    QFETCH(QByteArray, contentType);
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, body);
    const auto reply = HttpClient(m_port).exchange("POST", target.toStdString(),
                                                   contentType.toStdString(), body.toStdString());
    QTEST(reply.status, "status");
    QTEST(QByteArray::fromStdString(reply.body), "text");
    QCOMPARE(reply.headers.at("content-type"), std::string("text/plain; charset=utf-8"));
}

void TestServer::answersJson()
{
    for (const auto* type :
         {"application/json", "application/vnd.sentry+json", "Application/JSON; charset=utf-8"}) {
        const auto reply = HttpClient(m_port).exchange("POST", "/symbolicate?scope=a%20b&x=1", type,
                                                       R"({"unknown":1})");
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.headers.at("content-type"), std::string("application/json"));
        QCOMPARE(reply.body, std::string(kEmptyAnswer));
        QCOMPARE(m_service->lastScope(), std::string("a b"));
    }
}

void TestServer::limitsJsonBodies()
{
    start([](server::ServerOptions& options) { options.symbolicateBodyMaxBytes = 5120; });
    QCOMPARE(postJson(m_port, "/symbolicate", '"' + std::string(5118, '.') + '"').status, 422);
    const auto reply = postJson(m_port, "/symbolicate", '"' + std::string(5119, '.') + '"');
    QCOMPARE(reply.status, 413);
    QCOMPARE(reply.body, std::string("Failed to buffer the request body: length limit exceeded"));
}

void TestServer::refusesForms_data()
{
    QTest::addColumn<QByteArray>("parts");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("text");
    const auto with = [](const char* name, const QByteArray& content) {
        return QByteArray::fromStdString(part("upload_file_minidump", minidumpOf(64)) +
                                         part(name, content.toStdString()));
    };
    QTest::newRow("no file") << QByteArray::fromStdString(part("sources", "[]")) << 400
                             << QByteArray(R"({"detail":"missing minidump"})");
    QTest::newRow("form in a form")
        << QByteArray::fromStdString(part("upload_file_minidump", "--x")) << 400
        << QByteArray(R"({"detail":"minidump contains multipart form data"})");
    QTest::newRow("sources not json")
        << with("sources", "not json") << 400
        << QByteArray(R"({"detail":"unexpected text at line 1 column 2"})");
    QTest::newRow("sources null")
        << with("sources", "null") << 400
        << QByteArray(R"({"detail":".: expected a list, found null at line 1 column 4"})");
    QTest::newRow("sources unknown")
        << with("sources", "[{}]") << 400
        << QByteArray(R"({"detail":".: unknown source type at line 1 column 1"})");
    QTest::newRow("platform unquoted")
        << with("platform", "native") << 400
        << QByteArray(R"({"detail":"unexpected text at line 1 column 2"})");
    QTest::newRow("rule no regex")
        << with("rewrite_first_module", R"([{"from":"(","to":""}])") << 400 << QByteArray();
    QTest::newRow("field too long")
        << with("sources", "[" + QByteArray(1048575, ' ') + "]") << 413
        << QByteArray(R"({"detail":"Field sources larger than 1048576 bytes"})");
}

void TestServer::refusesForms()
{
    QFETCH(QByteArray, parts);
    const auto reply = postForm("/minidump", parts.toStdString());
    QTEST(reply.status, "status");
    QCOMPARE(reply.headers.at("content-type"), std::string("application/json"));
    QFETCH(QByteArray, text);
    if (!text.isEmpty())
        QCOMPARE(QByteArray::fromStdString(reply.body), text);
}

void TestServer::readsForms()
{
    const auto parts =
        part("unknown", std::string(2'000'000, 'x')) + part("upload_file_minidump", "first") +
        part("upload_file_minidump", minidumpOf(100)) +
        part("sources", "[" + std::string(1048574, ' ') + "]") +
        part("options", R"({"dif_candidates":true})") + part("platform", "\"native\"") +
        part("scraping", R"({"enabled":false,"allowed_origins":[],"headers":{}})") +
        part("rewrite_first_module", R"([{"from":"a","to":"b"}])");
    const auto reply = postForm("/minidump?scope=x", parts);
    QCOMPARE(reply.status, 200);
    QVERIFY2(reply.body.starts_with(R"({"status":"completed","system_info":)"), reply.body.c_str());
    QCOMPARE(m_service->lastFileBytes.load(), std::size_t{100});
    QCOMPARE(m_service->lastScope(), std::string("x"));
}

void TestServer::spoolsLargeFiles()
{
    const auto reply = postForm("/minidump", part("upload_file_minidump", minidumpOf(5'000'000)));
    QCOMPARE(reply.status, 200);
    QCOMPARE(m_service->lastFileBytes.load(), std::size_t{5'000'000});
}

void TestServer::limitsForms()
{
    start([](server::ServerOptions& options) { options.crashFileBodyMaxBytes = 10240; });
    QCOMPARE(postForm("/minidump", part("upload_file_minidump", minidumpOf(9000))).status, 200);
    QCOMPARE(postForm("/minidump", part("upload_file_minidump", minidumpOf(11000))).status, 413);
    HttpClient client(m_port);
    client.send("POST /minidump HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; "
                "boundary=B\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 11; ++i)
        client.send("400\r\n" + std::string(1024, '.') + "\r\n");
    client.send("0\r\n\r\n");
    QCOMPARE(client.receive().status, 413);
}

void TestServer::unreadableDumpsAreFailedJobs()
{
    const auto failure = [this](std::string_view file) {
        return postForm("/minidump", part("upload_file_minidump", file)).body;
    };
    QCOMPARE(failure("hello"), std::string(R"({"status":"failed","message":"not a crash file"})"));
    QCOMPARE(failure(""), std::string(R"({"status":"failed","message":"not a crash file"})"));
    QCOMPARE(failure("Incident Identifier: 1"),
             std::string(R"({"status":"failed","message":"not a minidump"})"));
}

void TestServer::takesOtherCrashFilesAsDumps_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("core file") << QByteArray("\x7f"
                                             "ELF");
    QTest::newRow("stored upload") << QByteArray("--x\r\n\r\nMDMP\r\n--x--");
}

void TestServer::takesOtherCrashFilesAsDumps()
{
    QFETCH(QByteArray, file);
    const auto reply = postForm("/minidump", part("upload_file_minidump", file.toStdString()));
    QCOMPARE(reply.status, 200);
    QVERIFY2(reply.body.starts_with(R"({"status":"completed",)"), reply.body.c_str());
}

void TestServer::refusesExpensiveRewriteRules()
{
    std::string groups;
    for (int i = 0; i < 100'000; ++i)
        groups += "()";
    const auto reply = postForm(
        "/minidump", part("rewrite_first_module", R"([{"from":")" + groups + R"(","to":""}])"));
    QCOMPARE(reply.status, 400);
    QCOMPARE(QString::fromStdString(reply.body),
             QString(R"({"detail":".: rewrite rule 0: a pattern of 200000 bytes, limit 1024 at )"
                     R"(line 1 column 1"})"));
}

void TestServer::symbolicatesTheJvm_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("part");
    const QByteArray route = "/symbolicate-jvm";
    QTest::newRow("a stack") << route + "?scope=s"
                             << QByteArray(R"({"sources":[],"stacktraces":[{"frames":[)"
                                           R"({"function":"f","module":"m","index":4}]}]})")
                             << 200
                             << QByteArray(R"({"status":"completed","exceptions":[],)"
                                           R"("stacktraces":[{"exception":null,"frames":)"
                                           R"([{"function":"f","module":"m","index":4}]}],)"
                                           R"("classes":{},"errors":[]})");
    QTest::newRow("a failed run") << route << QByteArray(R"({"sources":[]})") << 200
                                  << QByteArray(R"({"status":"failed")");
    QTest::newRow("no sources") << route << QByteArray("{}") << 422
                                << QByteArray("Failed to deserialize the JSON body");
    QTest::newRow("query") << route + "?timeout=x" << QByteArray("{}") << 400
                           << QByteArray("Failed to deserialize query string");
    QTest::newRow("truncated") << route << QByteArray(R"({"sources":[)") << 400 << QByteArray();
}

void TestServer::symbolicatesTheJvm()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    QFETCH(QByteArray, part);
    const auto reply = HttpClient(m_port).exchange("POST", target.toStdString(), "application/json",
                                                   body.toStdString());
    QCOMPARE(reply.status, status);
    QVERIFY2(reply.body.find(part.toStdString()) != std::string::npos, reply.body.c_str());
    if (target.contains("scope"))
        QCOMPARE(m_service->lastScope(), std::string("s"));
}

QTEST_GUILESS_MAIN(TestServer)
#include "tst_server.moc"

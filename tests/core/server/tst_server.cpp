#include "core/server/server.h"
#include "core/symbolicate/jvm/jvm_options.h"
#include "tests/support/http_client.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace faultline;
using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

/// Answers at once with the number of modules and threads that it received. `block` makes jobs wait
/// until they are stopped or released.
class FakeService final : public server::SymbolicationService
{
public:
    Result<EventPtr> readEvent(ByteView bytes) override
    {
        const auto kind = kindOf(bytes.text());
        if (!kind)
            return fail(ErrorKind::Unsupported, "not a crash file");
        auto event = std::make_shared<Event>();
        event->kind = *kind;
        event->native().memory = std::make_shared<const MemoryImage>();
        event->native().process.name = std::to_string(bytes.size());
        lastFileBytes = bytes.size();
        return event;
    }

    bool holdsCrashFile(const ByteView& body) const override
    {
        return body.text().contains("MDMP");
    }

    Result<ReportPtr> run(EventPtr event,
                          const symbolicate::SymbolicateOptions& options,
                          std::stop_token stop) override
    {
        lastScope = options.scope;
        if (block) {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, stop, [this] { return !block; });
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "stopped");
        }
        auto report = std::make_shared<Report>();
        report->event = std::move(event);
        return report;
    }

    Result<js::ScriptReport> runScripts(const ScriptEvent& event,
                                        const js::ScriptOptions& options,
                                        std::stop_token /*stop*/) override
    {
        lastScope = options.scope;
        js::ScriptReport report;
        report.stacks = event.stacks;
        return report;
    }

    Result<JvmReport>
    runJvm(const JvmEvent& event, const jvm::JvmOptions& options, std::stop_token /*stop*/) override
    {
        lastScope = options.scope;
        if (event.stacks.empty())
            return fail(ErrorKind::Internal, "no stacks");
        JvmReport report;
        report.stacks = event.stacks;
        return report;
    }

    void release()
    {
        const std::lock_guard lock(m_mutex);
        block = false;
        m_wake.notify_all();
    }

    std::atomic<bool> block{false};
    std::atomic<std::size_t> lastFileBytes{0};
    std::string lastScope;

private:
    static std::optional<EventKind> kindOf(std::string_view file)
    {
        if (file.starts_with("MDMP") || (file.starts_with("--") && file.contains("MDMP")))
            return EventKind::Minidump;
        if (file.starts_with("\x7f"
                             "ELF"))
            return EventKind::CoreFile;
        if (file.starts_with("Incident"))
            return EventKind::AppleText;
        return std::nullopt;
    }

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
};

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
constexpr std::string_view kEmptyAnswer = R"({"status":"completed","stacktraces":[],"modules":[]})";

} // namespace

class TestServer : public QObject
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
    void keepsConnectionsAlive();
    void answersPipelinedRequests();
    void readsChunkedBodies();
    void asksToContinue();
    void refusedBodiesLeaveTheConnectionUsable();
    void brokenHttp_data();
    void brokenHttp();
    void refusesUnknownFraming_data();
    void refusesUnknownFraming();
    void refusesEndlessFraming_data();
    void refusesEndlessFraming();
    void takesTheServersNameInTheTarget_data();
    void takesTheServersNameInTheTarget();
    void slowBodiesDelayNobody();
    void refusesExpensiveRewriteRules();
    void closesIdleConnectionsWhenFull();
    void answersHealthchecksWhenFull();
    void closesSilentConnections();
    void symbolicatesTheJvm_data();
    void symbolicatesTheJvm();
    void pendingJobsArePolled();
    void limitsConcurrentJobs();
    void unknownRequestIds();
    void manyClientsAtOnce();
    void stopsWhileJobsRun();
    void changesItsSetup();
    void anEarlierSetupServesItsRequests();
    void pingsTellThatThreadsAreStuck();

private:
    void restart(const std::function<void(server::ServerOptions&)>& change);
    HttpReply postForm(std::string_view target, std::string_view parts) const;

    QTemporaryDir m_folder;
    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<server::Server> m_server;
    std::uint16_t m_port = 0;
};

void TestServer::init()
{
    restart([](server::ServerOptions&) {});
}

void TestServer::cleanup()
{
    m_server.reset();
    m_service.reset();
    QVERIFY(QDir(m_folder.path()).isEmpty());
}

void TestServer::restart(const std::function<void(server::ServerOptions&)>& change)
{
    m_server.reset();
    m_service = std::make_unique<FakeService>();
    server::ServerOptions options;
    options.stopGrace = 0ms;
    options.spoolFolder = m_folder.path().toStdString();
    options.policy.readSources =
        [](std::string_view json) -> Result<std::vector<sources::SourceConfig>> {
        if (json == "[]")
            return std::vector<sources::SourceConfig>();
        return fail(ErrorKind::Malformed, "unknown source type");
    };
    change(options);
    auto server = server::Server::start(std::move(options), {.service = *m_service}, silentLog());
    QVERIFY2(server, server ? "" : server.error().detail.c_str());
    m_server = *std::move(server);
    m_port = m_server->port();
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
        QCOMPARE(m_service->lastScope, std::string("a b"));
    }
}

void TestServer::limitsJsonBodies()
{
    restart([](server::ServerOptions& options) { options.symbolicateBodyMaxBytes = 5120; });
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
    QCOMPARE(m_service->lastScope, std::string("x"));
}

void TestServer::spoolsLargeFiles()
{
    const auto reply = postForm("/minidump", part("upload_file_minidump", minidumpOf(5'000'000)));
    QCOMPARE(reply.status, 200);
    QCOMPARE(m_service->lastFileBytes.load(), std::size_t{5'000'000});
}

void TestServer::limitsForms()
{
    restart([](server::ServerOptions& options) { options.crashFileBodyMaxBytes = 10240; });
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

void TestServer::keepsConnectionsAlive()
{
    HttpClient client(m_port);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(client.exchange("POST", "/symbolicate", "application/json", "{}").status, 200);
    client.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    QCOMPARE(client.receive().status, 200);
    QVERIFY(client.isClosedByServer());
    HttpClient old(m_port);
    old.send("GET /healthcheck HTTP/1.0\r\n\r\n");
    QCOMPARE(old.receive().status, 200);
    QVERIFY(old.isClosedByServer());
}

void TestServer::answersPipelinedRequests()
{
    HttpClient client(m_port);
    client.send(
        "GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
        "POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
        "application/json\r\nContent-Length: 2\r\n\r\n{}");
    QCOMPARE(client.receive().status, 200);
    QCOMPARE(client.receive().status, 404);
    QCOMPARE(client.receive().body, std::string(kEmptyAnswer));
}

void TestServer::readsChunkedBodies()
{
    HttpClient client(m_port);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                "1\r\n{\r\n1;ext=1\r\n}\r\n0\r\n\r\n");
    QCOMPARE(client.receive().body, std::string(kEmptyAnswer));
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    QCOMPARE(client.receive().status, 400);
    QVERIFY(client.isClosedByServer());
}

void TestServer::asksToContinue()
{
    HttpClient client(m_port);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    QCOMPARE(client.receive().status, 100);
    client.send("{}");
    QCOMPARE(client.receive().status, 200);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "text/plain\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    QCOMPARE(client.receive().status, 415);
    QVERIFY(client.isClosedByServer());
}

void TestServer::refusedBodiesLeaveTheConnectionUsable()
{
    HttpClient client(m_port);
    QCOMPARE(client.exchange("POST", "/nothing", "text/plain", std::string(3'000'000, 'x')).status,
             404);
    QCOMPARE(
        client.exchange("POST", "/symbolicate", "text/plain", std::string(3'000'000, 'x')).status,
        415);
    QCOMPARE(client.exchange("GET", "/healthcheck").status, 200);
}

void TestServer::brokenHttp_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::newRow("no http") << QByteArray("hello\r\n\r\n") << 400;
    QTest::newRow("no version") << QByteArray("GET /healthcheck\r\n\r\n") << 400;
    QTest::newRow("header without colon")
        << QByteArray("GET /healthcheck HTTP/1.1\r\nHost\r\n\r\n") << 400;
    QTest::newRow("bad length") << QByteArray(
                                       "POST /symbolicate HTTP/1.1\r\nContent-Length: x\r\n\r\n")
                                << 400;
    QTest::newRow("two lengths")
        << QByteArray(
               "POST /symbolicate HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
        << 400;
    QTest::newRow("huge header") << QByteArray("GET / HTTP/1.1\r\nA: ") + QByteArray(100'000, 'x') +
                                        "\r\n\r\n"
                                 << 431;
}

void TestServer::brokenHttp()
{
    QFETCH(QByteArray, request);
    HttpClient client(m_port);
    client.send(request.toStdString());
    QTEST(client.receive().status, "status");
    QVERIFY(client.isClosedByServer());
    QCOMPARE(get(m_port, "/healthcheck").status, 200);
}

/// The end of such a body is unknown, so the rest could pass for a request.
void TestServer::refusesUnknownFraming_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("fields");
    const QByteArray http11 = "HTTP/1.1";
    QTest::newRow("unknown coding") << http11 << QByteArray("Transfer-Encoding: gzip\r\n");
    QTest::newRow("identity") << http11 << QByteArray("Transfer-Encoding: identity\r\n");
    QTest::newRow("chunked is not last")
        << http11 << QByteArray("Transfer-Encoding: chunked, gzip\r\n");
    QTest::newRow("another before chunked")
        << http11 << QByteArray("Transfer-Encoding: gzip, chunked\r\n");
    QTest::newRow("in two fields")
        << http11 << QByteArray("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n");
    QTest::newRow("chunked twice")
        << http11 << QByteArray("Transfer-Encoding: chunked, chunked\r\n");
    QTest::newRow("with a length")
        << http11 << QByteArray("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n");
    QTest::newRow("an old version")
        << QByteArray("HTTP/1.0") << QByteArray("Transfer-Encoding: chunked\r\n");
}

void TestServer::refusesUnknownFraming()
{
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, fields);
    HttpClient client(m_port);
    client.send(("POST /symbolicate " + version +
                 "\r\nHost: x\r\nContent-Type: application/json\r\n" + fields +
                 "\r\nGET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n")
                    .toStdString());
    QCOMPARE(client.receive().status, 400);
    QCOMPARE(client.receive().status, 0);
    QVERIFY(client.isClosedByServer());
}

/// Without a limit, all of these were kept in memory as long as they arrived.
void TestServer::refusesEndlessFraming_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("again");
    QTest::newRow("chunk extension") << QByteArray("1;x=") << QByteArray(1024, 'x');
    QTest::newRow("digits of a chunk's size") << QByteArray() << QByteArray(1024, '0');
    QTest::newRow("trailers") << QByteArray("0\r\n") << "A: " + QByteArray(1020, 'x') + "\r\n";
    QTest::newRow("extensions of many chunks")
        << QByteArray() << "1;x=" + QByteArray(1010, 'x') + "\r\n \r\n";
}

void TestServer::refusesEndlessFraming()
{
    QFETCH(QByteArray, begin);
    QFETCH(QByteArray, again);
    HttpClient client(m_port);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
                begin.toStdString());
    for (int i = 0; i < 4096 && client.send(again.toStdString()); ++i) {
    }
    QCOMPARE(client.receive().status, 400);
    QVERIFY(client.isClosedByServer());
}

void TestServer::takesTheServersNameInTheTarget_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<int>("status");
    QTest::newRow("path") << QByteArray("http://example.org/healthcheck") << 200;
    QTest::newRow("port and query") << QByteArray("HTTP://[::1]:80/healthcheck?x=/y") << 200;
    QTest::newRow("https") << QByteArray("https://example.org/healthcheck") << 200;
    QTest::newRow("no path") << QByteArray("http://example.org") << 404;
    QTest::newRow("only a query") << QByteArray("http://example.org?/healthcheck") << 404;
    QTest::newRow("not at the start") << QByteArray("/http://example.org/healthcheck") << 404;
}

void TestServer::takesTheServersNameInTheTarget()
{
    QFETCH(QByteArray, target);
    QTEST(get(m_port, target.toStdString()).status, "status");
}

/// Sources are read on a work thread: while one request's take their time, others are answered.
void TestServer::slowBodiesDelayNobody()
{
    std::promise<void> release;
    const auto released = release.get_future().share();
    std::atomic<int> reading{0};
    restart([&](server::ServerOptions& options) {
        options.policy.readSources = [&reading, released](std::string_view) {
            ++reading;
            released.wait();
            return Result<std::vector<sources::SourceConfig>>();
        };
        options.http.threads = 2;
    });
    const auto ask = [this] {
        return postJson(m_port, "/symbolicate", R"({"sources":[]})").status;
    };
    std::vector<std::future<int>> slow;
    for (int i = 0; i < 3; ++i)
        slow.push_back(std::async(std::launch::async, ask));
    QTRY_COMPARE(reading.load(), 3);
    QCOMPARE(get(m_port, "/healthcheck").status, 200);
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
    release.set_value();
    for (auto& request : slow)
        QCOMPARE(request.get(), 200);
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

void TestServer::closesIdleConnectionsWhenFull()
{
    restart([](server::ServerOptions& options) { options.http.maxConnections = 3; });
    std::vector<std::unique_ptr<HttpClient>> idle;
    for (int i = 0; i < 3; ++i) {
        idle.push_back(std::make_unique<HttpClient>(m_port));
        QCOMPARE(idle.back()->exchange("GET", "/healthcheck").status, 200);
    }
    for (int i = 0; i < 50; ++i)
        QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
    QVERIFY(idle.front()->isClosedByServer());
}

/// Every regular connection waits for a job.
void TestServer::answersHealthchecksWhenFull()
{
    restart([](server::ServerOptions& options) { options.http.maxConnections = 3; });
    m_service->block = true;
    std::vector<std::unique_ptr<HttpClient>> busy;
    const std::string request = "POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                                "application/json\r\nContent-Length: 2\r\n\r\n{}";
    for (int i = 0; i < 3; ++i) {
        busy.push_back(std::make_unique<HttpClient>(m_port));
        QVERIFY(busy.back()->send(request));
    }
    QTRY_COMPARE(get(m_port, "/requests/x").status, 503);
    std::vector<std::unique_ptr<HttpClient>> silent;
    for (int i = 0; i < 100; ++i)
        silent.push_back(std::make_unique<HttpClient>(m_port));
    for (int i = 0; i < 20; ++i)
        QCOMPARE(get(m_port, "/healthcheck").status, 200);
    m_service->release();
    for (auto& client : busy)
        QCOMPARE(client->receive().status, 200);
}

void TestServer::closesSilentConnections()
{
    restart([](server::ServerOptions& options) {
        options.http.idleTimeout = 50ms;
        options.http.readTimeout = 50ms;
    });
    HttpClient silent(m_port);
    QVERIFY(silent.isClosedByServer());
    HttpClient slow(m_port);
    slow.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
              "application/json\r\nContent-Length: 10\r\n\r\n{");
    QVERIFY(slow.isClosedByServer());
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
        QCOMPARE(m_service->lastScope, std::string("s"));
}

void TestServer::pendingJobsArePolled()
{
    m_service->block = true;
    const auto pending = postJson(m_port, "/symbolicate?timeout=0", "{}");
    QCOMPARE(pending.status, 200);
    const std::string start = R"({"status":"pending","request_id":")";
    QVERIFY2(pending.body.starts_with(start) && pending.body.ends_with(R"(","retry_after":30})"),
             pending.body.c_str());
    const auto id = pending.body.substr(start.size(), 36);
    QCOMPARE(get(m_port, "/requests/" + id + "?timeout=0").body, pending.body);
    auto waiting = std::async(std::launch::async, [&] { return get(m_port, "/requests/" + id); });
    m_service->release();
    QCOMPARE(waiting.get().body, std::string(kEmptyAnswer));
    QCOMPARE(get(m_port, "/requests/" + id).body, std::string(kEmptyAnswer));
    QCOMPARE(HttpClient(m_port).exchange("HEAD", "/requests/" + id).status, 200);
}

void TestServer::limitsConcurrentJobs()
{
    restart([](server::ServerOptions& options) { options.maxConcurrentJobs = 1; });
    m_service->block = true;
    QCOMPARE(postJson(m_port, "/symbolicate?timeout=0", "{}").status, 200);
    const auto refused = postJson(m_port, "/symbolicate", "{}");
    QCOMPARE(refused.status, 503);
    QCOMPARE(refused.body,
             std::string(R"({"detail":"maximum number of concurrent requests reached"})"));
    m_service->release();
    QTRY_COMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
}

void TestServer::unknownRequestIds()
{
    QCOMPARE(get(m_port, "/requests/6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11").status, 404);
    QCOMPARE(get(m_port, "/requests/6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11?timeout=5").status, 404);
    QCOMPARE(get(m_port, "/requests/not-a-uuid").status, 404);
    QCOMPARE(get(m_port, "/requests/not-a-uuid?timeout=soon").status, 400);
}

void TestServer::manyClientsAtOnce()
{
    std::vector<std::future<int>> clients;
    for (int i = 0; i < 30; ++i) {
        clients.push_back(std::async(std::launch::async, [this] {
            HttpClient client(m_port);
            int good = 0;
            for (int round = 0; round < 20; ++round)
                good +=
                    client.exchange("POST", "/symbolicate", "application/json", "{}").status == 200
                        ? 1
                        : 0;
            return good;
        }));
    }
    for (auto& client : clients)
        QCOMPARE(client.get(), 20);
}

void TestServer::stopsWhileJobsRun()
{
    restart([](server::ServerOptions& options) { options.stopGrace = 20ms; });
    m_service->block = true;
    auto waiting =
        std::async(std::launch::async, [this] { return postJson(m_port, "/symbolicate", "{}"); });
    QTRY_VERIFY(postJson(m_port, "/symbolicate?timeout=0", "{}").status == 200);
    HttpClient idle(m_port);
    QCOMPARE(idle.exchange("GET", "/healthcheck").status, 200);
    m_server->stop();
    QVERIFY(idle.isClosedByServer());
    waiting.get();
    QCOMPARE(get(m_port, "/healthcheck").status, 0);
}

void TestServer::changesItsSetup()
{
    FakeService other;
    QCOMPARE(get(m_port, "/more").status, 404);
    server::ServerSetupOptions options;
    options.spoolFolder = m_folder.path().toStdString();
    options.access.bearerTokens = {"secret"};
    const auto makeMore = [](server::RequestRunner&) {
        std::vector<server::Route> routes;
        routes.push_back({"GET", "/more",
                          [](const server::HttpRequestHead&, const auto&) -> server::HttpOpening {
                              return server::textResponse(200, "more");
                          },
                          server::RouteAccess::Open});
        return routes;
    };
    QVERIFY(m_server->change(options, std::nullopt, {.service = other, .protocols = {makeMore}}));
    QCOMPARE(get(m_port, "/more").body, std::string("more"));
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 401);
    QCOMPARE(m_server->releaseUnused(), std::size_t{0});
}

/// Its job goes on after the answer that it is pending, and its answer is found later.
void TestServer::anEarlierSetupServesItsRequests()
{
    auto service = std::make_shared<FakeService>();
    const std::weak_ptr<FakeService> held = service;
    service->block = true;
    server::ServerSetupOptions options;
    options.spoolFolder = m_folder.path().toStdString();
    QVERIFY(m_server->change(options, std::nullopt, {.service = *service, .owner = service}));
    QCOMPARE(m_server->releaseUnused(), std::size_t{0});
    const auto pending = postJson(m_port, "/symbolicate?timeout=0", "{}");
    HttpClient half(m_port); // Sends its body later.
    QVERIFY(half.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"));
    QCOMPARE(half.receive(true).status, 100);
    const auto id =
        pending.body.substr(std::string(R"({"status":"pending","request_id":")").size(), 36);
    QVERIFY(m_server->change(options, std::nullopt, {.service = *m_service}));
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").body, std::string(kEmptyAnswer));
    QCOMPARE(m_server->releaseUnused(), std::size_t{1});
    auto* blocked = service.get();
    service.reset();
    QVERIFY(!held.expired());
    blocked->release();
    QCOMPARE(get(m_port, "/requests/" + id + "?timeout=9").body, std::string(kEmptyAnswer));
    QVERIFY(half.send("{}"));
    QCOMPARE(half.receive().body, std::string(kEmptyAnswer));
    QTRY_COMPARE(m_server->releaseUnused(), std::size_t{0});
    QVERIFY(held.expired());
    QCOMPARE(get(m_port, "/requests/" + id).body, std::string(kEmptyAnswer));
}

/// What sends the watchdog's message must not depend on threads that answer nobody.
void TestServer::pingsTellThatThreadsAreStuck()
{
    const auto ping = [this] {
        auto answered = std::make_shared<std::promise<void>>();
        m_server->ping([answered] { answered->set_value(); });
        return answered->get_future();
    };
    QVERIFY(ping().wait_for(30s) == std::future_status::ready);
    std::promise<void> mayEnd;
    const auto ended = mayEnd.get_future().share();
    std::atomic<int> stuck = 0;
    const auto makeStuck = [&](server::RequestRunner&) {
        std::vector<server::Route> routes;
        routes.push_back({"GET", "/stuck", [&](const server::HttpRequestHead&, const auto&) {
                              return server::HttpOpening(server::makeBodilessExchange(
                                  [&](server::RequestExchange::Respond respond) {
                                      ++stuck;
                                      ended.wait();
                                      respond(server::emptyResponse(200));
                                  }));
                          }});
        return routes;
    };
    server::ServerSetupOptions options;
    options.spoolFolder = m_folder.path().toStdString();
    QVERIFY(
        m_server->change(options, std::nullopt, {.service = *m_service, .protocols = {makeStuck}}));
    const int threads = static_cast<int>(server::HttpServerOptions().workThreads);
    std::vector<std::future<int>> clients;
    for (int i = 0; i < threads; ++i)
        clients.push_back(
            std::async(std::launch::async, [this] { return get(m_port, "/stuck").status; }));
    QTRY_COMPARE(stuck, threads);
    auto answered = ping();
    QVERIFY(answered.wait_for(200ms) == std::future_status::timeout);
    mayEnd.set_value();
    QVERIFY(answered.wait_for(30s) == std::future_status::ready);
    for (auto& client : clients)
        QCOMPARE(client.get(), 200);
}

QTEST_GUILESS_MAIN(TestServer)
#include "tst_server.moc"

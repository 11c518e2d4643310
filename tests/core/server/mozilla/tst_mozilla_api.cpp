// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/server/mozilla/mozilla_api.h"
#include "core/server/server.h"
#include "tests/support/http_client.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace faultline;
using namespace faultline::server;
using namespace faultline::test;

namespace {

constexpr const char* kId = "0123456789ABCDEF0123456789ABCDEF1";
constexpr const char* kPath = "/sym/app.pdb/0123456789ABCDEF0123456789ABCDEF1/app.sym";
constexpr const char* kSymbols = "MODULE windows x86_64 0123456789ABCDEF0123456789ABCDEF1 app.pdb\n"
                                 "INFO CODE_ID 5C1 app.exe\nFILE 0 c:\\a b.c\n"
                                 "FUNC 1000 100 0 void f<int>()\n1000 100 7 0\n";

/// The protocol does not use the server's own jobs.
class NoService final : public SymbolicationService
{
public:
    Result<EventPtr> readEvent(ByteView) override { return fail(ErrorKind::Unsupported, "no"); }

    bool holdsCrashFile(const ByteView&) const override { return false; }

    Result<ReportPtr>
    run(EventPtr, const symbolicate::SymbolicateOptions&, std::stop_token) override
    {
        return fail(ErrorKind::Unsupported, "no");
    }
};

std::string body(const std::string& id = kId)
{
    return R"({"stacks":[[[0,4100],[-1,5]]],"memoryMap":[["app.pdb",")" + id + R"("]]})";
}

} // namespace

class TestMozillaApi : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void answers();
    void answersV4();
    void keepsTablesOverARestart();
    void absenceIsRemembered();
    void transientTroubleIs503();
    void anotherBuildIsMissing();
    void newSymbolsCountAtOnce();
    void refusalsAreJson();
    void pagesMayRead();

private:
    void start();
    void stop();

    QTemporaryDir m_folder;
    std::unique_ptr<LoopbackServer> m_symbols;
    NoService m_service;
    std::unique_ptr<engine::Engine> m_engine;
    std::unique_ptr<mozilla::ModuleFinder> m_finder;
    std::unique_ptr<mozilla::MozillaApi> m_api;
    std::unique_ptr<Server> m_server;
};

void TestMozillaApi::init()
{
    m_symbols = std::make_unique<LoopbackServer>();
    m_symbols->reply(kPath, {.status = 200, .body = kSymbols});
    start();
}

void TestMozillaApi::cleanup()
{
    stop();
    std::filesystem::remove_all(m_folder.filePath("cache").toStdString());
    m_symbols.reset();
}

void TestMozillaApi::start()
{
    const auto cache = std::filesystem::path(m_folder.filePath("cache").toStdString());
    sources::SourceConfig source;
    source.id = "sym";
    source.filters.fileTypes = {sources::FileType::Breakpad};
    sources::HttpSource places;
    places.url = m_symbols->url() + "/sym/";
    source.where = places;
    engine::EngineConfig config;
    config.cacheDir = cache;
    config.sources = {source};
    m_engine = std::make_unique<engine::Engine>(config, silentLog(), [](const auto&) {});
    m_finder = std::make_unique<mozilla::ModuleFinder>(
        m_engine->services(), config.sources,
        mozilla::TableLedgerOptions{.file = cache / "ledger"});
    m_api = std::make_unique<mozilla::MozillaApi>(
        mozilla::MozillaOptions{.spoolFolder = m_folder.path().toStdString()}, *m_finder,
        silentLog());
    ServerOptions options;
    options.spoolFolder = m_folder.path().toStdString();
    auto server = Server::start(std::move(options),
                                {.service = m_service, .protocols = {[this](RequestRunner& runner) {
                                                           return m_api->routes(runner);
                                                       }}},
                                silentLog());
    QVERIFY(server);
    m_server = *std::move(server);
}

void TestMozillaApi::stop()
{
    m_server.reset();
    m_api.reset();
    m_finder.reset();
    m_engine.reset();
}

void TestMozillaApi::answers()
{
    const auto reply = postJson(m_server->port(), "/symbolicate/v5", body());
    QCOMPARE(reply.status, 200);
    QCOMPARE(
        reply.body,
        std::string(R"j({"results":[{"stacks":[[{"frame":0,"module":"app.exe",)j"
                    R"j("module_offset":"0x1004","function":"void f<int>()",)j"
                    R"j("function_offset":"0x4","file":"c:\\a b.c","line":7},)j"
                    R"j({"frame":1,"module":"<unknown>","module_offset":"0x5"}]],)j"
                    R"j("found_modules":{"app.pdb/0123456789ABCDEF0123456789ABCDEF1":true}}]})j"));
}

void TestMozillaApi::answersV4()
{
    for (const auto* path : {"/symbolicate/v4", "/"}) {
        const auto reply = postJson(m_server->port(), path, body());
        QCOMPARE(reply.body,
                 std::string(R"j({"symbolicatedStacks":[["void f<int>() (in app.exe)",)j"
                             R"j("0x5 (in <unknown>)"]],"knownModules":[true]})j"));
    }
}

void TestMozillaApi::keepsTablesOverARestart()
{
    postJson(m_server->port(), "/symbolicate/v5", body());
    QCOMPARE(m_symbols->totalHits(), 1);
    stop();
    start();
    const auto reply =
        postJson(m_server->port(), "/symbolicate/v5", body("0123456789abcdef0123456789abcdef1"));
    QVERIFY(reply.body.contains("void f<int>()"));
    QVERIFY(reply.body.contains("app.pdb/0123456789abcdef0123456789abcdef1"));
    QCOMPARE(m_symbols->totalHits(), 1);
}

void TestMozillaApi::absenceIsRemembered()
{
    m_symbols->reply(kPath, {.status = 404});
    for (int i = 0; i < 3; ++i) {
        const auto reply = postJson(m_server->port(), "/symbolicate/v5", body());
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.body.contains(R"(ABCDEF1":false)"));
    }
    QCOMPARE(m_symbols->hits(kPath), 1);
}

void TestMozillaApi::transientTroubleIs503()
{
    m_symbols->reply(kPath, {.status = 500});
    const auto reply = postJson(m_server->port(), "/symbolicate/v5", body());
    QCOMPARE(reply.status, 503);
    QVERIFY(reply.headers.contains("retry-after"));
    QVERIFY(reply.body.starts_with(R"({"title":)"));
}

void TestMozillaApi::anotherBuildIsMissing()
{
    std::string other = kSymbols;
    other.replace(other.find("0123"), 4, "9123");
    m_symbols->reply(kPath, {.status = 200, .body = other});
    const auto reply = postJson(m_server->port(), "/symbolicate/v5", body());
    QCOMPARE(reply.status, 200);
    QVERIFY(reply.body.contains(R"(ABCDEF1":false)"));
}

void TestMozillaApi::newSymbolsCountAtOnce()
{
    m_symbols->reply(kPath, {.status = 404});
    QVERIFY(postJson(m_server->port(), "/symbolicate/v5", body()).body.contains("false"));
    m_symbols->reply(kPath, {.status = 200, .body = kSymbols});
    m_finder->forget({"app.pdb", kId});
    QVERIFY(postJson(m_server->port(), "/symbolicate/v5", body()).body.contains("true"));
}

void TestMozillaApi::refusalsAreJson()
{
    const auto reply = postJson(m_server->port(), "/symbolicate/v5", "{");
    QCOMPARE(reply.status, 400);
    QCOMPARE(reply.body, std::string(R"({"title":"Payload is not valid JSON",)"
                                     R"("error":"Payload is not valid JSON"})"));
    QCOMPARE(get(m_server->port(), "/symbolicate/v5").status, 405);
}

void TestMozillaApi::pagesMayRead()
{
    HttpClient client(m_server->port());
    client.send("OPTIONS /symbolicate/v5 HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\n"
                "Access-Control-Request-Method: POST\r\n"
                "Access-Control-Request-Headers: debug\r\n\r\n");
    const auto preflight = client.receive();
    QCOMPARE(preflight.status, 200);
    QCOMPARE(preflight.headers.at("access-control-allow-origin"), std::string("*"));
    QCOMPARE(preflight.headers.at("access-control-allow-headers"), std::string("debug"));
    client.send("POST /symbolicate/v5 HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\n"
                "Content-Length: 1\r\n\r\n{");
    const auto refused = client.receive();
    QCOMPARE(refused.status, 400);
    QCOMPARE(refused.headers.at("access-control-allow-origin"), std::string("*"));
}

QTEST_GUILESS_MAIN(TestMozillaApi)
#include "tst_mozilla_api.moc"

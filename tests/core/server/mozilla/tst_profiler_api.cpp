// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/server/mozilla/profiler_api.h"
#include "core/server/server.h"
#include "tests/support/http_client.h"
#include "tests/support/memory_object.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::server;
using namespace faultline::test;

namespace {

constexpr const char* kToken = "0123456789abcdef0123456789abcdef0123456789abcdef";
constexpr const char* kOrigin = "https://profiler.example";
constexpr const char* kSourceBody =
    R"({"debugName":"app","debugId":"0123456789ABCDEF0123456789ABCDEF0","moduleOffset":"0x1004","file":"/src/a.c"})";
constexpr const char* kCodeBody =
    R"({"name":"app","codeId":"0123","startAddress":"0x1000","size":"0x2"})";

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

class FakeCode final : public mozilla::ProfiledCode
{
public:
    Result<std::string> readSource(const mozilla::ProfiledLibrary& library,
                                   std::uint32_t offset,
                                   const std::string& file,
                                   std::stop_token) override
    {
        ++asked;
        lastLibrary = library;
        lastOffset = offset;
        if (error)
            return std::unexpected(*error);
        return "text of " + file + "\n";
    }

    Result<mozilla::LibraryCode> findCode(const mozilla::ProfiledLibrary& library,
                                          std::stop_token) override
    {
        ++asked;
        lastLibrary = library;
        if (error)
            return std::unexpected(*error);
        auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
        object->addSection(".text", 0x1000, {std::byte{0x55}, std::byte{0xc3}}, true);
        return mozilla::LibraryCode{.file = object, .symbols = nullptr};
    }

    int asked = 0;
    mozilla::ProfiledLibrary lastLibrary;
    std::uint32_t lastOffset = 0;
    std::optional<Error> error;
};

std::string pathOf(const std::string& route)
{
    return std::string("/") + kToken + route;
}

} // namespace

/// Form, secret and origin. What is read, and what is not, is the engine's: tst_serve_profiler.
class TestProfilerApi : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void givesSources();
    void listsCode();
    void givesNames();
    void refusesBodies_data();
    void refusesBodies();
    void tellsWhyNot_data();
    void tellsWhyNot();
    void otherPathsAreUnknown_data();
    void otherPathsAreUnknown();
    void onlyAllowedPagesMayAsk_data();
    void onlyAllowedPagesMayAsk();
    void answersPreflights();

private:
    HttpReply ask(const std::string& method,
                  const std::string& path,
                  const std::string& body = {},
                  const std::string& headers = {}) const
    {
        HttpClient client(m_server->port());
        client.send(method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + headers +
                    "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.receive();
    }

    QTemporaryDir m_folder;
    NoService m_service;
    FakeCode m_code;
    std::unique_ptr<engine::Engine> m_engine;
    std::unique_ptr<mozilla::ModuleFinder> m_finder;
    std::unique_ptr<mozilla::MozillaApi> m_names;
    std::unique_ptr<mozilla::ProfilerApi> m_api;
    std::unique_ptr<Server> m_server;
};

void TestProfilerApi::init()
{
    m_code = {};
    const std::filesystem::path folder = m_folder.path().toStdString();
    m_engine =
        std::make_unique<engine::Engine>(engine::EngineConfig{}, silentLog(), [](const auto&) {});
    m_finder = std::make_unique<mozilla::ModuleFinder>(
        m_engine->services(), std::vector<sources::SourceConfig>(), mozilla::TableLedgerOptions{});
    m_names = std::make_unique<mozilla::MozillaApi>(mozilla::MozillaOptions{.spoolFolder = folder},
                                                    *m_finder, silentLog());
    m_api = std::make_unique<mozilla::ProfilerApi>(
        mozilla::ProfilerOptions{
            .spoolFolder = folder, .token = kToken, .allowedOrigins = {kOrigin}},
        *m_names, m_code, silentLog());
    ServerOptions options;
    options.spoolFolder = folder;
    options.access.bearerTokens = {"another-secret-01"};
    auto server = Server::start(std::move(options),
                                {.service = m_service, .protocols = {[this](RequestRunner& runner) {
                                                           return m_api->routes(runner);
                                                       }}},
                                silentLog());
    QVERIFY(server);
    m_server = *std::move(server);
}

void TestProfilerApi::cleanup()
{
    m_server.reset();
    m_api.reset();
    m_names.reset();
    m_finder.reset();
    m_engine.reset();
}

void TestProfilerApi::givesSources()
{
    const auto reply = ask("POST", pathOf("/source/v1"), kSourceBody);
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.headers.at("content-type"), std::string("application/json"));
    QCOMPARE(reply.body, std::string(R"({"symbolsLastModified":null,"sourceLastModified":null,)"
                                     R"("file":"/src/a.c","source":"text of /src/a.c\n"})"));
    QCOMPARE(m_code.lastLibrary.debugFile.value(), std::string("app"));
    QCOMPARE(m_code.lastLibrary.debugId->breakpad(),
             std::string("0123456789ABCDEF0123456789ABCDEF0"));
    QCOMPARE(m_code.lastOffset, 0x1004u);
}

void TestProfilerApi::listsCode()
{
    const auto reply = ask("POST", pathOf("/asm/v1"), kCodeBody);
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.body,
             std::string(R"({"startAddress":"0x1000","size":"0x2","arch":"x86_64",)"
                         R"("syntax":["Intel"],"instructions":[[0,"push rbp"],[1,"ret"]]})"));
    QCOMPARE(m_code.lastLibrary.codeFile.value(), std::string("app"));
    QCOMPARE(m_code.lastLibrary.codeId->text(), std::string("0123"));
}

void TestProfilerApi::givesNames()
{
    const auto reply =
        ask("POST", pathOf("/symbolicate/v5"), R"({"memoryMap":[],"stacks":[[[-1,5]]]})");
    QCOMPARE(reply.status, 200);
    QVERIFY2(reply.body.contains(R"("module":"<unknown>")"), reply.body.c_str());
}

void TestProfilerApi::refusesBodies_data()
{
    QTest::addColumn<QByteArray>("route");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("text");
    const auto source = [](const char* name, QByteArray part, QByteArray other, const char* text) {
        QTest::newRow(name) << QByteArray("/source/v1")
                            << QByteArray(kSourceBody).replace(part, other) << QByteArray(text);
    };
    const auto code = [](const char* name, QByteArray part, QByteArray other, const char* text) {
        QTest::newRow(name) << QByteArray("/asm/v1") << QByteArray(kCodeBody).replace(part, other)
                            << QByteArray(text);
    };
    source("no JSON", "{", "", "Payload is not valid JSON");
    source("no file", R"(,"file":"/src/a.c")", "", "Couldn't parse request: file");
    source("offset without prefix", "0x1004", "1004", "moduleOffset");
    source("offset beyond 32 bits", "0x1004", "0x100000000", "moduleOffset");
    source("negative offset", "0x1004", "-0x4", "moduleOffset");
    source("offset as a number", R"("0x1004")", "4100", "moduleOffset");
    source("no digits", "0x1004", "0x", "moduleOffset");
    source("nil id", "0123456789ABCDEF0123456789ABCDEF0", "000000000000000000000000000000000",
           "the debug id cannot be one");
    source("no id", "0123456789ABCDEF0123456789ABCDEF0", "", "a debug id is needed");
    source("a null byte", "/src/a.c", "/src/a.c\\u0000.txt", "null byte");
    source("a long name", "/src/a.c", QByteArray(5'000, 'a'), "too long");
    source("a list", kSourceBody, "[]", "Couldn't parse request");
    code("no ids", R"("codeId":"0123",)", "", "a codeId or a debugId is needed");
    code("too much", "0x2", "0x100001", "more than 1 MiB of code");
    code("a flag that is none", R"("size")", R"("continueUntilFunctionEnd":1,"size")",
         "continueUntilFunctionEnd");
}

void TestProfilerApi::refusesBodies()
{
    QFETCH(QByteArray, route);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, text);
    const auto reply = ask("POST", pathOf(route.toStdString()), body.toStdString());
    QCOMPARE(reply.status, 400);
    QVERIFY2(reply.body.contains(text.toStdString()), reply.body.c_str());
    QVERIFY(reply.body.starts_with(R"({"title":)"));
    QCOMPARE(m_code.asked, 0);
}

void TestProfilerApi::tellsWhyNot_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<int>("status");
    QTest::newRow("not named") << ErrorKind::PermissionDenied << 403;
    QTest::newRow("absent") << ErrorKind::NotFound << 404;
    QTest::newRow("no answer") << ErrorKind::DownloadFailed << 503;
}

void TestProfilerApi::tellsWhyNot()
{
    QFETCH(ErrorKind, kind);
    m_code.error = Error{kind, "the reason"};
    for (const auto& [route, body] :
         {std::pair("/source/v1", kSourceBody), std::pair("/asm/v1", kCodeBody)}) {
        const auto reply = ask("POST", pathOf(route), body);
        QTEST(reply.status, "status");
        QCOMPARE(reply.body, std::string(R"({"title":"the reason","error":"the reason"})"));
    }
}

void TestProfilerApi::otherPathsAreUnknown_data()
{
    QTest::addColumn<QByteArray>("step");
    const QByteArray token = kToken;
    QTest::newRow("none") << QByteArray();
    QTest::newRow("wrong") << QByteArray(48, '0');
    QTest::newRow("cut") << token.chopped(1);
    QTest::newRow("longer") << token + "0";
    QTest::newRow("upper case") << token.toUpper();
    QTest::newRow("percent-encoded") << "%30" + token.sliced(1);
    QTest::newRow("the other secret") << QByteArray("another-secret-01");
}

void TestProfilerApi::otherPathsAreUnknown()
{
    QFETCH(QByteArray, step);
    const auto path = (step.isEmpty() ? QByteArray() : "/" + step).toStdString();
    for (const auto* route : {"/source/v1", "/asm/v1", "/symbolicate/v5"}) {
        for (const auto* method : {"POST", "OPTIONS"}) {
            const auto reply = ask(method, path + route, kSourceBody,
                                   std::string("Authorization: Bearer another-secret-01\r\n") +
                                       "Origin: " + kOrigin + "\r\n");
            QCOMPARE(reply.status, 404);
            QVERIFY(!reply.headers.contains("access-control-allow-origin"));
        }
    }
    QCOMPARE(m_code.asked, 0);
}

void TestProfilerApi::onlyAllowedPagesMayAsk_data()
{
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<int>("status");
    QTest::newRow("a program") << QByteArray() << 200;
    QTest::newRow("allowed") << QByteArray(kOrigin) << 200;
    QTest::newRow("another page") << QByteArray("https://evil.example") << 403;
    QTest::newRow("without encryption") << QByteArray("http://profiler.example") << 403;
    QTest::newRow("another port") << QByteArray("https://profiler.example:8443") << 403;
    QTest::newRow("longer") << QByteArray("https://profiler.example.evil.example") << 403;
    QTest::newRow("a local file") << QByteArray("null") << 403;
}

void TestProfilerApi::onlyAllowedPagesMayAsk()
{
    QFETCH(QByteArray, origin);
    QFETCH(int, status);
    const auto header =
        origin.isEmpty() ? std::string() : "Origin: " + origin.toStdString() + "\r\n";
    for (const auto& [route, body] :
         {std::pair("/source/v1", kSourceBody), std::pair("/asm/v1", kCodeBody),
          std::pair("/symbolicate/v5", R"({"memoryMap":[],"stacks":[[[-1,5]]]})")}) {
        const auto reply = ask("POST", pathOf(route), body, header);
        QCOMPARE(reply.status, status);
        const bool isShared = reply.headers.contains("access-control-allow-origin");
        QCOMPARE(isShared, status == 200 && !origin.isEmpty());
        if (isShared)
            QCOMPARE(reply.headers.at("access-control-allow-origin"), origin.toStdString());
    }
    QCOMPARE(m_code.asked, status == 200 ? 2 : 0);
}

void TestProfilerApi::answersPreflights()
{
    const auto asks = [&](const std::string& origin) {
        return ask("OPTIONS", pathOf("/source/v1"), {},
                   "Origin: " + origin +
                       "\r\nAccess-Control-Request-Method: POST\r\n"
                       "Access-Control-Request-Headers: content-type\r\n");
    };
    const auto allowed = asks(kOrigin);
    QCOMPARE(allowed.status, 204);
    QCOMPARE(allowed.headers.at("access-control-allow-origin"), std::string(kOrigin));
    QCOMPARE(allowed.headers.at("access-control-allow-methods"), std::string("POST, OPTIONS"));
    QCOMPARE(allowed.headers.at("access-control-allow-headers"), std::string("content-type"));
    const auto other = asks("https://evil.example");
    QCOMPARE(other.status, 403);
    QVERIFY(!other.headers.contains("access-control-allow-origin"));
}

QTEST_GUILESS_MAIN(TestProfilerApi)
#include "tst_profiler_api.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/read_event.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"
#include "tests/support/object_store_servers.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// What a stranger's request brings under the operator's source id must not become what others get:
/// neither its files, nor their absence, nor its failures (docs/security.md).
class TestStrangersSources : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void strangersFilesStayTheirOwn_data();
    void strangersFilesStayTheirOwn();
    void wrongChecksumsAreNoAbsence();
    void strangersFailuresBlockNobody_data();
    void strangersFailuresBlockNobody();
    void artifactsOfAnotherServer();
    void scrapedFilesOfAnotherSite();

private:
    std::unique_ptr<engine::Engine> engine(const std::vector<sources::SourceConfig>& sources) const
    {
        engine::EngineConfig config;
        config.cacheDir = m_dir->filePath("cache").toStdString();
        config.sources = sources;
        config.computeThreads = 2;
        config.maxDownloadAttempts = 1;
        config.denyList.threshold = 2;
        return std::make_unique<engine::Engine>(std::move(config), silentLog(),
                                                [](const engine::Notice&) {});
    }

    /// The name of the crashed function; "-" if there is none.
    static QString functionOf(engine::Engine& engine,
                              const std::optional<sources::SourceConfig>& brought = {},
                              const std::shared_ptr<Event>& event = scene::event())
    {
        symbolicate::SymbolicateOptions options;
        options.applySourceContext = false;
        if (brought)
            options.sources = {*brought};
        const auto report = engine.run(event, options, {});
        if (!report)
            return "no report";
        return QString::fromStdString(
            (*report)->stacks[0]->frames.at(0).position.function.value_or("-"));
    }

    struct Pair
    {
        sources::SourceConfig own;
        sources::SourceConfig brought;
    };

    /// Sources with one id, both shared by all requests if they can be.
    template <class Kind>
    static Pair pairOf(const Kind& own, const Kind& brought)
    {
        Pair pair{scene::http("store", ""), scene::http("store", "")};
        pair.own.isPublic = pair.brought.isPublic = true;
        pair.own.where = own;
        pair.brought.where = brought;
        return pair;
    }

    /// Lets two servers, or one that answers two ways, have the files of a kind of source.
    Pair serve(const QString& kind, const LoopbackServer::Reply& forged);
    Pair serveHttp(const QString& kind, const LoopbackServer::Reply& forged);

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LoopbackServer> m_own;
    std::unique_ptr<LoopbackServer> m_strangers;
    std::unique_ptr<SentryServer> m_ownSentry;
    std::unique_ptr<SentryServer> m_strangersSentry;
};

namespace {

std::string forgedSymbols()
{
    return scene::symbolFile("FILE 0 /src/app.c\nFUNC 1000 200 0 forged\n1000 200 10 0\n");
}

const std::string kPath = concat("/", scene::kSymbolPath);
const std::string kObjectPath = concat("/syms/", scene::kSymbolPath);

} // namespace

void TestStrangersSources::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_own = std::make_unique<LoopbackServer>();
    m_strangers = std::make_unique<LoopbackServer>();
    m_ownSentry = std::make_unique<SentryServer>(SentryServer::Credentials{"token", {}});
    m_strangersSentry = std::make_unique<SentryServer>(SentryServer::Credentials{"token", {}});
}

TestStrangersSources::Pair TestStrangersSources::serveHttp(const QString& kind,
                                                           const LoopbackServer::Reply& forged)
{
    const LoopbackServer::Reply genuine{.body = scene::symbols()};
    const sources::HttpSource own{.url = m_own->url(), .headers = {}};
    auto brought = own;
    std::string header;
    if (kind == "http user") {
        header = "authorization";
        brought.url = "http://eve:eve@" + m_own->url().substr(std::string_view("http://").size());
    } else {
        header = kind == "http host" ? "host" : "x-tenant";
        brought.headers = {{header, "evil.example"}};
    }
    const auto plain = kind == "http host" ? m_own->url().substr(std::string_view("http://").size())
                                           : std::string();
    m_own->handle(kPath, [=](const LoopbackServer::Request& request) {
        const auto found = request.headers.find(header);
        const auto value = found == request.headers.end() ? std::string() : found->second;
        return value == plain ? genuine : forged;
    });
    return pairOf(own, brought);
}

TestStrangersSources::Pair TestStrangersSources::serve(const QString& kind,
                                                       const LoopbackServer::Reply& forged)
{
    const LoopbackServer::Reply genuine{.body = scene::symbols()};
    m_own->reply(kObjectPath, genuine);
    m_strangers->reply(kObjectPath, forged);
    if (kind == "s3") {
        sources::S3Source own{.bucket = "syms",
                              .prefix = "",
                              .region = "us-east-1",
                              .endpoint = m_own->url(),
                              .accessKey = "",
                              .secretKey = "",
                              .provider = sources::AwsCredentialsProvider::Anonymous,
                              .sessionToken = ""};
        auto brought = own;
        brought.endpoint = m_strangers->url();
        return pairOf(own, brought);
    }
    if (kind == "gcs") {
        sources::GcsSource own{.bucket = "syms",
                               .prefix = "",
                               .privateKey = "",
                               .clientEmail = "",
                               .bearerToken = "",
                               .isAnonymous = true,
                               .endpoint = m_own->url(),
                               .tokenUrl = ""};
        auto brought = own;
        brought.endpoint = m_strangers->url();
        return pairOf(own, brought);
    }
    if (kind == "sentry") {
        m_ownSentry->add("17", "breakpad", scene::symbols());
        m_strangersSentry->add("17", "breakpad", forged.body);
        if (forged.status != 200)
            m_strangersSentry->breakDownload("17", {.status = forged.status});
        return pairOf(sources::SentrySource{m_ownSentry->url(), "token", {}},
                      sources::SentrySource{m_strangersSentry->url(), "token", {}});
    }
    return serveHttp(kind, forged);
}

void TestStrangersSources::strangersFilesStayTheirOwn_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("hasFile");
    const std::array kinds{
        std::pair{"an S3 endpoint", "s3"},          std::pair{"a GCS endpoint", "gcs"},
        std::pair{"a Sentry server", "sentry"},     std::pair{"a Host header", "http host"},
        std::pair{"another header", "http tenant"}, std::pair{"a user in the URL", "http user"},
    };
    for (const auto& [name, kind] : kinds) {
        QTest::newRow(qPrintable(QString(name) + " with a forged file")) << QString(kind) << true;
        QTest::newRow(qPrintable(QString(name) + " without the file")) << QString(kind) << false;
    }
}

void TestStrangersSources::strangersFilesStayTheirOwn()
{
    QFETCH(QString, kind);
    QFETCH(bool, hasFile);
    const auto [own, brought] = serve(kind, hasFile ? LoopbackServer::Reply{.body = forgedSymbols()}
                                                    : LoopbackServer::Reply{.status = 404});
    const QString theirs = hasFile ? "forged" : "-";
    {
        const auto first = engine({own});
        QCOMPARE(functionOf(*first, brought), theirs);
        QCOMPARE(functionOf(*first), QString("main"));
        QCOMPARE(functionOf(*first, brought), theirs);
    }
    // Another process, which has the entries on disk only.
    const auto second = engine({own});
    QCOMPARE(functionOf(*second), QString("main"));
    QCOMPARE(functionOf(*second, brought), theirs);
}

/// NuGet refuses requests with a wrong checksum, or without one.
void TestStrangersSources::wrongChecksumsAreNoAbsence()
{
    m_own->handle(kPath, [](const LoopbackServer::Request& request) {
        const auto sum = request.headers.find("symbolchecksum");
        const bool isRight = sum != request.headers.end() && sum->second == "SHA256:right";
        return isRight ? LoopbackServer::Reply{.body = scene::symbols()}
                       : LoopbackServer::Reply{.status = 404};
    });
    const auto withChecksum = [](const char* checksum) {
        auto event = scene::event();
        event->modules[0].debugChecksum = checksum;
        return event;
    };
    auto own = scene::http("store", m_own->url());
    own.isPublic = true;
    const auto engine = this->engine({own});
    QCOMPARE(functionOf(*engine, own), QString("-"));
    QCOMPARE(functionOf(*engine, own, withChecksum("SHA256:wrong")), QString("-"));
    QCOMPARE(functionOf(*engine, {}, withChecksum("SHA256:right")), QString("main"));
}

void TestStrangersSources::strangersFailuresBlockNobody_data()
{
    QTest::addColumn<bool>("hasOwnPath"); // Otherwise an own header.
    QTest::newRow("another path of the host") << true;
    QTest::newRow("a header that the server cannot stand") << false;
}

void TestStrangersSources::strangersFailuresBlockNobody()
{
    QFETCH(bool, hasOwnPath);
    m_own->handleOthers([](const LoopbackServer::Request& request) {
        if (request.target.starts_with("/broken") || request.headers.contains("x-broken"))
            return LoopbackServer::Reply{.status = 500};
        return LoopbackServer::Reply{.body = scene::symbols()};
    });
    const auto own = scene::http("store", m_own->url());
    const auto engine = this->engine({own});
    for (const char* id : {"a", "b", "c"}) {
        auto brought = scene::http(id, m_own->url() + (hasOwnPath ? "/broken" : ""));
        if (!hasOwnPath)
            std::get<sources::HttpSource>(brought.where).headers = {{"X-Broken", "1"}};
        QCOMPARE(functionOf(*engine, brought), QString("-"));
    }
    QCOMPARE(functionOf(*engine), QString("main"));
}

namespace {

/// A server of artifacts that has one script and its map, whose only source has a name of the
/// server.
void serveArtifacts(LoopbackServer& server, const std::string& source)
{
    constexpr auto kList = R"([
        {"type": "file", "id": "1", "abs_path": "~/app.min.js", "headers": {}},
        {"type": "file", "id": "2", "abs_path": "~/app.min.js.map", "headers": {}}])";
    server.handleOthers([=](const LoopbackServer::Request& request) {
        LoopbackServer::Reply reply{.body = kList};
        if (request.target.ends_with("?id=1"))
            reply.body = "f();\n//# sourceMappingURL=app.min.js.map\n";
        else if (request.target.ends_with("?id=2"))
            reply.body = concat(R"({"version":3,"sources":[")", source,
                                R"("],"names":[],"mappings":"AAAA"})");
        return reply;
    });
}

} // namespace

void TestStrangersSources::artifactsOfAnotherServer()
{
    serveArtifacts(*m_own, "genuine.ts");
    serveArtifacts(*m_strangers, "forged.ts");
    const auto event = intake::readEvent(
        ByteView::fromString(
            R"({"event_id":"0123456789abcdef0123456789abcdef","platform":"javascript",
            "release":"1.0","exception":{"values":[{"type":"Error","stacktrace":{"frames":[
            {"abs_path":"https://example.com/app.min.js","lineno":1,"colno":1}]}}]}})"),
        {});
    QVERIFY(event);
    const auto [own, brought] =
        pairOf(sources::SentrySource{m_own->url() + "/artifacts/", "token", {}},
               sources::SentrySource{m_strangers->url() + "/artifacts/", "token", {}});
    const auto fileOf = [&](engine::Engine& engine, const sources::SourceConfig& source) {
        symbolicate::SymbolicateOptions options;
        options.sources = {source};
        options.scraping.enabled = false;
        const auto report = engine.run(*event, options, {});
        return report ? QString::fromStdString(
                            (*report)->stacks[0]->frames.at(0).position.file.value_or("-"))
                      : QString("no report");
    };
    const auto first = engine({});
    QVERIFY2(fileOf(*first, brought).endsWith("forged.ts"), qPrintable(fileOf(*first, brought)));
    QVERIFY2(fileOf(*first, own).endsWith("genuine.ts"), qPrintable(fileOf(*first, own)));
    QVERIFY(fileOf(*engine({}), own).endsWith("genuine.ts"));
}

/// Files from the web are shared by all requests of a scope for an hour.
void TestStrangersSources::scrapedFilesOfAnotherSite()
{
    m_own->handleOthers([](const LoopbackServer::Request& request) {
        const bool isForged = request.headers.at("host") == "evil.example";
        const std::string name = isForged ? "forged.ts" : "genuine.ts";
        return LoopbackServer::Reply{.body = request.target.ends_with(".map")
                                                 ? concat(R"({"version":3,"sources":[")", name,
                                                          R"("],"names":[],"mappings":"AAAA"})")
                                                 : "f();\n//# sourceMappingURL=app.min.js.map\n"};
    });
    const auto event = intake::readEvent(
        ByteView::fromString(
            concat(R"({"event_id":"0123456789abcdef0123456789abcdef","platform":"javascript",
            "exception":{"values":[{"type":"Error","stacktrace":{"frames":[{"abs_path":")",
                   m_own->url(), R"(/app.min.js","lineno":1,"colno":1}]}}]}})")),
        {});
    QVERIFY(event);
    const auto engine = this->engine({});
    const auto fileOf = [&](std::vector<std::pair<std::string, std::string>> headers) {
        symbolicate::SymbolicateOptions options;
        options.scraping.headers = std::move(headers);
        const auto report = engine->run(*event, options, {});
        return report ? QString::fromStdString(
                            (*report)->stacks[0]->frames.at(0).position.file.value_or("-"))
                      : QString("no report");
    };
    QVERIFY(fileOf({{"Host", "evil.example"}}).endsWith("forged.ts"));
    QVERIFY2(fileOf({}).endsWith("genuine.ts"), qPrintable(fileOf({})));
}

QTEST_GUILESS_MAIN(TestStrangersSources)
#include "tst_strangers_sources.moc"

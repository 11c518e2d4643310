// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "tests/support/crash_scene.h"
#include "tests/support/left_behind.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Secrets of HTTP sources reach the server and nothing else. No report, notice, log or file of a
/// run contains them, whatever its outcome. tst_store_sources checks those of buckets and Sentry.
class TestHttpSecrets : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void nothingOfARunHoldsThem_data();
    void nothingOfARunHoldsThem();

private:
    using Handler = LoopbackServer::Handler;

    std::vector<sources::SourceConfig> sources(const std::string& url) const;
    /// Everything that two runs show and leave on disk.
    std::string everythingOf(std::vector<sources::SourceConfig> sources);

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LoopbackServer> m_server;
};

namespace {

constexpr std::string_view kUser = "hidden-user-name";
constexpr std::string_view kPassword = "hidden-password";
constexpr std::string_view kBearer = "hidden-bearer-token";
constexpr std::string_view kApiKey = "hidden-api-key";
constexpr std::string_view kQueryToken = "hidden-query-token";
constexpr std::string_view kSignature = "hidden-shared-signature";
constexpr std::string_view kRedirected = "hidden-redirect-signature";
/// "hidden-user-name:hidden-password" as it is sent.
constexpr std::string_view kBasic = "aGlkZGVuLXVzZXItbmFtZTpoaWRkZW4tcGFzc3dvcmQ=";

std::string presigned(const std::string& url)
{
    return concat(url, "/moved?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=", kRedirected);
}

} // namespace

void TestHttpSecrets::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<LoopbackServer>();
}

std::vector<sources::SourceConfig> TestHttpSecrets::sources(const std::string& url) const
{
    const auto host = url.substr(std::string_view("http://").size());
    std::vector<sources::SourceConfig> all{
        scene::http("user info", concat("http://", kUser, ":", kPassword, "@", host, "/a")),
        scene::http("query",
                    concat(url, "/b?access_token=", kQueryToken, "&sv=2024&sig=", kSignature)),
        scene::http("headers", url + "/c")};
    std::get<sources::HttpSource>(all[2].where).headers = {
        {"authorization", concat("Bearer ", kBearer)}, {"x-api-key", std::string(kApiKey)}};
    return all;
}

std::string TestHttpSecrets::everythingOf(std::vector<sources::SourceConfig> sources)
{
    RecordingLog log;
    NoticeLog notices;
    std::string shown;
    engine::EngineConfig config;
    config.cacheDir = m_dir->filePath("cache").toStdString();
    config.sources = std::move(sources);
    config.headTimeout = std::chrono::milliseconds(300);
    config.computeThreads = 2;
    {
        engine::Engine engine(std::move(config), log, notices.callback());
        for (const bool retry : {false, true}) {
            symbolicate::SymbolicateOptions options;
            options.retryFailed = retry;
            const auto report = engine.run(scene::event(), options, {});
            if (!report)
                return "no report";
            shown += report::renderJson(
                **report, {report::IncludeCandidates::Yes, report::IncludeExtras::Yes});
            shown += report::renderText(**report, {});
            shown += report::renderMarkdown(**report, {});
        }
        shown += everythingBelow(m_dir->path().toStdString()); // Includes temporary files.
    }
    for (const auto& progress : noticesOf<engine::TransferProgress>(notices))
        shown += concat(progress.source, progress.location, progress.module, progress.result, "\n");
    return shown + log.all() + everythingBelow(m_dir->path().toStdString());
}

void TestHttpSecrets::nothingOfARunHoldsThem_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("cut");
    QTest::addColumn<int>("delayMs");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("to"); // Target of the redirect.
    const auto row = [](const char* name, int status, QByteArray body, const char* to = "") {
        QTest::newRow(name) << status << false << 0 << body << QString(to);
    };
    row("found", 200, QByteArray::fromStdString(scene::symbols()));
    row("absent", 404, "no");
    row("refused", 403, "no");
    row("failing", 500, "no");
    row("no object", 200, "<html>log in</html>");
    row("redirect that works", 307, "", "moved");
    row("redirect without end", 301, "", "self");
    row("redirect nobody answers", 307, "", "closed");
    row("login page", 302, "", "moved");
    QTest::newRow("cut") << 200 << true << 0 << QByteArray::fromStdString(scene::symbols()) << "";
    QTest::newRow("hanging") << 200 << false << 60'000 << QByteArray() << "";
}

void TestHttpSecrets::nothingOfARunHoldsThem()
{
    QFETCH(int, status);
    QFETCH(bool, cut);
    QFETCH(int, delayMs);
    QFETCH(QByteArray, body);
    QFETCH(QString, to);
    std::mutex mutex;
    std::string sent;
    m_server->handleOthers([&](const LoopbackServer::Request& request) -> LoopbackServer::Reply {
        {
            const std::lock_guard lock(mutex);
            sent += request.target + "\n";
            for (const auto& [name, value] : request.headers)
                sent += value + "\n";
        }
        if (request.target.starts_with("/moved"))
            return {.body = scene::symbols()};
        LoopbackServer::Reply reply{.status = status,
                                    .body = body.toStdString(),
                                    .delay = std::chrono::milliseconds(delayMs),
                                    .cut = cut};
        if (to == "self")
            reply.headers = {{"Location", m_server->url() + request.target}};
        else if (!to.isEmpty())
            reply.headers = {
                {"Location", presigned(to == "closed" ? "http://127.0.0.1:1" : m_server->url())}};
        return reply;
    });
    const auto shown = everythingOf(sources(m_server->url()));
    m_server.reset(); // Its threads write what it was sent.
    for (const auto secret : {kBasic, kBearer, kApiKey, kQueryToken, kSignature})
        QVERIFY2(sent.contains(secret),
                 secret.data()); // Otherwise the checks below would prove nothing.
    for (const auto secret :
         {kUser, kPassword, kBasic, kBearer, kApiKey, kQueryToken, kSignature, kRedirected})
        QVERIFY2(!shown.contains(secret), secret.data());
    QVERIFY(shown.contains("sv=2024&sig=***")); // Text that is not secret stays.
}

QTEST_GUILESS_MAIN(TestHttpSecrets)
#include "tst_http_secrets.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/candidate_text.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "tests/support/crash_scene.h"
#include "tests/support/left_behind.h"
#include "tests/support/macho_builder.h"
#include "tests/support/object_store_servers.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

const S3Keys kKeys{"AKIDEXAMPLE", "wJalrXUtnFEMI-secret"};
constexpr std::string_view kToken = "sentry-secret-token";
constexpr std::string_view kCookies = "session=sentry-secret-cookie";
constexpr std::string_view kBearer = "bearer-secret-token";

const std::string kObject = "syms/pre fix/" + std::string(scene::kSymbolPath);

QString text(std::string_view value)
{
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

} // namespace

/// Sources that are buckets or a Sentry project, through the whole engine.
class TestStoreSources : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void bucketsServeSymbols_data();
    void bucketsServeSymbols();
    void bucketOutcomes_data();
    void bucketOutcomes();
    void slowAndCutBuckets_data();
    void slowAndCutBuckets();
    void unusableKeys();
    void bearerTokensAreUsedAsTheyAre();
    void publicBucketsNeedNoKeys_data();
    void publicBucketsNeedNoKeys();
    void tokenEndpointsMustBeReachable();
    void storesAreSkippedOffline_data();
    void storesAreSkippedOffline();
    void sentryFilesAreListedAndFetched();
    void check26FatFilesGiveEachModuleItsSlice();
    void sentryListingsAreRemembered();
    void retryListsAgain();
    void sentryListingFailures_data();
    void sentryListingFailures();
    void sentryIsNotAskedWithoutIds();
    void sentryFilesStayInTheirScope();
    void sentryTakesCookies();
    void sentryMayStandInAPrivateNetwork();
    void sentryRedirectsLoseCredentials();
    void secretsAreNowhere();

private:
    std::unique_ptr<engine::Engine>
    engine(std::vector<sources::SourceConfig> sources,
           const std::function<void(engine::EngineConfig&)>& change = {})
    {
        engine::EngineConfig config;
        config.cacheDir = m_dir->filePath("cache").toStdString();
        config.sources = std::move(sources);
        config.headTimeout = std::chrono::milliseconds(500);
        config.computeThreads = 2;
        if (change)
            change(config);
        return std::make_unique<engine::Engine>(std::move(config), m_log, m_notices.callback());
    }

    static ReportPtr run(engine::Engine& engine, symbolicate::SymbolicateOptions options = {})
    {
        options.applySourceContext = false;
        const auto report = engine.run(scene::event(), options, {});
        return report ? *report : nullptr;
    }

    static const Candidate& onlyCandidate(const ReportPtr& report)
    {
        static const Candidate kNone;
        const auto& all = report->modules[0]->candidates;
        return all.size() == 1 ? all[0] : kNone;
    }

    static QString functionOf(const ReportPtr& report)
    {
        return text(report->stacks[0]->frames.at(0).position.function.value_or(""));
    }

    static sources::SourceConfig bucketSource(decltype(sources::SourceConfig::where) where)
    {
        auto source = scene::http("store", "http://unused.example");
        source.where = std::move(where);
        return source;
    }

    sources::SourceConfig source(const QString& kind) const
    {
        if (kind == "s3") {
            sources::S3Source s3;
            s3.bucket = "syms";
            s3.prefix = "/pre fix/";
            s3.region = "us-east-1";
            s3.endpoint = m_s3->url();
            s3.accessKey = kKeys.access;
            s3.secretKey = kKeys.secret;
            return bucketSource(std::move(s3));
        }
        sources::GcsSource gcs;
        gcs.bucket = "syms";
        gcs.prefix = "pre fix";
        gcs.privateKey = m_gcs->privateKey();
        gcs.clientEmail = m_gcs->clientEmail();
        gcs.endpoint = m_gcs->url();
        gcs.tokenUrl = m_gcs->tokenUrl();
        return bucketSource(std::move(gcs));
    }

    sources::SourceConfig sentrySource(std::string_view token = kToken) const
    {
        sources::SourceConfig source;
        source.id = "sentry:project";
        source.where = sources::SentrySource{m_sentry->url(), std::string(token), {}};
        return source;
    }

    StoreContent& content(const QString& kind)
    {
        return kind == "s3" ? m_s3->content : m_gcs->content;
    }

    LoopbackServer& server(const QString& kind)
    {
        return kind == "s3" ? m_s3->server() : m_gcs->server();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<S3Server> m_s3;
    std::unique_ptr<GcsServer> m_gcs;
    std::unique_ptr<SentryServer> m_sentry;
    RecordingLog m_log;
    NoticeLog m_notices;
};

void TestStoreSources::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_s3 = std::make_unique<S3Server>(kKeys, "us-east-1");
    m_gcs = std::make_unique<GcsServer>();
    m_sentry = std::make_unique<SentryServer>(SentryServer::Credentials{std::string(kToken), {}});
}

void TestStoreSources::bucketsServeSymbols_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("scheme");
    QTest::newRow("S3") << "s3" << "s3";
    QTest::newRow("GCS") << "gcs" << "gs";
}

void TestStoreSources::bucketsServeSymbols()
{
    QFETCH(QString, kind);
    QFETCH(QString, scheme);
    content(kind).put(kObject, scene::symbols());
    const auto engine = this->engine({source(kind)});
    const auto report = run(*engine);
    QCOMPARE(functionOf(report), QString("main"));
    const Candidate& candidate = onlyCandidate(report);
    QCOMPARE(text(candidate.source), QString("store"));
    QCOMPARE(text(candidate.location), scheme + "://syms/pre%20fix/" + text(scene::kSymbolPath));
    QCOMPARE(candidate.layer, AnswerLayer::Network);
    QCOMPARE(candidate.httpStatus.value_or(0), 200u);
    const auto hits = server(kind).totalHits();
    QCOMPARE(onlyCandidate(run(*engine)).layer, AnswerLayer::Memory);
    QCOMPARE(server(kind).totalHits(), hits);
}

void TestStoreSources::bucketOutcomes_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("status"); // 0: no such object.
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("download");
    QTest::addColumn<QString>("details");
    QTest::addColumn<QString>("module");
    const QByteArray denied(
        "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
    QTest::newRow("S3: absent") << "s3" << 0 << QByteArray() << "notfound" << "" << "missing";
    QTest::newRow("S3: refused") << "s3" << 400 << denied << "noperm"
                                 << "AccessDenied: Access Denied" << "fetching_failed";
    QTest::newRow("S3: bad request") << "s3" << 400 << QByteArray() << "error"
                                     << "download failed: 400 Bad Request" << "fetching_failed";
    QTest::newRow("S3: server error")
        << "s3" << 500 << QByteArray() << "error"
        << "download failed: 500 Internal Server Error" << "fetching_failed";
    QTest::newRow("GCS: absent") << "gcs" << 0 << QByteArray() << "notfound" << "" << "missing";
    QTest::newRow("GCS: refused") << "gcs" << 403 << QByteArray() << "noperm" << "403 Forbidden"
                                  << "fetching_failed";
    QTest::newRow("GCS: server error")
        << "gcs" << 503 << QByteArray() << "error" << "download failed: 503 Service Unavailable"
        << "fetching_failed";
}

void TestStoreSources::bucketOutcomes()
{
    QFETCH(QString, kind);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, download);
    QFETCH(QString, details);
    QFETCH(QString, module);
    if (status != 0)
        content(kind).breakObject(kObject, {status, body.toStdString()});
    const auto report = run(*engine({source(kind)}));
    QCOMPARE(text(downloadStatusName(onlyCandidate(report).download)), download);
    QCOMPARE(text(report::failureWords(onlyCandidate(report))), details);
    QCOMPARE(text(objectFileStatusName(report->modules[0]->debugStatus)), module);
}

void TestStoreSources::slowAndCutBuckets_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("S3") << "s3";
    QTest::newRow("GCS") << "gcs";
}

void TestStoreSources::slowAndCutBuckets()
{
    QFETCH(QString, kind);
    content(kind).put(kObject, scene::symbols());
    content(kind).breakObject(kObject, {.delay = std::chrono::seconds(60)});
    const auto slow = run(*engine({source(kind)}));
    QCOMPARE(slow->modules[0]->debugStatus, ObjectFileStatus::Timeout);
    auto other = source(kind);
    other.id = "cut";
    content(kind).breakObject(kObject, {.cut = true});
    const auto cut = run(*engine({other}));
    QCOMPARE(cut->modules[0]->debugStatus, ObjectFileStatus::FetchingFailed);
    QVERIFY(report::failureWords(onlyCandidate(cut)).starts_with("download failed: "));
}

void TestStoreSources::unusableKeys()
{
    auto s3 = source("s3");
    std::get<sources::S3Source>(s3.where).secretKey = "another secret key";
    const auto refused = run(*engine({s3}));
    QCOMPARE(onlyCandidate(refused).download, DownloadStatus::NoPermission);
    QVERIFY(report::failureWords(onlyCandidate(refused)).starts_with("SignatureDoesNotMatch: "));
    auto gcs = source("gcs");
    std::get<sources::GcsSource>(gcs.where).privateKey.clear();
    const auto unusable = run(*engine({gcs}));
    QCOMPARE(text(report::failureWords(onlyCandidate(unusable))),
             QString("download failed: failed encoding JWT"));
    QCOMPARE(m_gcs->server().totalHits(), 0);
}

void TestStoreSources::bearerTokensAreUsedAsTheyAre()
{
    auto gcs = source("gcs");
    auto& where = std::get<sources::GcsSource>(gcs.where);
    where.privateKey.clear();
    where.clientEmail.clear();
    where.bearerToken = "issued-token-0";
    const auto report = run(*engine({gcs}));
    QCOMPARE(text(report::failureWords(onlyCandidate(report))), QString("401 Unauthorized"));
    QCOMPARE(m_gcs->tokensIssued(), 0);
}

void TestStoreSources::publicBucketsNeedNoKeys_data()
{
    slowAndCutBuckets_data();
}

void TestStoreSources::publicBucketsNeedNoKeys()
{
    QFETCH(QString, kind);
    content(kind).put(kObject, scene::symbols());
    m_s3->setPublic();
    auto source = this->source(kind);
    if (kind == "s3") {
        std::get<sources::S3Source>(source.where).provider =
            sources::AwsCredentialsProvider::Anonymous;
    } else {
        auto& gcs = std::get<sources::GcsSource>(source.where);
        gcs.privateKey.clear();
        gcs.isAnonymous = true;
    }
    QCOMPARE(functionOf(run(*engine({source}))), QString("main"));
    QCOMPARE(m_gcs->tokensIssued(), 0);
}

void TestStoreSources::tokenEndpointsMustBeReachable()
{
    auto gcs = source("gcs");
    const auto report = run(
        *engine({gcs}, [](engine::EngineConfig& config) { config.connectToReservedIps = false; }));
    QCOMPARE(text(report::failureWords(onlyCandidate(report))),
             QString("download failed: GCS token: destination is restricted"));
    QCOMPARE(m_gcs->server().totalHits(), 0);
}

void TestStoreSources::storesAreSkippedOffline_data()
{
    slowAndCutBuckets_data();
}

void TestStoreSources::storesAreSkippedOffline()
{
    QFETCH(QString, kind);
    content(kind).put(kObject, scene::symbols());
    m_sentry->add("1", "breakpad", scene::symbols());
    const auto engine = this->engine({source(kind), sentrySource()});
    engine->setOffline(true);
    const auto report = run(*engine);
    const auto& candidates = report->modules[0]->candidates;
    QCOMPARE(candidates.size(), std::size_t{2});
    QCOMPARE(text(report::skipWords(candidates[0])), QString("listing failed: skipped (offline)"));
    QCOMPARE(text(report::failureWords(candidates[1])), QString("skipped (offline)"));
    QCOMPARE(server(kind).totalHits() + m_sentry->server().totalHits(), 0);
    engine->setOffline(false);
    QCOMPARE(functionOf(run(*engine)), QString("main"));
}

// --- Sentry

void TestStoreSources::sentryFilesAreListedAndFetched()
{
    m_sentry->add("17", "breakpad", scene::symbols());
    m_sentry->add("18", "sourcebundle", "not wanted for symbols");
    m_sentry->add("19", "dartsymbolmap", "of no use");
    m_sentry->add("21", "a type of the future", "check 25: the others are used all the same");
    m_sentry->add("20", "elf", "damaged");
    const auto report = run(*engine({sentrySource()}));
    QCOMPARE(functionOf(report), QString("main"));
    const auto& candidates = report->modules[0]->candidates;
    QCOMPARE(candidates.size(), std::size_t{2});
    QCOMPARE(text(candidates[0].source), QString("sentry:project"));
    QCOMPARE(text(candidates[0].location), QString("sentry://project_debug_file/17"));
    QCOMPARE(candidates[0].download, DownloadStatus::Ok);
    QCOMPARE(candidates[0].debug->status, UseStatus::Ok);
    QCOMPARE(text(candidates[1].location), QString("sentry://project_debug_file/20"));
    QCOMPARE(candidates[1].download, DownloadStatus::Malformed);
    QCOMPARE(m_sentry->listings(), 1);
    QCOMPARE(m_sentry->downloads(), 2);
    QVERIFY(
        m_sentry->lastListing().ends_with("/dsyms/?debug_id=c0bcc3f1-9827-fe65-3058-404b2831d9e6"));
}

/// One location for both; check 26 of docs/spec/sources-and-caches.md §18.
void TestStoreSources::check26FatFilesGiveEachModuleItsSlice()
{
    const auto slice = [](std::uint32_t cpuType, std::uint8_t id, const char* function) {
        MachOBuilder builder;
        builder.cpuType = cpuType;
        builder.uuid = std::array<std::uint8_t, 16>{id, 1};
        builder.segments = {
            {"__TEXT", 0, 0x2000, 5, {{"__text", 0x1000, std::string(0x200, 'x')}}}};
        builder.symbols = std::vector<MachOBuilder::Symbol>{{function, 0x0f, 1, 0x1000}};
        return builder.build();
    };
    const auto fat = buildFatMachO({{0x01000007, 3, slice(0x01000007, 0x0a, "_intel")},
                                    {0x0100000c, 0, slice(0x0100000c, 0x0b, "_arm")}});
    m_sentry->add("17", "macho", std::string(asText(fat)));
    const auto moduleOf = [](const char* id, std::uint64_t address) {
        auto module = scene::module();
        module.type = ObjectType::MachO;
        module.debugId = DebugId::parse(id);
        module.address = address;
        return module;
    };
    constexpr std::uint64_t kOther = scene::kBase + 0x100000;
    auto event = scene::event({scene::frame(scene::kBase + 0x1010), scene::frame(kOther + 0x1010)});
    event->modules = {moduleOf("0a010000-0000-0000-0000-000000000000", scene::kBase),
                      moduleOf("0b010000-0000-0000-0000-000000000000", kOther)};
    for (int process = 0; process < 2;
         ++process) { // The second process reads what the first one has stored.
        symbolicate::SymbolicateOptions options;
        options.applySourceContext = false;
        const auto report = engine({sentrySource()})->run(event, options, {});
        QVERIFY(report.has_value());
        const auto& frames = (*report)->stacks[0]->frames;
        QCOMPARE(text(frames.at(0).position.function.value_or("")), QString("intel"));
        QCOMPARE(text(frames.at(1).position.function.value_or("")), QString("arm"));
    }
}

void TestStoreSources::sentryListingsAreRemembered()
{
    m_sentry->add("17", "breakpad", scene::symbols());
    const auto engine = this->engine({sentrySource()});
    for (int i = 0; i < 3; ++i)
        QCOMPARE(functionOf(run(*engine)), QString("main"));
    QCOMPARE(m_sentry->listings(), 1);
    QCOMPARE(m_sentry->downloads(), 1);
    symbolicate::SymbolicateOptions
        others; // Another token has its own listing and sees nothing of the first one's.
    others.sources = {sentrySource("wrong")};
    QCOMPARE(run(*engine, others)->modules[0]->debugStatus, ObjectFileStatus::Missing);
    const auto fresh = this->engine({sentrySource()}, [](engine::EngineConfig& config) {
        config.sourceAccess.sentryIndexTtl = std::chrono::seconds(0);
    });
    run(*fresh);
    run(*fresh);
    // Each run asks for the module, and by its debug id alone for a UUID map. It asks more often if
    // the two purposes of a module are not served by one listing.
    QVERIFY2(m_sentry->listings() >= 5, qPrintable(QString::number(m_sentry->listings())));
    QCOMPARE(m_sentry->downloads(), 1);
}

void TestStoreSources::retryListsAgain()
{
    const auto engine = this->engine({sentrySource()});
    const auto before = run(*engine);
    QCOMPARE(text(report::locationWords(onlyCandidate(before))),
             QString("No object files listed on this source"));
    QVERIFY(report::skipWords(onlyCandidate(before)).starts_with("not in listing"));
    m_sentry->add("17", "breakpad", scene::symbols()); // Uploaded since.
    QCOMPARE(run(*engine)->modules[0]->debugStatus, ObjectFileStatus::Missing);
    symbolicate::SymbolicateOptions retry;
    retry.retryFailed = true;
    QCOMPARE(functionOf(run(*engine, retry)), QString("main"));
}

void TestStoreSources::sentryListingFailures_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("listings");
    QTest::addColumn<QString>("reason");
    QTest::newRow("server error") << 500 << QByteArray() << 3
                                  << "listing failed: download failed: 500 Internal Server Error";
    QTest::newRow("refused") << 403 << QByteArray() << 3
                             << "listing failed: download failed: 403 Forbidden";
    QTest::newRow("absent") << 404 << QByteArray() << 3
                            << "listing failed: download failed: 404 Not Found";
    QTest::newRow("a page") << 200 << QByteArray("<html>") << 1 << "listing failed: malformed: *";
    QTest::newRow("too long") << 200 << QByteArray(17 << 20, ' ') << 1
                              << "listing failed: malformed: answer longer than 16777216 bytes";
}

void TestStoreSources::sentryListingFailures()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, listings);
    QFETCH(QString, reason);
    m_sentry->breakListing({status, body.toStdString()});
    const auto engine = this->engine({sentrySource()}, [](engine::EngineConfig& config) {
        config.headTimeout = std::chrono::seconds(30); // A long body may take its time.
    });
    const auto report = run(*engine);
    const auto& candidate = onlyCandidate(report);
    QVERIFY(candidate.hasNoPlace);
    QCOMPARE(candidate.download, DownloadStatus::NotFound);
    const auto told = text(report::skipWords(candidate));
    QVERIFY2(reason.endsWith('*') ? told.startsWith(reason.chopped(1)) : told == reason,
             qPrintable(told));
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Missing);
    // The two purposes of a module share a listing, unless the first has already failed when the
    // second asks.
    const auto asked = m_sentry->listings();
    QVERIFY2(asked == listings || asked == 2 * listings, qPrintable(QString::number(asked)));
    m_sentry->breakListing({}); // Failures are not remembered.
    m_sentry->add("17", "breakpad", scene::symbols());
    QCOMPARE(functionOf(run(*engine)), QString("main"));
}

void TestStoreSources::sentryIsNotAskedWithoutIds()
{
    const auto engine = this->engine({sentrySource()});
    auto event = scene::event();
    event->modules[0].debugId.reset();
    event->modules[0].codeId.reset();
    const auto report = engine->run(event, {}, {});
    QVERIFY(report.has_value());
    QCOMPARE(text(report::skipWords(onlyCandidate(*report))),
             QString("id missing: code_id, debug_id"));
    QCOMPARE(m_sentry->server().totalHits(), 0);
}

void TestStoreSources::sentryFilesStayInTheirScope()
{
    m_sentry->add("17", "breakpad", scene::symbols());
    auto source = sentrySource();
    source.isPublic = true; // Which is no matter for these.
    const auto engine = this->engine({source});
    for (const auto* scope : {"one", "two", "one"}) {
        symbolicate::SymbolicateOptions options;
        options.scope = scope;
        QCOMPARE(functionOf(run(*engine, options)), QString("main"));
    }
    QCOMPARE(m_sentry->downloads(), 2);
    QCOMPARE(m_sentry->listings(), 1);
}

void TestStoreSources::sentryTakesCookies()
{
    m_sentry = std::make_unique<SentryServer>(SentryServer::Credentials{{}, std::string(kCookies)});
    m_sentry->add("17", "breakpad", scene::symbols());
    auto source = sentrySource();
    source.where = sources::SentrySource{m_sentry->url(), {}, std::string(kCookies)};
    QCOMPARE(functionOf(run(*engine({source}))), QString("main"));
}

void TestStoreSources::sentryMayStandInAPrivateNetwork()
{
    m_sentry->add("17", "breakpad", scene::symbols());
    const auto report = run(*engine({sentrySource()}, [](engine::EngineConfig& config) {
        config.connectToReservedIps = false;
    }));
    QCOMPARE(functionOf(report), QString("main"));
}

void TestStoreSources::sentryRedirectsLoseCredentials()
{
    LoopbackServer elsewhere;
    elsewhere.handleOthers([](const LoopbackServer::Request& request) {
        const bool leaked =
            request.headers.contains("authorization") || request.headers.contains("cookie");
        return LoopbackServer::Reply{.body = leaked ? "leaked" : scene::symbols()};
    });
    m_sentry->add("17", "breakpad", "");
    m_sentry->server().handle(
        "/api/0/projects/acme/game/files/dsyms/?id=17", [&](const LoopbackServer::Request&) {
            return LoopbackServer::Reply{
                .status = 302, .headers = {{"Location", elsewhere.url("localhost") + "/file"}}};
        });
    QCOMPARE(functionOf(run(*engine({sentrySource()}))), QString("main"));
    QCOMPARE(elsewhere.hits("/file"), 1);
}

// --- Secrets

/// Servers quote the request, and every operation fails once and succeeds once.
void TestStoreSources::secretsAreNowhere()
{
    std::vector<sources::SourceConfig> sources{source("s3"), source("gcs"), sentrySource()};
    sources[1].id = "google";
    auto bearer = sources[1];
    bearer.id = "bearer";
    std::get<sources::GcsSource>(bearer.where).privateKey.clear();
    std::get<sources::GcsSource>(bearer.where).bearerToken = kBearer;
    sources.push_back(bearer);
    auto wrong = sources[0];
    wrong.id = "wrong";
    std::get<sources::S3Source>(wrong.where).secretKey = "wrong-secret-key";
    std::get<sources::S3Source>(wrong.where).sessionToken = "session-secret-token";
    sources.push_back(wrong);
    m_gcs->breakTokens({400, R"({"error": "no", "error_description": "quoted"})"});
    m_sentry->breakListing({500, std::string(kToken)});

    std::string shown;
    const auto engine = this->engine(sources);
    const auto runOnce = [&] {
        symbolicate::SymbolicateOptions options;
        options.retryFailed = true;
        const auto report = run(*engine, options);
        shown += report::renderJson(*report,
                                    {report::IncludeCandidates::Yes, report::IncludeExtras::Yes});
        shown += report::renderText(*report, {});
        shown += report::renderMarkdown(*report, {});
        return functionOf(report);
    };
    QCOMPARE(runOnce(), QString());
    m_gcs->breakTokens({});
    m_sentry->breakListing({});
    content("s3").put(kObject, scene::symbols());
    content("gcs").put(kObject, scene::symbols());
    m_sentry->add("17", "breakpad", scene::symbols());
    QCOMPARE(runOnce(), QString("main"));

    for (const auto& progress : noticesOf<engine::TransferProgress>(m_notices))
        shown += concat(progress.source, progress.location, progress.module, progress.result, "\n");
    shown += m_log.all();
    shown += everythingBelow(m_dir->path().toStdString());
    QVERIFY(shown.contains("SignatureDoesNotMatch")); // The quoting answer was shown.
    for (const std::string_view secret :
         {std::string_view(kKeys.secret), std::string_view(kKeys.access), kToken, kBearer,
          std::string_view("wrong-secret-key"), std::string_view("session-secret-token"),
          std::string_view("issued-token-"), std::string_view("PRIVATE KEY"),
          std::string_view("eyJ")}) // The beginning of JSON in base64, and so of every JWT.
        QVERIFY2(!shown.contains(secret), secret.data());
    for (const std::string_view parameter : {"X-Amz-Signature=", "X-Amz-Security-Token="}) {
        for (auto at = shown.find(parameter); at != std::string::npos;
             at = shown.find(parameter, at + 1))
            QCOMPARE(shown.substr(at + parameter.size(), 3), std::string("***"));
    }
}

QTEST_GUILESS_MAIN(TestStoreSources)
#include "tst_store_sources.moc"

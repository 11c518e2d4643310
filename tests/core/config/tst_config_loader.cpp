// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/core/config/parsed_config.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using namespace std::chrono_literals;

class TestConfigLoader : public QObject
{
    Q_OBJECT

private slots:
    void everyKey();
    void namesKeysWithoutEffect();
    void refusesWhatDoesNotWork_data();
    void refusesWhatDoesNotWork();
    void everyKeyOfCaches();
    void keysOfSymbolication();
    void readsSharedStores();
    void jsonIsYaml();
    void missingKeysKeepTheirDefaults();
    void unwindPreference();
    void pathMappings();
    void moduleFiles();
    void nullMeansNoLimit();
    void hostsOfLinkedSources();
    void referenceProfile();
    void replacesVariables();
    void sourcesGoToTheirReader();
    void importsComeBehindTheSources();
    void quotedScalarsAreText();
    void refuses_data();
    void refuses();
    void everyPrefixGivesValueOrError();
};

void TestConfigLoader::everyKey()
{
    const auto config = parse(R"(
cache_dir: /var/cache/faultline
bind: "[::1]:80"
logging: {level: warn, format: json}
assistants: {folders: [/crashes, /more]}
connect_to_reserved_ips: true
offline: true
connect_timeout: 1s
head_timeout: 2s
max_download_timeout: 3min
max_download_size: 4
max_downloads_per_host: 5
download_stall_timeout: 4s
download_tls: {ca_file: /ca.pem, client_cert: /me.pem, client_key: /me.key}
filter_trusted_clients: true
deny_list_enabled: false
deny_list_time_window: 10s
deny_list_bucket_size: 2s
deny_list_threshold: 3
deny_list_block_time: 2h
deny_list_never_block_hosts: [Example.org, b]
max_concurrent_requests: 6
crash_file_body_max_bytes: 7
crash_file_unpacked_max_bytes: 14
max_request_sources: 15
max_request_path_patterns: 16
max_request_path_pattern_bytes: 17
max_request_lookups: 18
max_request_frames: 19
symbolicate_body_max_bytes: 8
request_filesystem_roots: [/a, /b]
request_machine_identity: true
object_file_max_decompressed_section_size: 9
object_file_max_decompressed_source_size: 10
max_unwind_chain_len: 11
caches:
  in_memory: {sentry_index_ttl: 5m, sentry_index_capacity: 12, gcs_token_capacity: 13}
  downloaded: {max_unused_for: 2d, retry_misses_after: 10m}
  derived: {max_unused_for: {days: 7, hours: 12}, retry_misses_after_public: 3h, retry_malformed_after: 4h}
)");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QVERIFY(config->engine.cacheDir == "/var/cache/faultline");
    QVERIFY(config->serve.bind.address == "::1" && config->serve.bind.port == 80);
    QVERIFY(config->logging.level == LogLevel::Warning &&
            config->logging.format == config::LogFormat::Json);
    QVERIFY((config->assistantFolders == std::vector<std::filesystem::path>{"/crashes", "/more"}));
    QVERIFY(config->engine.connectToReservedIps && config->engine.offline);
    QVERIFY(config->engine.connectTimeout == 1s && config->engine.headTimeout == 2s &&
            config->engine.maxDownloadTimeout == 3min);
    QVERIFY(config->engine.maxDownloadBytes == 4 && config->engine.maxDownloadsPerHost == 5);
    QVERIFY(config->engine.stallTimeout == 4s && config->engine.filterTrustedClients);
    const auto& tls = config->engine.transport.tls;
    QVERIFY(tls.caFile == "/ca.pem" && tls.clientCert == "/me.pem" && tls.clientKey == "/me.key");
    const auto& denyList = config->engine.denyList;
    QVERIFY(!denyList.enabled && denyList.timeWindow == 10s && denyList.bucketSize == 2s);
    QVERIFY(denyList.threshold == 3 && denyList.blockTime == 2h);
    QVERIFY((denyList.neverBlockHosts == std::vector<std::string>{"example.org", "b"}));
    QVERIFY(config->serve.maxConcurrentRequests == 6u && config->serve.crashFileBodyMaxBytes == 7 &&
            config->serve.crashFileUnpackedMaxBytes == 14 &&
            config->serve.maxRequestSources == 15 && config->serve.maxRequestPathPatterns == 16 &&
            config->serve.maxRequestPathPatternBytes == 17 &&
            config->serve.maxRequestLookups == 18 && config->serve.maxRequestFrames == 19 &&
            config->serve.symbolicateBodyMaxBytes == 8);
    QVERIFY(config->serve.requestFilesystemRoots->size() == 2);
    QVERIFY(config->serve.requestMachineIdentity);
    const auto& limits = config->engine.limits;
    QVERIFY(limits.maxDecompressedSectionBytes == 9 && limits.maxDecompressedSourceBytes == 10 &&
            limits.maxUnwindChain == 11);
    const auto& access = config->engine.sourceAccess;
    QVERIFY(access.sentryIndexTtl == 5min && access.sentryIndexCapacity == 12 &&
            access.gcsTokenCapacity == 13);
    QVERIFY(config->engine.lifetimes.downloaded.maxUnusedFor == 48h &&
            config->engine.lifetimes.downloaded.retryMissesAfter == 10min);
    QVERIFY(config->engine.lifetimes.derived.maxUnusedFor == 180h &&
            config->engine.lifetimes.derived.retryMissesAfterPublic == 3h);
    QVERIFY(config->engine.lifetimes.derived.retryMalformedAfter == 4h);
}

void TestConfigLoader::namesKeysWithoutEffect()
{
    const auto config = parse(R"(
cache_dri: /var/cache
caches: {derived: {max_unsued_for: 7d, max_unused_for: {days: 7}}, diagnostics: {retention: 1h}}
path_mappings: {/old: /new}
streaming_timeout: 250s
sources: [{id: a, type: http, url: "https://h/", headers: {x-any: "1"}, has_indx: true}]
metrics: {environment_tag: environment}
logging: {enable_backtraces: false}
)");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QCOMPARE(config->remarks,
             (std::vector<std::string>{
                 "cache_dri: unknown key, ignored at line 2 column 12",
                 "caches.derived.max_unsued_for: unknown key, ignored at line 3 column 36",
                 "caches.diagnostics: the key has no effect at line 3 column 81",
                 "streaming_timeout: the key has no effect at line 5 column 20",
                 "sources[0].has_indx: unknown key, ignored at line 6 column 83",
                 "metrics.environment_tag: the key has no effect at line 7 column 28",
                 "logging.enable_backtraces: the key has no effect at line 8 column 30"}));
    for (const auto* key : {"_crash_db", "propagate_traces", "sentry_dsn", "traces_sample_rate",
                            "transaction_sample_rate"})
        QCOMPARE(parse(concat(key, ": 1"))->remarks.size(), std::size_t{1});
    for (const auto* key : {"cficaches_capacity", "fileinbundle_capacity", "object_meta_capacity",
                            "s3_client_capacity"})
        QCOMPARE(parse(concat("caches: {in_memory: {", key, ": 1}}"))->remarks.size(),
                 std::size_t{1});
}

void TestConfigLoader::refusesWhatDoesNotWork_data()
{
    QTest::addColumn<QByteArray>("text");
    // Also every other key that begins like the last but one.
    for (const auto* text :
         {"bearer_tokens: [too short]", "bearer_tokens: ['']",
          "bearer_tokens: [' space-before-it']", "bearer_tokens: [\"a-line-feed\\nin it\"]",
          "mozilla: {upload: {directory: /up, tokens: ['']}}",
          "mozilla: {upload: {directory: /up, tokens: [too-short]}}",
          "symbfile: {directory: /symb, api_keys: ['']}",
          "symbfile: {directory: /symb, api_keys: [too-short]}", "bind_https: '127.0.0.1:443'",
          "tls_cert: /c.pem", "tls_key: /k.pem", "tls_certificate: /cert.pem",
          "server_config: {identity_file: /id.pem}"})
        QTest::newRow(text) << QByteArray(text);
}

void TestConfigLoader::refusesWhatDoesNotWork()
{
    QFETCH(QByteArray, text);
    const auto config = parse(text.toStdString());
    QVERIFY(!config);
    QCOMPARE(config.error().kind, ErrorKind::Malformed);
    QVERIFY2(config.error().detail.starts_with(text.first(text.indexOf(':')).toStdString()),
             config.error().detail.c_str());
}

void TestConfigLoader::everyKeyOfCaches()
{
    const auto config = parse(R"(
enable_cache_cleanup: true
cache_cleanup_interval: 5min
caches:
  memory: 1GiB
  quota: 50GiB
  min_free: 100 MB
  downloaded: {max_lazy_redownloads: 3, retry_misses_after_public: 5min, retry_malformed_after: 6min, retry_transient_after: null}
  derived: {max_lazy_recomputations: 4, retry_misses_after: 7min, retry_transient_after: 1min}
  index: {max_unused_for: {days: 1}, retry_misses_after: 2min, retry_misses_after_public: 3min, retry_malformed_after: 4min, retry_transient_after: 8min}
shared_cache: {connect_timeout: 1s, head_timeout: 2s, max_concurrent_uploads: 5, max_upload_queue_size: 6, filesystem: {path: shared}}
)");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    const auto& engine = config->engine;
    QVERIFY(engine.cleanup.enabled && engine.cleanup.interval == 5min);
    QVERIFY(engine.cleanup.quotaBytes == 50ull << 30 &&
            engine.cleanup.minFreeBytes == 100'000'000u);
    QCOMPARE(engine.cacheMemoryBytes, std::size_t{1} << 30);
    QVERIFY(engine.maxLazyRedownloads == 3 && engine.maxLazyRecomputations == 4);
    QVERIFY(!engine.lifetimes.downloaded.retryTransientAfter);
    QVERIFY(engine.lifetimes.downloaded.retryMissesAfterPublic == 5min &&
            engine.lifetimes.downloaded.retryMalformedAfter == 6min);
    QVERIFY(engine.lifetimes.derived.retryTransientAfter == 1min &&
            engine.lifetimes.derived.retryMissesAfter == 7min);
    const auto& index = engine.lifetimes.index;
    QVERIFY(index.maxUnusedFor == 24h && index.retryMissesAfter == 2min &&
            index.retryMissesAfterPublic == 3min && index.retryMalformedAfter == 4min &&
            index.retryTransientAfter == 8min);
    QVERIFY(std::get<std::filesystem::path>(engine.shared.where) == "shared");
    QVERIFY(engine.shared.connectTimeout == 1s && engine.shared.headTimeout == 2s);
    QVERIFY(engine.shared.limits.maxConcurrentUploads == 5 &&
            engine.shared.limits.maxUploadQueue == 6);
}

void TestConfigLoader::keysOfSymbolication()
{
    const auto config = parse("require_matching_ids: true\n");
    QVERIFY(config && config->engine.requireMatchingIds);
}

void TestConfigLoader::readsSharedStores()
{
    const auto s3 = parse(
        "shared_cache: {s3: {bucket: b, prefix: p, region: r, endpoint: 'https://s3.example', "
        "path_style: false, access_key: k, secret_key: s}}");
    QVERIFY2(s3, s3 ? "" : s3.error().detail.c_str());
    const auto& bucket = std::get<engine::SharedS3Config>(s3->engine.shared.where);
    QVERIFY(bucket.bucket == "b" && bucket.prefix == "p" && bucket.region == "r" &&
            bucket.endpoint == "https://s3.example" && !bucket.pathStyle &&
            bucket.accessKey == "k" && bucket.secretKey == "s");
    QVERIFY(bucket.provider == sources::AwsCredentialsProvider::Static);
    const auto gcs =
        parse("shared_cache: {gcs: {bucket: b, prefix: p, endpoint: 'https://gcs.example', "
              "service_account_path: /key.json}}");
    QVERIFY2(gcs, gcs ? "" : gcs.error().detail.c_str());
    const auto& google = std::get<engine::SharedGcsConfig>(gcs->engine.shared.where);
    QVERIFY(google.serviceAccountFile == "/key.json" && google.bucket == "b" &&
            google.prefix == "p" && google.endpoint == "https://gcs.example");
    QVERIFY(!parse("shared_cache: {s3: {prefix: p}}"));
    QVERIFY(!parse("shared_cache: {s3: {bucket: b, aws_credentials_provider: luck}}"));
}

void TestConfigLoader::jsonIsYaml()
{
    const auto config = parse(
        R"({"bind": "127.0.0.1:1234", "not_a_key": 1, "caches": {"not_a_cache": {"x": "1h"}, "downloaded": {"max_unused_for": null}},
        "sentry_dsn": null, "max_download_timeout": "315s", "logging": {"level": "error"}})");
    QVERIFY(config);
    QCOMPARE(config->serve.bind.port, std::uint16_t{1234});
    QVERIFY(!config->engine.lifetimes.downloaded.maxUnusedFor);
    QVERIFY(config->engine.maxDownloadTimeout == 315s);
}

void TestConfigLoader::missingKeysKeepTheirDefaults()
{
    config::ServiceConfig defaults;
    defaults.engine.cacheDir = "/home/cache";
    defaults.serve.bind.port = 7;
    const auto config = config::parseConfig("offline: false", testEnvironment(), defaults);
    QVERIFY(config);
    QVERIFY(config->engine.cacheDir == "/home/cache" && config->serve.bind.port == 7);
    QVERIFY(config->serve.maxConcurrentRequests == 200u);
}

void TestConfigLoader::unwindPreference()
{
    const auto asUsual = parse("unwind_preference: cfi_first\n");
    QVERIFY(asUsual && !asUsual->engine.framePointerFirst);
    const auto other = parse("unwind_preference: frame_pointer_first\n");
    QVERIFY(other && other->engine.framePointerFirst);
    QVERIFY(!parse("unwind_preference: scan_first\n"));
}

void TestConfigLoader::pathMappings()
{
    using Mappings = std::vector<std::pair<std::string, std::string>>;
    const auto config = parse("path_mappings: {/build/src: /home/me/src, 'C:\\w': /home/me/w}\n");
    QVERIFY(config);
    QVERIFY(config->engine.pathMappings ==
            (Mappings{{"/build/src", "/home/me/src"}, {"C:\\w", "/home/me/w"}}));
    QVERIFY(!parse("path_mappings: [/build]\n"));
    QVERIFY(!parse("path_mappings: {/build: 7}\n"));
}

void TestConfigLoader::moduleFiles()
{
    const auto config = parse("module_files: {app: /home/me/app}\n");
    QVERIFY(config);
    QCOMPARE(config->engine.moduleFiles.size(), std::size_t{1});
    QCOMPARE(config->engine.moduleFiles[0].module, std::string("app"));
    QCOMPARE(config->engine.moduleFiles[0].path, std::string("/home/me/app"));
    QVERIFY(!parse("module_files: [app]\n"));
    QVERIFY(!parse("module_files: {app: 7}\n"));
}

void TestConfigLoader::nullMeansNoLimit()
{
    const auto config = parse(
        "cache_dir: ~\nmax_concurrent_requests: null\nmax_download_size:\ncaches:\nlogging:\n");
    QVERIFY(config);
    QVERIFY(!config->engine.cacheDir && !config->serve.maxConcurrentRequests);
    QCOMPARE(config->engine.maxDownloadBytes, ~std::uint64_t{0});
}

void TestConfigLoader::hostsOfLinkedSources()
{
    const auto any = parse("require_matching_ids: true\n");
    QVERIFY(any && any->engine.linkedSources.anyHost && any->engine.requireMatchingIds);
    const auto none = parse("linked_sources: false\n");
    QVERIFY(none && !none->engine.linkedSources.anyHost);
    const auto some = parse("linked_sources: [Code.Example.com]\n");
    QVERIFY(some && !some->engine.linkedSources.anyHost);
    QVERIFY(some->engine.linkedSources.hosts == std::vector<std::string>{"code.example.com"});
    QVERIFY(!parse("linked_sources: sometimes\n"));
}

void TestConfigLoader::referenceProfile()
{
    const auto config = parse("caches: {profile: reference, derived: {retry_misses_after: 2h}}");
    QVERIFY(config);
    QVERIFY(config->engine.lifetimes.downloaded.maxUnusedFor == 24h &&
            config->engine.lifetimes.downloaded.retryMissesAfterPublic == 24h);
    QVERIFY(config->engine.lifetimes.derived.maxUnusedFor == 168h &&
            config->engine.lifetimes.derived.retryMissesAfter == 2h);
}

void TestConfigLoader::replacesVariables()
{
    const auto config =
        parse("bind: ${PORT}\nmax_downloads_per_host: ${NUMBER}\ncache_dir: ${TEXT_NUMBER}\n");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QVERIFY(config->serve.bind.port == 9 && config->engine.maxDownloadsPerHost == 7 &&
            config->engine.cacheDir == "7");
    QVERIFY(parse("cache_dir: a${PORT}")->engine.cacheDir == "a${PORT}");
}

void TestConfigLoader::sourcesGoToTheirReader()
{
    const auto config =
        parse("sources:\n  - {id: a, is_public: true, filters: {filetypes: [pdb]}, n: 1.5}\n");
    QVERIFY(config);
    QCOMPARE(
        config->engine.sources.at(0).id,
        std::string(R"([{"id":"a","is_public":true,"filters":{"filetypes":["pdb"]},"n":1.5}])"));
}

void TestConfigLoader::importsComeBehindTheSources()
{
    auto environment = testEnvironment();
    environment.importSources =
        [](const std::string& name) -> Result<std::vector<sources::SourceConfig>> {
        if (name == "BROKEN")
            return fail(ErrorKind::Malformed, "symbol path: no good");
        sources::SourceConfig first;
        first.id = name;
        sources::SourceConfig second;
        second.id = "[1]";
        return std::vector{first, second};
    };
    const auto config = config::parseConfig("import_sources: [A, B]\nsources: [1]\n", environment);
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QStringList ids;
    for (const auto& source : config->engine.sources)
        ids << QString::fromStdString(source.id);
    QCOMPARE(ids, (QStringList{"[1]", "A", "B"}));
    QCOMPARE(config::parseConfig("import_sources: [BROKEN]", environment).error().detail,
             std::string("import_sources: symbol path: no good at line 1 column 17"));
}

void TestConfigLoader::quotedScalarsAreText()
{
    QVERIFY(parse("cache_dir: \"12\"")->engine.cacheDir == "12");
    QVERIFY(parse("cache_dir: 'null'")->engine.cacheDir == "null");
    QVERIFY(!parse("cache_dir: 12"));
}

void TestConfigLoader::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("detail");
    QTest::newRow("empty") << QByteArray(" \n") << "config file empty";
    QTest::newRow("list") << QByteArray("- a\n")
                          << ".: expected a map, found a list at line 1 column 1";
    QTest::newRow("host name")
        << QByteArray("bind: localhost")
        << "bind: expected an ip address and a port, such as \"127.0.0.1:3021\" at line 1 column 7";
    QTest::newRow("port too large")
        << QByteArray("bind: 127.0.0.1:65536")
        << "bind: expected an ip address and a port, such as \"127.0.0.1:3021\" at line 1 column 7";
    QTest::newRow("level unknown") << QByteArray("logging:\n  level: loud\n")
                                   << "logging.level: unknown value at line 2 column 10";
    QTest::newRow("duration without unit")
        << QByteArray("offline: true\nhead_timeout: 5\n")
        << "head_timeout: expected a duration with a unit, such as \"15min\" at line 2 column 15";
    QTest::newRow("nested duration")
        << QByteArray("caches:\n  derived:\n    max_unused_for: 5 parsecs\n")
        << "caches.derived.max_unused_for: not a duration: \"5 parsecs\", expected numbers with "
           "units such as \"15min\" at line 3 column 21";
    QTest::newRow("duration map with unknown unit")
        << QByteArray("head_timeout: {moons: 1}")
        << "head_timeout.moons: unknown unit of time at line 1 column 23";
    QTest::newRow("negative size")
        << QByteArray("max_download_size: -1")
        << "max_download_size: expected an unsigned integer, found an integer at line 1 column 20";
    QTest::newRow("number above its type")
        << QByteArray("max_unwind_chain_len: 4294967296")
        << "max_unwind_chain_len: integer 4294967296 is above 4294967295 at line 1 column 23";
    QTest::newRow("key twice") << QByteArray("offline: true\noffline: true\n")
                               << "offline: duplicate field at line 2 column 10";
    QTest::newRow("shared cache without a back end")
        << QByteArray("shared_cache: {max_concurrent_uploads: 1}")
        << "shared_cache: expected one of filesystem, s3 and gcs at line 1 column 15";
    QTest::newRow("two shared caches")
        << QByteArray("shared_cache: {gcs: {bucket: a}, filesystem: {path: b}}")
        << "shared_cache: expected one of filesystem, s3 and gcs at line 1 column 15";
    QTest::newRow("nothing may be renewed")
        << QByteArray("caches: {derived: {max_lazy_recomputations: 0}}")
        << "caches.derived.max_lazy_recomputations: expected at least 1 at line 1 column 45";
    QTest::newRow("variable not set")
        << QByteArray("bind: ${NOT_SET}")
        << "environment variable NOT_SET is not set at line 1 column 7";
    QTest::newRow("source unknown")
        << QByteArray("sources:\n- {type: ftp}\n")
        << "sources: [0].type: unknown source type \"ftp\" at line 2 column 1";
    QTest::newRow("profile unknown")
        << QByteArray("caches: {profile: mine}")
        << "caches.profile: unknown profile, expected documented or reference at line 1 column 19";
    QTest::newRow("not yaml") << QByteArray("a: [1\nb: 2")
                              << "end of sequence flow not found at line 2 column 2";
}

void TestConfigLoader::refuses()
{
    QFETCH(QByteArray, text);
    const auto config = parse(text.toStdString());
    QVERIFY(!config);
    QTEST(QString::fromStdString(config.error().detail), "detail");
}

void TestConfigLoader::everyPrefixGivesValueOrError()
{
    const std::string whole = "a: &x [1, 2]\nb: {c: *x}\nlogging:\n  level: info\nsources:\n- {id: "
                              "a}\ncaches: {derived: {max_unused_for: 1d}}\n";
    for (std::size_t size = 0; size < whole.size(); ++size)
        (void)parse(whole.substr(0, size));
    QVERIFY(parse(whole));
    std::string bomb = "a0: &a0 [x, x]\n";
    for (int i = 1; i < 40; ++i)
        bomb += concat("a", i, ": &a", i, " [*a", i - 1, ", *a", i - 1, "]\n");
    QVERIFY(!parse(bomb));
}

QTEST_GUILESS_MAIN(TestConfigLoader)
#include "tst_config_loader.moc"

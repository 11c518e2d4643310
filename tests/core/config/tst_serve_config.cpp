// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the server: who may use it, its protocols, its fleet, what it tells of itself.
#include "core/base/text.h"
#include "tests/core/config/parsed_config.h"

#include <QFile>
#include <QTest>

using namespace faultline;
using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

/// As a container's image sets the variables.
config::ConfigEnvironment imageEnvironment(std::string drainDelay, std::string shutdownGrace)
{
    auto environment = testEnvironment();
    environment.variable = [drainDelay, shutdownGrace](const std::string& name) {
        if (name == "FAULTLINE_DRAIN_DELAY")
            return std::optional(drainDelay);
        return name == "FAULTLINE_SHUTDOWN_GRACE" ? std::optional(shutdownGrace) : std::nullopt;
    };
    return environment;
}

} // namespace

class TestServeConfig : public QObject
{
    Q_OBJECT

private slots:
    void keysOfProtocols();
    void theShippedConfigurationsAreSafe_data();
    void theShippedConfigurationsAreSafe();
    void keysOfAccess();
    void keysOfHttps();
    void keysOfPeers();
    void keysOfTheLogOfRequests();
    void keysOfMetrics();
};

void TestServeConfig::keysOfProtocols()
{
    const auto config = parse(R"(
symstore_proxy: false
mozilla:
  enabled: false
  cache_bytes: 1MiB
  eviction_batch: 2
  upload: {directory: /up, tokens: [0123456789-abcdef], allow_hosts: [h]}
  profiler: {allow_origins: ["http://localhost:4242"]}
symbfile: {directory: /symb, api_keys: [0123456789abcdef]}
symcache:
  directory: /sc
  transcoders: [{command: [make, four], version: "4.0.0"}]
  transcoder: [make, it]
  transcoder_version: "3"
  upstream: https://pdbs.example/
  timeout: 4s
  max_output: 5MiB
  negative_ttl: 6s
  read_only: true
)");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QVERIFY(!config->serve.symstoreProxy && config->remarks.empty());
    const auto& [mozilla, symbfile, symcache] = config->serve.protocols;
    QVERIFY(!mozilla.enabled && mozilla.cacheBytes == 1 << 20 && mozilla.evictionBatch == 2);
    QVERIFY(mozilla.upload->directory == "/up" &&
            mozilla.upload->tokens.at(0) == "0123456789-abcdef" &&
            mozilla.upload->allowHosts.at(0) == "h");
    QVERIFY(mozilla.profiler->allowOrigins == std::vector<std::string>{"http://localhost:4242"});
    QVERIFY(parse("mozilla: {upload: {directory: /up}}")
                ->serve.protocols.mozilla.upload->tokens.empty());
    QVERIFY(!parse("mozilla: {}")->serve.protocols.mozilla.profiler);
    QCOMPARE(parse("mozilla: {profiler: {}}")->serve.protocols.mozilla.profiler->allowOrigins.at(0),
             std::string("https://profiler.firefox.com"));
    for (const auto* origin : {"*", "null", "https://", "https://a/", "https://A", "ftp://a"})
        QVERIFY2(!parse(concat("mozilla: {profiler: {allow_origins: ['", origin, "']}}").c_str()),
                 origin);
    QVERIFY(symbfile->directory == "/symb" && symbfile->apiKeys.at(0) == "0123456789abcdef");
    QVERIFY(symcache->directory == "/sc" && symcache->upstream == "https://pdbs.example/");
    const auto& transcoders = symcache->transcoders;
    QVERIFY(transcoders.at(0).command.at(1) == "four" && transcoders.at(0).version == "4.0.0");
    QVERIFY(transcoders.at(1).command.at(1) == "it" && transcoders.at(1).version == "3");
    QVERIFY(symcache->timeout == 4s && symcache->maxOutputBytes == 5 << 20 &&
            symcache->negativeTtl == 6s && symcache->readOnly);
}

void TestServeConfig::theShippedConfigurationsAreSafe_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("address");
    QTest::newRow("package") << "server/server.yml" << "127.0.0.1";
    QTest::newRow("image") << "container/config.yml" << "0.0.0.0";
    QTest::newRow("Kubernetes") << "kubernetes/config.yml" << "0.0.0.0";
    QTest::newRow("compose") << "compose/config.yml" << "0.0.0.0";
}

void TestServeConfig::theShippedConfigurationsAreSafe()
{
    QFETCH(const QString, path);
    QFETCH(const QString, address);
    QFile file(QStringLiteral(FL_TESTS_DIR "/../installer/") + path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    auto environment = testEnvironment();
    environment.variable = [](const std::string& name) -> std::optional<std::string> {
        return name.ends_with("_DELAY") || name.ends_with("_GRACE")
                   ? std::nullopt
                   : std::optional<std::string>("a-secret-of-sixteen-characters");
    };
    const auto config = parse(file.readAll().toStdString(), environment);
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QVERIFY(config->remarks.empty());
    const auto& serve = config->serve;
    QCOMPARE(serve.bind.address, address.toStdString());
    QVERIFY(serve.requestFilesystemRoots && serve.requestFilesystemRoots->empty());
    QVERIFY(!serve.requestMachineIdentity);
    QVERIFY(config->engine.filterTrustedClients && !config->engine.connectToReservedIps);
    const auto& [mozilla, symbfile, symcache] = serve.protocols;
    QVERIFY(!mozilla.upload && !mozilla.profiler && !symbfile && !symcache);
}

void TestServeConfig::keysOfAccess()
{
    const auto config = parse("bearer_tokens: [0123456789abcdef]\n"
                              "allowed_hosts: [Crash.example]\nstatus_page: true\n");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QCOMPARE(config->serve.bearerTokens->at(0), std::string("0123456789abcdef"));
    QCOMPARE(config->serve.allowedHosts->at(0), std::string("crash.example"));
    QVERIFY(config->serve.statusPage);
    QVERIFY(!parse("bind: '127.0.0.1:1'")->serve.bearerTokens);
    QVERIFY(parse("bearer_tokens: []")->serve.bearerTokens->empty());
}

void TestServeConfig::keysOfHttps()
{
    const auto config = parse("bind_https: '[::1]:443'\ntls_cert: /c.pem\ntls_key: /k.pem\n");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    const auto& https = config->serve.https;
    QVERIFY(https && https->bind == (config::ListenAddress{.address = "::1", .port = 443}));
    QVERIFY(https->certificate == "/c.pem" && https->key == "/k.pem");
    QVERIFY(!parse("bind_https: localhost\ntls_cert: /c.pem\ntls_key: /k.pem\n"));
    QVERIFY(!parse("bind_https: '[::1]:443'\ntls_cert: /c.pem\n"));
    QVERIFY(!parse("bind_https: '[::1]:443'\ntls_key: /k.pem\n"));
}

void TestServeConfig::keysOfPeers()
{
    const auto config = parse("peers: ['10.0.0.1:3021', '[fd00::1]:3021', 'servers.internal:80']\n"
                              "peer_token: 0123456789abcdef\n");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QCOMPARE(config->serve.peers.size(), 3U);
    QCOMPARE(config->serve.peers.at(2), std::string("servers.internal:80"));
    QCOMPARE(config->serve.peerToken, std::string("0123456789abcdef"));
    QVERIFY(parse("bind: '127.0.0.1:1'")->serve.peers.empty());
    for (const auto* bad :
         {"peers: ['10.0.0.1:3021']", "peers: [':1']\npeer_token: 0123456789abcdef",
          "peers: ['h:0']\npeer_token: 0123456789abcdef",
          "peers: ['h']\npeer_token: 0123456789abcdef",
          "peers: ['h/x:1']\npeer_token: 0123456789abcdef",
          "peers: ['[h]:1']\npeer_token: 0123456789abcdef",
          "peers: ['fd00::1:3021']\npeer_token: 0123456789abcdef",
          "peers: ['h:65536']\npeer_token: 0123456789abcdef", "peers: ['h:1']\npeer_token: short"})
        QVERIFY2(!parse(bad), bad);
}

void TestServeConfig::keysOfTheLogOfRequests()
{
    const auto config = parse("request_id_header: X-Request-Id\nslow_request_time: 2s\n"
                              "drain_delay: 5s\nshutdown_grace: 30s\n");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    QCOMPARE(config->serve.requestIdHeader, std::string("X-Request-Id"));
    QVERIFY(config->serve.slowRequestTime == 2s);
    QVERIFY(config->serve.drainDelay == 5s && config->serve.shutdownGrace == 30s);
    const config::ServeConfig defaults;
    QVERIFY(defaults.drainDelay == 0s && defaults.shutdownGrace == 3s);
    const auto fileWins = parse("drain_delay: 1s\n", imageEnvironment("5s", "1min"));
    QVERIFY(fileWins && fileWins->serve.drainDelay == 1s && fileWins->serve.shutdownGrace == 60s);
    const auto refused = parse("status_page: true\n", imageEnvironment("5s", "soon"));
    QVERIFY(!refused && refused.error().detail.contains("FAULTLINE_SHUTDOWN_GRACE"));
    QVERIFY(!parse("request_id_header: 'X: y'"));
    QVERIFY(!parse("request_id_header: ''"));
}

void TestServeConfig::keysOfMetrics()
{
    const auto config = parse("metrics: {statsd: 'h:1', prefix: p, custom_tags: {a: b}, "
                              "hostname_tag: host, platform_tag: platform, "
                              "prometheus_bind: '127.0.0.1:9000'}");
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    const auto& metrics = config->serve.metrics;
    QVERIFY(metrics.statsd == "h:1" && metrics.prefix == "p" &&
            metrics.prometheusBind->address == "127.0.0.1" && metrics.prometheusBind->port == 9000);
    QCOMPARE(metrics.tags.at(0), (std::pair<std::string, std::string>("a", "b")));
    QCOMPARE(metrics.tags.at(1).first, std::string("host"));
    QCOMPARE(metrics.tags.at(2), (std::pair<std::string, std::string>("platform", "test")));
}

QTEST_GUILESS_MAIN(TestServeConfig)
#include "tst_serve_config.moc"

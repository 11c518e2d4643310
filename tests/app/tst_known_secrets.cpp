// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/known_secrets.h"
#include "core/config/config_loader.h"
#include "core/sources/source_parser.h"

#include <QTest>

#include <algorithm>

using namespace faultline;

/// A dump of a crash of ours leaves out what this list has.
class TestKnownSecrets : public QObject
{
    Q_OBJECT

private slots:
    void knows_data();
    void knows();
    void knowsProxies();
    void emptyOnesAreNone();

private:
    static Result<config::ServiceConfig> parse(const std::string& text)
    {
        return config::parseConfig(text, {.variable =
                                              [](const std::string& name) {
                                                  // What an image brings is no secret.
                                                  return name.starts_with("FAULTLINE_")
                                                             ? std::nullopt
                                                             : std::optional<std::string>(
                                                                   "value-of-the-secret");
                                              },
                                          .readSources = sources::parseOwnSources});
    }
};

void TestKnownSecrets::knows_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::newRow("variable of any key") << QByteArray("cache_dir: ${NAME}\n");
    QTest::newRow("bearer token") << QByteArray("bearer_tokens: [value-of-the-secret]\n");
    QTest::newRow("token of a fleet") << QByteArray("peer_token: value-of-the-secret\n");
    QTest::newRow("upload token") << QByteArray(
        "mozilla: {upload: {directory: /x, tokens: [value-of-the-secret]}}\n");
    QTest::newRow("API key") << QByteArray(
        "symbfile: {directory: /x, api_keys: [value-of-the-secret]}\n");
    const auto source = [](const char* name, const QByteArray& fields) {
        QTest::newRow(name) << QByteArray("sources: [{id: a, " + fields + "}]\n");
    };
    source("header", "type: http, url: 'http://x/', headers: {Any: value-of-the-secret}");
    source("password in a URL", "type: http, url: 'http://user:value-of-the-secret@x/'");
    source("S3 key", "type: s3, bucket: b, region: us-east-1, access_key: k, "
                     "secret_key: value-of-the-secret");
    source("S3 session", "type: s3, bucket: b, region: us-east-1, access_key: k, secret_key: s, "
                         "session_token: value-of-the-secret");
    source("Google key", "type: gcs, bucket: b, client_email: e, private_key: value-of-the-secret");
    source("Google token", "type: gcs, bucket: b, bearer_token: value-of-the-secret");
    source("Sentry token", "type: sentry, url: 'http://x/', token: value-of-the-secret");
}

void TestKnownSecrets::knows()
{
    QFETCH(QByteArray, settings);
    const auto config = parse(settings.toStdString());
    QVERIFY2(config, config ? "" : config.error().detail.c_str());
    const auto secrets = app::knownSecrets(*config);
    QVERIFY(std::ranges::any_of(secrets, [](const std::string& secret) {
        return secret.ends_with("value-of-the-secret");
    }));
}

void TestKnownSecrets::knowsProxies()
{
    config::ServiceConfig config;
    config.engine.transport.proxies = {
        .http = "http://user:first@proxy:1", .https = "other:second@proxy:2", .direct = {}};
    const auto secrets = app::knownSecrets(config);
    for (const char* secret : {"first", "second"})
        QVERIFY2(std::ranges::find(secrets, secret) != secrets.end(), secret);
}

void TestKnownSecrets::emptyOnesAreNone()
{
    QVERIFY(app::knownSecrets({}).empty());
}

QTEST_GUILESS_MAIN(TestKnownSecrets)
#include "tst_known_secrets.moc"

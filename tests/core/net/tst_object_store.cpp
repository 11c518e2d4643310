// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/object_store.h"
#include "tests/support/object_store_servers.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <future>

using namespace faultline;
using namespace faultline::test;
using std::chrono::milliseconds;

namespace {

const S3Keys kKeys{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG"};

/// Waits for the one answer of a call.
template <class T>
class Answer
{
public:
    net::ObjectStore::Done<T> done()
    {
        return [this](Result<T> value) { m_promise.set_value(std::move(value)); };
    }

    Result<T> wait() { return m_promise.get_future().get(); }

private:
    std::promise<Result<T>> m_promise;
};

template <class T>
QString errorOf(const Result<T>& result)
{
    return result ? QString("fine") : QString::fromStdString(result.error().describe());
}

} // namespace

/// Both kinds of stores, against servers that check every signature and token.
class TestObjectStore : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void writesAndReadsBack_data();
    void writesAndReadsBack();
    void firstWriterWins_data();
    void firstWriterWins();
    void refusalsAndFaults_data();
    void refusalsAndFaults();
    void wrongKeysAreRefused();
    void sessionTokensAreSigned();
    void containerKeysAreGotOnceAndRenewed();
    void containerTokensComeFromAFile();
    void keysAreNotAskedForInTheClear();
    void instanceKeysTakeThreeRequests();
    void tokensAreSharedAndRenewed();
    void refusedTokensAreRenewed();
    void tokenFailuresSayWhy_data();
    void tokenFailuresSayWhy();
    void accountOfTheMachine();
    void stopsSoon_data();
    void stopsSoon();
    void destructionAnswersEveryone();

private:
    net::ObjectStoreConfig configFor(const QString& kind)
    {
        if (kind == "s3")
            return net::S3StoreConfig{{"bucket", "us-east-1", m_s3->url()},
                                      "/pre fix/",
                                      sources::AwsCredentialsProvider::Static,
                                      {kKeys.access, kKeys.secret, {}}};
        const auto file = m_dir->filePath("account.json").toStdString();
        std::ofstream(file) << m_gcs->serviceAccount();
        return net::GcsStoreConfig{{"bucket", m_gcs->url()}, "pre fix", file};
    }

    std::unique_ptr<net::ObjectStore> open(const net::ObjectStoreConfig& config,
                                           net::ObjectStore::Settings settings = {})
    {
        return std::make_unique<net::ObjectStore>(config, std::move(settings), *m_transport, *m_io);
    }

    net::ObjectStoreConfig roleConfig(sources::AwsCredentialsProvider provider) const
    {
        return net::S3StoreConfig{{"bucket", "us-east-1", m_s3->url()}, "", provider, {}};
    }

    StoreContent& content(const QString& kind)
    {
        return kind == "s3" ? m_s3->content : m_gcs->content;
    }

    Result<std::string>
    read(net::ObjectStore& store, const std::string& key, std::stop_token stop = {})
    {
        Answer<TempFile> answer;
        store.getObject(key, *TempFile::create(m_dir->path().toStdString()), std::move(stop),
                        answer.done());
        auto file = answer.wait();
        if (!file)
            return std::unexpected(file.error());
        return std::string(file->map()->text());
    }

    static Result<net::ObjectStore::PutOutcome> write(net::ObjectStore& store,
                                                      const std::string& key,
                                                      const std::string& text,
                                                      std::stop_token stop = {})
    {
        Answer<net::ObjectStore::PutOutcome> answer;
        store.putObject({key, ByteView::fromString(text), {}}, std::move(stop), answer.done());
        return answer.wait();
    }

    static Result<bool> exists(net::ObjectStore& store, const std::string& key)
    {
        Answer<bool> answer;
        store.exists(key, {}, answer.done());
        return answer.wait();
    }

    static void bothKinds()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("S3") << "s3";
        QTest::newRow("GCS") << "gcs";
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<S3Server> m_s3;
    std::unique_ptr<GcsServer> m_gcs;
    std::unique_ptr<net::Transport> m_transport = net::makeCurlTransport();
    std::unique_ptr<WorkerPool> m_io = std::make_unique<WorkerPool>(2);
};

void TestObjectStore::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_s3 = std::make_unique<S3Server>(kKeys, "us-east-1");
    m_gcs = std::make_unique<GcsServer>();
}

void TestObjectStore::writesAndReadsBack_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("key");
    for (const auto* kind : {"s3", "gcs"}) {
        QTest::addRow("%s: plain", kind) << kind << "objects/v2/e6/de/c688";
        QTest::addRow("%s: space and plus", kind) << kind << "a b+c";
        QTest::addRow("%s: unicode", kind) << kind << QString::fromUtf8("\xc3\xa4/\xe1\x88\xb4");
        QTest::addRow("%s: empty segments", kind) << kind << "a//b";
        QTest::addRow("%s: signs of URLs", kind) << kind << "a?b#c&d=e%25;f:g@h";
    }
}

void TestObjectStore::writesAndReadsBack()
{
    QFETCH(QString, kind);
    QFETCH(QString, key);
    const auto store = open(configFor(kind));
    const std::string text = std::string("content\0with zero", 17) + std::string(3 << 20, 'x');
    QCOMPARE(exists(*store, key.toStdString()).value(), false);
    QCOMPARE(errorOf(read(*store, key.toStdString())), QString("not found"));
    QVERIFY(write(*store, key.toStdString(), text).value() == net::ObjectStore::PutOutcome::Stored);
    QVERIFY(content(kind).get("bucket/pre fix/" + key.toStdString()) == text);
    QCOMPARE(exists(*store, key.toStdString()).value(), true);
    QVERIFY(read(*store, key.toStdString()).value() == text);
    QVERIFY(m_gcs->complaints().empty());
}

void TestObjectStore::firstWriterWins_data()
{
    bothKinds();
}

void TestObjectStore::firstWriterWins()
{
    QFETCH(QString, kind);
    const auto store = open(configFor(kind));
    QVERIFY(write(*store, "k", "first").value() == net::ObjectStore::PutOutcome::Stored);
    QVERIFY(write(*store, "k", "second").value() == net::ObjectStore::PutOutcome::AlreadyThere);
    QCOMPARE(read(*store, "k").value(), std::string("first"));
    QVERIFY(write(*store, "empty", "").value() == net::ObjectStore::PutOutcome::Stored);
    QCOMPARE(read(*store, "empty").value(), std::string());
}

void TestObjectStore::refusalsAndFaults_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("delayMs");
    QTest::addColumn<bool>("cut");
    QTest::addColumn<QString>("error");
    for (const auto* kind : {"s3", "gcs"}) {
        QTest::addRow("%s: forbidden", kind)
            << kind << 403 << 0 << false << "permission denied: 403 Forbidden";
        QTest::addRow("%s: server error", kind)
            << kind << 503 << 0 << false << "download failed: 503 Service Unavailable";
        QTest::addRow("%s: slow", kind)
            << kind << 0 << 60'000 << false << "download timed out after 300ms";
        QTest::addRow("%s: cut", kind) << kind << 0 << 0 << true << "download failed: *";
    }
}

void TestObjectStore::refusalsAndFaults()
{
    QFETCH(QString, kind);
    QFETCH(int, status);
    QFETCH(int, delayMs);
    QFETCH(bool, cut);
    QFETCH(QString, error);
    net::ObjectStore::Settings settings;
    settings.headTimeout = milliseconds(300);
    const auto store = open(configFor(kind), settings);
    content(kind).put("bucket/pre fix/k", "a body of some length");
    content(kind).breakObject("bucket/pre fix/k", {status, "", milliseconds(delayMs), cut});
    const auto outcome = errorOf(read(*store, "k"));
    if (error.endsWith('*'))
        QVERIFY2(outcome.startsWith(error.chopped(1)), qPrintable(outcome));
    else
        QCOMPARE(outcome, error);
    if (status != 0) {
        QCOMPARE(errorOf(exists(*store, "k")), error);
        QCOMPARE(errorOf(write(*store, "k", "x")), error);
    }
}

void TestObjectStore::wrongKeysAreRefused()
{
    auto config = std::get<net::S3StoreConfig>(configFor("s3"));
    config.keys.secretKey = "a secret of another account";
    const auto wrongSecret = errorOf(read(*open(config), "k"));
    // The server quotes the whole presigned URL.
    QVERIFY2(wrongSecret.startsWith("permission denied: SignatureDoesNotMatch: refused: "),
             qPrintable(wrongSecret));
    QVERIFY(wrongSecret.contains("X-Amz-Signature=***"));
    config.keys.accessKey = "another access key";
    QVERIFY(errorOf(write(*open(config), "k", "x"))
                .startsWith("permission denied: InvalidAccessKeyId: "));
    config.provider = sources::AwsCredentialsProvider::Anonymous;
    QVERIFY(errorOf(read(*open(config), "k")).startsWith("permission denied: AccessDenied: "));
    QCOMPARE(errorOf(write(*open(config), "k", "x")),
             QString("permission denied: nothing is written without keys"));
    m_s3->setPublic();
    m_s3->content.put("bucket/pre fix/k", "public");
    QCOMPARE(read(*open(config), "k").value(), std::string("public"));
    QCOMPARE(exists(*open(config), "k").value(), true);
}

void TestObjectStore::sessionTokensAreSigned()
{
    m_s3->setKeys({kKeys.access, kKeys.secret, "session/token+="});
    auto config = std::get<net::S3StoreConfig>(configFor("s3"));
    QVERIFY(!write(*open(config), "k", "x"));
    config.keys.sessionToken = "session/token+=";
    const auto store = open(config);
    QVERIFY(write(*store, "k", "x").has_value());
    QCOMPARE(read(*store, "k").value(), std::string("x"));
}

void TestObjectStore::containerKeysAreGotOnceAndRenewed()
{
    LoopbackServer agent;
    const auto keys = [](const char* expiry) {
        return LoopbackServer::Reply{
            .body = R"({"AccessKeyId": "AKIDEXAMPLE", "SecretAccessKey": "wJalrXUtnFEMI/K7MDENG",)"
                    R"( "Token": "T", "Expiration": ")" +
                    std::string(expiry) + "\"}"};
    };
    m_s3->setKeys({kKeys.access, kKeys.secret, "T"});
    net::ObjectStore::Settings settings;
    settings.cloud.awsContainerUri = agent.url() + "/keys";
    settings.cloud.awsContainerToken = "Basic abc";
    const auto store = open(roleConfig(sources::AwsCredentialsProvider::Container), settings);
    agent.reply("/keys", keys("2001-01-01T00:00:00Z")); // Expired: used, but never again.
    QVERIFY(write(*store, "1", "x").has_value());
    agent.reply("/keys", keys("2999-01-01T00:00:00Z"));
    QVERIFY(write(*store, "2", "x").has_value());
    QVERIFY(write(*store, "3", "x").has_value());
    QCOMPARE(agent.hits("/keys"), 2);
    QCOMPARE(agent.lastRequest("/keys").headers.at("authorization"), std::string("Basic abc"));
}

void TestObjectStore::containerTokensComeFromAFile()
{
    LoopbackServer agent;
    agent.reply("/keys", {.status = 500});
    net::ObjectStore::Settings settings;
    settings.cloud.awsContainerUri = agent.url() + "/keys";
    settings.cloud.awsContainerToken = "not this one";
    settings.cloud.awsContainerTokenFile = m_dir->filePath("token").toStdString();
    const auto store = open(roleConfig(sources::AwsCredentialsProvider::Container), settings);
    QCOMPARE(errorOf(read(*store, "k")),
             QString("download failed: AWS role: the file of its token cannot be read"));
    QCOMPARE(agent.totalHits(), 0);
    std::ofstream(settings.cloud.awsContainerTokenFile) << "Bearer from-the-file\n";
    QCOMPARE(errorOf(read(*store, "k")),
             QString("download failed: AWS role: 500 Internal Server Error"));
    QCOMPARE(agent.lastRequest("/keys").headers.at("authorization"),
             std::string("Bearer from-the-file"));
}

void TestObjectStore::keysAreNotAskedForInTheClear()
{
    net::ObjectStore::Settings settings;
    QCOMPARE(
        errorOf(read(*open(roleConfig(sources::AwsCredentialsProvider::Container), settings), "k")),
        QString("download failed: AWS role: this is no container of AWS"));
    settings.cloud.awsContainerUri = "http://keys.example/";
    QCOMPARE(
        errorOf(read(*open(roleConfig(sources::AwsCredentialsProvider::Container), settings), "k")),
        QString("download failed: AWS role: keys are not asked for in the clear from another "
                "machine"));
    QCOMPARE(m_s3->server().totalHits(), 0);
}

void TestObjectStore::instanceKeysTakeThreeRequests()
{
    LoopbackServer metadata;
    metadata.handle("/latest/api/token", [](const LoopbackServer::Request& request) {
        const bool fits = request.method == "PUT" &&
                          request.headers.contains("x-aws-ec2-metadata-token-ttl-seconds");
        return LoopbackServer::Reply{.status = fits ? 200 : 400, .body = "imds-token"};
    });
    const auto guarded = [](std::string body) {
        return [body = std::move(body)](const LoopbackServer::Request& request) {
            const bool fits = request.headers.contains("x-aws-ec2-metadata-token") &&
                              request.headers.at("x-aws-ec2-metadata-token") == "imds-token";
            return LoopbackServer::Reply{.status = fits ? 200 : 401, .body = body};
        };
    };
    const std::string roles = "/latest/meta-data/iam/security-credentials/";
    metadata.handle(roles, guarded("my role\n"));
    metadata.handle(roles + "my%20role",
                    guarded(R"({"AccessKeyId": "AKIDEXAMPLE", "SecretAccessKey":)"
                            R"( "wJalrXUtnFEMI/K7MDENG", "Token": "T"})"));
    m_s3->setKeys({kKeys.access, kKeys.secret, "T"});
    net::ObjectStore::Settings settings;
    settings.cloud.awsMetadataUrl = metadata.url() + "/";
    const auto store = open(roleConfig(sources::AwsCredentialsProvider::Instance), settings);
    QVERIFY(write(*store, "k", "x").has_value());
    QCOMPARE(read(*store, "k").value(), std::string("x"));
    QCOMPARE(metadata.totalHits(), 3);
}

void TestObjectStore::tokensAreSharedAndRenewed()
{
    const auto store = open(configFor("gcs"));
    m_gcs->breakTokens({.delay = milliseconds(100)});
    Answer<bool> answers[5];
    for (auto& answer : answers)
        store->exists("k", {}, answer.done());
    for (auto& answer : answers)
        QCOMPARE(answer.wait().value(), false);
    QCOMPARE(m_gcs->tokensIssued(), 1);
    QVERIFY(write(*store, "k", "x").has_value());
    QCOMPARE(m_gcs->tokensIssued(), 1);
    m_gcs->setLifetime(30); // Less than the margin before expiry: good for one use.
    const auto other = open(configFor("gcs"));
    QCOMPARE(exists(*other, "k").value(), true);
    QCOMPARE(exists(*other, "k").value(), true);
    QCOMPARE(m_gcs->tokensIssued(), 3);
}

void TestObjectStore::refusedTokensAreRenewed()
{
    const auto store = open(configFor("gcs"));
    QVERIFY(write(*store, "k", "x").has_value());
    m_gcs->revokeTokens();
    QCOMPARE(errorOf(read(*store, "k")), QString("permission denied: 401 Unauthorized"));
    QCOMPARE(read(*store, "k").value(), std::string("x"));
    QCOMPARE(m_gcs->tokensIssued(), 2);
}

void TestObjectStore::tokenFailuresSayWhy_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("account");
    QTest::addColumn<QString>("error");
    QTest::newRow("refused") << 400
                             << QByteArray(R"({"error": "invalid_grant", "error_description":)"
                                           R"( "Invalid JWT Signature."})")
                             << QByteArray()
                             << "download failed: GCS token: 400 Bad Request invalid_grant: "
                                "Invalid JWT Signature.";
    QTest::newRow("a page") << 502 << QByteArray("<html>") << QByteArray()
                            << "download failed: GCS token: 502 Bad Gateway";
    QTest::newRow("no token in it") << 200 << QByteArray("{}") << QByteArray()
                                    << "download failed: GCS token: access_token: missing field at "
                                       "line 1 column 1";
    QTest::newRow("no key file") << 0 << QByteArray() << QByteArray("-")
                                 << "download failed: GCS key file: *";
    QTest::newRow("damaged key file")
        << 0 << QByteArray() << QByteArray("{}")
        << "download failed: GCS key file: client_email: missing field at "
           "line 1 column 1";
    QTest::newRow("unusable key")
        << 0 << QByteArray()
        << QByteArray(R"({"client_email": "e", "private_key": "-----BEGIN PRIVATE KEY-----\nx"})")
        << "download failed: failed encoding JWT";
}

void TestObjectStore::tokenFailuresSayWhy()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, account);
    QFETCH(QString, error);
    const auto config = configFor("gcs");
    m_gcs->breakTokens({status, body.toStdString()});
    if (!account.isEmpty())
        std::ofstream(*std::get<net::GcsStoreConfig>(config).serviceAccountFile)
            << account.toStdString();
    if (account == "-")
        std::filesystem::remove(*std::get<net::GcsStoreConfig>(config).serviceAccountFile);
    const auto outcome = errorOf(write(*open(config), "k", "x"));
    if (error.endsWith('*'))
        QVERIFY2(outcome.startsWith(error.chopped(1)), qPrintable(outcome));
    else
        QCOMPARE(outcome, error);
}

void TestObjectStore::accountOfTheMachine()
{
    LoopbackServer metadata;
    metadata.handle("/computeMetadata/v1/instance/service-accounts/default/token",
                    [](const LoopbackServer::Request& request) {
                        const bool fits = request.headers.contains("metadata-flavor");
                        return LoopbackServer::Reply{
                            .status = fits ? 200 : 403,
                            .body = R"({"access_token": "unknown", "expires_in": 3600})"};
                    });
    auto config = std::get<net::GcsStoreConfig>(configFor("gcs"));
    const auto file = std::exchange(config.serviceAccountFile, std::nullopt);
    net::ObjectStore::Settings settings;
    settings.cloud.googleMetadataUrl = metadata.url();
    QCOMPARE(errorOf(exists(*open(config, settings), "k")),
             QString("permission denied: 401 Unauthorized"));
    QCOMPARE(metadata.totalHits(), 1);
    settings.cloud.googleServiceAccountFile = *file;
    QCOMPARE(exists(*open(config, settings), "k").value(), false);
    QCOMPARE(metadata.totalHits(), 1);
}

void TestObjectStore::stopsSoon_data()
{
    bothKinds();
}

void TestObjectStore::stopsSoon()
{
    QFETCH(QString, kind);
    const auto store = open(configFor(kind));
    const auto slow = StoreFault{.delay = std::chrono::seconds(60)};
    content(kind).breakObject("bucket/pre fix/k", slow);
    m_gcs->breakTokens(slow);
    std::stop_source stop;
    Answer<TempFile> reading;
    Answer<net::ObjectStore::PutOutcome> writing;
    store->getObject("k", *TempFile::create(m_dir->path().toStdString()), stop.get_token(),
                     reading.done());
    store->putObject({"k", ByteView::fromString("x"), {}}, stop.get_token(), writing.done());
    stop.request_stop();
    QCOMPARE(reading.wait().error().kind, ErrorKind::Cancelled);
    QCOMPARE(writing.wait().error().kind, ErrorKind::Cancelled);
}

void TestObjectStore::destructionAnswersEveryone()
{
    Answer<bool> asking[2];
    Answer<TempFile> reading;
    {
        const auto s3 = open(configFor("s3"));
        const auto gcs = open(configFor("gcs"));
        m_s3->content.breakObject("bucket/pre fix/k", {.delay = std::chrono::seconds(60)});
        m_gcs->breakTokens({.delay = std::chrono::seconds(60)});
        s3->exists("k", {}, asking[0].done());
        gcs->exists("k", {}, asking[1].done());
        gcs->getObject("k", *TempFile::create(m_dir->path().toStdString()), {}, reading.done());
    }
    QCOMPARE(asking[0].wait().error().kind, ErrorKind::Cancelled);
    QCOMPARE(asking[1].wait().error().kind, ErrorKind::Cancelled);
    QVERIFY(!reading.wait());
}

QTEST_GUILESS_MAIN(TestObjectStore)
#include "tst_object_store.moc"

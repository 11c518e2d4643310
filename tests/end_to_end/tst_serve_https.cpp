// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/serve_process.h"
#include "tests/support/tls_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline::test;

namespace {

QByteArray settingsFor(const TestCertificate& files)
{
    return "bind_https: '127.0.0.1:0'\ntls_cert: '" + QByteArray(files.certificate.c_str()) +
           "'\ntls_key: '" + QByteArray(files.key.c_str()) + "'\n";
}

} // namespace

/// A real server that also listens with TLS.
class TestServeHttps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void answersRequestAfterRequest();
    void takesALargeBody();
    void endsAConnectionProperly();
    void strangersDisturbNobody();
    void everyConnectionHasForwardSecrecy_data();
    void everyConnectionHasForwardSecrecy();
    void refusesToStart_data();
    void refusesToStart();
    void secretsInPlaceOfFilesAreNotShown();

private:
    QTemporaryDir m_folder;
    TestCertificate m_files;
    std::unique_ptr<ServeProcess> m_server;
    std::uint16_t m_port = 0;
};

void TestServeHttps::initTestCase()
{
    m_files = TestCertificate::write(m_folder.path().toStdString());
    m_server = std::make_unique<ServeProcess>(settingsFor(m_files));
    m_port = m_server->numberInLog("listening on https://127.0.0.1:(\\d+)");
    QVERIFY2(m_port != 0, m_server->log().constData());
}

void TestServeHttps::answersRequestAfterRequest()
{
    TlsClient client(m_port, m_files.certificate);
    QVERIFY(client.isConnected());
    for (int i = 0; i < 3; ++i) {
        QVERIFY(client.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n"));
        const auto reply = client.receive();
        QVERIFY2(reply.starts_with("HTTP/1.1 200 ") && reply.ends_with("\r\n\r\nok"),
                 reply.c_str());
    }
    QVERIFY(m_server->isHealthy()); // Without TLS.
}

void TestServeHttps::takesALargeBody()
{
    TlsClient client(m_port, m_files.certificate);
    const std::string body =
        R"({"stacktraces":[],"modules":[],"ignored":")" + std::string(5 << 20, 'x') + "\"}";
    QVERIFY(client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                        "application/json\r\nContent-Length: " +
                        std::to_string(body.size()) + "\r\n\r\n" + body));
    const auto reply = client.receive();
    QVERIFY2(reply.contains(R"("status":"completed")"), reply.c_str());
}

/// A connection that ends without a word could have been cut by an attacker.
void TestServeHttps::endsAConnectionProperly()
{
    TlsClient client(m_port, m_files.certificate);
    QVERIFY(client.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    QVERIFY(client.receive().ends_with("ok"));
    QVERIFY(client.endsProperly());
}

void TestServeHttps::strangersDisturbNobody()
{
    HttpClient silent(m_port);
    QCOMPARE(get(m_port, "/healthcheck").status, 0); // No TLS.
    QTemporaryDir folder;
    const auto other = TestCertificate::write(folder.path().toStdString());
    QVERIFY(!TlsClient(m_port, other.certificate).isConnected());
    TlsClient client(m_port, m_files.certificate);
    QVERIFY(client.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n"));
    QVERIFY(client.receive().ends_with("ok"));
}

void TestServeHttps::everyConnectionHasForwardSecrecy_data()
{
    QTest::addColumn<QByteArray>("ciphers");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("ECDHE, AES-GCM") << QByteArray("ECDHE+AESGCM") << true;
    QTest::newRow("ECDHE, ChaCha20") << QByteArray("ECDHE+CHACHA20") << true;
    QTest::newRow("the certificate's key, AES-GCM") << QByteArray("kRSA+AESGCM") << false;
    QTest::newRow("the certificate's key, any") << QByteArray("kRSA:@SECLEVEL=0") << false;
    QTest::newRow("ECDHE, CBC") << QByteArray("ECDHE+SHA1:ECDHE+SHA256:@SECLEVEL=0") << false;
}

/// Those who record a connection must not read it when they get the key years later.
void TestServeHttps::everyConnectionHasForwardSecrecy()
{
    QFETCH(QByteArray, ciphers);
    QFETCH(bool, isTaken);
    QCOMPARE(TlsClient(m_port, m_files.certificate, ciphers.constData()).isConnected(), isTaken);
    QVERIFY(m_server->isHealthy());
}

void TestServeHttps::refusesToStart_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("reason");
    const auto path = [](const std::filesystem::path& file) {
        return QString::fromStdString(file.string());
    };
    const auto write = [&](const char* name, const std::string& passphrase) {
        const auto folder = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::filesystem::create_directory(folder);
        return TestCertificate::write(folder, passphrase);
    };
    const auto good = path(m_files.certificate);
    const auto text = m_folder.filePath("text.pem");
    std::ofstream(text.toStdString()) << "no certificate";
    const auto missing = m_folder.filePath("missing.pem");
    const auto other = path(write("other", "").key);
    const auto locked = write("locked", "secret");
    QTest::newRow("no certificate file")
        << missing << path(m_files.key) << "tls_cert: " + missing + ": No such file or directory";
    QTest::newRow("no key file") << good << missing
                                 << "tls_key: " + missing + ": No such file or directory";
    QTest::newRow("not PEM") << text << path(m_files.key)
                             << "tls_cert: " + text + ": no start line";
    QTest::newRow("key of another certificate")
        << good << other << "tls_key: " + other + ": key values mismatch";
    QTest::newRow("key with a passphrase")
        << path(locked.certificate) << path(locked.key) << "tls_key: " + path(locked.key) + ": ";
}

void TestServeHttps::refusesToStart()
{
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(QString, reason);
    ServeProcess server(
        settingsFor({.certificate = certificate.toStdString(), .key = key.toStdString()}));
    QCOMPARE(server.stop(), 2);
    QVERIFY2(server.log().contains(reason.toUtf8()), server.log().constData());
}

/// Somebody may have put the key itself where its file belongs.
void TestServeHttps::secretsInPlaceOfFilesAreNotShown()
{
    const auto certificate = QByteArray(m_files.certificate.c_str());
    const QByteArray settings =
        "bind_https: '127.0.0.1:0'\ntls_cert: '" + certificate + "'\ntls_key: ${SECRET}\n";
    ServeProcess server(settings, 0, {{"SECRET", "hunter2"}});
    QCOMPARE(server.stop(), 2);
    QVERIFY2(server.log().contains("tls_key: ${SECRET}: No such file"), server.log().constData());
    QVERIFY2(!server.log().contains("hunter2"), server.log().constData());

    ServeProcess running("request_id_header: X-A\n", 0, {{"SECRET", "hunter2"}});
    QVERIFY2(running.port() != 0, running.log().constData());
    running.changeSettings("max_download_timeout: ${SECRET}\n");
    QVERIFY(!running.log().contains("hunter2") && running.reload());
    QVERIFY2(!running.log().contains("hunter2"), running.log().constData());
}

QTEST_GUILESS_MAIN(TestServeHttps)
#include "tst_serve_https.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/downloader.h"
#include "tests/support/tls_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace faultline;
using faultline::test::TlsServer;

/// Checks that only the intended certificates are trusted.
class TestTlsDownload : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void servers_data();
    void servers();
    void messagesDoNotNameFiles();

private:
    QString run(const TlsServer& server, const net::TlsOptions& tls, bool acceptInvalidCerts)
    {
        const auto transport = net::makeCurlTransport({.proxies = {}, .tls = tls});
        WorkerPool io(1);
        net::Downloader downloader({.maxAttempts = 1}, *transport, io);
        net::HttpTarget target{.url = server.url() + "/x"};
        target.acceptInvalidCerts = acceptInvalidCerts;
        std::promise<QString> text;
        downloader.start(
            {.from = target,
             .target = *TempFile::create(m_dir.path().toStdString()),
             .decompress = true,
             .source = {},
             .location = {},
             .label = {}},
            {}, [&](net::DownloadOutcome outcome) {
                if (!outcome.content)
                    text.set_value(QString::fromStdString(outcome.content.error().describe()));
                else
                    text.set_value(QString::fromStdString(
                        std::string(std::get<TempFile>(*outcome.content).map()->text())));
            });
        return text.get_future().get();
    }

    QTemporaryDir m_dir;
};

void TestTlsDownload::initTestCase()
{
    QVERIFY(m_dir.isValid());
}

void TestTlsDownload::servers_data()
{
    QTest::addColumn<bool>("knowsAuthority");
    QTest::addColumn<bool>("acceptsAnything");
    QTest::addColumn<bool>("mustIdentify");
    QTest::addColumn<bool>("hasCertificate");
    QTest::addColumn<QString>("text");
    QTest::newRow("unknown certificates are refused")
        << false << false << false << false << "download failed: certificate verify failed";
    QTest::newRow("an authority of one's own") << true << false << false << false << "secure";
    QTest::newRow("a source that accepts anything") << false << true << false << false << "secure";
    QTest::newRow("a certificate of ours") << true << false << true << true << "secure";
    QTest::newRow("none of ours where one is required")
        << true << false << true << false << "download failed";
}

void TestTlsDownload::servers()
{
    QFETCH(bool, knowsAuthority);
    QFETCH(bool, acceptsAnything);
    QFETCH(bool, mustIdentify);
    QFETCH(bool, hasCertificate);
    QFETCH(QString, text);
    const TlsServer server(m_dir.path().toStdString(), mustIdentify
                                                           ? TlsServer::ClientCertificate::Required
                                                           : TlsServer::ClientCertificate::Ignored);
    net::TlsOptions tls;
    if (knowsAuthority)
        tls.caFile = server.certificate();
    if (hasCertificate) {
        tls.clientCert = server.certificate();
        tls.clientKey = server.key();
    }
    const auto found = run(server, tls, acceptsAnything);
    QVERIFY2(found.startsWith(text), qPrintable(found));
}

/// A secret may stand in a path's place, and messages go into reports and cache entries.
void TestTlsDownload::messagesDoNotNameFiles()
{
    const TlsServer server(m_dir.path().toStdString(), TlsServer::ClientCertificate::Required);
    net::TlsOptions noAuthority;
    noAuthority.caFile = "hunter2";
    net::TlsOptions noKey;
    noKey.caFile = server.certificate();
    noKey.clientCert = server.certificate();
    noKey.clientKey = "hunter2";
    net::TlsOptions noCertificate = noKey;
    noCertificate.clientCert = "hunter2";
    noCertificate.clientKey = server.key();
    for (const auto& tls : {noAuthority, noKey, noCertificate}) {
        const auto found = run(server, tls, false);
        QVERIFY2(found.startsWith("download failed"), qPrintable(found));
        QVERIFY2(!found.contains("hunter2"), qPrintable(found));
    }
}

QTEST_GUILESS_MAIN(TestTlsDownload)
#include "tst_tls_download.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A real `faultline serve` that gets secrets by its environment, and where they are afterwards.
#include "core/selfdump/crash_handler.h"
#include "tests/end_to_end/serve_process.h"

#include <QFile>
#include <QTest>

#include <csignal>

using namespace faultline;
using namespace faultline::test;

namespace {

const QString kToken = QStringLiteral("canary-of-the-token");
const QString kPassword = QStringLiteral("canary-of-the-proxy");
const QByteArray kLiteral = "canary-of-the-file";

QByteArray settings()
{
    return "bearer_tokens:\n  - ${FL_TEST_TOKEN}\n  - " + kLiteral + "\n";
}

std::map<QString, QString> variables(const QTemporaryDir& state)
{
    return {
        {QStringLiteral("FL_TEST_TOKEN"), kToken},
        {QStringLiteral("http_proxy"), QStringLiteral("http://user:%1@127.0.0.1:9").arg(kPassword)},
        {QStringLiteral("XDG_STATE_HOME"), state.path()}};
}

int statusWith(const ServeProcess& server, const QByteArray& token)
{
    HttpClient client(server.port());
    client.send("GET /requests/00000000-0000-4000-8000-000000000000 HTTP/1.1\r\nHost: x\r\n"
                "Authorization: Bearer " +
                token.toStdString() + "\r\n\r\n");
    return client.receive().status;
}

QByteArray environmentOf(const ServeProcess& server)
{
    QFile file(QStringLiteral("/proc/%1/environ").arg(server.pid()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Ends the server by a signal that a crash would send. Returns its dump.
QByteArray dumpOf(ServeProcess& server, const QTemporaryDir& state)
{
    server.signal(SIGSEGV);
    server.stop();
    const auto dumps =
        selfdump::dumpsIn(state.filePath(QStringLiteral("faultline/crashes")).toStdString());
    QFile file(dumps.empty() ? QString() : QString::fromStdString(dumps.front()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestServeSecrets : public QObject
{
    Q_OBJECT

private slots:
    void theEnvironmentHasNone();
    void whatTheSystemReadsStays();
    void aReloadStillKnowsThem();
    void aDumpHasNone();
};

void TestServeSecrets::theEnvironmentHasNone()
{
    const QTemporaryDir state;
    const ServeProcess server(settings(), 0, variables(state));
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto environment = environmentOf(server);
    QVERIFY(environment.contains("XDG_STATE_HOME=" + state.path().toUtf8()));
    QVERIFY(environment.contains("FL_TEST_TOKEN="));
    QVERIFY(!environment.contains("canary"));
    QCOMPARE(statusWith(server, kToken.toUtf8()), 404);
    QCOMPARE(statusWith(server, kLiteral), 404);
    QCOMPARE(statusWith(server, ""), 401);
}

/// A folder is no secret, and other code looks for it.
void TestServeSecrets::whatTheSystemReadsStays()
{
    const QTemporaryDir state;
    auto environment = variables(state);
    environment[QStringLiteral("CACHE_DIRECTORY")] = state.filePath(QStringLiteral("cache"));
    ServeProcess server(settings() + "cache_dir: ${CACHE_DIRECTORY}\n", 0, environment);
    QVERIFY2(server.port() != 0, server.log().constData());
    QVERIFY(environmentOf(server).contains("CACHE_DIRECTORY=" + state.path().toUtf8()));
    QVERIFY(server.reload());
    QVERIFY2(server.log().contains("configuration reloaded"), server.log().constData());
}

void TestServeSecrets::aReloadStillKnowsThem()
{
    const QTemporaryDir state;
    ServeProcess server(settings(), 0, variables(state));
    QVERIFY2(server.port() != 0, server.log().constData());
    for (int i = 0; i < 2; ++i) {
        QVERIFY(server.reload());
        QVERIFY2(server.log().contains("configuration reloaded"), server.log().constData());
        QCOMPARE(statusWith(server, kToken.toUtf8()), 404);
        QCOMPARE(statusWith(server, ""), 401);
    }
    server.changeSettings("bearer_tokens: [another-token-of-it]\n");
    QVERIFY(server.reload());
    QCOMPARE(statusWith(server, kToken.toUtf8()), 401);
    server.changeSettings(settings());
    QVERIFY(server.reload());
    QCOMPARE(statusWith(server, kToken.toUtf8()), 404);
    QVERIFY(!environmentOf(server).contains("canary"));
}

void TestServeSecrets::aDumpHasNone()
{
    const QTemporaryDir state;
    ServeProcess server(settings(), 0, variables(state));
    QVERIFY2(server.port() != 0, server.log().constData());
    QCOMPARE(statusWith(server, kToken.toUtf8()), 404);
    QCOMPARE(statusWith(server, kLiteral), 404);
    QVERIFY(server.reload());
    const auto dump = dumpOf(server, state);
    QVERIFY2(dump.contains("serve"), server.log().constData()); // The command line is there.
    QVERIFY(!dump.contains("canary"));
}

QTEST_GUILESS_MAIN(TestServeSecrets)
#include "tst_serve_secrets.moc"

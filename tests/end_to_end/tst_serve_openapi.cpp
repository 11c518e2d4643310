// SPDX-License-Identifier: GPL-3.0-or-later
// docs/openapi.json and a real server say the same.
#include "tests/end_to_end/serve_process.h"
#include "tests/support/http_client.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

namespace {

QJsonObject description()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/../docs/openapi.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

QString withoutNames(QString path)
{
    static const QRegularExpression kVariable("\\{[^}]*\\}");
    return path.replace(kVariable, "{}");
}

struct Operation
{
    QString method; ///< Upper case.
    QString path;
    QJsonObject value;
};

QList<Operation> operations()
{
    QList<Operation> all;
    const auto paths = description()["paths"].toObject();
    for (auto path = paths.begin(); path != paths.end(); ++path) {
        const auto methods = path->toObject();
        for (auto method = methods.begin(); method != methods.end(); ++method)
            all.append({method.key().toUpper(), path.key(), method->toObject()});
    }
    return all;
}

} // namespace

class TestServeOpenapi : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void describesEveryRoute();
    void namesEveryVariable();
    void answersAsDescribed_data();
    void answersAsDescribed();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<ServeProcess> m_server;
};

void TestServeOpenapi::initTestCase()
{
    const auto folder = m_folder.path().toUtf8();
    m_server = std::make_unique<ServeProcess>(
        "  level: debug\nstatus_page: true\npeers: ['127.0.0.1:9']\n"
        "peer_token: 0123456789abcdef\nmozilla: {upload: {directory: '" +
        folder + "/m', tokens: [0123456789abcdef]}, profiler: {}}\nsymbfile: {directory: '" +
        folder + "/s', api_keys: [0123456789abcdef]}\nsymcache: {directory: '" + folder + "/c'}\n");
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
}

/// The server logs its routes when it starts.
void TestServeOpenapi::describesEveryRoute()
{
    static const QRegularExpression kRoute("route: (\\S+) (\\S+)");
    QSet<QString> served;
    const QString log = m_server->log();
    for (auto matches = kRoute.globalMatch(log); matches.hasNext();) {
        const auto match = matches.next();
        served.insert(match.captured(1) + ' ' + withoutNames(match.captured(2)));
    }
    QSet<QString> described;
    for (const auto& operation : operations())
        described.insert(operation.method + ' ' + withoutNames(operation.path));
    QVERIFY(served.size() > 30);
    QCOMPARE(QStringList((served - described).values()).join(", "), QString());
    QCOMPARE(QStringList((described - served).values()).join(", "), QString());
}

void TestServeOpenapi::namesEveryVariable()
{
    static const QRegularExpression kVariable("\\{([^}]*)\\}");
    QSet<QString> ids;
    for (const auto& operation : operations()) {
        const auto id = operation.value["operationId"].toString();
        QVERIFY2(!id.isEmpty() && !ids.contains(id), qPrintable(operation.path));
        ids.insert(id);
        QStringList inPath;
        for (auto matches = kVariable.globalMatch(operation.path); matches.hasNext();)
            inPath.append(matches.next().captured(1));
        QStringList described;
        for (const auto& parameter : operation.value["parameters"].toArray())
            if (parameter.toObject()["in"] == "path")
                described.append(parameter.toObject()["name"].toString());
        QCOMPARE(described, inPath);
    }
}

void TestServeOpenapi::answersAsDescribed_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QJsonObject>("responses");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    for (const auto& operation : operations()) {
        const auto types = operation.value["requestBody"]["content"].toObject().keys();
        auto path = operation.path;
        path.replace(QRegularExpression("\\{[^}]*\\}"), "0a");
        const auto name = operation.method + ' ' + operation.path;
        const auto add = [&](const char* what, const QString& type, const QByteArray& body) {
            QTest::newRow(qPrintable(name + what))
                << operation.method.toLatin1() << path.toLatin1()
                << operation.value["responses"].toObject() << type.toLatin1() << body;
        };
        add(", nothing", {}, {});
        for (const auto& type : types) {
            const auto full = type + (type.startsWith("multipart") ? "; boundary=x" : "");
            add(", empty object", full, "{}");
            add(", no JSON", full, "{");
            if (type == "application/json")
                add(", 60 MiB", full, QByteArray(60 << 20, 'x'));
        }
    }
}

void TestServeOpenapi::answersAsDescribed()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QJsonObject, responses);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    const auto reply = HttpClient(m_server->port())
                           .exchange(method.toStdString(), path.toStdString(), type.toStdString(),
                                     body.toStdString());
    const auto status = QString::number(reply.status);
    QVERIFY2(responses.contains(status), qPrintable(status));
    const auto types = responses[status].toObject()["content"].toObject().keys();
    if (types.isEmpty())
        return;
    const auto given = QString::fromStdString(reply.headers.at("content-type")).section(u';', 0, 0);
    QVERIFY2(types.contains(given), qPrintable(given));
}

QTEST_GUILESS_MAIN(TestServeOpenapi)
#include "tst_serve_openapi.moc"

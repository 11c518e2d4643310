// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/server_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace faultline::ui;

namespace {

QString sentence(const QAbstractItemModel& model, int row)
{
    return model.index(row, 0).data(Qt::AccessibleTextRole).toString();
}

} // namespace

/// The lists of a server.
class TestServerModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestsKeepTheirPlacesWhileTheyAge();
    void aRequestThatEndsIsAnotherRow();
    void everyRowIsASentence();
    void whatIsWrongStandsOut();
};

void TestServerModel::requestsKeepTheirPlacesWhileTheyAge()
{
    ServerRequestModel model;
    const QAbstractItemModelTester tester(&model);
    ServerRequestRow first{.id = QStringLiteral("a"), .age = QStringLiteral("1 s")};
    ServerRequestRow second{.id = QStringLiteral("b"), .age = QStringLiteral("5 s")};
    model.setRows({first, second});
    const QPersistentModelIndex kept = model.index(1, 0);
    first.age = QStringLiteral("3 s");
    ServerRequestRow newest{.id = QStringLiteral("c")};
    model.setRows({newest, first, second});
    QCOMPARE(kept.row(), 2);
    QCOMPARE(model.index(1, ServerRequestModel::AgeColumn).data().toString(),
             QStringLiteral("3 s"));
}

void TestServerModel::aRequestThatEndsIsAnotherRow()
{
    ServerRequestModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRows({{.id = QStringLiteral("a"), .isRunning = true}});
    const QPersistentModelIndex running = model.index(0, 0);
    model.setRows({{.id = QStringLiteral("a")}});
    QVERIFY(!running.isValid());
}

void TestServerModel::everyRowIsASentence()
{
    ServerRequestModel requests;
    requests.setRows({{.id = QStringLiteral("a71f"),
                       .request = QStringLiteral("POST /minidump"),
                       .state = QStringLiteral("running"),
                       .age = QStringLiteral("8.2 s")}});
    QCOMPARE(sentence(requests, 0), QStringLiteral("POST /minidump, running, 8.2 s"));
    ServerEndpointModel endpoints;
    const QAbstractItemModelTester endpointTester(&endpoints);
    endpoints.setRows({{.endpoint = QStringLiteral("POST /minidump"),
                        .requests = QStringLiteral("4"),
                        .failed = QStringLiteral("1"),
                        .half = QStringLiteral("40 ms")}});
    QCOMPARE(sentence(endpoints, 0),
             QStringLiteral("POST /minidump: 4 requests, 1 failed, half within 40 ms"));
    ServerCacheModel caches;
    const QAbstractItemModelTester cacheTester(&caches);
    caches.setRows({{.name = QStringLiteral("Symcaches"),
                     .size = QStringLiteral("29 GiB"),
                     .entries = QStringLiteral("21")}});
    QCOMPARE(sentence(caches, 0), QStringLiteral("Symcaches, 29 GiB, 21 entries"));
    ServerModuleModel modules;
    const QAbstractItemModelTester moduleTester(&modules);
    modules.setRows({{.name = QStringLiteral("app.exe"),
                      .status = QStringLiteral("no debug file"),
                      .headline = QStringLiteral("No debug file for app.exe")}});
    QCOMPARE(sentence(modules, 0),
             QStringLiteral("app.exe, no debug file, No debug file for app.exe"));
}

void TestServerModel::whatIsWrongStandsOut()
{
    ServerSourceModel sources;
    const QAbstractItemModelTester tester(&sources);
    sources.setRows({{.id = QStringLiteral("store"),
                      .kind = QStringLiteral("http"),
                      .location = QStringLiteral("https://store/"),
                      .isPaused = true,
                      .state = QStringLiteral("paused"),
                      .remark = QStringLiteral("for 52 min")},
                     {.id = QStringLiteral("builds"), .kind = QStringLiteral("s3")}});
    const auto state = [&sources](int row) {
        return sources.index(row, ServerSourceModel::StateColumn);
    };
    QCOMPARE(BadgeStyle(state(0).data(BadgeRole).toInt()), BadgeStyle::Warn);
    QCOMPARE(state(0).data(SecondLineRole).toString(), QStringLiteral("for 52 min"));
    QCOMPARE(sentence(sources, 0),
             QStringLiteral("store, http, https://store/, paused, for 52 min"));
    QCOMPARE(BadgeStyle(state(1).data(BadgeRole).toInt()), BadgeStyle::None);
    QCOMPARE(state(1).data().toString(), QStringLiteral("s3"));
    ServerEndpointModel endpoints;
    endpoints.setRows({{.hasFailures = true}, {.endpoint = QStringLiteral("x")}});
    const auto tone = [&endpoints](int row) {
        return Tone(endpoints.index(row, ServerEndpointModel::FailedColumn).data(ToneRole).toInt());
    };
    QCOMPARE(tone(0), Tone::Warn);
    QCOMPARE(tone(1), Tone::Dim);
}

QTEST_GUILESS_MAIN(TestServerModel)
#include "tst_server_model.moc"

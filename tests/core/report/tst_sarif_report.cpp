// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sarif_report.h"
#include "tests/support/report_builder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>

using namespace faultline;

namespace {

QJsonObject runOf(const Report& report, const std::string& fileName = "/crashes/a b.dmp")
{
    const auto text = report::renderSarif(report, {.version = "1.2.3", .fileName = fileName});
    const auto log = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    if (log.value("version") != QStringLiteral("2.1.0"))
        return {};
    const auto runs = log.value("runs").toArray();
    return runs.size() == 1 ? runs.first().toObject() : QJsonObject();
}

QJsonObject resultOf(const Report& report)
{
    const auto results = runOf(report).value("results").toArray();
    return results.size() == 1 ? results.first().toObject() : QJsonObject();
}

QJsonObject firstLocation(const QJsonObject& result)
{
    return result.value("locations").toArray().first().toObject();
}

/// A report on a crash with one frame at this source file.
Report reportAt(const std::string& path)
{
    auto event = std::make_shared<Event>();
    event->threads.emplace_back();
    event->requestingThread = 0;
    event->crash.present = true;
    event->crash.reason = "SIGABRT";
    auto stack = std::make_shared<ThreadStack>();
    Frame frame;
    frame.makeNative().instructionAddress = std::numeric_limits<std::uint64_t>::max();
    frame.status = FrameStatus::Symbolicated;
    frame.position.function = "main";
    frame.position.absPath = path;
    frame.position.line = 7;
    stack->frames.push_back(frame);
    Report report;
    report.event = event;
    report.stacks.push_back(stack);
    return report;
}

} // namespace

class TestSarifReport : public QObject
{
    Q_OBJECT

private slots:
    void tellsTheCrash();
    void tellsTheStack();
    void pathsAreUris_data();
    void pathsAreUris();
    void snapshotsAreNoFailures();
    void withoutANameNothingTellsIt();
};

void TestSarifReport::tellsTheCrash()
{
    auto report = *test::makeMinidumpReport();
    report.signature = "Span::copy";
    const auto run = runOf(report);
    const auto driver = run.value("tool").toObject().value("driver").toObject();
    QCOMPARE(driver.value("name"), QStringLiteral("Faultline"));
    QCOMPARE(driver.value("version"), QStringLiteral("1.2.3"));
    const auto result = resultOf(report);
    const auto rules = driver.value("rules").toArray();
    QCOMPARE(rules.size(), 1);
    QCOMPARE(rules.first().toObject().value("id"), result.value("ruleId"));
    QVERIFY(!rules.first().toObject().value("shortDescription").toObject().isEmpty());
    QCOMPARE(result.value("kind"), QStringLiteral("fail"));
    QCOMPARE(result.value("level"), QStringLiteral("error"));
    QVERIFY(!result.value("message").toObject().value("text").toString().isEmpty());
    QCOMPARE(result.value("partialFingerprints").toObject().value("faultlineSignature/v1"),
             QStringLiteral("Span::copy"));
    QCOMPARE(result.value("analysisTarget").toObject().value("uri"),
             QStringLiteral("file:///crashes/a%20b.dmp"));
}

void TestSarifReport::tellsTheStack()
{
    const auto report = test::makeMinidumpReport();
    const auto result = resultOf(*report);
    const auto place = firstLocation(result).value("physicalLocation").toObject();
    QCOMPARE(place.value("artifactLocation").toObject().value("uri"),
             QStringLiteral("file:///c:/src/span.h"));
    QCOMPARE(place.value("region").toObject().value("startLine").toInt(), 41);
    const auto stacks = result.value("stacks").toArray();
    QCOMPARE(stacks.size(), 1);
    const auto stack = stacks.first().toObject();
    // The JSON has the name as it is; what shows it has to escape it.
    QVERIFY(stack.value("message").toObject().value("text").toString().startsWith("1636 render"));
    const auto frames = stack.value("frames").toArray();
    QCOMPARE(std::size_t(frames.size()), report->stacks.front()->frames.size());
    const auto first = frames.first().toObject();
    QCOMPARE(first.value("threadId").toInt(), 1636);
    const auto names = first.value("location").toObject().value("logicalLocations").toArray();
    QCOMPARE(names.first().toObject().value("fullyQualifiedName"),
             QStringLiteral("Span::copy(char const*)"));
    const auto third = frames.at(3).toObject().value("location").toObject();
    QCOMPARE(third.value("physicalLocation")
                 .toObject()
                 .value("address")
                 .toObject()
                 .value("absoluteAddress")
                 .toInteger(),
             qint64(0x750662c4));
}

void TestSarifReport::pathsAreUris_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("uri");
    QTest::newRow("absolute") << "/src/a.cpp" << "file:///src/a.cpp";
    QTest::newRow("Windows") << "D:\\src\\a b.cpp" << "file:///D:/src/a%20b.cpp";
    QTest::newRow("relative") << "src/a.cpp" << "src/a.cpp";
    QTest::newRow("with a colon") << "a:b/c.cpp" << "a%3Ab/c.cpp";
    QTest::newRow("signs") << "/src/#1?%20.cpp" << "file:///src/%231%3F%2520.cpp";
    QTest::newRow("not ASCII") << QStringLiteral("/src/ğ.cpp") << "file:///src/%C4%9F.cpp";
}

void TestSarifReport::pathsAreUris()
{
    QFETCH(QString, path);
    QFETCH(QString, uri);
    const auto place =
        firstLocation(resultOf(reportAt(path.toStdString()))).value("physicalLocation").toObject();
    QCOMPARE(place.value("artifactLocation").toObject().value("uri").toString(), uri);
    QVERIFY(!place.contains("address")); // Greater than SARIF's numbers.
}

void TestSarifReport::snapshotsAreNoFailures()
{
    auto report = reportAt("/src/a.cpp");
    auto event = std::make_shared<Event>(*report.event);
    event->crash = {};
    report.event = event;
    const auto result = resultOf(report);
    QCOMPARE(result.value("ruleId"), QStringLiteral("snapshot"));
    QCOMPARE(result.value("kind"), QStringLiteral("informational"));
    QCOMPARE(result.value("level"), QStringLiteral("none"));
}

void TestSarifReport::withoutANameNothingTellsIt()
{
    const auto results = runOf(reportAt("/src/a.cpp"), {}).value("results").toArray();
    QVERIFY(!results.first().toObject().contains("analysisTarget"));
}

QTEST_GUILESS_MAIN(TestSarifReport)
#include "tst_sarif_report.moc"

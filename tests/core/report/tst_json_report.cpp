// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_cursor.h"
#include "core/json/json_reader.h"
#include "core/report/json_report.h"
#include "tests/support/golden.h"
#include "tests/support/report_builder.h"

#include <QJsonDocument>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Compares answers as sent, including the order of keys. Qt's indented form would sort the keys.
class TestJsonReport : public QObject
{
    Q_OBJECT

private slots:
    void answers_data();
    void answers();
    void isValidJson();
    void callerFirstTurnsRowsRound();
    void cutsThreadsByPhysicalFrame();
    void crashReasonIsEmptyWithoutAnException();
    void archComesFromAModuleWhenTheFileDoesNotSay();
    void streamsLongStacksInPieces();
};

namespace {

/// One line per object member or list item, so that a changed answer gives a readable diff.
QByteArray broken(const std::string& json)
{
    QByteArray out;
    bool inText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        out += json[i];
        if (json[i] == '"' && (i == 0 || json[i - 1] != '\\'))
            inText = !inText;
        if (!inText && (json[i] == ',' || json[i] == '{' || json[i] == '['))
            out += '\n';
    }
    return out + '\n';
}

} // namespace

void TestJsonReport::answers_data()
{
    QTest::addColumn<bool>("isMinidump");
    QTest::addColumn<bool>("withCandidates");
    QTest::addColumn<bool>("withExtras");
    QTest::newRow("minidump_plain") << true << false << false;
    QTest::newRow("minidump_candidates") << true << true << false;
    QTest::newRow("minidump_extras") << true << true << true;
    QTest::newRow("native_plain") << false << false << false;
}

void TestJsonReport::answers()
{
    QFETCH(bool, isMinidump);
    QFETCH(bool, withCandidates);
    QFETCH(bool, withExtras);
    const auto report = isMinidump ? makeMinidumpReport() : makeNativeReport();
    const report::JsonOptions options{.candidates = withCandidates ? report::IncludeCandidates::Yes
                                                                   : report::IncludeCandidates::No,
                                      .extras = withExtras ? report::IncludeExtras::Yes
                                                           : report::IncludeExtras::No};
    const auto name =
        QStringLiteral("report/%1.json").arg(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(matchesGolden(broken(report::renderJson(*report, options)), name));
}

void TestJsonReport::isValidJson()
{
    for (const auto& report : {makeMinidumpReport(), makeNativeReport()}) {
        const auto text = report::renderJson(*report, {.candidates = report::IncludeCandidates::Yes,
                                                       .extras = report::IncludeExtras::Yes});
        QJsonParseError error;
        QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
        QCOMPARE(error.errorString(), QJsonParseError().errorString());
    }
}

void TestJsonReport::callerFirstTurnsRowsRound()
{
    const auto text =
        report::renderJson(*makeNativeReport(), {.frameOrder = report::FrameOrder::CallerFirst});
    QVERIFY(text.find("\"original_index\":1") < text.find("\"original_index\":0"));
}

void TestJsonReport::cutsThreadsByPhysicalFrame()
{
    const auto report = makeMinidumpReport();
    QVERIFY(report::renderJson(*report, {}).contains("\"original_index\":256"));
    const auto cut = report::renderJson(*report, {.maxFramesPerThread = 1});
    QVERIFY(cut.contains("Span::copy"));
    QVERIFY(cut.contains("paint(Widget&)"));
    QVERIFY(!cut.contains("\"original_index\":1"));
}

void TestJsonReport::crashReasonIsEmptyWithoutAnException()
{
    const auto report = makeMinidumpReport();
    auto event = std::make_shared<Event>(*report->event);
    event->crash = {};
    report->event = event;
    QVERIFY(report::renderJson(*report, {})
                .contains(R"("crashed":false,"crash_reason":"","assertion":"")"));
}

void TestJsonReport::archComesFromAModuleWhenTheFileDoesNotSay()
{
    const auto report = makeMinidumpReport();
    auto event = std::make_shared<Event>(*report->event);
    event->system.arch = Arch::Unknown;
    report->event = event;
    QVERIFY(report::renderJson(*report, {}).contains(R"("cpu_arch":"x86")"));
}

void TestJsonReport::streamsLongStacksInPieces()
{
    const auto report = makeNativeReport();
    auto stack = std::make_shared<ThreadStack>(*report->stacks[0]);
    stack->frames.assign(100'000, stack->frames.back());
    report->stacks[0] = stack;
    std::size_t longest = 0;
    std::string whole;
    report::renderJson(*report, {}, [&](std::string_view piece) {
        longest = std::max(longest, piece.size());
        whole += piece;
    });
    QVERIFY(longest < 128 * 1024);
    QVERIFY(json::parseJson(whole));
}

QTEST_GUILESS_MAIN(TestJsonReport)
#include "tst_json_report.moc"

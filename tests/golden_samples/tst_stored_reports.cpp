// SPDX-License-Identifier: GPL-3.0-or-later
// Symbolicates every crash file of tests/corpora/samples, stores the report and reads it back. Both
// reports must be rendered equally.
#include "core/base/file.h"
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/stackwalk_json.h"
#include "core/report/text_report.h"
#include "tests/golden_samples/folder_symbolication.h"

#include <QTest>

using namespace faultline;
using namespace faultline::codec;
using namespace faultline::test;

namespace {

const std::filesystem::path kSamples = std::filesystem::path(FL_TESTS_DIR) / "corpora" / "samples";

Result<ReportPtr> symbolicate(const std::filesystem::path& dump)
{
    FL_TRY(auto bytes, mapForeignFile(dump));
    return symbolicateWithFolder(std::move(bytes), dump.parent_path());
}

std::string json(const Report& report)
{
    return report::renderJson(report, {.candidates = report::IncludeCandidates::Yes,
                                       .extras = report::IncludeExtras::Yes});
}

} // namespace

class TestStoredReports : public QObject
{
    Q_OBJECT

private slots:
    void rendersTheSame_data();
    void rendersTheSame();
};

void TestStoredReports::rendersTheSame_data()
{
    QTest::addColumn<QString>("dump");
    QTest::addColumn<bool>("withMemory");
    int dumps = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kSamples)) {
        if (entry.path().extension() != ".dmp")
            continue;
        ++dumps;
        const auto path = QString::fromStdString(entry.path().string());
        const auto name = entry.path().parent_path().filename().string();
        QTest::newRow(name.c_str()) << path << false;
        QTest::newRow((name + " with memory").c_str()) << path << true;
    }
    QVERIFY(dumps >= 8);
}

void TestStoredReports::rendersTheSame()
{
    QFETCH(QString, dump);
    QFETCH(bool, withMemory);
    const auto made = symbolicate(dump.toStdString());
    QVERIFY2(made, made ? "" : made.error().describe().c_str());
    const Report& report = **made;
    const auto encoded =
        encodeReport(report, withMemory ? EventMemory::Include : EventMemory::LeaveOut);
    const auto read = readReport(ByteView::copyOf(encoded), {}, {});
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    qInfo("%zu bytes stored, %zu as JSON", encoded.size(), json(report).size());
    QCOMPARE(json(*read), json(report));
    QCOMPARE(report::renderText(*read, {}), report::renderText(report, {}));
    QCOMPARE(report::renderMarkdown(*read, {}), report::renderMarkdown(report, {}));
    QCOMPARE(report::renderStackwalkJson(*read), report::renderStackwalkJson(report));
    const auto& ranges = read->event->asNative()->memory->ranges();
    QCOMPARE(ranges.size(), withMemory ? report.event->asNative()->memory->ranges().size() : 0u);
}

QTEST_GUILESS_MAIN(TestStoredReports)
#include "tst_stored_reports.moc"

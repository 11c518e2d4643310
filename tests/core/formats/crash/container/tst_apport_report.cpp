// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/apport_report.h"

#include <QTest>

using namespace faultline;

class TestApportReport : public QObject
{
    Q_OBJECT

private slots:
    void fieldsAreRead();
    void coreIsDecoded_data();
    void coreIsDecoded();
    void longFieldsAreLeftOut();
    void otherFilesAreRefused_data();
    void otherFilesAreRefused();
    void longLinesAreDecodedInPieces();
    void laterValuesReplaceEarlierOnes();
    void writeErrorsAreKept();
    void everyPrefixIsReadOrRefused();
};

namespace {

Result<container::ApportReport> readReport(std::string_view text)
{
    return container::readApportReport(asBytes(text));
}

constexpr std::string_view kReport = "ProblemType: Crash\n"
                                     "Architecture: amd64\n"
                                     "CoreDump: base64\n"
                                     " SGVs\n"
                                     " bG8=\n"
                                     "ProcCmdline: /opt/app --now\n"
                                     "ProcMaps:\n"
                                     " 400000-401000 r-xp\n"
                                     " \n"
                                     " 401000-402000 rw-p\n"
                                     "Odd line\n"
                                     "Picture: base64\n"
                                     " AAAA\n"
                                     "Signal: 11\n";

Result<std::string> coreOf(std::string_view lines)
{
    std::string text;
    FL_CHECK(container::decodeApportLines(lines, [&text](Bytes bytes) -> Result<void> {
        text += asText(bytes);
        return {};
    }));
    return text;
}

} // namespace

void TestApportReport::fieldsAreRead()
{
    const auto report = readReport(kReport);
    QVERIFY(report);
    QStringList fields;
    for (const auto& [key, value] : report->fields)
        fields << QString::fromStdString(concat(key, '=', value));
    QCOMPARE(fields,
             (QStringList{"ProblemType=Crash", "Architecture=amd64", "ProcCmdline=/opt/app --now",
                          "ProcMaps=400000-401000 r-xp\n\n401000-402000 rw-p", "Signal=11"}));
    QVERIFY(report->field("Signal") == "11");
    QVERIFY(report->field("CoreDump").empty());
    QVERIFY(report->coreLines == " SGVs\n bG8=\n");
}

void TestApportReport::coreIsDecoded_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("outcome");
    const auto row = [](const char* name, const char* lines, const char* outcome) {
        QTest::newRow(name) << QByteArray(lines) << QByteArray(outcome);
    };
    row("two lines", " SGVs\n bG8=\n", "Hello");
    row("Windows lines", " SGVs\r\n bG8=\r\n", "Hello");
    row("padding in the middle", " SGU=\n bGxv\n", "Hello");
    row("two padding characters", " SA==\n", "H");
    row("nothing", "", "");
    row("empty line", " \n SGVs\n", "Hel");
    row("other characters", " SGVs\n b!8=\n", "CoreDump: line 2 of 4 characters is no base64");
    row("cut line", " SGVsb\n", "CoreDump: line 1 of 5 characters is no base64");
    row("report that ends in a line", " SGVs\n bG8",
        "CoreDump: the report is cut off in line 2, after 3 characters");
    row("report that ends without a new line", " SGVs\n bG8=", "Hello");
    row("single digit", " S===\n", "CoreDump: line 1 of 4 characters is no base64");
}

void TestApportReport::coreIsDecoded()
{
    QFETCH(QByteArray, lines);
    const auto core = coreOf({lines.constData(), static_cast<std::size_t>(lines.size())});
    QTEST(QByteArray::fromStdString(core ? *core : core.error().detail), "outcome");
}

void TestApportReport::longFieldsAreLeftOut()
{
    const auto text = concat(kReport, "Long: ", std::string(70'000, 'a'), "\nLast: 1\n");
    const auto report = readReport(text);
    QVERIFY(report);
    QVERIFY(report->field("Long").empty());
    QVERIFY(report->field("Last") == "1");
}

void TestApportReport::otherFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("another first field") << QByteArray("Package: a\nProblemType: Crash\n");
    QTest::newRow("letters in another case") << QByteArray("problemtype: Crash\n");
}

void TestApportReport::otherFilesAreRefused()
{
    QFETCH(QByteArray, text);
    const auto report = readReport({text.constData(), static_cast<std::size_t>(text.size())});
    QVERIFY(!report);
    QCOMPARE(QString::fromStdString(report.error().detail), QString("no ProblemType: at offset 0"));
}

/// Python's bytes become one line, however many there are.
void TestApportReport::longLinesAreDecodedInPieces()
{
    const QByteArray content(1'000'000, 'x');
    const auto line = concat(' ', content.toBase64().toStdString(), '\n');
    std::size_t longest = 0;
    QByteArray decoded;
    const auto end = container::decodeApportLines(line, [&](Bytes bytes) -> Result<void> {
        longest = std::max(longest, bytes.size());
        decoded += QByteArray::fromStdString(std::string(asText(bytes)));
        return {};
    });
    QVERIFY(end);
    QVERIFY(decoded == content);
    QVERIFY(longest <= 64 * 1024);
}

void TestApportReport::laterValuesReplaceEarlierOnes()
{
    const auto text = concat(kReport, "CoreDump: base64\n QUFB\nSignal: 6\n");
    const auto report = readReport(text);
    QVERIFY(report);
    QCOMPARE(report->coresReplaced, std::size_t{1});
    QVERIFY(report->coreLines == " QUFB\n");
    QVERIFY(report->field("Signal") == "6");
    QCOMPARE(readReport(kReport)->coresReplaced, std::size_t{0});
}

void TestApportReport::writeErrorsAreKept()
{
    const auto end = container::decodeApportLines(" SGVs\n", [](Bytes) -> Result<void> {
        return fail(ErrorKind::Internal, "no space left");
    });
    QVERIFY(!end);
    QCOMPARE(QString::fromStdString(end.error().detail), QString("no space left"));
}

void TestApportReport::everyPrefixIsReadOrRefused()
{
    for (std::size_t size = 0; size < kReport.size(); ++size) {
        const auto report = readReport(kReport.substr(0, size));
        if (!report) {
            QVERIFY(!report.error().detail.empty());
            continue;
        }
        const auto core = coreOf(report->coreLines);
        QVERIFY(core ? core->size() <= 5 : !core.error().detail.empty());
    }
}

QTEST_GUILESS_MAIN(TestApportReport)
#include "tst_apport_report.moc"

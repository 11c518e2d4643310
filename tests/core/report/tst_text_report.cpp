#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "tests/support/golden.h"
#include "tests/support/report_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestTextReport : public QObject
{
    Q_OBJECT

private slots:
    void texts_data();
    void texts();
    void markdown();
    void nothingOfTheFileDrivesTheTerminal();
    void moreTriedPlacesAreCounted();
    void emptyReport();
};

void TestTextReport::texts_data()
{
    QTest::addColumn<bool>("isMinidump");
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("isColored");
    QTest::newRow("minidump") << true << 100 << false;
    QTest::newRow("minidump_narrow") << true << 40 << false;
    QTest::newRow("minidump_colored") << true << 100 << true;
    QTest::newRow("native") << false << 100 << false;
}

void TestTextReport::texts()
{
    QFETCH(bool, isMinidump);
    QFETCH(int, width);
    QFETCH(bool, isColored);
    const auto report = isMinidump ? makeMinidumpReport() : makeNativeReport();
    const auto text = renderText(*report, {.color = isColored ? TextColor::Ansi : TextColor::Off,
                                           .width = static_cast<std::size_t>(width)});
    const auto name =
        QStringLiteral("report/%1.txt").arg(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(matchesGolden(QByteArray::fromStdString(text), name));
}

void TestTextReport::markdown()
{
    const auto text = renderMarkdown(*makeMinidumpReport(), {.signature = "Span::copy | paint"});
    QVERIFY(matchesGolden(QByteArray::fromStdString(text), QStringLiteral("report/minidump.md")));
}

void TestTextReport::nothingOfTheFileDrivesTheTerminal()
{
    QVERIFY(!renderText(*makeMinidumpReport(), {}).contains('\x1b'));
    QVERIFY(!renderMarkdown(*makeMinidumpReport(), {}).contains('\x1b'));
}

void TestTextReport::moreTriedPlacesAreCounted()
{
    const auto text = renderText(*makeMinidumpReport(), {.maxPlacesPerModule = 2});
    QVERIFY(text.contains("and 3 more"));
}

void TestTextReport::emptyReport()
{
    Report report;
    report.event = std::make_shared<const Event>();
    QCOMPARE(renderText(report, {}), std::string("No crash: the file records no exception\n"));
    QCOMPARE(renderMarkdown(report, {}), std::string("\n```\n```\n"));
    Event damaged;
    damaged.crash.isUnreadable = true;
    report.event = std::make_shared<const Event>(damaged);
    QVERIFY(renderText(report, {}).starts_with("Damaged file: its exception cannot be read\n"));
}

QTEST_GUILESS_MAIN(TestTextReport)
#include "tst_text_report.moc"

#include "core/symbolicate/source/context_lines.h"

#include <QTest>

using namespace faultline;

class TestContextLines : public QObject
{
    Q_OBJECT

private slots:
    void takesFiveLinesAround();
    void clipsAtBothEnds();
    void unknownOrDistantLinesSetNothing();
    void trimsLongLinesAtCharacterBoundaries();
    void removesCarriageReturns();
};

namespace {

std::string numbered(int count)
{
    std::string text;
    for (int i = 1; i <= count; ++i)
        text += "line " + std::to_string(i) + "\n";
    return text;
}

} // namespace

void TestContextLines::takesFiveLinesAround()
{
    Frame frame;
    symbolicate::applyContextLines(frame, numbered(20), 10);
    QCOMPARE(frame.preContext.size(), std::size_t{5});
    QCOMPARE(frame.preContext.front(), std::string("line 5"));
    QCOMPARE(*frame.contextLine, std::string("line 10"));
    QCOMPARE(frame.postContext.back(), std::string("line 15"));
}

void TestContextLines::clipsAtBothEnds()
{
    Frame first;
    symbolicate::applyContextLines(first, numbered(3), 1);
    QVERIFY(first.preContext.empty());
    QCOMPARE(first.postContext.size(), std::size_t{2});
    Frame last;
    symbolicate::applyContextLines(last, numbered(3), 3);
    QCOMPARE(last.preContext.size(), std::size_t{2});
    QVERIFY(last.postContext.empty());
}

void TestContextLines::unknownOrDistantLinesSetNothing()
{
    for (const std::uint32_t line : {0u, 4u, 0xffffffffu}) {
        Frame frame;
        symbolicate::applyContextLines(frame, numbered(3), line);
        QVERIFY(!frame.contextLine);
        QVERIFY(frame.preContext.empty());
    }
}

void TestContextLines::trimsLongLinesAtCharacterBoundaries()
{
    Frame frame;
    // 139 ASCII characters, then two-byte ones: byte 140 is the middle of one.
    symbolicate::applyContextLines(
        frame, std::string(139, 'x') + "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc", 1);
    QCOMPARE(*frame.contextLine, std::string(139, 'x') + " {snip}");
    Frame exact;
    symbolicate::applyContextLines(exact, std::string(150, 'y'), 1);
    QCOMPARE(exact.contextLine->size(), std::size_t{150});
}

void TestContextLines::removesCarriageReturns()
{
    Frame frame;
    symbolicate::applyContextLines(frame, "a\r\nb\r\nc", 2);
    QCOMPARE(frame.preContext, std::vector<std::string>{"a"});
    QCOMPARE(*frame.contextLine, std::string("b"));
    QCOMPARE(frame.postContext, std::vector<std::string>{"c"});
}

QTEST_GUILESS_MAIN(TestContextLines)
#include "tst_context_lines.moc"

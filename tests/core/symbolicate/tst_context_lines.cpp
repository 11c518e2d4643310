// SPDX-License-Identifier: GPL-3.0-or-later
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
    QCOMPARE(frame.position.context.before.size(), std::size_t{5});
    QCOMPARE(frame.position.context.before.front(), std::string("line 5"));
    QCOMPARE(*frame.position.context.line, std::string("line 10"));
    QCOMPARE(frame.position.context.after.back(), std::string("line 15"));
}

void TestContextLines::clipsAtBothEnds()
{
    Frame first;
    symbolicate::applyContextLines(first, numbered(3), 1);
    QVERIFY(first.position.context.before.empty());
    QCOMPARE(first.position.context.after.size(), std::size_t{2});
    Frame last;
    symbolicate::applyContextLines(last, numbered(3), 3);
    QCOMPARE(last.position.context.before.size(), std::size_t{2});
    QVERIFY(last.position.context.after.empty());
}

void TestContextLines::unknownOrDistantLinesSetNothing()
{
    for (const std::uint32_t line : {0u, 4u, 0xffffffffu}) {
        Frame frame;
        symbolicate::applyContextLines(frame, numbered(3), line);
        QVERIFY(!frame.position.context.line);
        QVERIFY(frame.position.context.before.empty());
    }
}

void TestContextLines::trimsLongLinesAtCharacterBoundaries()
{
    Frame frame;
    // 139 ASCII characters, then two-byte ones: byte 140 is the middle of one.
    symbolicate::applyContextLines(
        frame, std::string(139, 'x') + "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc", 1);
    QCOMPARE(*frame.position.context.line, std::string(139, 'x') + " {snip}");
    Frame exact;
    symbolicate::applyContextLines(exact, std::string(150, 'y'), 1);
    QCOMPARE(exact.position.context.line->size(), std::size_t{150});
}

void TestContextLines::removesCarriageReturns()
{
    Frame frame;
    symbolicate::applyContextLines(frame, "a\r\nb\r\nc", 2);
    QCOMPARE(frame.position.context.before, std::vector<std::string>{"a"});
    QCOMPARE(*frame.position.context.line, std::string("b"));
    QCOMPARE(frame.position.context.after, std::vector<std::string>{"c"});
}

QTEST_GUILESS_MAIN(TestContextLines)
#include "tst_context_lines.moc"

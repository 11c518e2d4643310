// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/range_plan.h"

#include <QTest>

using namespace faultline;

class TestRangePlan : public QObject
{
    Q_OBJECT

private slots:
    void readsContentRange_data();
    void readsContentRange();
    void judgesTheFirstAnswer_data();
    void judgesTheFirstAnswer();
    void splitsTheRest_data();
    void splitsTheRest();
    void knowsStrongValidators_data();
    void knowsStrongValidators();
};

void TestRangePlan::readsContentRange_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isReadable");
    QTest::newRow("range and length") << "bytes 0-99/1234" << true;
    QTest::newRow("unit in capitals") << "Bytes 0-99/1234" << true;
    QTest::newRow("other unit") << "items 0-99/1234" << false;
    QTest::newRow("no range") << "bytes */1234" << false;
    QTest::newRow("no length") << "bytes 0-99/*" << false;
    QTest::newRow("no unit") << "0-99/1234" << false;
    QTest::newRow("last before first") << "bytes 99-0/1234" << false;
    QTest::newRow("negative") << "bytes -1-99/1234" << false;
    QTest::newRow("beyond 64 bits") << "bytes 0-99999999999999999999/1" << false;
    QTest::newRow("empty") << "" << false;
    QTest::newRow("cut off") << "bytes 0-99" << false;
    QTest::newRow("more behind") << "bytes 0-99/1234, bytes 5-6/7" << false;
}

void TestRangePlan::readsContentRange()
{
    QFETCH(QString, value);
    QFETCH(bool, isReadable);
    const auto range = net::parseContentRange(value.toStdString());
    QCOMPARE(range.has_value(), isReadable);
    if (isReadable)
        QCOMPARE(*range, (net::ContentRange{{0, 99}, 1234}));
}

void TestRangePlan::judgesTheFirstAnswer_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("contentRange");
    QTest::addColumn<net::FirstAnswer>("answer");
    QTest::newRow("whole file") << 200 << "" << net::FirstAnswer::Whole;
    QTest::newRow("200 with a range") << 200 << "bytes 0-9/100" << net::FirstAnswer::Whole;
    QTest::newRow("206 without a range") << 206 << "" << net::FirstAnswer::Whole;
    QTest::newRow("range over everything") << 206 << "bytes 0-10/11" << net::FirstAnswer::Whole;
    QTest::newRow("range beyond the end") << 206 << "bytes 0-99/11" << net::FirstAnswer::Whole;
    QTest::newRow("first part") << 206 << "bytes 0-9/100" << net::FirstAnswer::FirstPart;
    QTest::newRow("nothing") << 206 << "bytes 0-0/0" << net::FirstAnswer::Empty;
    QTest::newRow("too large") << 206 << "bytes 0-9/1001" << net::FirstAnswer::TooLarge;
    QTest::newRow("as large as allowed") << 206 << "bytes 0-9/1000" << net::FirstAnswer::FirstPart;
    QTest::newRow("not from the start")
        << 206 << "bytes 1-9/100" << net::FirstAnswer::AskWithoutRange;
    QTest::newRow("unknown length") << 206 << "bytes 0-9/*" << net::FirstAnswer::AskWithoutRange;
    QTest::newRow("nonsense") << 206 << "one to ten" << net::FirstAnswer::AskWithoutRange;
    QTest::newRow("not satisfiable") << 416 << "bytes */0" << net::FirstAnswer::AskWithoutRange;
}

void TestRangePlan::judgesTheFirstAnswer()
{
    QFETCH(int, status);
    QFETCH(QString, contentRange);
    QFETCH(net::FirstAnswer, answer);
    net::HttpHead head;
    head.status = static_cast<std::uint32_t>(status);
    head.contentRange = contentRange.toStdString();
    QCOMPARE(net::judgeFirstAnswer(head, 1000), answer);
}

void TestRangePlan::splitsTheRest_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("total");
    QTest::addColumn<QString>("ranges");
    QTest::newRow("one part") << 10 << 20 << "10-19";
    QTest::newRow("one byte") << 10 << 11 << "10-10";
    QTest::newRow("parts overlap by a byte") << 10 << 30 << "10-20 20-29";
    QTest::newRow("four at most") << 10 << 1010 << "10-260 260-510 510-760 760-1009";
    QTest::newRow("the last takes what does not divide") << 10 << 35 << "10-18 18-26 26-34";
}

void TestRangePlan::splitsTheRest()
{
    QFETCH(int, first);
    QFETCH(int, total);
    QFETCH(QString, ranges);
    QStringList found;
    for (const auto& range :
         net::splitRest(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(total), 10))
        found << QString("%1-%2").arg(range.first).arg(range.last);
    QCOMPARE(found.join(' '), ranges);
}

void TestRangePlan::knowsStrongValidators_data()
{
    QTest::addColumn<QString>("eTag");
    QTest::addColumn<bool>("isStrong");
    QTest::newRow("strong") << "\"abc\"" << true;
    QTest::newRow("weak") << "W/\"abc\"" << false;
    QTest::newRow("none") << "" << false;
    QTest::newRow("without marks") << "abc" << false;
    QTest::newRow("a single mark") << "\"" << false;
}

void TestRangePlan::knowsStrongValidators()
{
    QFETCH(QString, eTag);
    QFETCH(bool, isStrong);
    QCOMPARE(net::isStrongETag(eTag.toStdString()), isStrong);
}

QTEST_GUILESS_MAIN(TestRangePlan)
#include "tst_range_plan.moc"

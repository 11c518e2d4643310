// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/variables/inspection.h"

#include <QTest>

using namespace faultline;
using namespace faultline::variables;

namespace {

/// The steps as words, or the error.
QString stepsOf(const QString& expression)
{
    const auto steps = parseInspection(expression.toStdString());
    if (!steps)
        return "error: " + QString::fromStdString(steps.error().detail);
    QStringList words;
    for (const auto& step : *steps) {
        switch (step.kind) {
        case InspectionStep::Kind::Variable: words << QString::fromStdString(step.name); break;
        case InspectionStep::Kind::Member: words << "." + QString::fromStdString(step.name); break;
        case InspectionStep::Kind::Arrow: words << "->" + QString::fromStdString(step.name); break;
        case InspectionStep::Kind::Index: words << QString("[%1]").arg(step.index); break;
        case InspectionStep::Kind::Dereference: words << "*"; break;
        case InspectionStep::Kind::AddressOf: words << "&"; break;
        }
    }
    return words.join(' ');
}

} // namespace

class TestInspection : public QObject
{
    Q_OBJECT

private slots:

    void steps_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        QTest::newRow("name") << "count" << "count";
        QTest::newRow("spaces") << "  a . b [ 2 ] " << "a .b [2]";
        QTest::newRow("scopes") << "ns::global" << "ns::global";
        QTest::newRow("chain") << "this->items[2].size" << "this ->items [2] .size";
        QTest::newRow("dereference binds last") << "*a.b" << "a .b *";
        QTest::newRow("parentheses") << "(*a).b" << "a * .b";
        QTest::newRow("address") << "&*p->next" << "p ->next * &";
        QTest::newRow("hexadecimal index") << "a[0x10]" << "a [16]";
        QTest::newRow("negative index") << "p[-1]" << "p [-1]";
        QTest::newRow("empty") << "" << "error: unexpected end";
        QTest::newRow("operator") << "a+b" << "error: unexpected '+' at position 1";
        QTest::newRow("no name") << "a." << "error: unexpected end";
        QTest::newRow("no number") << "a[b]" << "error: no number at position 2";
        QTest::newRow("open bracket") << "a[1" << "error: unexpected end";
        QTest::newRow("open parenthesis") << "(a" << "error: unexpected end";
        QTest::newRow("number too large")
            << "a[99999999999999999999]" << "error: no number at position 2";
    }

    void steps()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        QCOMPARE(stepsOf(expression), expected);
    }

    void longExpressionsAreRefused()
    {
        QVERIFY(stepsOf(QString(2000, 'a')).startsWith("error: expression longer than 1024"));
        QVERIFY(stepsOf(QString(500, '*') + "a").startsWith("error: expression nested"));
        QString many = "a";
        for (int i = 0; i < 100; ++i)
            many += ".b";
        QVERIFY(stepsOf(many).startsWith("error: expression of more than 64 steps"));
    }
};

QTEST_GUILESS_MAIN(TestInspection)
#include "tst_inspection.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/percent.h"

#include <QTest>

using namespace faultline;

class TestPercent : public QObject
{
    Q_OBJECT

private slots:
    void encodesAndDecodes_data();
    void encodesAndDecodes();
    void theCallerSaysWhatIsPlain();
    void whatIsNoEncodingStays();
};

void TestPercent::encodesAndDecodes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("encoded");
    QTest::newRow("nothing") << QByteArray() << QByteArray();
    QTest::newRow("unreserved") << QByteArray("aZ09-._~") << QByteArray("aZ09-._~");
    QTest::newRow("signs of forms") << QByteArray("a&b=c d+e") << QByteArray("a%26b%3Dc%20d%2Be");
    QTest::newRow("a percent sign") << QByteArray("100%") << QByteArray("100%25");
    QTest::newRow("beyond ASCII") << QByteArray("\xc4\x9f\xff") << QByteArray("%C4%9F%FF");
    QTest::newRow("a NUL") << QByteArray("a\0b", 3) << QByteArray("a%00b");
}

void TestPercent::encodesAndDecodes()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, encoded);
    QCOMPARE(QByteArray::fromStdString(percentEncoded(text.toStdString(), isUnreserved)), encoded);
    QCOMPARE(QByteArray::fromStdString(percentDecoded(encoded.toStdString())), text);
}

void TestPercent::theCallerSaysWhatIsPlain()
{
    QCOMPARE(percentEncoded("a/b?c", [](char c) { return c != '?'; }), std::string("a/b%3Fc"));
}

void TestPercent::whatIsNoEncodingStays()
{
    QCOMPARE(percentDecoded("%4%zz%"), std::string("%4%zz%"));
}

QTEST_GUILESS_MAIN(TestPercent)
#include "tst_percent.moc"

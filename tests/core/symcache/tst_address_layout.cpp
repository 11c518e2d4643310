// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/address_layout.h"

#include <QTest>

using namespace faultline;

class TestAddressLayout : public QObject
{
    Q_OBJECT

private slots:
    void layouts_data();
    void layouts();
    void manyEqualStartsStayLinear();
};

namespace {

QString describe(const std::vector<symcache::AddressSegment>& segments)
{
    QStringList parts;
    for (const symcache::AddressSegment& segment : segments)
        parts << QStringLiteral("%1-%2:%3").arg(segment.begin).arg(segment.end).arg(segment.claim);
    return parts.join(QLatin1Char(' '));
}

} // namespace

void TestAddressLayout::layouts_data()
{
    using Claims = std::vector<symcache::AddressClaim>;
    QTest::addColumn<Claims>("claims");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << Claims{} << QString();
    QTest::newRow("apart") << Claims{{0, 10}, {20, 30}} << QStringLiteral("0-10:0 20-30:1");
    QTest::newRow("touching") << Claims{{0, 10}, {10, 30}} << QStringLiteral("0-10:0 10-30:1");
    QTest::newRow("nested") << Claims{{0, 100}, {10, 20}}
                            << QStringLiteral("0-10:0 10-20:1 20-100:0");
    QTest::newRow("nested twice") << Claims{{0, 100}, {10, 50}, {20, 30}}
                                  << QStringLiteral("0-10:0 10-20:1 20-30:2 30-50:1 50-100:0");
    QTest::newRow("overlapping") << Claims{{0, 20}, {10, 30}} << QStringLiteral("0-10:0 10-30:1");
    QTest::newRow("equal") << Claims{{0, 20}, {0, 20}} << QStringLiteral("0-20:0");
    QTest::newRow("equal start, longer second")
        << Claims{{0, 20}, {0, 30}} << QStringLiteral("0-20:0 20-30:1");
    QTest::newRow("equal start, shorter second")
        << Claims{{0, 20}, {0, 10}} << QStringLiteral("0-20:0");
    QTest::newRow("to the top") << Claims{{0xfffffff0, 0x100000000}}
                                << QStringLiteral("4294967280-4294967296:0");
}

void TestAddressLayout::layouts()
{
    using Claims = std::vector<symcache::AddressClaim>;
    QFETCH(Claims, claims);
    QTEST(describe(symcache::layOut(claims)), "expected");
}

void TestAddressLayout::manyEqualStartsStayLinear()
{
    const std::vector<symcache::AddressClaim> claims(1'000'000, symcache::AddressClaim{5, 10});
    QCOMPARE(symcache::layOut(claims).size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestAddressLayout)
#include "tst_address_layout.moc"

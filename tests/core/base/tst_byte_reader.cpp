// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_reader.h"

#include <QTest>

using namespace faultline;

class TestByteReader : public QObject
{
    Q_OBJECT

private slots:
    void readsBothByteOrders();
    void failureIsSticky();
    void lebNumbers_data();
    void lebNumbers();
    void unterminatedStringFails();
    void tableNeverWraps();
};

namespace {

Bytes bytesOf(const QByteArray& data)
{
    return asBytes({data.constData(), static_cast<std::size_t>(data.size())});
}

} // namespace

void TestByteReader::readsBothByteOrders()
{
    const auto data = QByteArray::fromHex("0102030405060708");
    ByteReader little(bytesOf(data));
    QCOMPARE(little.u16(), std::uint16_t{0x0201});
    QCOMPARE(little.u24(), std::uint32_t{0x050403});
    ByteReader big(bytesOf(data), std::endian::big);
    QCOMPARE(big.u64(), std::uint64_t{0x0102030405060708});
    QVERIFY(big.ok());
    QVERIFY(big.atEnd());
}

void TestByteReader::failureIsSticky()
{
    const auto data = QByteArray::fromHex("010203");
    ByteReader reader(bytesOf(data));
    QCOMPARE(reader.u32(), std::uint32_t{0});
    QVERIFY(!reader.ok());
    QCOMPARE(reader.u8(), std::uint8_t{0});
    QVERIFY(reader.bytes(1).empty());
}

void TestByteReader::lebNumbers_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<quint64>("unsignedValue");
    QTest::addColumn<qint64>("signedValue");
    QTest::newRow("one byte") << QByteArray::fromHex("02") << quint64{2} << qint64{2};
    QTest::newRow("sign bit") << QByteArray::fromHex("7f") << quint64{127} << qint64{-1};
    QTest::newRow("two bytes") << QByteArray::fromHex("807f") << quint64{16256} << qint64{-128};
    QTest::newRow("over-long") << QByteArray::fromHex("ffffffffffffffffffffff7f") << quint64{~0ull}
                               << qint64{-1};
}

void TestByteReader::lebNumbers()
{
    QFETCH(QByteArray, data);
    ByteReader first(bytesOf(data));
    QTEST(static_cast<quint64>(first.uleb128()), "unsignedValue");
    QVERIFY(first.ok());
    ByteReader second(bytesOf(data));
    QTEST(static_cast<qint64>(second.sleb128()), "signedValue");
    const QByteArray cut = data.left(data.size() - 1);
    ByteReader third(bytesOf(cut));
    third.uleb128();
    QVERIFY(!third.ok());
}

void TestByteReader::unterminatedStringFails()
{
    const QByteArray data("ab\0cd", 5);
    ByteReader reader(bytesOf(data));
    QCOMPARE(reader.cString(), std::string_view("ab"));
    QVERIFY(reader.ok());
    reader.cString();
    QVERIFY(!reader.ok());
}

void TestByteReader::tableNeverWraps()
{
    const QByteArray data(64, 'x');
    const ByteReader reader(bytesOf(data));
    QVERIFY(reader.table(0, 4, 16));
    QVERIFY(!reader.table(0, 5, 16));
    QVERIFY(!reader.table(0, ~0ull, 16));
    QVERIFY(!reader.table(~0ull, 1, 16));
    QVERIFY(!reader.table(0, 1, 0));
}

QTEST_GUILESS_MAIN(TestByteReader)
#include "tst_byte_reader.moc"

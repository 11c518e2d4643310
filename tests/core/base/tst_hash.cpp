// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"

#include <QTest>

using namespace faultline;

/// Compares with the examples of the algorithms' publishers: FIPS 180-4 and RFC 1321.
class TestHash : public QObject
{
    Q_OBJECT

private slots:
    void digests_data();
    void digests();
    void takesDataPiecewise();
};

void TestHash::digests_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("sha256");
    QTest::addColumn<std::string>("sha1");
    QTest::addColumn<std::string>("md5");
    QTest::newRow("nothing")
        << std::string()
        << std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        << std::string("da39a3ee5e6b4b0d3255bfef95601890afd80709")
        << std::string("d41d8cd98f00b204e9800998ecf8427e");
    QTest::newRow("abc") << std::string("abc")
                         << std::string(
                                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
                         << std::string("a9993e364706816aba3e25717850c26c9cd0d89d")
                         << std::string("900150983cd24fb0d6963f7d28e17f72");
    QTest::newRow("a million")
        << std::string(1'000'000, 'a')
        << std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        << std::string("34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        << std::string("7707d6ae4e027c70eea2a935c2296f21");
}

void TestHash::digests()
{
    QFETCH(std::string, text);
    QTEST(sha256Hex(asBytes(text)), "sha256");
    QTEST(sha1Hex(asBytes(text)), "sha1");
    QTEST(md5Hex(asBytes(text)), "md5");
}

void TestHash::takesDataPiecewise()
{
    const std::string text(1000, 'x');
    Sha256 pieces;
    for (std::size_t begin = 0; begin < text.size(); begin += 7)
        pieces.add(asBytes(text.substr(begin, 7)));
    QCOMPARE(pieces.finish(), sha256(asBytes(text)));
}

QTEST_GUILESS_MAIN(TestHash)
#include "tst_hash.moc"

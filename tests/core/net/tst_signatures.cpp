// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/net/cloud/signatures.h"

#include <QTest>

using namespace faultline;

/// Signing with a private key is checked by the stores of tests/support.
class TestSignatures : public QObject
{
    Q_OBJECT

private slots:
    void hmac_data();
    void hmac();
    void refusesWhatIsNoKey();
};

void TestSignatures::hmac_data()
{
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("message");
    QTest::addColumn<std::string>("code");
    // RFC 4231, test cases 1, 2, 6 and 7.
    QTest::newRow("short key")
        << std::string(20, '\x0b') << std::string("Hi There")
        << std::string("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    QTest::newRow("text as key")
        << std::string("Jefe") << std::string("what do ya want for nothing?")
        << std::string("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    QTest::newRow("key longer than a block")
        << std::string(131, '\xaa')
        << std::string("Test Using Larger Than Block-Size Key - Hash Key First")
        << std::string("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    QTest::newRow("key and message longer than a block")
        << std::string(131, '\xaa')
        << std::string("This is a test using a larger than block-size key and a larger than "
                       "block-size data. The key needs to be hashed before being used by the "
                       "HMAC algorithm.")
        << std::string("9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

void TestSignatures::hmac()
{
    QFETCH(std::string, key);
    QFETCH(std::string, message);
    const auto code = net::hmacSha256(asBytes(key), asBytes(message));
    QTEST(hexOfBytes(std::as_bytes(std::span(code))), "code");
}

void TestSignatures::refusesWhatIsNoKey()
{
    const auto signature = net::signRs256(
        "-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----\n", asBytes("message"));
    QVERIFY(!signature);
    QCOMPARE(signature.error().kind, ErrorKind::Malformed);
}

QTEST_GUILESS_MAIN(TestSignatures)
#include "tst_signatures.moc"

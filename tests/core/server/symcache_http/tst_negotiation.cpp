// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/negotiation.h"

#include <QTest>

using namespace faultline::server::symcache_http;

Q_DECLARE_METATYPE(faultline::server::symcache_http::Decision)

namespace {

std::optional<FormatVersion> version(const char* text)
{
    return FormatVersion::parse(text);
}

} // namespace

class TestNegotiation : public QObject
{
    Q_OBJECT

private slots:
    void versions_data();
    void versions();
    void order();
    void decisions_data();
    void decisions();
    void oldFormats();
};

void TestNegotiation::versions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("release") << "3.1.0" << true;
    QTest::newRow("largest") << "65535.255.255" << true;
    QTest::newRow("pre-release") << "3.2.0-beta-1" << true;
    QTest::newRow("empty pre-release") << "3.2.0-" << false;
    QTest::newRow("two numbers") << "3.1" << false;
    QTest::newRow("four numbers") << "3.1.0.0" << false;
    QTest::newRow("too large") << "3.256.0" << false;
    QTest::newRow("around it") << "x3.1.0y" << false;
    QTest::newRow("sign") << "-3.1.0" << false;
    QTest::newRow("nothing") << "" << false;
}

void TestNegotiation::versions()
{
    QFETCH(QString, text);
    QFETCH(bool, isOne);
    const auto parsed = version(text.toUtf8().constData());
    QCOMPARE(parsed.has_value(), isOne);
    if (parsed)
        QCOMPARE(QString::fromStdString(parsed->text()), text);
}

void TestNegotiation::order()
{
    QVERIFY(*version("3.9.0") < *version("3.10.0"));
    QVERIFY(*version("3.2.0-beta") < *version("3.2.0"));
    QVERIFY(*version("3.2.0-alpha") < *version("3.2.0-beta"));
    QVERIFY(*version("4.0.0") > *version("3.255.255"));
    QVERIFY(isReadableBy(*version("4.5.0"), *version("4.1.0")));
    QVERIFY(!isReadableBy(*version("5.0.0"), *version("4.1.0")));
}

/// The rows of docs/spec/symcache-http.md §4. Empty texts: absent.
void TestNegotiation::decisions_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("exceeds");
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("transcoder");
    QTest::addColumn<bool>("fails");
    QTest::addColumn<Decision>("decision");
    QTest::newRow("there") << "3.1.0" << "" << "3.1.0" << "3.1.0" << false << Decision::Serve;
    QTest::newRow("older is as good as it gets")
        << "3.2.0" << "" << "3.1.0" << "3.1.0" << false << Decision::Serve;
    QTest::newRow("a newer one can be made")
        << "3.2.0" << "" << "3.0.0" << "3.1.0" << false << Decision::Make;
    QTest::newRow("it was tried") << "3.2.0" << "" << "3.0.0" << "3.1.0" << true << Decision::Serve;
    QTest::newRow("newer minor is there")
        << "3.1.0" << "" << "3.2.0" << "3.1.0" << false << Decision::Serve;
    QTest::newRow("transcoder is newer than asked for, file fits")
        << "3.1.0" << "" << "3.1.0" << "3.2.0" << false << Decision::Serve;
    QTest::newRow("client has what is there")
        << "3.3.0" << "3.2.0" << "3.2.0" << "" << false << Decision::NotModified;
    QTest::newRow("client has what can be made")
        << "3.2.0" << "3.1.0" << "3.0.0" << "3.1.0" << false << Decision::NotModified;
    QTest::newRow("client has an older one")
        << "3.2.0" << "3.0.0" << "3.1.0" << "" << false << Decision::Serve;
    QTest::newRow("nothing there") << "3.1.0" << "" << "" << "3.1.0" << false << Decision::Make;
    QTest::newRow("nothing there, nothing newer can be")
        << "3.2.0" << "3.1.0" << "" << "3.1.0" << false << Decision::NotModified;
    QTest::newRow("known to fail")
        << "3.2.0" << "3.1.0" << "" << "3.1.0" << true << Decision::NotFound;
    QTest::newRow("no transcoder") << "3.1.0" << "" << "" << "" << false << Decision::NotFound;
    QTest::newRow("transcoder makes a newer major")
        << "3.1.0" << "" << "" << "4.0.0" << false << Decision::NotFound;
}

void TestNegotiation::decisions()
{
    QFETCH(QString, wanted);
    QFETCH(QString, exceeds);
    QFETCH(QString, stored);
    QFETCH(QString, transcoder);
    QFETCH(bool, fails);
    const auto parse = [](const QString& text) { return version(text.toUtf8().constData()); };
    QTEST(decide({.wanted = *parse(wanted),
                  .exceeds = parse(exceeds),
                  .stored = parse(stored),
                  .transcoder = parse(transcoder),
                  .isKnownToFail = fails}),
          "decision");
}

void TestNegotiation::oldFormats()
{
    QVERIFY(!isServed(*version("2.9.9")));
    QVERIFY(isServed(*version("3.0.0")));
    QVERIFY(expectsWaiting(*version("3.1.0")));
    QVERIFY(!expectsWaiting(*version("3.1.1")));
}

QTEST_GUILESS_MAIN(TestNegotiation)
#include "tst_negotiation.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/origin_patterns.h"

#include <QTest>

using namespace faultline;

/// Checks which URLs a list of allowed origins matches.
class TestOriginPatterns : public QObject
{
    Q_OBJECT

private slots:
    void matches_data();
    void matches();
    void anEmptyListAdmitsNothing();
};

void TestOriginPatterns::matches_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("isMatch");
    const QString url = "https://code.example.com/a/b.c";
    QTest::newRow("everything") << "*" << url << true;
    QTest::newRow("the whole url") << url << url << true;
    QTest::newRow("host") << "code.example.com" << url << true;
    QTest::newRow("host in another case") << "CODE.example.com" << url << true;
    QTest::newRow("another host") << "example.com" << url << false;
    QTest::newRow("subdomains") << "*.example.com" << url << true;
    QTest::newRow("the domain itself") << "*.code.example.com" << url << true;
    QTest::newRow("a longer name") << "*.ample.com" << url << false;
    QTest::newRow("scheme") << "https://code.example.com" << url << true;
    QTest::newRow("another scheme") << "http://code.example.com" << url << false;
    QTest::newRow("default port") << "code.example.com:443" << url << true;
    QTest::newRow("another port") << "code.example.com:80" << url << false;
    QTest::newRow("any host with a port") << "*:8080" << "http://h:8080/x" << true;
    QTest::newRow("path prefix") << "code.example.com/a/" << url << true;
    QTest::newRow("another path") << "code.example.com/b/" << url << false;
    QTest::newRow("no url") << "code.example.com" << "code.example.com" << true;
    QTest::newRow("no authority") << "x" << "file.c" << false;
}

void TestOriginPatterns::matches()
{
    QFETCH(QString, pattern);
    QFETCH(QString, url);
    QFETCH(bool, isMatch);
    const std::vector<std::string> patterns{pattern.toStdString()};
    QCOMPARE(sources::matchesOrigin(url.toStdString(), patterns), isMatch);
}

void TestOriginPatterns::anEmptyListAdmitsNothing()
{
    QVERIFY(!sources::matchesOrigin("https://code.example.com/", {}));
}

QTEST_GUILESS_MAIN(TestOriginPatterns)
#include "tst_origin_patterns.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/query_string.h"
#include "core/server/symbolicator/job_id.h"

#include <QTest>

using namespace faultline;

class TestQueryString : public QObject
{
    Q_OBJECT

private slots:
    void readsJobParameters_data();
    void readsJobParameters();
    void refuses_data();
    void refuses();
    void readsRequestIds_data();
    void readsRequestIds();
    void idsAreRandom();
};

void TestQueryString::readsJobParameters_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<int>("timeout"); // -1: absent
    QTest::addColumn<QString>("scope");
    QTest::newRow("empty") << "" << -1 << "";
    QTest::newRow("both") << "timeout=5&scope=42" << 5 << "42";
    QTest::newRow("zero") << "timeout=0" << 0 << "";
    QTest::newRow("unknown parameters") << "a=1&timeout=10&b&&=c" << 10 << "";
    QTest::newRow("encoded") << "scope=a%20b%2Bc+d%zz" << -1 << "a b+c d%zz";
    QTest::newRow("longer than any job") << "timeout=18446744073709551615" << 86400 << "";
}

void TestQueryString::readsJobParameters()
{
    QFETCH(QString, query);
    const auto parsed = server::parseJobQuery(query.toStdString());
    QVERIFY(parsed);
    QTEST(parsed->timeout ? static_cast<int>(parsed->timeout->count()) : -1, "timeout");
    QTEST(QString::fromStdString(parsed->scope), "scope");
}

void TestQueryString::refuses_data()
{
    QTest::addColumn<QString>("query");
    for (const auto* query : {"timeout=abc", "timeout=-1", "timeout=1.5", "timeout=", "timeout",
                              "timeout=1&timeout=2", "scope=a&scope=b"})
        QTest::newRow(query) << query;
}

void TestQueryString::refuses()
{
    QFETCH(QString, query);
    const auto parsed = server::parseJobQuery(query.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, ErrorKind::Malformed);
}

void TestQueryString::readsRequestIds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isValid");
    QTest::newRow("hyphenated") << "6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11" << true;
    QTest::newRow("capitals") << "6F1A0B52-1D0E-4A5D-9D0C-0F2F5F3D8A11" << true;
    QTest::newRow("simple") << "6f1a0b521d0e4a5d9d0c0f2f5f3d8a11" << true;
    QTest::newRow("braced") << "{6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11}" << true;
    QTest::newRow("urn") << "urn:uuid:6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11" << true;
    QTest::newRow("word") << "not-a-uuid" << false;
    QTest::newRow("misplaced hyphen") << "6f1a0b521-d0e-4a5d-9d0c-0f2f5f3d8a11" << false;
    QTest::newRow("no hex digit") << "xf1a0b521d0e4a5d9d0c0f2f5f3d8a11" << false;
    QTest::newRow("too long") << "6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11a" << false;
    QTest::newRow("empty") << "" << false;
}

void TestQueryString::readsRequestIds()
{
    QFETCH(QString, text);
    QFETCH(bool, isValid);
    const auto key = server::JobKey::parse(text.toStdString());
    QCOMPARE(key.has_value(), isValid);
    if (isValid)
        QCOMPARE(key->text(), std::string("6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11"));
}

void TestQueryString::idsAreRandom()
{
    const auto text = server::JobKey::random().text();
    QCOMPARE(text.size(), std::size_t{36});
    QCOMPARE(text[14], '4');
    QVERIFY(std::string_view("89ab").contains(text[19]));
    QVERIFY(server::JobKey::random() != server::JobKey::random());
}

QTEST_GUILESS_MAIN(TestQueryString)
#include "tst_query_string.moc"

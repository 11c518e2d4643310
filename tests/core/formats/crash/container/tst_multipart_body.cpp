// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/multipart_body.h"
#include "tests/support/container_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestMultipartBody : public QObject
{
    Q_OBJECT

private slots:
    void readsParts();
    void everyPrefixEnds();
    void forms_data();
    void forms();
    void refuses_data();
    void refuses();
};

void TestMultipartBody::readsParts()
{
    const NamedParts parts{
        {"prod", "Browser"}, {"crash.dmp", "MDMP\r\n--not a boundary\r\n"}, {"empty.dmp", ""}};
    const auto body = ByteView::fromString(multipartBody(parts));
    QVERIFY(container::looksLikeMultipart(body.span()));
    const auto found = container::readMultipartBody(body);
    QVERIFY(found.has_value());
    QCOMPARE(found->size(), parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QCOMPARE((*found)[i].name, parts[i].first);
        QCOMPARE(std::string((*found)[i].bytes.text()), parts[i].second);
    }
}

void TestMultipartBody::everyPrefixEnds()
{
    const auto whole = multipartBody({{"a.dmp", "MDMP"}, {"b.dmp", "MDMP"}});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto prefix = ByteView::fromString(whole.substr(0, size));
        const auto parts = container::readMultipartBody(prefix);
        QVERIFY(!parts || parts->size() <= 2);
    }
}

void TestMultipartBody::forms_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("line feeds only")
        << QByteArray("--B\nContent-Disposition: form-data; name=\"x\"\n\nMDMP\n--B--\n") << "x"
        << QByteArray("MDMP");
    QTest::newRow("no last boundary")
        << QByteArray("--B\r\nA: b\r\n\r\nMDMP") << "" << QByteArray("MDMP");
    QTest::newRow("header in capitals")
        << QByteArray("--B\r\nCONTENT-DISPOSITION: form-data; name=\"x\"; "
                      "filename=\"y.dmp\"\r\n\r\nMDMP\r\n--B--")
        << "y.dmp" << QByteArray("MDMP");
    QTest::newRow("a name that is no file name")
        << QByteArray(
               "--B\r\nContent-Disposition: form-data; filename=\"\"; name=\"x\"\r\n\r\nM\r\n--B--")
        << "x" << QByteArray("M");
}

void TestMultipartBody::forms()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    const auto parts = container::readMultipartBody(ByteView::fromString(body.toStdString()));
    QVERIFY(parts.has_value());
    QCOMPARE(parts->size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(parts->front().name), name);
    QCOMPARE(QByteArray::fromStdString(std::string(parts->front().bytes.text())), content);
}

void TestMultipartBody::refuses_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("detail");
    const QString noBoundary = "multipart body: the first line is no boundary";
    QTest::newRow("empty") << QByteArray() << noBoundary;
    QTest::newRow("no line end") << QByteArray("--B") << noBoundary;
    QTest::newRow("no boundary") << QByteArray("--\r\nx") << noBoundary;
    QTest::newRow("text with blanks") << QByteArray("-- a note\n") << noBoundary;
    QTest::newRow("too long a line")
        << QByteArray("--").append(80, 'x').append("\r\n") << noBoundary;
    QTest::newRow("last boundary at once") << QByteArray("--B--\r\n") << "multipart body: no part";
    QByteArray many;
    for (int i = 0; i < 5000; ++i)
        many += "--B\n\n\n";
    QTest::newRow("too many parts") << many << "multipart body: more than 4096 parts";
}

void TestMultipartBody::refuses()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, detail);
    const auto parts = container::readMultipartBody(ByteView::fromString(body.toStdString()));
    QVERIFY(!parts);
    QCOMPARE(QString::fromStdString(parts.error().detail), detail);
}

QTEST_GUILESS_MAIN(TestMultipartBody)
#include "tst_multipart_body.moc"

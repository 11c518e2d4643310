// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/response_head.h"

#include <QTest>

using namespace faultline;

class TestResponseHead : public QObject
{
    Q_OBJECT

private slots:
    void head_data();
    void head();
};

void TestResponseHead::head_data()
{
    QTest::addColumn<bool>("isVersion10");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray rest = "Content-Type: text/plain\r\nX-One: 2\r\nContent-Length: 2\r\n\r\n";
    QTest::newRow("kept open") << false << false << "HTTP/1.1 200 OK\r\n" + rest;
    QTest::newRow("closed") << false << true << "HTTP/1.1 200 OK\r\nConnection: close\r\n" + rest;
    QTest::newRow("old, kept open")
        << true << false << "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n" + rest;
    QTest::newRow("old, closed") << true << true << "HTTP/1.0 200 OK\r\n" + rest;
}

/// The second header of a name replaces the first.
void TestResponseHead::head()
{
    QFETCH(bool, isVersion10);
    QFETCH(bool, closes);
    QFETCH(QByteArray, expected);
    auto response = server::textResponse(200, "ok");
    response.contentType = "text/plain";
    response.headers = {{"x-one", "1"}, {"X-One", "2"}};
    const auto head = server::responseHead(
        response, {.reason = "OK", .isVersion10 = isVersion10, .closes = closes});
    QCOMPARE(QByteArray::fromStdString(head), expected);
}

QTEST_GUILESS_MAIN(TestResponseHead)
#include "tst_response_head.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/retry_policy.h"

#include <QTest>

using namespace faultline;
using std::chrono::milliseconds;
using std::chrono::seconds;

class TestRetryPolicy : public QObject
{
    Q_OBJECT

private slots:
    void decides_data();
    void decides();
    void readsRetryAfter_data();
    void readsRetryAfter();
};

void TestRetryPolicy::decides_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<int>("attempts");
    QTest::addColumn<int>("leftMs");
    QTest::addColumn<int>("retryAfterS");
    QTest::addColumn<int>("delayMs"); // -1: no further attempt.
    const auto row = [](const char* name, ErrorKind kind, int attempts, int left, int after,
                        int delay) {
        QTest::newRow(name) << static_cast<int>(kind) << "x" << attempts << left << after << delay;
    };
    row("a failed download is tried again", ErrorKind::DownloadFailed, 1, 1000, -1, 20);
    row("the delay doubles", ErrorKind::DownloadFailed, 2, 1000, -1, 40);
    row("three attempts", ErrorKind::DownloadFailed, 3, 1000, -1, -1);
    row("a late head is tried again", ErrorKind::Timeout, 1, 1000, -1, 20);
    row("damage is tried again", ErrorKind::Malformed, 1, 1000, -1, 20);
    row("absence is final", ErrorKind::NotFound, 1, 1000, -1, -1);
    row("refusal is final", ErrorKind::PermissionDenied, 1, 1000, -1, -1);
    row("cancelling is final", ErrorKind::Cancelled, 1, 1000, -1, -1);
    row("the server's wish counts", ErrorKind::DownloadFailed, 1, 5000, 2, 2000);
    row("a wish shorter than the delay", ErrorKind::DownloadFailed, 2, 5000, 0, 40);
    row("a wish beyond the time left", ErrorKind::DownloadFailed, 1, 5000, 7, -1);
    row("no time left", ErrorKind::DownloadFailed, 1, 20, -1, -1);
    row("restricted addresses stay so", ErrorKind::Restricted, 1, 1000, -1, -1);
    row("so does what is switched off", ErrorKind::SwitchedOff, 1, 1000, -1, -1);
    // A server may use the words of an address filter: only the kind decides.
    QTest::newRow("the text decides nothing")
        << static_cast<int>(ErrorKind::DownloadFailed) << "destination is restricted" << 1 << 1000
        << -1 << 20;
}

void TestRetryPolicy::decides()
{
    QFETCH(int, kind);
    QFETCH(QString, detail);
    QFETCH(int, attempts);
    QFETCH(int, leftMs);
    QFETCH(int, retryAfterS);
    QFETCH(int, delayMs);
    const Error error{static_cast<ErrorKind>(kind), detail.toStdString()};
    const auto delay = net::delayBeforeRetry(
        {.error = error,
         .attempts = static_cast<std::uint32_t>(attempts),
         .left = milliseconds(leftMs),
         .retryAfter = retryAfterS < 0 ? std::nullopt : std::optional(seconds(retryAfterS))},
        {});
    QCOMPARE(delay ? static_cast<int>(delay->count()) : -1, delayMs);
}

void TestRetryPolicy::readsRetryAfter_data()
{
    QTest::addColumn<QString>("retryAfter");
    QTest::addColumn<QString>("date");
    QTest::addColumn<int>("wait"); // -1: none.
    const QString now = "Sun, 06 Nov 1994 08:49:37 GMT";
    QTest::newRow("seconds") << "120" << "" << 120;
    QTest::newRow("a year at most") << "999999999999" << "" << 366 * 24 * 3600;
    QTest::newRow("date") << "Sun, 06 Nov 1994 08:50:07 GMT" << now << 30;
    QTest::newRow("date over months") << "Thu, 01 Dec 1994 00:00:00 GMT" << now << 2128223;
    QTest::newRow("date that has passed") << "Sun, 06 Nov 1994 08:49:07 GMT" << now << 0;
    QTest::newRow("date without the server's") << "Sun, 06 Nov 1994 08:50:07 GMT" << "" << -1;
    QTest::newRow("no such month") << "Sun, 06 Now 1994 08:50:07 GMT" << now << -1;
    QTest::newRow("no such day") << "Sun, 31 Nov 1994 08:50:07 GMT" << now << -1;
    QTest::newRow("no such hour") << "Sun, 06 Nov 1994 24:50:07 GMT" << now << -1;
    QTest::newRow("other zone") << "Sun, 06 Nov 1994 08:50:07 CET" << now << -1;
    QTest::newRow("none") << "" << now << -1;
    QTest::newRow("words") << "soon" << now << -1;
}

void TestRetryPolicy::readsRetryAfter()
{
    QFETCH(QString, retryAfter);
    QFETCH(QString, date);
    QFETCH(int, wait);
    net::HttpHead head;
    head.retryAfter = retryAfter.toStdString();
    head.date = date.toStdString();
    const auto found = net::retryAfterOf(head);
    QCOMPARE(found ? static_cast<int>(found->count()) : -1, wait);
}

QTEST_GUILESS_MAIN(TestRetryPolicy)
#include "tst_retry_policy.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stream_bytes.h"
#include "ui/bridge/stream_rows.h"

#include <QCoreApplication>
#include <QTest>

using namespace faultline;
using namespace faultline::ui;

class TestStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void streamPagesArriveLaterAndFewAreKept();
    void streamsMayGoWhileTheyAreRead();
    void saysWhyThereAreNoStreams_data();
    void saysWhyThereAreNoStreams();
};

void TestStreams::streamPagesArriveLaterAndFewAreKept()
{
    constexpr qint64 kPages = StreamBytes::kMaxPages + 8;
    StreamBytes bytes(ByteView::fromString(std::string(kPages * ByteSource::kPageBytes - 10, 'x')));
    QVERIFY(!bytes.page(0));
    QTRY_VERIFY(bytes.page(0));
    QCOMPARE(bytes.page(0)->size(), ByteSource::kPageBytes);
    for (qint64 i = 1; i < kPages; ++i)
        QTRY_VERIFY(bytes.page(i));
    QCOMPARE(bytes.page(kPages - 1)->size(), ByteSource::kPageBytes - 10);
    QVERIFY(!bytes.page(0));
    QVERIFY(!bytes.page(kPages));
    QVERIFY(!bytes.page(-1));
}

void TestStreams::streamsMayGoWhileTheyAreRead()
{
    for (int i = 0; i < 100; ++i) {
        StreamBytes bytes(ByteView::fromString(std::string(300'000, 'x')));
        for (qint64 page = 0; page < 4; ++page)
            QVERIFY(!bytes.page(page));
    }
    QCoreApplication::processEvents();
}

void TestStreams::saysWhyThereAreNoStreams_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    QTest::newRow("minidump") << int(EventKind::Minidump)
                              << QStringLiteral("This minidump lists no streams.");
    QTest::newRow("core file") << int(EventKind::CoreFile)
                               << QStringLiteral("This core file has no notes.");
    QTest::newRow("Apple report") << int(EventKind::AppleIps)
                                  << QStringLiteral(
                                         "An Apple crash report is text and has no streams.");
    QTest::newRow("request") << int(EventKind::NativeJson)
                             << QStringLiteral("Only minidumps and core files have streams.");
}

void TestStreams::saysWhyThereAreNoStreams()
{
    QFETCH(int, kind);
    Event event;
    event.kind = EventKind(kind);
    QTEST(noStreamsText(event), "text");
}

QTEST_GUILESS_MAIN(TestStreams)
#include "tst_streams.moc"

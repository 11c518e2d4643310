// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/protobuf_reports/protobuf_reports.h"

#include <QTest>

using namespace faultline;

/// Crash reports that are protobuf messages.
class TestProtobufReports : public QObject
{
    Q_OBJECT

private slots:
    void aTombstoneIsRead();
    void aReportOfPlCrashReporterIsRead();
    void cutReportsAreRead_data();
    void cutReportsAreRead();
    void otherBytesAreNone_data();
    void otherBytesAreNone();
    void limitsAreKept();
};

namespace {

/// Writes the fields of a message.
class Message
{
public:
    Message& number(std::uint32_t field, std::uint64_t value)
    {
        varint(field << 3U);
        varint(value);
        return *this;
    }

    Message& text(std::uint32_t field, std::string_view value)
    {
        varint((field << 3U) | 2U);
        varint(value.size());
        m_bytes += value;
        return *this;
    }

    Message& message(std::uint32_t field, const Message& value)
    {
        return text(field, value.m_bytes);
    }

    const std::string& bytes() const { return m_bytes; }

private:
    void varint(std::uint64_t value)
    {
        constexpr std::uint64_t kMore = 0x80;
        for (; value >= kMore; value >>= 7U)
            m_bytes += static_cast<char>((value & 0x7f) | kMore);
        m_bytes += static_cast<char>(value);
    }

    std::string m_bytes;
};

Message tombstoneFrame(std::uint64_t relative, std::string_view function)
{
    return Message()
        .number(1, relative)
        .number(2, 0x7000000000 + relative)
        .text(4, function)
        .number(5, 20)
        .text(6, "/data/app/lib/arm64/libscene.so")
        .text(8, "9197c52dd6a1ea4a517099f1a8691b35");
}

std::string tombstone()
{
    const auto thread = [](std::uint64_t id, const Message& frame) {
        return Message().number(1, id).message(
            2, Message()
                   .number(1, id)
                   .text(2, id == 7 ? "main" : "worker")
                   .message(3, Message().text(1, "x0").number(2, 0x18))
                   .message(4, frame)
                   .message(5, Message().text(1, "x0").number(3, 0x5000).text(4, "abcdefgh")));
    };
    return Message()
        .number(1, 1)
        .text(2, "google/oriole/oriole:14/UP1A.1/1:user/release-keys")
        .text(3, "0")
        .number(5, 4242)
        .number(6, 7)
        .text(9, "com.example.viewer")
        .message(10, Message()
                         .number(1, 11)
                         .text(2, "SIGSEGV")
                         .number(3, 1)
                         .text(4, "SEGV_MAPERR")
                         .number(8, 1)
                         .number(9, 0x18))
        .text(14, "node was null")
        .message(15, Message()
                         .text(1, "[GWP-ASan]: Use After Free")
                         .message(2, Message().message(
                                         3, Message()
                                                .number(3, 8)
                                                .message(4, tombstoneFrame(0x300, "make"))
                                                .number(5, 9)
                                                .message(6, tombstoneFrame(0x400, "drop")))))
        .message(16, thread(7, tombstoneFrame(0x100, "scene::bounds()")))
        .message(16, thread(8, tombstoneFrame(0x200, "wait")))
        .message(17, Message()
                         .number(1, 0x7000000000)
                         .number(2, 0x7000010000)
                         .number(4, 1)
                         .number(6, 1)
                         .text(7, "/data/app/lib/arm64/libscene.so"))
        .bytes();
}

std::string plCrash()
{
    const auto frame = [](std::uint64_t pc, std::string_view name) {
        return Message().number(3, pc).message(6, Message().text(1, name).number(2, pc - 4));
    };
    const auto body =
        Message()
            .message(1, Message().number(1, 1).text(2, "17.5").number(3, 5).number(4, 1700000000))
            .message(2, Message().text(1, "com.example.viewer").text(2, "12"))
            .message(3, Message()
                            .number(1, 3)
                            .message(2, frame(0x100001010, "bounds"))
                            .number(3, 1)
                            .message(4, Message().text(1, "pc").number(2, 0x100001010)))
            .message(4, Message()
                            .number(1, 0x100000000)
                            .number(2, 0x8000)
                            .text(3, "/var/viewer.app/viewer")
                            .text(4, "0123456789abcdef"))
            .message(5, Message()
                            .text(1, "NSRangeException")
                            .text(2, "index 7 beyond bounds")
                            .message(3, frame(0x100002020, "raise")))
            .message(6, Message().text(1, "SIGABRT").text(2, "#0").number(3, 0x18))
            .message(7, Message().text(1, "viewer").number(2, 99))
            .message(8, Message()
                            .text(1, "iPhone14,2")
                            .message(2, Message().number(1, 1).number(2, 0x0100000c).number(3, 2)));
    return std::string("plcrash\x01", 8) + body.bytes();
}

Result<EventPtr> read(const std::string& bytes, const ParseLimits& limits = {})
{
    return protobuf::readProtobufReport(ByteView::fromString(bytes), limits);
}

QString functionsOf(const Event& event)
{
    std::string text;
    for (const auto& thread : event.threads) {
        text += concat(stackRoleName(thread.role), " ", thread.id ? concat(*thread.id) : "-", ":");
        for (const auto& frame : *thread.givenFrames) {
            const auto& reported = frame.asNative()->reported;
            text += concat(" ", reported.empty() ? frame.position.function.value_or("?")
                                                 : reported.front().function);
        }
        text += "\n";
    }
    return QString::fromStdString(text);
}

} // namespace

void TestProtobufReports::aTombstoneIsRead()
{
    const auto event = read(tombstone());
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QCOMPARE(functionsOf(**event),
             "error 7: scene::bounds()\nfreed_by 9: drop\nallocated_by 8: make\nthread 8: wait\n");
    const auto& crash = (*event)->crash;
    QCOMPARE(QString::fromStdString(crash.reason), "SIGSEGV / SEGV_MAPERR");
    QCOMPARE(QString::fromStdString(crash.assertion), "node was null");
    QCOMPARE(crash.address, std::uint64_t{0x18});
    QCOMPARE((*event)->system.arch, Arch::Arm64);
    QCOMPARE((*event)->modules.size(), std::size_t{1});
    QVERIFY((*event)->modules.front().debugId.has_value());
    QCOMPARE((*event)->modules.front().address, std::uint64_t{0x7000000000});
    QCOMPARE((*event)->asNative()->memoryMap.size(), std::size_t{1});
    QVERIFY((*event)->asNative()->memory->contains(0x5000));
    QVERIFY((*event)->diagnostics.empty());
}

void TestProtobufReports::aReportOfPlCrashReporterIsRead()
{
    const auto event = read(plCrash());
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QCOMPARE(functionsOf(**event), "error 3: bounds\ncause -: raise\n");
    QCOMPARE(QString::fromStdString((*event)->crash.reason), "NSRangeException");
    QCOMPARE(QString::fromStdString((*event)->crash.assertion), "index 7 beyond bounds");
    QVERIFY(!(*event)->crash.addressKnown);
    QCOMPARE((*event)->system.arch, Arch::Arm64e);
    QCOMPARE((*event)->system.os, OsFamily::Ios);
    const auto& module = (*event)->modules.front();
    QCOMPARE(module.sizeBytes, std::uint64_t{0x8000});
    QVERIFY(module.debugId.has_value());
    QCOMPARE(module.type, ObjectType::MachO);
}

void TestProtobufReports::cutReportsAreRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("tombstone") << QByteArray::fromStdString(tombstone());
    QTest::newRow("PLCrashReporter") << QByteArray::fromStdString(plCrash());
}

void TestProtobufReports::cutReportsAreRead()
{
    QFETCH(const QByteArray, bytes);
    for (int size = 0; size < bytes.size(); ++size) {
        const auto event = read(bytes.left(size).toStdString());
        if (event)
            QVERIFY(!(*event)->threads.empty());
        else
            QVERIFY(event.error().kind == ErrorKind::Malformed ||
                    event.error().kind == ErrorKind::Unsupported);
    }
}

void TestProtobufReports::otherBytesAreNone_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("a text with / and / and :");
    QTest::newRow("another version") << QByteArray("plcrash\x02", 8);
    QTest::newRow("another message") << QByteArray::fromStdString(
        Message().number(1, 1).text(2, "no fingerprint").number(5, 1).bytes());
}

void TestProtobufReports::otherBytesAreNone()
{
    QFETCH(const QByteArray, bytes);
    const auto event = read(bytes.toStdString());
    QVERIFY(!event);
    QCOMPARE(event.error().kind, ErrorKind::Unsupported);
}

void TestProtobufReports::limitsAreKept()
{
    ParseLimits limits;
    limits.maxThreads = 2;
    limits.maxModules = 0;
    const auto event = read(tombstone(), limits);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->threads.size(), std::size_t{2});
    QVERIFY((*event)->modules.empty());
    QVERIFY(!(*event)->diagnostics.empty());
}

QTEST_GUILESS_MAIN(TestProtobufReports)
#include "tst_protobuf_reports.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/minidump.h"
#include "core/formats/crash/minidump/read_event.h"
#include "tests/support/sample_minidumps.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using minidump::Minidump;

class TestMinidumpContainer : public QObject
{
    Q_OBJECT

private slots:
    void unreadableFiles_data();
    void unreadableFiles();
    void versionHighHalfIsIgnored();
    void directoryThatOverrunsTheFileIsCut();
    void streamBeyondTheEndIsClipped();
    void streamCountIsLimited();
    void lastReadableDuplicateCounts();
    void streamsAreListed();
    void everyPrefixIsReadOrRefused_data();
    void everyPrefixIsReadOrRefused();
    void bothByteOrdersReadAlike();
};

namespace {

Buffer header(std::uint32_t signature,
              std::uint32_t version,
              std::uint32_t streams,
              std::uint32_t directory)
{
    ByteAssembler out;
    out.u32(signature).u32(version).u32(streams).u32(directory).zeros(16);
    return out.finish();
}

Buffer textBytes(std::string_view text)
{
    ByteAssembler out;
    out.text(text);
    return out.finish();
}

QStringList diagnosticsOf(const Event& event)
{
    QStringList texts;
    for (const auto& diagnostic : event.diagnostics)
        texts << QString::fromStdString(concat(diagnostic.area, ": ", diagnostic.text));
    return texts;
}

} // namespace

void TestMinidumpContainer::unreadableFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");

    const auto row = [](const char* name, const Buffer& bytes, ErrorKind kind, const char* detail) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          qsizetype(bytes.size()))
                            << int(kind) << detail;
    };
    row("empty file", {}, ErrorKind::Malformed, "Missing minidump header");
    row("magic alone", textBytes("MDMP"), ErrorKind::Malformed, "Missing minidump header");
    row("text file", textBytes("hello, this is no dump but long enough"), ErrorKind::Unsupported,
        "Header mismatch");
    row("garbage behind the magic", textBytes("MDMP" + std::string(100, '\1')),
        ErrorKind::Unsupported, "Minidump version mismatch");
    row("directory outside the file", header(0x504d444d, 0xa793, 3, 0x1000), ErrorKind::Malformed,
        "stream directory: 3 entries at offset 0x1000 do not fit 32 bytes");
    row("no streams at all", header(0x504d444d, 0xa793, 0, 32), ErrorKind::Malformed,
        "minidump: none of 0 streams gives system, threads, modules, memory or an exception");
}

void TestMinidumpContainer::unreadableFiles()
{
    QFETCH(QByteArray, bytes);
    const auto event = minidump::readMinidumpEvent(
        ByteView::copyOf(asBytes({bytes.constData(), std::size_t(bytes.size())})), {});
    QVERIFY(!event);
    QTEST(int(event.error().kind), "kind");
    QTEST(QString::fromStdString(event.error().detail), "detail");
}

void TestMinidumpContainer::versionHighHalfIsIgnored()
{
    auto bytes = sampleLinuxDump().bytes();
    bytes[6] = std::byte{0x12};
    const auto dump = minidump::Minidump::open(ByteView::fromVector(bytes), {});
    QVERIFY(dump);
    QCOMPARE(dump->header().version, std::uint32_t{0x0012a793});
}

void TestMinidumpContainer::directoryThatOverrunsTheFileIsCut()
{
    ByteAssembler out;
    out.u32(0x504d444d)
        .u32(0xa793)
        .u32(0x1000000)
        .u32(32)
        .zeros(16)
        .u32(10)
        .u32(4)
        .u32(44)
        .text("abc")
        .u8(0);
    const auto dump = minidump::Minidump::open(ByteView::fromVector(out.finish()), {});
    QVERIFY(dump);
    QCOMPARE(dump->streams().size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(dump->diagnostics().at(0).text),
             QString("16777216 entries at offset 0x20, only the first 1 are read"));
}

void TestMinidumpContainer::streamBeyondTheEndIsClipped()
{
    ByteAssembler out;
    out.u32(0x504d444d).u32(0xa793).u32(1).u32(32).zeros(16).u32(10).u32(100).u32(44).text("abcd");
    const auto dump = minidump::Minidump::open(ByteView::fromVector(out.finish()), {});
    QVERIFY(dump);
    QVERIFY(dump->streams().at(0).clipped());
    QCOMPARE(dump->streams().at(0).bytes.size(), std::size_t{4});
    QCOMPARE(QString::fromStdString(dump->diagnostics().at(0).text),
             QString("stream 0xa at offset 0x2c has 100 bytes, the file holds 4"));
}

void TestMinidumpContainer::streamCountIsLimited()
{
    MinidumpBuilder builder;
    for (std::uint32_t i = 0; i < 10; ++i)
        builder.addStream(0x1000 + i, "x");
    ParseLimits limits;
    limits.maxStreams = 4;
    const auto dump = minidump::Minidump::open(builder.build(), limits);
    QVERIFY(dump);
    QCOMPARE(dump->streams().size(), std::size_t{4});
}

void TestMinidumpContainer::lastReadableDuplicateCounts()
{
    MinidumpBuilder builder;
    builder.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
    builder.addStream(0x47670001, words32({3, 1, 2}));
    builder.addStream(0x47670001, words32({3, 4, 5}));
    builder.addStream(0x47670001, words32({3})); // Too short to be read.
    builder.addThread({.id = 5});
    builder.addThread({.id = 2});
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event);
    QCOMPARE((*event)->requestingThread, std::optional<std::uint32_t>(0));
    QVERIFY(diagnosticsOf(**event).contains("stream directory: stream 0x47670001 BreakpadInfo "
                                            "occurs 3 times, the last readable one is used"));
    std::vector<StreamInfo::Status> statuses;
    for (const auto& stream : (*event)->asNative()->streams) {
        if (stream.id == 0x47670001)
            statuses.push_back(stream.status);
    }
    using enum StreamInfo::Status;
    QVERIFY((statuses == std::vector{Duplicate, Parsed, Damaged}));
}

void TestMinidumpContainer::streamsAreListed()
{
    auto builder = sampleLinuxDump();
    builder.addStream(0x12345678, "private");
    builder.addStream(20, "table");
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event);
    QStringList list;
    for (const auto& stream : (*event)->asNative()->streams) {
        if (stream.id == 3 || stream.id == 20 || stream.id == 0x47670009 ||
            stream.id == 0x4d7a0003 || stream.id == 0x12345678)
            list << QString::fromStdString(concat(stream.name, '|', stream.vendor, '|',
                                                  int(stream.status), '|',
                                                  stream.bytes.size() == stream.sizeBytes));
    }
    list.sort();
    QCOMPARE(list, (QStringList{"JavaScriptData|Official|1|1", "LinuxMaps|Google Extension|0|1",
                                "MozLinuxLimits|Mozilla Extension|0|1", "ThreadList|Official|0|1",
                                "|Unknown Extension|1|1"}));
}

void TestMinidumpContainer::everyPrefixIsReadOrRefused_data()
{
    QTest::addColumn<int>("sample");
    QTest::newRow("linux") << 0;
    QTest::newRow("windows") << 1;
    QTest::newRow("macos") << 2;
    QTest::newRow("big endian") << 3;
}

void TestMinidumpContainer::everyPrefixIsReadOrRefused()
{
    QFETCH(int, sample);
    const MinidumpBuilder samples[] = {sampleLinuxDump(), sampleWindowsDump(), sampleMacDump(),
                                       sampleLinuxDump(std::endian::big)};
    const auto bytes = samples[sample].bytes();
    for (std::size_t length = 0; length <= bytes.size(); ++length) {
        // A new buffer of exactly this size, so that a sanitizer detects a read after its end.
        const auto event =
            minidump::readMinidumpEvent(ByteView::copyOf(std::span(bytes).first(length)), {});
        if (event)
            QVERIFY((*event)->asNative()->memory != nullptr);
        else
            QVERIFY(!event.error().detail.empty());
    }
}

void TestMinidumpContainer::bothByteOrdersReadAlike()
{
    const auto little = minidump::readMinidumpEvent(sampleLinuxDump().build(), {});
    const auto big = minidump::readMinidumpEvent(sampleLinuxDump(std::endian::big).build(), {});
    QVERIFY(little && big);
    const auto& a = **little;
    const auto& b = **big;
    QCOMPARE(b.timestamp, a.timestamp);
    QCOMPARE(b.system.osVersion, a.system.osVersion);
    QCOMPARE(b.crash.reason, a.crash.reason);
    QVERIFY(b.threads[0].registers == a.threads[0].registers);
    QCOMPARE(b.threads[0].name, a.threads[0].name);
    QCOMPARE(b.asNative()->memory->readUnsigned(0x7ffe0000, 8),
             std::optional<std::uint64_t>(0x401d72));
    QCOMPARE(b.modules[0].codeFile, a.modules[0].codeFile);
    QVERIFY(b.modules[0].codeId == a.modules[0].codeId);
    // A build id becomes a GUID in the file's byte order: only little-endian files swap.
    QCOMPARE(a.modules[0].debugId->canonical(),
             std::string("c0bcc3f1-9827-fe65-3058-404b2831d9e6"));
    QCOMPARE(b.modules[0].debugId->canonical(),
             std::string("f1c3bcc0-2798-65fe-3058-404b2831d9e6"));
    QCOMPARE(diagnosticsOf(b), diagnosticsOf(a));
}

QTEST_GUILESS_MAIN(TestMinidumpContainer)
#include "tst_minidump_container.moc"

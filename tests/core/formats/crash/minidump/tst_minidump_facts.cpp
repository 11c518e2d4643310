// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "tests/support/minidump_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Streams with further facts for the details pane.
class TestMinidumpFacts : public QObject
{
    Q_OBJECT

private slots:
    void facts_data();
    void facts();
    void objectsOfTheDynamicLinker_data();
    void objectsOfTheDynamicLinker();
    void everyPrefixEnds_data();
    void everyPrefixEnds();
    void messageOfALibraryIsTheAssertion();
    void uncaughtExceptionOfObjectiveC();
};

Q_DECLARE_METATYPE(faultline::test::Buffer)

namespace {

Buffer vmCounters(std::uint16_t revision)
{
    ByteAssembler out;
    out.u16(revision).u16(0).u32(7).u64(9 << 20).u64(5 << 20).zeros(32).u64(3 << 20).u64(4 << 20);
    if (revision == 2)
        out.u64(80 << 20).u64(70 << 20);
    return out.u64(6 << 20).finish();
}

Buffer systemMemory()
{
    ByteAssembler out;
    out.u32(1).u32(0).u32(4096).u32(4 << 18).zeros(0x74 - 16);
    return out.u64(256).u64(512).u64(1024).u64(2048).finish();
}

Buffer handleOperations()
{
    ByteAssembler out;
    out.u32(16).u32(32).u32(2).u32(0);
    out.u64(0x4c).u32(1).u32(77).u32(1).u32(0).zeros(8);
    return out.u64(0x50).u32(1).u32(78).u32(9).u32(0).zeros(8).finish();
}

Buffer tokens(std::uint32_t firstSize)
{
    ByteAssembler out;
    out.u32(0).u32(2).u32(16).u32(16);
    return out.u32(firstSize).u32(77).u64(0x4c).zeros(8).u32(16).u32(78).u64(0x50).finish();
}

Buffer bytesOf(std::initializer_list<int> values)
{
    Buffer bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

/// { process 7 with 300 private pages and 5 open files; commit limit of 512 pages }
Buffer stabilityReport()
{
    return bytesOf({0x12, 15,   0x18, 7,    0x22, 5,    0x0a, 3,    0x08, 0xac, 0x02, 0x3a,
                    4,    0x0a, 2,    0x08, 5,    0x3a, 5,    0x0a, 3,    0x08, 0x80, 0x04});
}

EventPtr readWith(std::uint32_t type, const Buffer& stream)
{
    MinidumpBuilder builder;
    builder.addStream(type, stream);
    builder.addStream(7, Buffer(56));
    return minidump::readMinidumpEvent(builder.build(), {}).value_or(nullptr);
}

QStringList detailsOf(const Event& event)
{
    QStringList list;
    for (const auto& [key, value] : event.details) {
        if (!key.starts_with("minidump") && key != "byte order")
            list << QString::fromStdString(key + "=" + value);
    }
    return list;
}

void addStreams()
{
    QTest::addColumn<std::uint32_t>("type");
    QTest::addColumn<Buffer>("stream");
    QTest::addColumn<QStringList>("details");
    QTest::newRow("memory of the process")
        << 22u << vmCounters(1)
        << QStringList{"page faults=7", "working set=5 MiB, peak 9 MiB",
                       "page file usage=3 MiB, peak 4 MiB", "private bytes=6 MiB"};
    QTest::newRow("memory of the process, second revision")
        << 22u << vmCounters(2)
        << QStringList{"page faults=7", "working set=5 MiB, peak 9 MiB",
                       "page file usage=3 MiB, peak 4 MiB", "virtual size=70 MiB, peak 80 MiB",
                       "private bytes=6 MiB"};
    QTest::newRow("memory of the system")
        << 21u << systemMemory()
        << QStringList{"page size=4096", "physical memory=4096 MiB", "available memory=1 MiB",
                       "committed memory=2 MiB of 4 MiB"};
    QTest::newRow("handle operations")
        << 18u << handleOperations()
        << QStringList{"handle operations=2", "handle 0x4c=open by thread 77",
                       "handle 0x50=operation by thread 78"};
    QTest::newRow("tokens") << 19u << tokens(24)
                            << QStringList{"access tokens=2",
                                           "token of process or thread 77=handle 0x4c, 24 bytes",
                                           "token of process or thread 78=handle 0x50, 16 bytes"};
    QTest::newRow("tokens that stand still") << 19u << tokens(0) << QStringList{"access tokens=2"};
    QTest::newRow("generated code")
        << 13u << words32({24, 32, 0, 0, 3, 0}) << QStringList{"tables of generated code=3"};
    QTest::newRow("stability report")
        << 0x4b6b0002u << stabilityReport()
        << QStringList{"process 7 private memory=1 MiB", "process 7 open files=5",
                       "system commit limit=2 MiB"};
    QTest::newRow("stability report of groups")
        << 0x4b6b0002u << bytesOf({0x13, 1, 2}) << QStringList{};
}

} // namespace

void TestMinidumpFacts::facts_data()
{
    addStreams();
}

void TestMinidumpFacts::facts()
{
    QFETCH(std::uint32_t, type);
    QFETCH(Buffer, stream);
    QFETCH(QStringList, details);
    const auto event = readWith(type, stream);
    QVERIFY(event);
    QCOMPARE(detailsOf(*event), details);
}

void TestMinidumpFacts::objectsOfTheDynamicLinker_data()
{
    QTest::addColumn<bool>("isPadded");
    QTest::newRow("structures of a compiler") << true;
    QTest::newRow("packed") << false;
}

void TestMinidumpFacts::objectsOfTheDynamicLinker()
{
    QFETCH(bool, isPadded);
    MinidumpBuilder builder;
    builder.setSystem({});
    builder.addStream(0x4767000a, [isPadded](ByteAssembler& out, ByteAssembler::Label end) {
        const auto name = out.newLabel();
        const auto map = out.newLabel();
        out.u32(1).offsetOf(map).u32(1).zeros(isPadded ? 4 : 0);
        out.u64(0x7f00).u64(0x7f5120000000).u64(0x600e00).place(end);
        out.place(map).u64(0x7f5120400000).offsetOf(name).zeros(isPadded ? 4 : 0).u64(0x600e00);
        out.place(name).u32(18).utf16("libc.so.6");
    });
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event.has_value());
    QVERIFY(detailsOf(**event).contains("object libc.so.6=0x7f5120400000"));
}

void TestMinidumpFacts::everyPrefixEnds_data()
{
    addStreams();
}

void TestMinidumpFacts::everyPrefixEnds()
{
    QFETCH(std::uint32_t, type);
    QFETCH(Buffer, stream);
    for (std::size_t size = 0; size < stream.size(); ++size)
        QVERIFY(readWith(type, Buffer(stream.begin(), stream.begin() + static_cast<int>(size))));
}

void TestMinidumpFacts::messageOfALibraryIsTheAssertion()
{
    MinidumpBuilder builder;
    builder.setSystem({.cpu = Cpu::Arm64, .platformId = platform::kMacOs});
    builder.addModule({.name = "/usr/lib/libabort.dylib", .base = 0x1000, .sizeBytes = 0x1000});
    builder.setCrashpad(
        {.modules = {{.moduleIndex = 0,
                      .list = {"CoreSimulator 857.14 - Device: iPhone 14", "abort() called"}}}});
    QCOMPARE((*minidump::readMinidumpEvent(builder.build(), {}))->crash.assertion,
             std::string("abort() called"));
    builder.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
    QCOMPARE((*minidump::readMinidumpEvent(builder.build(), {}))->crash.assertion, std::string());
}

void TestMinidumpFacts::uncaughtExceptionOfObjectiveC()
{
    constexpr std::uint32_t kFromNsException = 0x43506e78;
    MinidumpBuilder builder;
    builder.setSystem({.cpu = Cpu::Arm64, .platformId = platform::kIos});
    builder.addModule({.name = "/app", .base = 0x1000, .sizeBytes = 0x1000});
    builder.setCrashpad({.modules = {{.moduleIndex = 0,
                                      .list = {"abort() called"},
                                      .simple = {{"exceptionReason", "index 42 beyond bounds"},
                                                 {"exceptionName", "NSRangeException"}}}}});
    builder.setException({.threadId = 1, .code = kFromNsException});
    auto event = minidump::readMinidumpEvent(builder.build(), {});
    QCOMPARE((*event)->crash.assertion, std::string("NSRangeException: index 42 beyond bounds"));
    builder.setException({.threadId = 1, .code = 1});
    event = minidump::readMinidumpEvent(builder.build(), {});
    QCOMPARE((*event)->crash.assertion, std::string("abort() called"));
}

QTEST_GUILESS_MAIN(TestMinidumpFacts)
#include "tst_minidump_facts.moc"

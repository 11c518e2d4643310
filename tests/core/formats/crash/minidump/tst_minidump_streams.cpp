// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "tests/support/sample_minidumps.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Streams one by one: which data a defect costs, and what the diagnostic says.
class TestMinidumpStreams : public QObject
{
    Q_OBJECT

private slots:
    void defects_data();
    void defects();
    void paddedListIsRead();
    void largerEntriesAreStepped();
    void memory64IsClippedAtTheEnd();
    void memory64FollowsTheBase();
    void adjacentMemoryReadsAcrossTheSeam();
    void handleInformationMayNotLoop();
    void handleInformationTellsTheObject_data();
    void handleInformationTellsTheObject();
    void handleInformationMayBeCutOff();
    void unpairedSurrogatesAreReplaced();
    void sharedTextIsBounded();
};

Q_DECLARE_METATYPE(faultline::test::Buffer)

namespace {

/// A dump that is readable by itself, with one more stream, at offset 0x38.
EventPtr readWith(std::uint32_t type, const Buffer& stream)
{
    MinidumpBuilder builder;
    builder.addStream(type, stream);
    builder.addStream(7, Buffer(56));
    return minidump::readMinidumpEvent(builder.build(), {}).value_or(nullptr);
}

QStringList texts(const Event& event)
{
    QStringList list;
    for (const auto& diagnostic : event.diagnostics)
        list << QString::fromStdString(diagnostic.text);
    return list;
}

} // namespace

void TestMinidumpStreams::defects_data()
{
    QTest::addColumn<std::uint32_t>("type");
    QTest::addColumn<Buffer>("stream");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, std::uint32_t type, const Buffer& stream,
                        const char* text) {
        QTest::newRow(name) << type << stream << QString(text);
    };
    row("thread list without count", 3, Buffer(3),
        "stream 0x3 ThreadList at offset 0x38: 3 bytes hold no entry count");
    row("thread list with a huge count", 3, words32({0xffffffff, 1, 2}),
        "stream 0x3 ThreadList at offset 0x38: 4294967295 entries of 48 bytes, 8 bytes left; only "
        "the first 0 are read");
    row("thread name outside the file", 24, words32({1, 7, 0x10000, 0}),
        "stream 0x18 ThreadNames at offset 0x38: name of thread 7 at offset 0x10000 cannot be "
        "read");
    row("unloaded modules with a small header", 14, words32({8, 24, 0}),
        "stream 0xe UnloadedModuleList at offset 0x38: header of 8 bytes, expected at least 12");
    row("unloaded modules with small entries", 14, words32({12, 20, 0}),
        "stream 0xe UnloadedModuleList at offset 0x38: entries of 20 bytes, expected at least 24");
    row("memory info without header", 16, Buffer(12),
        "stream 0x10 MemoryInfoList at offset 0x38: 12 bytes hold no list header");
    row("exception cut", 6, Buffer(20),
        "stream 0x6 Exception at offset 0x38: 20 bytes, expected 168");
    row("misc info cut", 15, Buffer(20),
        "stream 0xf MiscInfo at offset 0x38: 20 bytes, expected at least 24");
    row("memory64 without header", 9, Buffer(8),
        "stream 0x9 Memory64List at offset 0x38: 8 bytes, expected at least 16");
    row("memory64 with a huge count", 9, words64({0xffffffffffffffff, 0}),
        "stream 0x9 Memory64List at offset 0x38: 18446744073709551615 ranges, only the first 0 are "
        "read");
    row("memory outside the file", 5, words32({1, 0x1000, 0, 16, 0x10000}),
        "stream 0x5 MemoryList at offset 0x38: memory at address 0x1000: 16 bytes at offset "
        "0x10000, the file holds 0");
    row("crashpad cut", 0x43500001, Buffer(51),
        "stream 0x43500001 CrashpadInfo at offset 0x38: 51 bytes, expected at least 52");
    row("crashpad version 0", 0x43500001, Buffer(52),
        "stream 0x43500001 CrashpadInfo at offset 0x38: version 0, expected at least 1");
    row("breakpad info cut", 0x47670001, Buffer(8),
        "stream 0x47670001 BreakpadInfo at offset 0x38: 8 bytes, expected 12");
    row("assertion cut", 0x47670002, Buffer(775),
        "stream 0x47670002 AssertionInfo at offset 0x38: 775 bytes, expected 776");
    row("client stacks of another version", 0x53790001, words32({2, 0, 0, 0}),
        "stream 0x53790001 SentryStackTraces at offset 0x38: version 2, expected 1");
    row("client stacks with a size that does not add up", 0x53790001, words32({1, 0, 1, 0}),
        "stream 0x53790001 SentryStackTraces at offset 0x38: 0 threads, 1 frames and 0 symbol "
        "bytes need 32 bytes, found 16");
    row("client stacks naming frames that are not there", 0x53790001,
        words32({1, 1, 0, 0, 7, 0, 1, 0}),
        "stream 0x53790001 SentryStackTraces at offset 0x38: thread 7: frames 0 to 1, the table "
        "has 0");
    row("client stacks naming a symbol that is not there", 0x53790001,
        words32({1, 1, 1, 0, 7, 0, 1, 0, 0x45, 0, 0, 1}),
        "stream 0x53790001 SentryStackTraces at offset 0x38: frame at address 0x45: symbol of 1 "
        "bytes at 0, the table has 0");
    row("process counters cut", 22, Buffer(40),
        "stream 0x16 ProcessVmCounters at offset 0x38: 40 bytes are too few for revision 0");
    row("system memory cut", 21, Buffer(12),
        "stream 0x15 SystemMemoryInfo at offset 0x38: 12 bytes are too few");
    row("tokens with small headers", 19, words32({0, 1, 16, 8}),
        "stream 0x13 Token at offset 0x38: 16 bytes hold no list of tokens");
    row("function tables cut", 13, Buffer(16),
        "stream 0xd FunctionTable at offset 0x38: 16 bytes hold no head");
    row("boot arguments outside the file", 0x4d7a0002, words32({0x4d7a0002, 0x10000, 0}),
        "stream 0x4d7a0002 MozMacosBootargs at offset 0x38: text at offset 0x10000 cannot be read");
}

void TestMinidumpStreams::defects()
{
    QFETCH(std::uint32_t, type);
    QFETCH(Buffer, stream);
    QFETCH(QString, text);
    const auto event = readWith(type, stream);
    QVERIFY(event);
    QVERIFY2(texts(*event).contains(text), qPrintable(texts(*event).join('\n')));
}

void TestMinidumpStreams::paddedListIsRead()
{
    ByteAssembler list;
    list.u32(1).u32(0).u32(77).zeros(44); // Four bytes of padding, then one thread.
    const auto event = readWith(3, list.finish());
    QVERIFY(event);
    QCOMPARE(event->threads.at(0).id, std::optional<std::uint64_t>(77));
}

void TestMinidumpStreams::largerEntriesAreStepped()
{
    ByteAssembler list;
    list.u32(16).u32(32).u32(2).u32(0);
    list.u64(0x1000).u32(0x100).zeros(20).u64(0x2000).u32(0x200).zeros(20);
    const auto event = readWith(14, list.finish());
    QVERIFY(event);
    QCOMPARE(event->asNative()->unloadedModules.size(), std::size_t{2});
    QCOMPARE(event->asNative()->unloadedModules[1].address, std::uint64_t{0x2000});
}

void TestMinidumpStreams::memory64IsClippedAtTheEnd()
{
    MinidumpBuilder builder;
    builder.addMemory64(0x10000, words64({1, 2}));
    builder.addMemory64(0x20000, words64({3, 4}));
    auto bytes = builder.bytes();
    bytes.resize(bytes.size() - 12);
    const auto event = minidump::readMinidumpEvent(ByteView::fromVector(std::move(bytes)), {});
    QVERIFY(event);
    const auto& ranges = (*event)->asNative()->memory->ranges();
    QCOMPARE(ranges.size(), std::size_t{2});
    QVERIFY(!ranges[0].clipped);
    QVERIFY(ranges[1].clipped);
    QCOMPARE(ranges[1].bytes.size(), std::size_t{4});
    QCOMPARE((*event)->asNative()->memory->readUnsigned(0x20000, 4),
             std::optional<std::uint64_t>(3));
    QVERIFY(!(*event)->asNative()->memory->readUnsigned(0x20000, 8));
}

/// The worked example of the format: the second range follows the first, and 64-bit sizes do not
/// wrap.
void TestMinidumpStreams::memory64FollowsTheBase()
{
    auto stream = words64({3, 0x40, 0x10000, 0x10, 0x30000, 0xfffffffffffffff0, 0x50000, 8});
    const auto event = readWith(9, stream);
    QVERIFY(event);
    QCOMPARE(event->asNative()->memory->ranges().size(), std::size_t{2});
    QVERIFY(texts(*event).contains("stream 0x9 Memory64List at offset 0x38: range 1 has "
                                   "18446744073709551600 bytes, the 1 after it are left out"));
}

void TestMinidumpStreams::adjacentMemoryReadsAcrossTheSeam()
{
    MinidumpBuilder builder;
    builder.addMemory(0x1008, words64({2}));
    builder.addMemory64(0x1000, words64({1}));
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event);
    QCOMPARE((*event)->asNative()->memory->readUnsigned(0x1004, 8),
             std::optional<std::uint64_t>(0x200000000));
}

void TestMinidumpStreams::handleInformationMayNotLoop()
{
    MinidumpBuilder builder;
    builder.addStream(12, [](ByteAssembler& out, ByteAssembler::Label end) {
        const auto info = out.newLabel();
        out.u32(16).u32(40).u32(1).u32(0).u64(4).zeros(24).offsetOf(info).u32(0).place(end);
        out.place(info).offsetOf(info).u32(2).u32(0);
    });
    builder.addStream(7, Buffer(56));
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event);
    QCOMPARE((*event)->asNative()->handles.at(0).value, std::uint64_t{4});
    QVERIFY(texts(**event).filter("links to itself").size() == 1);
    const std::pair<std::string, std::string> detail{"handle 0x4 information", "Mutant1"};
    QVERIFY(std::ranges::find((*event)->details, detail) != (*event)->details.end());
}

namespace {

/// A dump with one handle, whose object has these records: type and facts.
EventPtr readHandle(const std::vector<std::pair<std::uint32_t, Buffer>>& infos,
                    std::size_t leftOut = 0)
{
    MinidumpBuilder builder;
    builder.addStream(7, Buffer(56));
    builder.addStream(12, [&](ByteAssembler& out, ByteAssembler::Label end) {
        std::vector<ByteAssembler::Label> places;
        for (std::size_t i = 0; i < infos.size(); ++i)
            places.push_back(out.newLabel());
        out.u32(16).u32(40).u32(1).u32(0).u64(4).zeros(24).offsetOf(places[0]).u32(0).place(end);
        for (std::size_t i = 0; i < infos.size(); ++i) {
            out.place(places[i]);
            i + 1 < infos.size() ? out.offsetOf(places[i + 1]) : out.u32(0);
            out.u32(infos[i].first).u32(infos[i].second.size()).bytes(infos[i].second);
        }
    });
    auto bytes = builder.bytes();
    bytes.resize(bytes.size() - leftOut);
    return minidump::readMinidumpEvent(ByteView::fromVector(std::move(bytes)), {})
        .value_or(nullptr);
}

} // namespace

void TestMinidumpStreams::handleInformationTellsTheObject_data()
{
    QTest::addColumn<std::uint32_t>("type");
    QTest::addColumn<Buffer>("facts");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("count"); // -9: none.
    QTest::addColumn<quint64>("process");
    QTest::addColumn<quint64>("thread");
    const auto add = [](const char* name, std::uint32_t type, const Buffer& facts, const char* kind,
                        int count, quint64 process, quint64 thread) {
        QTest::newRow(name) << type << facts << QString(kind) << count << process << thread;
    };
    add("thread, 64 bits", 1, words64({0x103, 0x7000, 88, 99, 1, 8}), "thread", -9, 88, 99);
    add("thread, 32 bits", 1, words32({0x103, 0x7000, 88, 99, 1, 8, 8}), "thread", -9, 88, 99);
    add("mutex, held twice", 2, words32({0xffffffff, 0}), "mutex", -1, 0, 0);
    add("holder, 64 bits", 3, words64({88, 99}), "mutex", -9, 88, 99);
    add("holder, 32 bits", 3, words32({88, 99}), "mutex", -9, 88, 99);
    add("process, 64 bits", 4, words64({0, 0x7000, 1, 8, 88, 77}), "process", -9, 88, 0);
    add("process, 32 bits", 4, words32({0, 0x7000, 1, 8, 88, 77}), "process", -9, 88, 0);
    add("event", 6, words32({0, 1}), "event", 1, 0, 0);
    add("semaphore", 8, words32({3, 10}), "semaphore", 3, 0, 0);
    add("another size", 3, words32({88, 99, 0}), "", -9, 0, 0);
    add("another type", 7, words32({1, 2}), "", -9, 0, 0);
}

void TestMinidumpStreams::handleInformationTellsTheObject()
{
    QFETCH(std::uint32_t, type);
    QFETCH(Buffer, facts);
    QFETCH(QString, kind);
    QFETCH(int, count);
    QFETCH(quint64, process);
    QFETCH(quint64, thread);
    const auto event = readHandle({{type, facts}});
    QVERIFY(event);
    QCOMPARE(texts(*event).filter("object information"), QStringList());
    const auto& object = event->asNative()->handles.at(0).object;
    QCOMPARE(object.has_value(), !kind.isEmpty());
    if (!object)
        return;
    QCOMPARE(QString::fromUtf8(handleObjectKindName(object->kind).data()), kind);
    QCOMPARE(object->count.value_or(-9), count);
    QCOMPARE(object->processId.value_or(0), process);
    QCOMPARE(object->threadId.value_or(0), thread);
}

void TestMinidumpStreams::handleInformationMayBeCutOff()
{
    // Facts of two records belong to one object, unless they are of another kind.
    const auto whole =
        readHandle({{2, words32({0, 0})}, {3, words64({88, 99})}, {6, words32({0, 1})}});
    const auto& object = whole->asNative()->handles.at(0).object;
    QVERIFY(object && object->kind == HandleObjectKind::Mutex);
    QCOMPARE(object->count, std::optional<std::int32_t>(0));
    QCOMPARE(object->threadId, std::optional<std::uint64_t>(99));
    for (std::size_t left = 1; left <= 16; ++left) {
        const auto event = readHandle({{3, words64({88, 99})}}, left);
        QVERIFY(!event->asNative()->handles.at(0).object);
        QVERIFY(!texts(*event).filter("is cut off").isEmpty());
    }
}

void TestMinidumpStreams::unpairedSurrogatesAreReplaced()
{
    MinidumpBuilder builder;
    builder.addStream(24, [](ByteAssembler& out, ByteAssembler::Label end) {
        const auto name = out.newLabel();
        out.u32(1).u32(7).offsetOf(name, 8).place(end);
        out.place(name).u32(6).u16('a').u16(0xd800).u16('b');
    });
    builder.addThread({.id = 7});
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event);
    QCOMPARE((*event)->threads.at(0).name, std::optional<std::string>("a\xef\xbf\xbd"
                                                                      "b"));
}

/// Many records that share one long name must not become a terabyte of text.
void TestMinidumpStreams::sharedTextIsBounded()
{
    constexpr std::uint32_t kNames = 2000;
    constexpr std::uint32_t kNameBytes = 1000 * 1000;
    MinidumpBuilder builder;
    builder.addStream(7, Buffer(56));
    builder.addStream(24, [](ByteAssembler& out, ByteAssembler::Label end) {
        const auto name = out.newLabel();
        out.u32(kNames);
        for (std::uint32_t i = 0; i < kNames; ++i)
            out.u32(i).offsetOf(name, 8);
        out.place(end).place(name).u32(kNameBytes).zeros(kNameBytes);
    });
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event);
    QVERIFY(texts(**event).filter("cannot be read").size() > 100);
    QVERIFY((*event)->diagnostics.size() <= 1001);
}

QTEST_GUILESS_MAIN(TestMinidumpStreams)
#include "tst_minidump_streams.moc"

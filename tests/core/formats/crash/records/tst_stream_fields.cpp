// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/stream_fields.h"

#include <QTest>

#include <algorithm>
#include <cstring>

using namespace faultline;

/// The fields of streams and notes, on bytes that are made here.
class TestStreamFields : public QObject
{
    Q_OBJECT

private slots:
    void recordHasItsFields();
    void nestedRecordsAndArrays();
    void countedListsMayBePadded_data();
    void countedListsMayBePadded();
    void entriesMayBeLargerThanKnown();
    void olderVersionsAreWhole();
    void aShortRecordSaysSo();
    void textsAreParts();
    void statusOfAThread();
    void processOf32BitSystems();
    void onlyFaultsHaveAnAddress_data();
    void onlyFaultsHaveAnAddress();
    void mappingsHaveTheirNames();
    void unknownTypesHaveNoFields();
    void byteOrderIsTheFiles();
    void manyEntriesAreCut();
    void truncationLadder_data();
    void truncationLadder();
};

namespace {

constexpr std::uint32_t kThreadList = 3;
constexpr std::uint32_t kModuleList = 4;
constexpr std::uint32_t kExceptionStream = 6;
constexpr std::uint32_t kSystemInfoStream = 7;
constexpr std::uint32_t kMiscInfoStream = 15;
constexpr std::uint32_t kMemoryInfoList = 16;
constexpr std::uint32_t kThreadNames = 24;
constexpr std::uint32_t kEnviron = 0x47670007;
constexpr std::uint32_t kStatusNote = 1;
constexpr std::uint32_t kProcessNote = 3;
constexpr std::uint32_t kFileNote = 0x46494c45;
constexpr std::uint32_t kSignalNote = 0x53494749;

/// Little-endian bytes that are written one field after the other.
class Writer
{
public:
    Writer& u16(std::uint16_t value) { return add(value); }

    Writer& u32(std::uint32_t value) { return add(value); }

    Writer& u64(std::uint64_t value) { return add(value); }

    Writer& zeros(std::size_t count)
    {
        m_bytes.resize(m_bytes.size() + count);
        return *this;
    }

    Writer& text(std::string_view text)
    {
        const auto bytes = asBytes(text);
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }

    Bytes bytes() const { return m_bytes; }

private:
    template <class T>
    Writer& add(T value)
    {
        const auto at = m_bytes.size();
        m_bytes.resize(at + sizeof value);
        std::memcpy(m_bytes.data() + at, &value, sizeof value);
        return *this;
    }

    std::vector<std::byte> m_bytes;
};

DecodedFields stream(std::uint32_t type, Bytes bytes, std::endian order = std::endian::little)
{
    return records::decodeStream(type, bytes, order, 8).value();
}

const DecodedField* find(const DecodedFields& decoded, std::string_view name)
{
    const auto found = std::ranges::find(decoded.fields, name, &DecodedField::name);
    return found == decoded.fields.end() ? nullptr : &*found;
}

std::uint64_t numberOf(const DecodedFields& decoded, std::string_view name)
{
    const auto* field = find(decoded, name);
    return field != nullptr ? field->number : UINT64_MAX;
}

} // namespace

void TestStreamFields::recordHasItsFields()
{
    const auto decoded = stream(
        kSystemInfoStream,
        Writer().u16(9).u16(6).u16(0x1234).zeros(2).u32(10).u32(0).u32(19045).zeros(36).bytes());
    QCOMPARE(numberOf(decoded, "ProcessorArchitecture"), 9u);
    QCOMPARE(numberOf(decoded, "MajorVersion"), 10u);
    QCOMPARE(find(decoded, "BuildNumber")->offset, 16u);
    QCOMPARE(numberOf(decoded, "BuildNumber"), 19045u);
    QCOMPARE(find(decoded, "Cpu")->sizeBytes, 24u);
    QVERIFY(!decoded.isShort);
}

void TestStreamFields::nestedRecordsAndArrays()
{
    Writer writer;
    writer.u32(41876).u32(0).u32(11).u32(1).u64(0).u64(0x18).u32(2).u32(0);
    for (std::uint64_t i = 0; i < 15; ++i)
        writer.u64(i);
    const auto decoded = stream(kExceptionStream, writer.u32(1232).u32(0x3e10).bytes());
    const auto* record = find(decoded, "ExceptionRecord");
    QCOMPARE(record->form, FieldForm::Record);
    QCOMPARE(record->sizeBytes, 152u);
    QCOMPARE(numberOf(decoded, "ExceptionAddress"), 0x18u);
    QCOMPARE(find(decoded, "ExceptionAddress")->depth, 1);
    QCOMPARE(numberOf(decoded, "ExceptionInformation"), 15u);
    QCOMPARE(numberOf(decoded, "[14]"), 14u);
    QCOMPARE(find(decoded, "[14]")->depth, 2);
    QCOMPARE(numberOf(decoded, "Rva"), 0x3e10u);
    QVERIFY(!decoded.isShort);
}

void TestStreamFields::countedListsMayBePadded_data()
{
    QTest::addColumn<bool>("isPadded");
    QTest::newRow("plain") << false;
    QTest::newRow("padded") << true;
}

void TestStreamFields::countedListsMayBePadded()
{
    QFETCH(bool, isPadded);
    Writer writer;
    writer.u32(2).zeros(isPadded ? 4 : 0);
    for (const std::uint64_t base : {0x400000u, 0x500000u})
        writer.u64(base).u32(0x1000).zeros(96);
    const auto decoded = stream(kModuleList, writer.bytes());
    std::vector<std::uint64_t> bases;
    for (const auto& field : decoded.fields) {
        if (field.name == "BaseOfImage")
            bases.push_back(field.number);
    }
    QCOMPARE(bases, (std::vector<std::uint64_t>{0x400000, 0x500000}));
    QVERIFY(!decoded.isShort);
}

void TestStreamFields::entriesMayBeLargerThanKnown()
{
    Writer writer;
    writer.u32(16).u32(56).u64(2);
    for (const std::uint64_t base : {0x10000u, 0x20000u})
        writer.u64(base).u64(base).u32(4).u32(0).u64(0x1000).zeros(24);
    const auto decoded = stream(kMemoryInfoList, writer.bytes());
    const auto* second = find(decoded, "[1]");
    QVERIFY(second != nullptr);
    QCOMPARE(second->offset, 16u + 56);
    QCOMPARE((second + 1)->number, 0x20000u);
}

void TestStreamFields::olderVersionsAreWhole()
{
    const auto decoded = stream(kMiscInfoStream, Writer().u32(24).u32(3).u32(77).zeros(12).bytes());
    QCOMPARE(numberOf(decoded, "ProcessId"), 77u);
    QVERIFY(find(decoded, "ProcessorMaxMhz") == nullptr);
    QVERIFY(!decoded.isShort);
}

void TestStreamFields::aShortRecordSaysSo()
{
    QVERIFY(stream(kSystemInfoStream, Writer().zeros(55).bytes()).isShort);
    QVERIFY(stream(kThreadNames, Writer().u32(2).zeros(12).bytes()).isShort);
    QVERIFY(stream(kMemoryInfoList, Writer().u32(16).u32(48).u64(3).zeros(48).bytes()).isShort);
}

void TestStreamFields::textsAreParts()
{
    const auto decoded =
        stream(kEnviron, Writer().text("HOME=/root").zeros(1).text("A=\xff").zeros(1).bytes());
    QCOMPARE(decoded.fields.size(), 2u);
    QCOMPARE(decoded.fields[0].text, std::string("HOME=/root"));
    QCOMPARE(decoded.fields[1].offset, 11u);
    QVERIFY(QString::fromStdString(decoded.fields[1].text).startsWith("A="));
    QVERIFY(records::isEnvironmentStream(kEnviron));
    QVERIFY(!records::isEnvironmentStream(kModuleList));
}

void TestStreamFields::statusOfAThread()
{
    Writer writer;
    writer.u32(11).u32(0).u32(0).u16(11).u16(0).u64(0).u64(0).u32(4711).zeros(12).zeros(64);
    for (std::uint64_t i = 0; i < 27; ++i)
        writer.u64(0x100 + i);
    const auto decoded =
        records::decodeNote(kStatusNote, writer.u64(1).bytes(), std::endian::little, 8).value();
    QCOMPARE(numberOf(decoded, "pr_cursig"), 11u);
    QCOMPARE(numberOf(decoded, "pr_pid"), 4711u);
    QCOMPARE(numberOf(decoded, "pr_reg"), 27u);
    QCOMPARE(numberOf(decoded, "[26]"), 0x100u + 26);
    QVERIFY(!decoded.isShort);
}

void TestStreamFields::processOf32BitSystems()
{
    Writer small;
    small.zeros(8).u16(1000).u16(100).u32(42).zeros(12).text("prog").zeros(12).zeros(80);
    const auto decoded =
        records::decodeNote(kProcessNote, small.bytes(), std::endian::little, 4).value();
    QCOMPARE(small.bytes().size(), 124u);
    QCOMPARE(numberOf(decoded, "pr_uid"), 1000u);
    QCOMPARE(numberOf(decoded, "pr_pid"), 42u);
    QCOMPARE(find(decoded, "pr_fname")->text, std::string("prog"));
    QVERIFY(!decoded.isShort);
}

void TestStreamFields::onlyFaultsHaveAnAddress_data()
{
    QTest::addColumn<quint32>("signal");
    QTest::addColumn<quint32>("code");
    QTest::addColumn<bool>("hasAddress");
    QTest::newRow("SEGV_MAPERR") << quint32(11) << quint32(1) << true;
    QTest::newRow("sent SEGV") << quint32(11) << quint32(0) << false;
    QTest::newRow("SI_KERNEL") << quint32(11) << quint32(0x80) << false;
    QTest::newRow("SI_TKILL") << quint32(6) << quint32(-6) << false;
}

void TestStreamFields::onlyFaultsHaveAnAddress()
{
    QFETCH(quint32, signal);
    QFETCH(quint32, code);
    QFETCH(bool, hasAddress);
    const auto decoded =
        records::decodeNote(
            kSignalNote, Writer().u32(signal).u32(0).u32(code).u32(0).u64(0x18).zeros(104).bytes(),
            std::endian::little, 8)
            .value();
    QCOMPARE(find(decoded, "si_addr") != nullptr, hasAddress);
    QCOMPARE(find(decoded, "si_pid") != nullptr, !hasAddress);
}

void TestStreamFields::mappingsHaveTheirNames()
{
    Writer writer;
    writer.u64(1).u64(0x1000).u64(0x400000).u64(0x401000).u64(0).text("/bin/prog").zeros(1);
    const auto decoded =
        records::decodeNote(kFileNote, writer.bytes(), std::endian::little, 8).value();
    QCOMPARE(numberOf(decoded, "start"), 0x400000u);
    QCOMPARE(decoded.fields.back().text, std::string("/bin/prog"));
}

void TestStreamFields::unknownTypesHaveNoFields()
{
    const Writer writer = Writer().zeros(64);
    QVERIFY(!records::decodeStream(0x41434d45, writer.bytes(), std::endian::little, 8));
    QVERIFY(!records::decodeNote(0x202, writer.bytes(), std::endian::little, 8));
}

void TestStreamFields::byteOrderIsTheFiles()
{
    const auto decoded = stream(
        kThreadNames, Writer().u32(0x01000000).u32(0x02000000).zeros(8).bytes(), std::endian::big);
    QCOMPARE(numberOf(decoded, "ThreadId"), 2u);
}

void TestStreamFields::manyEntriesAreCut()
{
    constexpr std::uint32_t kEntries = 20'000;
    const auto decoded =
        stream(kThreadNames, Writer().u32(kEntries).zeros(kEntries * std::size_t{12}).bytes());
    QVERIFY(decoded.isCut);
    QCOMPARE(decoded.fields.size(), kMostDecodedFields);
}

void TestStreamFields::truncationLadder_data()
{
    QTest::addColumn<quint32>("type");
    QTest::addColumn<bool>("isNote");
    for (const quint32 type : {3u, 4u, 5u, 6u, 7u, 9u, 10u, 11u, 12u, 14u, 15u, 16u, 17u, 22u, 24u})
        QTest::addRow("stream %u", type) << type << false;
    for (quint32 type = 0x47670001; type <= 0x47670009; ++type)
        QTest::addRow("stream %x", type) << type << false;
    QTest::newRow("crashpad") << quint32(0x43500001) << false;
    for (const quint32 type : {kStatusNote, kProcessNote, quint32(6), kFileNote, kSignalNote})
        QTest::addRow("note %x", type) << type << true;
}

/// Every prefix of bytes with large and small numbers gives fields that lie inside it.
void TestStreamFields::truncationLadder()
{
    QFETCH(quint32, type);
    QFETCH(bool, isNote);
    for (const int filling : {0x00, 0x01, 0x10, 0xff}) {
        const std::vector<std::byte> bytes(700, std::byte(filling));
        for (std::size_t size = 0; size <= bytes.size(); ++size) {
            for (const unsigned pointerBytes : {4u, 8u}) {
                const auto prefix = Bytes(bytes).first(size);
                const auto decoded =
                    isNote ? records::decodeNote(type, prefix, std::endian::little, pointerBytes)
                           : records::decodeStream(type, prefix, std::endian::big, pointerBytes);
                QVERIFY(decoded);
                QVERIFY(decoded->fields.size() <= kMostDecodedFields);
                QVERIFY(std::ranges::all_of(decoded->fields, [size](const DecodedField& field) {
                    return rangeFits(field.offset, field.sizeBytes, size);
                }));
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestStreamFields)
#include "tst_stream_fields.moc"

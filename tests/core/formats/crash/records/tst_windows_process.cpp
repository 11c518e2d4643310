// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/windows_process.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <map>

using namespace faultline;

/// What Windows keeps of threads in their own memory, on memory that is made here.
class TestWindowsProcess : public QObject
{
    Q_OBJECT

private slots:
    void tebNamesThreadAndProcess_data();
    void tebNamesThreadAndProcess();
    void missingMemoryHasNoFields();
    void partOfATebIsShort();
    void chainEndsAtItsLastRecord();
    void damagedChainsEnd_data();
    void damagedChainsEnd();
    void longChainsAreCut();
};

namespace {

constexpr std::uint64_t kTeb = 0x7ffde000;
constexpr std::uint64_t kPeb = 0x7ffd9000;

/// One piece of memory at `begin`, all zero at first.
class Memory final : public MemoryReader
{
public:
    Memory(std::uint64_t begin, std::size_t size) : m_begin(begin), m_bytes(size) {}

    void set(std::uint64_t address, std::uint64_t value, unsigned sizeBytes)
    {
        std::memcpy(m_bytes.data() + (address - m_begin), &value, sizeBytes);
    }

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override
    {
        if (address < m_begin || address - m_begin >= m_bytes.size())
            return 0;
        const auto offset = static_cast<std::size_t>(address - m_begin);
        const auto count = std::min(out.size(), m_bytes.size() - offset);
        std::memcpy(out.data(), m_bytes.data() + offset, count);
        return count;
    }

private:
    std::uint64_t m_begin;
    std::vector<std::byte> m_bytes;
};

std::uint64_t numberOf(const DecodedFields& decoded, std::string_view name)
{
    const auto found = std::ranges::find(decoded.fields, name, &DecodedField::name);
    return found == decoded.fields.end() ? UINT64_MAX : found->number;
}

/// A stack with records at these addresses, each with the handler 0x401000 + its number.
Memory chainOf(const std::vector<std::uint64_t>& addresses, std::uint64_t last = 0xffffffff)
{
    Memory memory(0x10000, 0x10000);
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const auto next = i + 1 < addresses.size() ? addresses[i + 1] : last;
        memory.set(addresses[i], next, 4);
        memory.set(addresses[i] + 4, 0x401000 + i, 4);
    }
    memory.set(0x10000, addresses.empty() ? last : addresses.front(), 4); // The TEB.
    return memory;
}

} // namespace

void TestWindowsProcess::tebNamesThreadAndProcess_data()
{
    QTest::addColumn<unsigned>("pointerBytes");
    QTest::newRow("32 bits") << 4u;
    QTest::newRow("64 bits") << 8u;
}

void TestWindowsProcess::tebNamesThreadAndProcess()
{
    QFETCH(unsigned, pointerBytes);
    Memory memory(kPeb, 0x10000);
    const auto set = [&](std::uint64_t base, unsigned word, std::uint64_t value) {
        memory.set(base + std::uint64_t{word} * pointerBytes, value, pointerBytes);
    };
    set(kTeb, 1, 0x140000);
    set(kTeb, 9, 4711);
    set(kTeb, 12, kPeb);
    memory.set(kTeb + std::uint64_t{13} * pointerBytes, 5, 4);
    memory.set(kPeb + 2, 1, 1);
    set(kPeb, 2, 0x400000);
    const auto teb = records::decodeTeb(memory, kTeb, pointerBytes);
    QVERIFY(teb);
    QCOMPARE(numberOf(*teb, "StackBase"), 0x140000u);
    QCOMPARE(numberOf(*teb, "UniqueThread"), 4711u);
    QCOMPARE(numberOf(*teb, "LastErrorValue"), 5u);
    QVERIFY(!teb->isShort);
    QCOMPARE(records::pebOf(memory, kTeb, pointerBytes), std::optional(kPeb));
    const auto peb = records::decodePeb(memory, kPeb, pointerBytes);
    QVERIFY(peb);
    QCOMPARE(numberOf(*peb, "BeingDebugged"), 1u);
    QCOMPARE(numberOf(*peb, "ImageBaseAddress"), 0x400000u);
}

void TestWindowsProcess::missingMemoryHasNoFields()
{
    const Memory memory(0x1000, 16);
    QVERIFY(!records::decodeTeb(memory, kTeb, 8));
    QVERIFY(!records::decodePeb(memory, kPeb, 8));
    QVERIFY(!records::pebOf(memory, kTeb, 8));
    QVERIFY(!records::pebOf(memory, UINT64_MAX, 8));
    QVERIFY(!records::readHandlerChain(memory, kTeb));
}

void TestWindowsProcess::partOfATebIsShort()
{
    const Memory memory(kTeb, 40);
    const auto teb = records::decodeTeb(memory, kTeb, 8);
    QVERIFY(teb);
    QVERIFY(teb->isShort);
}

void TestWindowsProcess::chainEndsAtItsLastRecord()
{
    const auto chain = records::readHandlerChain(chainOf({0x11000, 0x12000, 0x13000}), 0x10000);
    QVERIFY(chain);
    QCOMPARE(chain->end, records::HandlerChainEnd::Complete);
    QCOMPARE(chain->records.size(), 3u);
    QCOMPARE(chain->records[1].address, 0x12000u);
    QCOMPARE(chain->records[2].handler, 0x401002u);
    QVERIFY(records::readHandlerChain(chainOf({}), 0x10000)->records.empty());
}

void TestWindowsProcess::damagedChainsEnd_data()
{
    QTest::addColumn<quint64>("last");
    QTest::addColumn<int>("end");
    QTest::newRow("a loop") << quint64(0x11000) << int(records::HandlerChainEnd::Descends);
    QTest::newRow("itself") << quint64(0x12000) << int(records::HandlerChainEnd::Descends);
    QTest::newRow("null") << quint64(0) << int(records::HandlerChainEnd::Descends);
    QTest::newRow("elsewhere") << quint64(0x900000) << int(records::HandlerChainEnd::NoMemory);
    QTest::newRow("at the end") << quint64(0x1fffc) << int(records::HandlerChainEnd::NoMemory);
}

void TestWindowsProcess::damagedChainsEnd()
{
    QFETCH(quint64, last);
    QFETCH(int, end);
    const auto chain = records::readHandlerChain(chainOf({0x11000, 0x12000}, last), 0x10000);
    QVERIFY(chain);
    QCOMPARE(int(chain->end), end);
    QCOMPARE(chain->records.size(), 2u);
}

void TestWindowsProcess::longChainsAreCut()
{
    std::vector<std::uint64_t> addresses;
    for (std::uint64_t i = 0; i < 1000; ++i)
        addresses.push_back(0x10010 + i * 8);
    const auto chain = records::readHandlerChain(chainOf(addresses), 0x10000);
    QVERIFY(chain);
    QCOMPARE(chain->end, records::HandlerChainEnd::TooLong);
    QCOMPARE(chain->records.size(), records::kMostHandlers);
}

QTEST_GUILESS_MAIN(TestWindowsProcess)
#include "tst_windows_process.moc"

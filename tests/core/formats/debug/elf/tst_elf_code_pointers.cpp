// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_code_pointers.h"
#include "tests/support/elf_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestElfCodePointers : public QObject
{
    Q_OBJECT

private slots:
    void pointersAreTaken_data();
    void pointersAreTaken();
    void otherFilesHaveNone_data();
    void otherFilesHaveNone();
    void everyPrefixIsRead();
};

namespace {

constexpr std::uint64_t kCode = 0x10000;
constexpr std::uint64_t kData = 0x20000;

/// A program with a table of pointers to its code, each followed by a word that is none.
std::vector<std::byte> program(std::size_t pointers,
                               ElfBuilder::Class fileClass = ElfBuilder::Class::Elf64,
                               std::endian order = std::endian::little,
                               std::uint16_t type = 2,
                               bool isDynamic = false)
{
    const auto wordBytes = fileClass == ElfBuilder::Class::Elf64 ? 8u : 4u;
    ByteAssembler table(order);
    for (std::size_t i = 0; i < pointers; ++i)
        table.number(kCode + i, wordBytes).number(i, wordBytes);
    ElfBuilder elf(fileClass, order);
    elf.type(type);
    elf.add(ElfBuilder::Section{
        .name = ".text", .flags = 6, .address = kCode, .content = std::vector<std::byte>(0x400)});
    elf.add(ElfBuilder::Section{
        .name = ".data", .flags = 3, .address = kData, .content = table.finish()});
    elf.add(ElfBuilder::Segment{.flags = 5, .address = kCode, .section = 0});
    elf.add(ElfBuilder::Segment{.flags = 6, .address = kData, .section = 1});
    if (isDynamic)
        elf.add(ElfBuilder::Segment{.type = 2, .flags = 6, .address = kData, .section = 1});
    return elf.build();
}

} // namespace

void TestElfCodePointers::pointersAreTaken_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("is64");
    QTest::addColumn<bool>("isBig");
    QTest::addColumn<int>("taken");
    QTest::newRow("some") << 20 << true << false << 20;
    QTest::newRow("the fewest") << 16 << true << false << 16;
    QTest::newRow("too few") << 15 << true << false << 0;
    QTest::newRow("many") << 1000 << true << false << 128;
    QTest::newRow("32 bits") << 20 << false << false << 20;
    QTest::newRow("big-endian") << 20 << true << true << 20;
}

void TestElfCodePointers::pointersAreTaken()
{
    QFETCH(int, count);
    QFETCH(bool, is64);
    QFETCH(bool, isBig);
    QFETCH(int, taken);
    const auto file = program(static_cast<std::size_t>(count),
                              is64 ? ElfBuilder::Class::Elf64 : ElfBuilder::Class::Elf32,
                              isBig ? std::endian::big : std::endian::little);
    const auto pointers = elf::codePointersOf(file, {});
    QCOMPARE(pointers.words.size(), static_cast<std::size_t>(taken));
    const std::uint64_t entryBytes = is64 ? 16 : 8;
    for (std::size_t i = 0; i < pointers.words.size(); ++i) {
        const auto index = i * static_cast<std::size_t>(count) / pointers.words.size();
        QCOMPARE(pointers.words[i].first, kData + index * entryBytes);
        QCOMPARE(pointers.words[i].second, kCode + index);
    }
}

void TestElfCodePointers::otherFilesHaveNone_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("isDynamic");
    QTest::newRow("loaded at any address") << 3 << false;
    QTest::newRow("with a dynamic section") << 2 << true;
    QTest::newRow("relocatable") << 1 << false;
}

void TestElfCodePointers::otherFilesHaveNone()
{
    QFETCH(int, type);
    QFETCH(bool, isDynamic);
    const auto file = program(20, ElfBuilder::Class::Elf64, std::endian::little,
                              static_cast<std::uint16_t>(type), isDynamic);
    QVERIFY(elf::codePointersOf(file, {}).words.empty());
}

void TestElfCodePointers::everyPrefixIsRead()
{
    const auto file = program(20);
    const auto whole = elf::codePointersOf(file, {}).words;
    for (std::size_t size = 0; size < file.size(); ++size) {
        const auto part = elf::codePointersOf(Bytes(file).first(size), {}).words;
        QVERIFY(part.empty() || part == whole);
    }
}

QTEST_GUILESS_MAIN(TestElfCodePointers)
#include "tst_elf_code_pointers.moc"

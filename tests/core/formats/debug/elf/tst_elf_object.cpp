// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_object.h"
#include "core/formats/debug/object/debug_info.h"
#include "tests/core/formats/debug/elf/elf_scene.h"
#include "tests/support/dwarf_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestElfObject : public QObject
{
    Q_OBJECT

private slots:
    void identityFollowsTheBuildId_data();
    void identityFollowsTheBuildId();
    void debugIdFoldsTextWithoutBuildId();
    void othersFoldTextInTheirWay();
    void kinds_data();
    void kinds();
    void architectures_data();
    void architectures();
    void debugInfoOfUnlinkedFilesIsNotRead_data();
    void debugInfoOfUnlinkedFilesIsNotRead();
    void compressedSections_data();
    void compressedSections();
    void lyingDebugInfoIsNoFeature_data();
    void lyingDebugInfoIsNoFeature();
    void oversizedSectionIsAbsentWithWarning();
    void sectionThatExpandsEnormouslyIsAbsentWithWarning();
    void unwindInfoNeedsAnFde_data();
    void unwindInfoNeedsAnFde();
    void frameSectionsFromProgramHeaders();
    void companionsAreListed();
    void readImageFollowsSegments();
    void defects_data();
    void defects();
    void sectionHeadersMayBeDamagedWhereTheLoaderIsContent_data();
    void sectionHeadersMayBeDamagedWhereTheLoaderIsContent();
    void everyPrefixIsValueOrError();
};

void TestElfObject::identityFollowsTheBuildId_data()
{
    QTest::addColumn<bool>("inSegment");
    QTest::addColumn<bool>("isBig");
    QTest::addColumn<QString>("debugId");
    QTest::newRow("note segment") << true << false << "c0bcc3f1-9827-fe65-3058-404b2831d9e6";
    QTest::newRow("note section") << false << false << "c0bcc3f1-9827-fe65-3058-404b2831d9e6";
    QTest::newRow("big-endian is not flipped")
        << false << true << "f1c3bcc0-2798-65fe-3058-404b2831d9e6";
}

void TestElfObject::identityFollowsTheBuildId()
{
    QFETCH(bool, inSegment);
    QFETCH(bool, isBig);
    ElfBuilder builder(ElfBuilder::Class::Elf64, isBig ? std::endian::big : std::endian::little);
    builder.add({inSegment ? ".note.other" : ".note.gnu.build-id", 7, kAlloc, 0,
                 builder.note("GNU", 3, kBuildId)});
    if (inSegment)
        builder.add(ElfBuilder::Segment{4, 4, 0, 0});
    const auto object = opened(builder);
    QVERIFY(object);
    QCOMPARE(asQString(object->codeId().text()),
             QStringLiteral("f1c3bcc0279865fe3058404b2831d9e64135386c"));
    QTEST(asQString(object->debugId().canonical()), "debugId");
}

void TestElfObject::debugIdFoldsTextWithoutBuildId()
{
    // Byte i goes to lane i mod 16; the 17th byte meets the first.
    const auto object = opened(ElfBuilder().add(
        text("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\xf0")));
    QVERIFY(object);
    QVERIFY(object->codeId().empty());
    QCOMPARE(asQString(object->debugId().canonical()),
             QStringLiteral("040302f1-0605-0807-090a-0b0c0d0e0f10"));
    QVERIFY(opened(ElfBuilder())->debugId().isNil());
}

void TestElfObject::othersFoldTextInTheirWay()
{
    const auto idsOf = [](std::vector<std::byte> file) {
        QStringList ids;
        for (const auto& id :
             (*elf::openElf(ByteView::fromVector(std::move(file)), {}))->otherDebugIds())
            ids << asQString(id.canonical());
        return ids;
    };
    // Breakpad takes the bytes after .text too, up to a whole block. Facebook's first value is the
    // size of .text, 29.
    const std::string_view code = "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10"
                                  "\xf0\xf0\xf0\xf0\xf0\xf0\xf0\xf0\xf0\xf0\xf0\xf0\xf0";
    ElfBuilder builder;
    builder.add(text(code)).add({".rodata", 1, kAlloc, 0x2000, bytesOf("next")});
    auto file = builder.build();
    const auto after = std::ranges::search(file, bytesOf(code)).end();
    std::ranges::copy(bytesOf("\xaa\xbb\xcc"), after);
    QCOMPARE(idsOf(file), (QStringList{"f4f3f2f1-f6f5-f8f7-f9fa-fbfcfda4b4dc",
                                       "e9eeefec-ebe8-e5ea-e4e7-e6e1e0b9a9c1"}));
    // Whole blocks: Breakpad's is debugId().
    QCOMPARE(idsOf(ElfBuilder().add(text(code.substr(0, 16))).build()),
             QStringList{"14131211-1615-1817-191a-1b1c1d1e1f00"});
    // A build id leaves no doubt.
    builder.add({".note.gnu.build-id", 7, kAlloc, 0, builder.note("GNU", 3, kBuildId)});
    QVERIFY(idsOf(builder.build()).isEmpty());
}

void TestElfObject::kinds_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("hasInterpreter");
    QTest::addColumn<bool>("hasText");
    QTest::addColumn<QString>("kind");
    QTest::newRow("none") << 0 << false << true << "none";
    QTest::newRow("relocatable") << 1 << false << true << "rel";
    QTest::newRow("executable") << 2 << true << true << "exe";
    QTest::newRow("executable without interpreter") << 2 << false << true << "dbg";
    QTest::newRow("library") << 3 << false << true << "lib";
    QTest::newRow("library without code bytes") << 3 << false << false << "dbg";
    QTest::newRow("core dump") << 4 << false << true << "dump";
    QTest::newRow("PlayStation executable") << 0xfe10 << true << true << "exe";
    QTest::newRow("PlayStation library") << 0xfe18 << false << true << "lib";
    QTest::newRow("unknown type") << 0x1234 << false << true << "other";
}

void TestElfObject::kinds()
{
    QFETCH(int, type);
    QFETCH(bool, hasInterpreter);
    QFETCH(bool, hasText);
    ElfBuilder builder;
    builder.type(static_cast<std::uint16_t>(type));
    auto code = text();
    if (!hasText)
        code.type = kNobits;
    builder.add(code);
    if (hasInterpreter)
        builder.add(ElfBuilder::Segment{3, 4, 0, 0});
    QTEST(asQString(object::objectKindName(opened(builder)->kind())), "kind");
}

void TestElfObject::architectures_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<quint32>("flags");
    QTest::addColumn<QString>("arch");
    QTest::newRow("x86") << 3 << 0u << "x86";
    QTest::newRow("x86-64") << 62 << 0u << "x86_64";
    QTest::newRow("arm") << 40 << 0u << "arm";
    QTest::newRow("arm64") << 183 << 0u << "arm64";
    QTest::newRow("ppc") << 20 << 0u << "ppc";
    QTest::newRow("ppc64") << 21 << 0u << "ppc64";
    QTest::newRow("mips with 64-bit addresses") << 8 << 0u << "mips64";
    QTest::newRow("unknown") << 999 << 0u << "unknown";
    QTest::newRow("32-bit mips") << -8 << 0u << "mips";
    QTest::newRow("32-bit mips with a 64-bit ABI") << -8 << 0x2000u << "mips64";
}

void TestElfObject::architectures()
{
    QFETCH(int, machine); // Negative: in a 32-bit file.
    QFETCH(quint32, flags);
    ElfBuilder builder(machine < 0 ? ElfBuilder::Class::Elf32 : ElfBuilder::Class::Elf64);
    builder.machine(static_cast<std::uint16_t>(std::abs(machine))).flags(flags);
    QTEST(asQString(archName(opened(builder)->arch())), "arch");
}

void TestElfObject::debugInfoOfUnlinkedFilesIsNotRead_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("relocations");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("object file") << 1 << ".rela.debug_info" << false;
    QTest::newRow("object file without addends") << 1 << ".rel.debug_info" << false;
    QTest::newRow("object file without relocations") << 1 << ".rela.text" << true;
    QTest::newRow("program that kept its relocations") << 2 << ".rela.debug_info" << true;
}

void TestElfObject::debugInfoOfUnlinkedFilesIsNotRead()
{
    QFETCH(int, type);
    QFETCH(QString, relocations);
    QFETCH(bool, isRead);
    ElfBuilder builder;
    builder.type(static_cast<std::uint16_t>(type)).add(text());
    for (const auto& [name, content] : DwarfBuilder({}).build())
        builder.add({.name = "." + name, .content = content});
    builder.add(
        {.name = relocations.toStdString(), .type = 4, .content = std::vector<std::byte>(24)});
    const auto object = opened(builder);
    QVERIFY(object);
    QCOMPARE(object->features().hasDebugInfo, isRead);
    QCOMPARE(object->debugInfo() != nullptr, isRead);
    QCOMPARE(
        asQString(object->warnings().empty() ? "" : object->warnings().back()).contains("unlinked"),
        !isRead);
}

void TestElfObject::compressedSections_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isFlagged");
    QTest::addColumn<bool>("is64");
    QTest::newRow("gABI header, 64-bit") << QByteArray(".debug_str") << true << true;
    QTest::newRow("gABI header, 32-bit") << QByteArray(".debug_str") << true << false;
    QTest::newRow("legacy .zdebug_") << QByteArray(".zdebug_str") << false << true;
}

void TestElfObject::compressedSections()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, isFlagged);
    QFETCH(bool, is64);
    ElfBuilder builder(is64 ? ElfBuilder::Class::Elf64 : ElfBuilder::Class::Elf32);
    auto content = builder.compressed(1, kPlain.size(), kZlib);
    if (!isFlagged)
        content =
            ByteAssembler(std::endian::big).text("ZLIB").u64(kPlain.size()).text(kZlib).finish();
    builder.add({name.toStdString(), 1, isFlagged ? 0x800u : 0u, 0, content});
    const auto object = opened(builder);
    QVERIFY(object);
    const auto section = object->section(".debug_str");
    QVERIFY(section);
    QCOMPARE(section->text(), kPlain);
    QCOMPARE(object->section(".debug_str")->data(), section->data()); // Decompressed once.
    QVERIFY(object->warnings().empty());
}

void TestElfObject::lyingDebugInfoIsNoFeature_data()
{
    QTest::addColumn<quint32>("algorithm");
    QTest::addColumn<quint64>("declaredBytes");
    QTest::addColumn<bool>("hasDebugInfo");
    QTest::newRow("honest") << 1u << quint64{kPlain.size()} << true;
    QTest::newRow("another size") << 1u << quint64{kPlain.size() + 1} << false;
    QTest::newRow("another algorithm") << 2u << quint64{kPlain.size()} << false;
    QTest::newRow("unknown algorithm") << 9u << quint64{kPlain.size()} << false;
    QTest::newRow("a terabyte") << 1u << quint64{1ull << 40} << false;
}

void TestElfObject::lyingDebugInfoIsNoFeature()
{
    QFETCH(quint32, algorithm);
    QFETCH(quint64, declaredBytes);
    QFETCH(bool, hasDebugInfo);
    ElfBuilder builder;
    builder.add({".debug_info", 1, 0x800, 0, builder.compressed(algorithm, declaredBytes, kZlib)});
    const auto object = opened(builder);
    QVERIFY(object);
    QCOMPARE(object->features().hasDebugInfo, hasDebugInfo);
    QCOMPARE(object->warnings().empty(), hasDebugInfo);
}

void TestElfObject::oversizedSectionIsAbsentWithWarning()
{
    ElfBuilder builder;
    builder.add({".debug_str", 1, 0x800, 0, builder.compressed(1, 1000, kZlib)});
    ParseLimits limits;
    limits.maxDecompressedSectionBytes = 999;
    const auto object = elf::openElf(ByteView::fromVector(builder.build()), limits);
    QVERIFY(object);
    QVERIFY(!(*object)->section(".debug_str"));
    const auto warnings = (*object)->warnings();
    QCOMPARE(warnings.size(), std::size_t{1});
    QCOMPARE(asQString(warnings[0]),
             QStringLiteral(
                 "section .debug_str: deflate stream of 1000 bytes exceeds the limit of 999"));
}

void TestElfObject::sectionThatExpandsEnormouslyIsAbsentWithWarning()
{
    constexpr std::uint64_t kDeclaredBytes = 128ull << 20;
    ElfBuilder builder;
    builder.add({".debug_str", 1, 0x800, 0, builder.compressed(1, kDeclaredBytes, kZlib)});
    const auto object = opened(builder);
    QVERIFY(object);
    QVERIFY(!object->section(".debug_str"));
    const auto limit = (64ull << 20) + 256 * kZlib.size();
    QCOMPARE(object->warnings(), std::vector<std::string>{concat(
                                     "section .debug_str: deflate stream of ", kDeclaredBytes,
                                     " bytes exceeds the limit of ", limit)});
}

void TestElfObject::unwindInfoNeedsAnFde_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<quint32>("type");
    QTest::addColumn<bool>("expected");
    const auto cie = QByteArray::fromHex("0800000000000000") + QByteArray(4, '\1');
    const auto fde = QByteArray::fromHex("0800000010000000") + QByteArray(4, '\1');
    const auto end = QByteArray(4, '\0');
    QTest::newRow("CIE and FDE") << QByteArray(".eh_frame") << cie + fde + end << 1u << true;
    QTest::newRow("CIE only") << QByteArray(".eh_frame") << cie + end << 1u << false;
    QTest::newRow("terminator only") << QByteArray(".eh_frame") << end << 1u << false;
    QTest::newRow("bytes in another file")
        << QByteArray(".eh_frame") << cie + fde << kNobits << false;
    const auto debugCie = QByteArray::fromHex("08000000ffffffff") + QByteArray(4, '\1');
    const auto debugFde = QByteArray::fromHex("0800000000000000") + QByteArray(4, '\1');
    QTest::newRow("debug_frame") << QByteArray(".debug_frame") << debugCie + debugFde << 1u << true;
    QTest::newRow("debug_frame, CIE only") << QByteArray(".debug_frame") << debugCie << 1u << false;
}

void TestElfObject::unwindInfoNeedsAnFde()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, content);
    QFETCH(quint32, type);
    ElfBuilder builder;
    builder.add({name.toStdString(), type, kAlloc, 0x100, bytesOf(content.toStdString())});
    QTEST(opened(builder)->features().hasUnwindInfo, "expected");
}

/// .eh_frame_hdr at 0x2000 pointing 0x20 bytes before itself, relative to the field.
void TestElfObject::frameSectionsFromProgramHeaders()
{
    ByteAssembler area;
    const std::size_t headerAt = 0x20;
    area.u32(8).u32(0).u32(0x01010101).u32(8).u32(0x10).u32(0x01010101).u32(0).u32(0);
    area.u8(1).u8(0x1b).u8(3).u8(0x3b).u32(0xffffffff - (headerAt + 4) + 1);
    ElfBuilder builder;
    builder.add({".eh_frame", 1, kAlloc, 0, area.finish()});
    builder.add({".eh_frame_hdr", 1, kAlloc, 0,
                 ByteAssembler().u8(1).u8(0x1b).u8(3).u8(0x3b).u32(0xffffffdc).finish()});
    builder.add(ElfBuilder::Segment{1, 4, 0x1fe0, 0})
        .add(ElfBuilder::Segment{0x6474e550, 4, 0x2000, 1});
    builder.withoutSectionHeaders();
    const auto object = opened(builder);
    QVERIFY(object);
    QVERIFY(object->features().hasUnwindInfo);
    QCOMPARE(object->section(".eh_frame")->size(), std::size_t{0x20});
    QCOMPARE(object->section(".eh_frame_hdr")->size(), std::size_t{8});
    const auto ranges = object->ranges();
    QCOMPARE(ranges.size(), std::size_t{2});
    QCOMPARE(ranges[0].address, std::uint64_t{0x2000});
    QCOMPARE(ranges[1].name, std::string(".eh_frame"));
    QCOMPARE(ranges[1].address, std::uint64_t{0x1fe0});
}

void TestElfObject::companionsAreListed()
{
    ElfBuilder builder;
    builder.add({".gnu_debuglink", 1, 0, 0,
                 ByteAssembler().text("a.debug").u8(0).u32(0x1234abcd).finish()});
    builder.add({".gnu_debugaltlink", 1, 0, 0,
                 ByteAssembler().text("../.dwz/a").u8(0).text("\xab\xcd").finish()});
    builder.add({".gnu_debugdata", 1, 0, 0, bytesOf("not xz")});
    const auto object = opened(builder);
    const auto companions = object->companions();
    using Kind = object::CompanionReference::Kind;
    QCOMPARE(companions.size(), std::size_t{3});
    QCOMPARE(companions[0].kind, Kind::DebugLink);
    QCOMPARE(companions[0].name, std::string("a.debug"));
    QCOMPARE(companions[0].identity, std::string("1234abcd"));
    QCOMPARE(companions[1].kind, Kind::AltLink);
    QCOMPARE(companions[1].identity, std::string("abcd"));
    QCOMPARE(companions[2].kind, Kind::MiniDebugInfo);
    QVERIFY(object->symbols().empty()); // Damaged mini debug info loses only its own symbols.
    QVERIFY(asQString(object->warnings().at(0))
                .startsWith(QStringLiteral("section .gnu_debugdata: xz stream of 6 bytes")));
}

void TestElfObject::readImageFollowsSegments()
{
    ElfBuilder builder;
    builder.add(text("0123456789")).add(ElfBuilder::Segment{1, 5, 0x400000, 0});
    const auto object = opened(builder);
    QCOMPARE(object->loadAddress(), std::uint64_t{0x400000});
    QCOMPARE(object->readImage(0x400002, 3)->text(), std::string_view("234"));
    QCOMPARE(object->readImage(0x400008, 100)->text(), std::string_view("89"));
    QVERIFY(!object->readImage(0x40000a, 1));
    QVERIFY(!object->readImage(0x3fffff, 2));
}

void TestElfObject::defects_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("sizeBytes");
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QString>("detail");
    QTest::newRow("magic") << 0 << 1 << quint64{0} << "no ELF magic at offset 0";
    QTest::newRow("class") << 4 << 1 << quint64{3} << "ELF class 3, expected 1 or 2";
    QTest::newRow("byte order") << 5 << 1 << quint64{0} << "ELF data encoding 0, expected 1 or 2";
    QTest::newRow("program header offset")
        << 0x20 << 8 << quint64{0xfffffff0}
        << "program headers: 1 entries of 56 bytes at offset 0xfffffff0 do not fit 360 bytes";
    QTest::newRow("program header size")
        << 0x36 << 2 << quint64{8} << "program headers: entries of 8 bytes, expected 56";
    QTest::newRow("section header offset") << 0x28 << 8 << ~quint64{0}
                                           << "section headers: 3 entries of 64 bytes at offset "
                                              "0xffffffffffffffff do not fit 360 bytes";
    QTest::newRow("section header count")
        << 0x3c << 2 << quint64{0x8000}
        << "section headers: 32768 entries of 64 bytes at offset 0xa8 do not fit 360 bytes";
    QTest::newRow("section header size")
        << 0x3a << 2 << quint64{39} << "section headers: entries of 39 bytes, expected 64";
    QTest::newRow("name section is only a warning")
        << 0x3e << 2 << quint64{77} << "section names: section 77 of 3 does not exist";
}

void TestElfObject::defects()
{
    QFETCH(int, offset);
    QFETCH(int, sizeBytes);
    QFETCH(quint64, value);
    QFETCH(QString, detail);
    ElfBuilder builder;
    builder.add(text()).add(ElfBuilder::Segment{1, 5, 0, 0});
    ByteAssembler damaged;
    damaged.bytes(builder.build());
    damaged.patch(static_cast<std::size_t>(offset), value, static_cast<std::size_t>(sizeBytes));
    const auto object = elf::openElf(ByteView::fromVector(damaged.finish()), {});
    if (object) {
        QCOMPARE((*object)->warnings().size(), std::size_t{1});
        QCOMPARE(asQString((*object)->warnings()[0]), detail);
    } else {
        QCOMPARE(asQString(object.error().detail), detail);
    }
}

void TestElfObject::sectionHeadersMayBeDamagedWhereTheLoaderIsContent_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<quint64>("value");
    QTest::addColumn<bool>("opens");
    constexpr int kSectionHeaders = 0x28;
    constexpr int kSegmentFlags = 0x44;
    constexpr int kSegmentFileSize = 0x60;
    QTest::newRow("code is there") << kSectionHeaders << ~quint64{0} << true;
    QTest::newRow("code is cut off") << kSegmentFileSize << quint64{0x10000} << false;
    QTest::newRow("no code") << kSegmentFlags << quint64{4} << false;
}

void TestElfObject::sectionHeadersMayBeDamagedWhereTheLoaderIsContent()
{
    QFETCH(int, offset);
    QFETCH(quint64, value);
    QFETCH(bool, opens);
    ElfBuilder builder;
    builder.add(text()).add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    ByteAssembler damaged;
    damaged.bytes(builder.build());
    damaged.patch(0x28, ~std::uint64_t{0}, 8);
    damaged.patch(static_cast<std::size_t>(offset), value, offset == 0x44 ? 4 : 8);
    const auto object = elf::openElf(ByteView::fromVector(damaged.finish()), {});
    QCOMPARE(object.has_value(), opens);
    if (!opens)
        return;
    QCOMPARE((*object)->warnings().size(), std::size_t{1});
    QCOMPARE((*object)->readImage(0x1000, 5)->size(), std::size_t{5});
}

void TestElfObject::everyPrefixIsValueOrError()
{
    ElfBuilder builder;
    builder.add(text()).add(
        {".debug_str", 1, 0x800, 0, builder.compressed(1, kPlain.size(), kZlib)});
    builder.add({".note.gnu.build-id", 7, kAlloc, 0, builder.note("GNU", 3, kBuildId)});
    builder.add(ElfBuilder::Segment{1, 5, 0, 0})
        .addSymbols(".symtab", kSymtab, {{"main", 0x10, 5}});
    const auto file = builder.build();
    int openedCount = 0;
    for (std::size_t length = 0; length <= file.size(); ++length) {
        const auto object = elf::openElf(
            ByteView::fromVector({file.begin(), file.begin() + static_cast<long>(length)}), {});
        if (!object) {
            QVERIFY(!object.error().detail.empty());
            continue;
        }
        ++openedCount;
        (*object)->features();
        (*object)->symbols();
        (*object)->companions();
        (*object)->section(".debug_str");
    }
    QVERIFY(openedCount >= 1);
}

QTEST_GUILESS_MAIN(TestElfObject)
#include "tst_elf_object.moc"

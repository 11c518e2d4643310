// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/macho/macho_function_starts.h"
#include "core/formats/debug/macho/macho_object.h"
#include "tests/support/macho_builder.h"
#include "tests/support/object_walk.h"
#include "tests/support/packed_bytes.h"

#include <QTest>

using namespace faultline;
using test::MachOBuilder;

class TestMachO : public QObject
{
    Q_OBJECT

private slots:
    void zippedSectionsAreUnpacked();
    void widthsAndByteOrders_data();
    void widthsAndByteOrders();
    void architectures_data();
    void architectures();
    void kinds_data();
    void kinds();
    void symbolsAreFunctionsWithoutUnderscore();
    void functionsAreWhereInstructionsAre();
    void temporarySymbolsComeLast();
    void functionsEndWhereStrippedOnesBegin_data();
    void functionsEndWhereStrippedOnesBegin();
    void endlessFunctionStartsAreNotKept();
    void hiddenSymbolsWantASymbolMap();
    void debugMapNamesObjectFilesOnce();
    void sectionNames_data();
    void sectionNames();
    void phantomSectionsAreAbsent();
    void sectionsBeyondFourGigabytes();
    void imageIsReadBySegment();
    void fatMembers_data();
    void fatMembers();
    void javaClassIsNotFat();
    void defects_data();
    void defects();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint32_t kReadExecute = 5;

MachOBuilder sample()
{
    MachOBuilder builder;
    builder.uuid = {0x50, 0x2f, 0xc0, 0xa5, 0x1e, 0xc1, 0x3e, 0x47,
                    0x99, 0x98, 0x68, 0x4f, 0xa1, 0x39, 0xdc, 0xa7};
    builder.segments = {{"__TEXT",
                         0x4000,
                         0x1000,
                         kReadExecute,
                         {{"__text", 0x4000, "0123456789abcdef"},
                          {"__stubs", 0x4010, "stub"},
                          {"__unwind_info", 0x4014, "unwind"}}},
                        {"__DWARF",
                         0x8000,
                         0x100,
                         1,
                         {{"__debug_info", 0x8000, "info"}, {"__debug_str_offs", 0x8004, "offs"}}}};
    builder.symbols = std::vector<MachOBuilder::Symbol>{{"__mh_execute_header", 0x0f, 1, 0x4000},
                                                        {"_main", 0x0f, 1, 0x4004},
                                                        {"_stub", 0x0e, 2, 0x4010},
                                                        {"_table", 0x0e, 3, 0x4014},
                                                        {"_import", 0x01, 0, 0},
                                                        {"_stab", 0x24, 1, 0x4004},
                                                        {"_below", 0x0f, 1, 0x10}};
    return builder;
}

object::ObjectPtr openOrNull(const MachOBuilder& builder)
{
    const auto object = macho::openMachO(ByteView::fromVector(builder.build()), ParseLimits{});
    return object ? *object : nullptr;
}

} // namespace

void TestMachO::zippedSectionsAreUnpacked()
{
    const std::string content(1000, 'i');
    auto builder = sample();
    builder.segments[1] = {"__DWARF",
                           0x8000,
                           0x100,
                           1,
                           {{"__zdebug_info", 0x8000,
                             std::string("ZLIB\0\0\0\0\0\0\x03\xe8", 12) + test::zlibOf(content)}}};
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QVERIFY(object->features().hasDebugInfo);
    QCOMPARE(object->section("__debug_info")->text(), std::string_view(content));
    QVERIFY(!object->section("__debug_line"));
}

void TestMachO::widthsAndByteOrders_data()
{
    QTest::addColumn<bool>("is64");
    QTest::addColumn<bool>("isBigEndian");
    QTest::newRow("64 bit little-endian") << true << false;
    QTest::newRow("64 bit big-endian") << true << true;
    QTest::newRow("32 bit little-endian") << false << false;
    QTest::newRow("32 bit big-endian") << false << true;
}

void TestMachO::widthsAndByteOrders()
{
    QFETCH(bool, is64);
    QFETCH(bool, isBigEndian);
    auto builder = sample();
    builder.is64 = is64;
    builder.order = isBigEndian ? std::endian::big : std::endian::little;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QCOMPARE(object->debugId().canonical(), std::string("502fc0a5-1ec1-3e47-9998-684fa139dca7"));
    QCOMPARE(object->codeId().text(), std::string("502fc0a51ec13e479998684fa139dca7"));
    QCOMPARE(object->loadAddress(), std::uint64_t{0x4000});
    QCOMPARE(object->byteOrder(), builder.order);
    QCOMPARE(object->symbols().size(), std::size_t{3});
    QCOMPARE(object->section("__debug_info")->text(), std::string_view("info"));
    const auto features = object->features();
    QVERIFY(features.hasDebugInfo && features.hasSymbols && features.hasUnwindInfo);
    QVERIFY(object->ranges().at(0).executable);
    QVERIFY(!object->ranges().at(3).executable);
}

void TestMachO::architectures_data()
{
    QTest::addColumn<quint32>("type");
    QTest::addColumn<quint32>("subtype");
    QTest::addColumn<QString>("expected");
    QTest::newRow("x86") << 7u << 3u << "x86";
    QTest::newRow("x86_64 with capability bits") << 0x01000007u << 0x80000003u << "x86_64";
    QTest::newRow("Haswell") << 0x01000007u << 8u << "x86_64h";
    QTest::newRow("arm64") << 0x0100000cu << 0u << "arm64";
    QTest::newRow("arm64e with pointer authentication") << 0x0100000cu << 0x80000002u << "arm64e";
    QTest::newRow("arm64_32") << 0x0200000cu << 1u << "arm64_32_v8";
    QTest::newRow("armv7s") << 12u << 11u << "armv7s";
    QTest::newRow("armv7k") << 12u << 12u << "armv7k";
    QTest::newRow("unknown arm") << 12u << 99u << "arm_unknown";
    QTest::newRow("ppc") << 18u << 0u << "ppc";
    QTest::newRow("unheard of") << 77u << 0u << "unknown";
}

void TestMachO::architectures()
{
    QFETCH(quint32, type);
    QFETCH(quint32, subtype);
    auto builder = sample();
    builder.cpuType = type;
    builder.cpuSubtype = subtype;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QTEST(QString::fromUtf8(archName(object->arch()).data()), "expected");
}

void TestMachO::kinds_data()
{
    QTest::addColumn<quint32>("fileType");
    QTest::addColumn<QString>("expected");
    QTest::newRow("object file") << 1u << "rel";
    QTest::newRow("executable") << 2u << "exe";
    QTest::newRow("core") << 4u << "dump";
    QTest::newRow("dylib") << 6u << "lib";
    QTest::newRow("linker") << 7u << "exe";
    QTest::newRow("bundle") << 8u << "lib";
    QTest::newRow("dsym") << 10u << "dbg";
    QTest::newRow("kext") << 11u << "lib";
    QTest::newRow("later invention") << 12u << "other";
}

void TestMachO::kinds()
{
    QFETCH(quint32, fileType);
    auto builder = sample();
    builder.fileType = fileType;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QTEST(QString::fromUtf8(object::objectKindName(object->kind()).data()), "expected");
}

void TestMachO::symbolsAreFunctionsWithoutUnderscore()
{
    const auto symbols = openOrNull(sample())->symbols();
    QCOMPARE(symbols[0].name, std::string_view("_mh_execute_header"));
    QCOMPARE(symbols[0].address, std::uint64_t{0});
    QCOMPARE(symbols[1].name, std::string_view("main"));
    QCOMPARE(symbols[1].address, std::uint64_t{4});
    QCOMPARE(symbols[2].name, std::string_view("stub"));
}

/// GCC's section for templates, a kernel extension's segment, and the symbol of the header, which
/// lies below the section that it names.
void TestMachO::functionsAreWhereInstructionsAre()
{
    constexpr std::uint32_t kPureInstructions = 0x80000000;
    constexpr std::uint32_t kSomeInstructions = 0x400;
    auto builder = sample();
    builder.segments = {{"__TEXT",
                         0x4000,
                         0x1000,
                         kReadExecute,
                         {{"__text", 0x4100, "0123456789abcdef"},
                          {"__textcoal_nt", 0x4110, "template", false, 0, kPureInstructions},
                          {"__const", 0x4118, "constant"}}},
                        {"__TEXT_EXEC",
                         0x8000,
                         0x100,
                         kReadExecute,
                         {{"__text", 0x8000, "kext", false, 0, kSomeInstructions}}}};
    builder.symbols = std::vector<MachOBuilder::Symbol>{{"__mh_execute_header", 0x0f, 1, 0x4000},
                                                        {"_main", 0x0f, 1, 0x4100},
                                                        {"_end", 0x0f, 1, 0x4110},
                                                        {"__ZN1TIiE3runEv", 0x0f, 2, 0x4110},
                                                        {"_table", 0x0f, 3, 0x4118},
                                                        {"_start", 0x0f, 4, 0x8000}};
    std::vector<std::string_view> names;
    const auto object = openOrNull(builder);
    for (const auto& symbol : object->symbols())
        names.push_back(symbol.name);
    QCOMPARE(names, (std::vector<std::string_view>{"main", "_ZN1TIiE3runEv", "start"}));
}

/// If an address has several names, the first one counts.
void TestMachO::temporarySymbolsComeLast()
{
    auto builder = sample();
    builder.symbols = std::vector<MachOBuilder::Symbol>{
        {"ltmp0", 0x0e, 1, 0x4000}, {"_main", 0x0f, 1, 0x4000}, {"ltmpl", 0x0e, 1, 0x4004}};
    const auto object = openOrNull(builder);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{3});
    QCOMPARE(symbols[0].name, std::string_view("main"));
    QCOMPARE(symbols[1].name, std::string_view("ltmpl"));
    QCOMPARE(symbols[2].name, std::string_view("ltmp0"));
}

void TestMachO::functionsEndWhereStrippedOnesBegin_data()
{
    QTest::addColumn<QByteArray>("starts");
    QTest::addColumn<bool>("isArm32");
    QTest::addColumn<quint64>("sizeBytes"); // Size of main, which is at 0x4004.
    QTest::newRow("no list") << QByteArray() << false << quint64{0};
    QTest::newRow("next one has no symbol")
        << QByteArray("\x04\x06\x02\0", 4) << false << quint64{6};
    QTest::newRow("Thumb code") << QByteArray("\x05\x06\x02\0", 4) << true << quint64{6};
    QTest::newRow("last one") << QByteArray("\x04\0", 2) << false << quint64{0};
    QTest::newRow("next one is in another section")
        << QByteArray("\x04\x10\0", 3) << false << quint64{0};
    QTest::newRow("what is behind the end does not count")
        << QByteArray("\x04\0\x06", 3) << false << quint64{0};
    QTest::newRow("cut off") << QByteArray("\x04\x06\x80", 3) << false << quint64{6};
}

/// A stripped library keeps the symbols of its exports. The code between them does not belong to
/// them.
void TestMachO::functionsEndWhereStrippedOnesBegin()
{
    QFETCH(QByteArray, starts);
    QFETCH(bool, isArm32);
    auto builder = sample();
    if (isArm32) {
        builder.is64 = false;
        builder.cpuType = 12;
        builder.cpuSubtype = 9;
    }
    builder.functionStarts = starts.toStdString();
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto symbols = object->symbols();
    QCOMPARE(symbols[1].name, std::string_view("main"));
    QTEST(quint64{symbols[1].sizeBytes}, "sizeBytes");
}

void TestMachO::endlessFunctionStartsAreNotKept()
{
    auto builder = sample();
    builder.functionStarts = std::string(100'000, '\x01');
    const auto file = macho::MachFile::open(ByteView::fromVector(builder.build()), ParseLimits{});
    QVERIFY(file);
    QCOMPARE(macho::readFunctionStarts(*file).size(), file->file().size() / 4);
}

void TestMachO::hiddenSymbolsWantASymbolMap()
{
    auto builder = sample();
    QVERIFY(openOrNull(builder)->companions().empty());
    builder.symbols->push_back({"__hidden#7_", 0x0e, 1, 0x4008});
    const auto object = openOrNull(builder);
    QCOMPARE(object->symbols().back().name, std::string_view("__hidden#7_"));
    QCOMPARE(object->companions().at(0).kind, object::CompanionReference::Kind::BcSymbolMap);
}

void TestMachO::debugMapNamesObjectFilesOnce()
{
    auto builder = sample();
    for (const char* file : {"/build/a.o", "/build/lib.a(b.o)", "/build/a.o", ""})
        builder.symbols->push_back({file, 0x66, 0, 1'600'000'000}); // N_OSO
    const auto companions = openOrNull(builder)->companions();
    QCOMPARE(companions.size(), std::size_t{2});
    QCOMPARE(companions[0].kind, object::CompanionReference::Kind::ObjectFile);
    QCOMPARE(companions[0].name, std::string("/build/a.o"));
    QCOMPARE(companions[1].name, std::string("/build/lib.a(b.o)"));
    QCOMPARE(openOrNull(builder)->symbols().size(), openOrNull(sample())->symbols().size());
}

void TestMachO::sectionNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("with prefix") << "__unwind_info" << "unwind";
    QTest::newRow("without prefix") << "unwind_info" << "unwind";
    QTest::newRow("name cut to 16 characters") << "debug_str_offsets" << "offs";
    QTest::newRow("cut name with prefix") << "__debug_str_offsets" << "offs";
    QTest::newRow("prefix of a name") << "debug_str" << "";
    QTest::newRow("absent") << "debug_line" << "";
}

void TestMachO::sectionNames()
{
    QFETCH(QString, name);
    const auto section = openOrNull(sample())->section(name.toStdString());
    QTEST(section
              ? QString::fromUtf8(section->text().data(), static_cast<qsizetype>(section->size()))
              : QString(),
          "expected");
}

void TestMachO::phantomSectionsAreAbsent()
{
    auto builder = sample();
    builder.segments[0].sections[2].isPhantom = true;
    builder.segments[0].sections[2].phantomSize = 6;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QVERIFY(!object->section("__unwind_info"));
    QVERIFY(!object->features().hasUnwindInfo);
    QCOMPARE(object->ranges().at(2).sizeBytes, std::uint64_t{6});
}

/// In real files the 32-bit offset of such a section has wrapped. Here it points elsewhere.
void TestMachO::sectionsBeyondFourGigabytes()
{
    auto builder = sample();
    builder.segments.resize(1);
    auto bytes = builder.build();
    const std::size_t sectionOffsetField =
        32 + 72 + 48; // Header, segment command, up to the first section's file offset.
    bytes.at(sectionOffsetField) = std::byte{1};
    const auto object = macho::openMachO(ByteView::fromVector(std::move(bytes)), ParseLimits{});
    QVERIFY(object);
    QCOMPARE((*object)->section("__text")->text(), std::string_view("0123456789abcdef"));
}

void TestMachO::imageIsReadBySegment()
{
    const auto object = openOrNull(sample());
    QCOMPARE(object->readImage(0x4004, 3)->text(), std::string_view("456"));
    QCOMPARE(object->readImage(0x4010, 100)->text(), std::string_view("stubunwind"));
    QVERIFY(!object->readImage(0x401a, 1)); // Mapped, but not in the file.
    QVERIFY(!object->readImage(0x3fff, 1));
    QVERIFY(!object->readImage(0x4000, 0));
}

void TestMachO::fatMembers_data()
{
    QTest::addColumn<bool>("is64");
    QTest::newRow("32-bit table") << false;
    QTest::newRow("64-bit table") << true;
}

void TestMachO::fatMembers()
{
    QFETCH(bool, is64);
    auto other = sample();
    other.cpuType = 7;
    other.is64 = false;
    const auto file = ByteView::fromVector(
        test::buildFatMachO({{0x0100000c, 2, sample().build()}, {7, 3, other.build()}}, is64));
    QVERIFY(macho::looksLikeFatMachO(file.span()));
    const auto members = macho::readFatMembers(file);
    QVERIFY(members);
    QCOMPARE(members->size(), std::size_t{2});
    QCOMPARE((*members)[0].arch, Arch::Arm64e);
    QCOMPARE((*members)[1].arch, Arch::X86);
    QVERIFY(macho::openMachO((*members)[1].bytes, ParseLimits{}));
}

void TestMachO::javaClassIsNotFat()
{
    const auto javaClass = QByteArray::fromHex("cafebabe00000034001d0a0006000f09");
    QVERIFY(!macho::looksLikeFatMachO(
        asBytes({javaClass.constData(), static_cast<std::size_t>(javaClass.size())})));
}

void TestMachO::defects_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<quint32>("value");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no magic") << 0 << 0u << "no mach-o magic at offset 0";
    QTest::newRow("commands exceed the file")
        << 20 << 0x10000u << "mach header: 65536 bytes of load commands, file has 831";
    QTest::newRow("more commands than bytes")
        << 16 << 5u << "load command 4 of 5 at offset 0x250: size 0, 0 bytes left";
    QTest::newRow("command without size")
        << 36 << 4u << "load command 0 of 4 at offset 0x0: size 4, 592 bytes left";
    QTest::newRow("command beyond the area")
        << 36 << 0x1000u << "load command 0 of 4 at offset 0x0: size 4096, 592 bytes left";
    QTest::newRow("more sections than bytes")
        << 32 + 64 << 9u << "segment __TEXT: 9 sections in 304 bytes";
}

void TestMachO::defects()
{
    QFETCH(int, offset);
    QFETCH(quint32, value);
    auto bytes = sample().build();
    for (std::size_t i = 0; i < 4; ++i)
        bytes.at(static_cast<std::size_t>(offset) + i) = static_cast<std::byte>(value >> (8 * i));
    const auto object = macho::openMachO(ByteView::fromVector(std::move(bytes)), ParseLimits{});
    QVERIFY(!object);
    QTEST(QString::fromStdString(object.error().detail), "detail");
}

void TestMachO::everyPrefixGivesValueOrError()
{
    const auto file = ByteView::fromVector(sample().build());
    std::size_t opened = 0;
    for (std::size_t size = 0; size <= file.size(); ++size) {
        const auto object =
            macho::openMachO(ByteView::copyOf(file.span().first(size)), ParseLimits{});
        if (!object)
            continue;
        ++opened;
        test::walkObject(**object);
    }
    QVERIFY(opened > 0 && opened < file.size());
}

QTEST_GUILESS_MAIN(TestMachO)
#include "tst_macho.moc"

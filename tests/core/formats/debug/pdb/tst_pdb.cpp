#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/pdb/pdb_object.h"
#include "tests/support/object_walk.h"
#include "tests/support/pdb_builder.h"

#include <QTest>

using namespace faultline;
using test::ByteAssembler;
using test::PdbBuilder;

class TestPdb : public QObject
{
    Q_OBJECT

private slots:
    void identityTakesTheDbiAge();
    void architectures_data();
    void architectures();
    void functionsWithLinesAndInlinedCalls();
    void inlinedCallsWithoutCodeAreLeftOut();
    void inlinedCallsOfAFunctionWithoutLines();
    void linesOfMergedInlinees_data();
    void linesOfMergedInlinees();
    void foldedFunctionsKeepTheirLines();
    void linesOfAssemblersFindTheirFunction();
    void linesOutsideOfFunctions();
    void separatedCodeKeepsNameAndEntry();
    void names_data();
    void names();
    void anonymousNamespaces_data();
    void anonymousNamespaces();
    void publicSymbolsOfExecutableSections();
    void publicSymbolsEndWithTheirObject_data();
    void publicSymbolsEndWithTheirObject();
    void reorderedImages_data();
    void reorderedImages();
    void windowsFrames();
    void sourceServer_data();
    void sourceServer();
    void sourceTargets_data();
    void sourceTargets();
    void sourceLinkStandsBeforeTheSourceServer();
    void fastLinkTellsWhatIsMissing();
    void damage_data();
    void damage();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint16_t kPointer = 0x1002;
constexpr std::uint32_t kPointer64 = 0x1000c;
constexpr std::uint32_t kReference64 = 0x1002c;
constexpr std::uint16_t kGlobalProc = 0x1110;

template <class Write>
std::string record(std::uint16_t kind, Write write)
{
    ByteAssembler out;
    write(out);
    return test::codeViewRecord(kind, test::asString(out.finish()));
}

template <class Write>
std::string subsection(std::uint32_t kind, Write write)
{
    ByteAssembler out;
    write(out);
    return test::c13Subsection(kind, test::asString(out.finish()));
}

/// 0x1000 (int, ns::Box const*) · 1 procedure · 2 class · 3 pointer · 4 const class · 5 const
/// method · 6 int[10] · 7 no arguments · 8 function pointer · 9 (int (*)(int, …), int(&)[10], …) ·
/// 10 procedure of it · 11 static method · 12 reference to the array · 13 class in the form of
/// Visual Studio 2019, four bytes · 14 twelve bytes of them · 15 (both) · 16 procedure of it
/// 17 56 bytes of wchar_t* · 18 (them) · 19 procedure of it
std::string sampleTypes()
{
    std::string types;
    types += record(0x1201, [](auto& o) { o.u32(2).u32(0x74).u32(0x1003); });
    types += record(0x1008, [](auto& o) { o.u32(0x74).u8(0).u8(0).u16(2).u32(0x1000); });
    types += record(
        0x1505, [](auto& o) { o.u16(0).u16(0).u32(0).u32(0).u32(0).u16(4).text("ns::Box").u8(0); });
    types += record(kPointer, [](auto& o) { o.u32(0x1004).u32(kPointer64); });
    types += record(0x1001, [](auto& o) { o.u32(0x1002).u16(1); });
    types += record(0x1009, [](auto& o) {
        o.u32(3).u32(0x1002).u32(0x1003).u8(0).u8(0).u16(2).u32(0x1000).u32(0);
    });
    types += record(0x1503, [](auto& o) { o.u32(0x74).u32(0x74).u16(40).u8(0); });
    types += record(0x1201, [](auto& o) { o.u32(0); });
    types += record(kPointer, [](auto& o) { o.u32(0x1001).u32(kPointer64); });
    types += record(0x1201, [](auto& o) { o.u32(3).u32(0x1008).u32(0x100c).u32(0); });
    types += record(0x1008, [](auto& o) { o.u32(3).u8(0).u8(0).u16(3).u32(0x1009); });
    types += record(
        0x1009, [](auto& o) { o.u32(3).u32(0x1002).u32(0).u8(0).u8(0).u16(0).u32(0x1007).u32(0); });
    types += record(kPointer, [](auto& o) { o.u32(0x1006).u32(kReference64); });
    types += record(0x1608, [](auto& o) {
        o.u32(0x280).u32(0).u32(0).u32(0).u16(0).u16(4).text("ns::Late").u8(0);
    });
    types += record(0x1503, [](auto& o) { o.u32(0x100d).u32(0x74).u16(12).u8(0); });
    types += record(0x1201, [](auto& o) { o.u32(2).u32(0x100d).u32(0x100e); });
    types += record(0x1008, [](auto& o) { o.u32(3).u8(0).u8(0).u16(2).u32(0x100f); });
    types += record(0x1503, [](auto& o) { o.u32(0x671).u32(0x74).u16(56).u8(0); });
    types += record(0x1201, [](auto& o) { o.u32(1).u32(0x1011); });
    types += record(0x1008, [](auto& o) { o.u32(3).u8(0).u8(0).u16(1).u32(0x1012); });
    return types;
}

/// 0x1000 namespace · 1 ns::inner · 2 ns::Box::method · 3 an anonymous namespace · 4 a function in
/// it
std::string sampleIds()
{
    std::string ids;
    ids += record(0x1605, [](auto& o) { o.u32(0).text("ns").u8(0); });
    ids += record(0x1601, [](auto& o) { o.u32(0x1000).u32(0x1001).text("inner").u8(0); });
    ids += record(0x1602, [](auto& o) { o.u32(0x1002).u32(0x1005).text("method").u8(0); });
    ids += record(0x1605, [](auto& o) { o.u32(0).text("?A0xdeadbeef").u8(0); });
    ids += record(0x1601, [](auto& o) { o.u32(0x1003).u32(0x1001).text("hidden").u8(0); });
    return ids;
}

std::string
procedure(const std::string& name, std::uint32_t type, std::uint32_t offset, std::uint32_t size)
{
    return record(kGlobalProc, [&](auto& o) {
        o.zeros(12).u32(size).zeros(8).u32(type).u32(offset).u16(1).u8(0).text(name).u8(0);
    });
}

std::string end()
{
    return test::codeViewRecord(6, "");
}

std::string inlineSite(std::uint32_t id, const std::string& annotations)
{
    return record(0x114d, [&](auto& o) { o.u32(0).u32(0).u32(id).text(annotations); });
}

PdbBuilder sample()
{
    PdbBuilder pdb;
    pdb.guid = {0x99, 0xd9, 0x49, 0x32, 0x40, 0x0c, 0x31, 0x49,
                0x86, 0x10, 0xf4, 0xe4, 0xfb, 0x0b, 0x69, 0x36};
    pdb.types = sampleTypes();
    pdb.ids = sampleIds();
    pdb.names = std::string("\0c:\\src\\main.cpp\0$T0 .raSearch = \0", 35);
    pdb.symbols = procedure("main", 0x1001, 0x10, 0x40);
    pdb.symbols += inlineSite(0x1001, "\x0b\x24\x04\x08"); // Offset 4, line + 1; eight bytes.
    pdb.symbols += inlineSite(0x1002, "\x0c\x02\x06");     // Offset 6, two bytes.
    pdb.symbols += test::codeViewRecord(0x114e, "") + test::codeViewRecord(0x114e, "") + end();
    pdb.c13 = subsection(0xf4, [](auto& o) { o.u32(1).u8(4).u8(1).text("hash").u16(0); });
    pdb.c13 += subsection(0xf2, [](auto& o) {
        o.u32(0x10).u16(1).u16(0).u32(0x40); // 0001:0010, 0x40 bytes.
        o.u32(0).u32(4).u32(44).u32(0).u32(10).u32(8).u32(11).u32(0x20).u32(11).u32(0x30).u32(
            0xfeefee);
    });
    pdb.c13 += subsection(
        0xf6, [](auto& o) { o.u32(0).u32(0x1001).u32(0).u32(5).u32(0x1002).u32(0).u32(7); });
    pdb.publics = record(0x110e, [](auto& o) { o.u32(2).u32(0x10).u16(1).text("_main").u8(0); });
    pdb.publics += record(0x110e, [](auto& o) { o.u32(0).u32(0x10).u16(2).text("_data").u8(0); });
    return pdb;
}

object::ObjectPtr openOrNull(const PdbBuilder& builder, bool scatter = false)
{
    const auto object = pdb::openPdb(ByteView::fromVector(builder.build(scatter)), ParseLimits{});
    return object ? *object : nullptr;
}

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString describe(const object::DebugUnit& unit, const object::DebugLine& line)
{
    const auto file =
        line.file == object::kNoIndex ? QString("?") : text(unit.files.at(line.file).name);
    return QString(" %1 %2:%3").arg(line.address, 0, 16).arg(file).arg(line.line);
}

/// Functions, inlined calls and lines of the only module as text.
QString describe(const object::ObjectPtr& object)
{
    const auto reader = object->debugInfo();
    const auto unit = reader->readUnit(0, {});
    if (!unit)
        return QString::fromStdString(unit.error().detail);
    QStringList out;
    for (const auto& function : unit->functions) {
        out += QString("%1-%2 entry %3 %4")
                   .arg(function.begin, 0, 16)
                   .arg(function.end, 0, 16)
                   .arg(function.entry, 0, 16)
                   .arg(text(function.name));
        for (std::uint32_t i = 0; i < function.inlineCount; ++i) {
            const auto& call = unit->inlines[function.firstInline + i];
            out += QString(" %1-%2 %3 at %4")
                       .arg(call.begin, 0, 16)
                       .arg(call.end, 0, 16)
                       .arg(text(call.name))
                       .arg(call.callLine);
        }
        for (std::uint32_t i = 0; i < function.lineCount; ++i)
            out += describe(*unit, unit->lines[function.firstLine + i]);
    }
    for (const auto& range : unit->bareLines) {
        out += QString("%1-%2").arg(range.begin, 0, 16).arg(range.end, 0, 16);
        for (std::uint32_t i = 0; i < range.lineCount; ++i)
            out += describe(*unit, unit->lines[range.firstLine + i]);
    }
    return out.join('\n');
}

} // namespace

void TestPdb::identityTakesTheDbiAge()
{
    auto builder = sample();
    builder.infoAge = 7;
    builder.dbiAge = 2;
    for (const bool scatter : {false, true}) {
        const auto object = openOrNull(builder, scatter);
        QVERIFY(object);
        QCOMPARE(object->debugId().canonical(),
                 std::string("3249d999-0c40-4931-8610-f4e4fb0b6936-2"));
        QVERIFY(object->codeId().empty());
        QCOMPARE(object->kind(), object::ObjectKind::Debug);
        QVERIFY(object->warnings().empty());
    }
}

void TestPdb::architectures_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<bool>("hasUnwindInfo");
    QTest::newRow("x86 has frame data") << 0x14c << "x86" << true;
    QTest::newRow("x86_64") << 0x8664 << "x86_64" << false;
    QTest::newRow("arm") << 0x1c4 << "arm" << false;
    QTest::newRow("arm64") << 0xaa64 << "arm64" << false;
    QTest::newRow("ppc") << 0x1f0 << "ppc" << false;
    QTest::newRow("unknown") << 0x1 << "unknown" << false;
}

void TestPdb::architectures()
{
    QFETCH(int, machine);
    QFETCH(bool, hasUnwindInfo);
    auto builder = sample();
    builder.machine = static_cast<std::uint16_t>(machine);
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QTEST(text(archName(object->arch())), "arch");
    const auto features = object->features();
    QVERIFY(features.hasDebugInfo && features.hasSymbols && !features.hasSources);
    QCOMPARE(features.hasUnwindInfo, hasUnwindInfo);
}

void TestPdb::functionsWithLinesAndInlinedCalls()
{
    const auto object = openOrNull(sample());
    QVERIFY(object);
    QCOMPARE(describe(object),
             QString("1010-1050 entry 1010 main(int, ns::Box const*)\n"
                     " 1014-101c ns::inner(int, ns::Box const*) at 10\n"
                     " 1016-1018 ns::Box::method(int, ns::Box const*) const at 6\n"
                     " 1010 main.cpp:10\n 1014 main.cpp:6\n 1016 main.cpp:7\n 1018 main.cpp:6\n "
                     "101c main.cpp:11"));
    const auto unit = object->debugInfo()->readUnit(0, {});
    QCOMPARE(text(unit->files.at(0).directory), QString("c:\\src"));
    QCOMPARE(unit->files.at(0).checksumKind, object::DebugFile::ChecksumKind::Md5);
    QCOMPARE(text(unit->files.at(0).checksum), QString("hash"));
    QCOMPARE(unit->damagedRecords, 0u);
}

/// Clang records calls that left no code, with a length of 0.
void TestPdb::inlinedCallsWithoutCodeAreLeftOut()
{
    auto builder = sample();
    builder.symbols = procedure("main", 0, 0x10, 0x40);
    builder.symbols += inlineSite(0x1001, std::string("\x06\x04\x03\x04\x04\x00", 6));
    builder.symbols += test::codeViewRecord(0x114e, "") + end();
    QCOMPARE(describe(openOrNull(builder)),
             QString("1010-1050 entry 1010 main\n 1010 main.cpp:10\n 1018 main.cpp:11"));
}

/// Visual C++ writes such destructors.
void TestPdb::inlinedCallsOfAFunctionWithoutLines()
{
    auto builder = sample();
    builder.symbols = procedure("~Box", 0, 0x100, 0x20);
    builder.symbols += inlineSite(0x1001, "\x0b\x24\x04\x08");
    builder.symbols += test::codeViewRecord(0x114e, "") + end();
    QVERIFY(describe(openOrNull(builder))
                .startsWith("1100-1120 entry 1100 ~Box\n"
                            " 1104-110c ns::inner(int, ns::Box const*) at 0\n"
                            " 1104 main.cpp:6\n 110c ?:0"));
}

void TestPdb::linesOfMergedInlinees_data()
{
    QTest::addColumn<quint32>("otherFile");
    QTest::addColumn<quint32>("otherLine");
    QTest::addColumn<int>("delta"); // Encoded.
    QTest::addColumn<QString>("expected");
    QTest::newRow("the same function twice") << 0u << 5u << 0x4 << "main.cpp:7";
    QTest::newRow("another line") << 0u << 9u << 0x4 << "main.cpp:0";
    QTest::newRow("another file") << 24u << 5u << 0x4 << "?:0";
    QTest::newRow("a line before the first of the file") << 0u << 5u << 0x15 << "main.cpp:0";
}

/// One id, two records of where its function begins: linkers merge functions of one name and type.
void TestPdb::linesOfMergedInlinees()
{
    QFETCH(quint32, otherFile);
    QFETCH(quint32, otherLine);
    QFETCH(int, delta);
    QFETCH(QString, expected);
    auto builder = sample();
    builder.symbols = procedure("main", 0, 0x10, 0x40);
    // A line, then eight bytes from offset 4 on.
    const char annotations[] = {6, static_cast<char>(delta), 0x0c, 8, 4};
    builder.symbols += inlineSite(0x1001, std::string(annotations, sizeof annotations));
    builder.symbols += test::codeViewRecord(0x114e, "") + end();
    builder.c13 +=
        subsection(0xf6, [&](auto& o) { o.u32(0).u32(0x1001).u32(otherFile).u32(otherLine); });
    QCOMPARE(describe(openOrNull(builder)),
             QString("1010-1050 entry 1010 main\n 1014-101c ns::inner(int, ns::Box const*) at 10\n"
                     " 1010 main.cpp:10\n 1014 %1\n 101c main.cpp:11")
                 .arg(expected));
}

/// 0001:`offset`, one row: `line` of the only file.
static std::string linesAt(std::uint32_t offset, std::uint32_t sizeBytes, std::uint32_t line)
{
    return subsection(0xf2, [&](auto& o) {
        o.u32(offset).u16(1).u16(0).u32(sizeBytes).u32(0).u32(1).u32(20).u32(0).u32(line);
    });
}

/// The linker puts functions with the same code at one address, each with lines of its own.
void TestPdb::foldedFunctionsKeepTheirLines()
{
    auto builder = sample();
    builder.symbols =
        procedure("first", 0, 0x10, 0x40) + end() + procedure("second", 0, 0x10, 0x40) + end();
    builder.c13 += linesAt(0x10, 0x40, 99);
    QCOMPARE(describe(openOrNull(builder)),
             QString("1010-1050 entry 1010 first\n 1010 main.cpp:10\n 1018 main.cpp:11\n"
                     "1010-1050 entry 1010 second\n 1010 main.cpp:99"));
}

/// Armasm64 writes the lines of every function of a section with the address of the last one.
void TestPdb::linesOfAssemblersFindTheirFunction()
{
    auto builder = sample();
    builder.symbols = procedure("one", 0, 0x80, 0x18) + end();
    builder.c13 = subsection(0xf4, [](auto& o) { o.u32(1).u8(4).u8(1).text("hash").u16(0); });
    builder.c13 += linesAt(0x80, 0x20, 1) + linesAt(0x80, 0x18, 2) + linesAt(0x80, 0x28, 3);
    QVERIFY(describe(openOrNull(builder)).startsWith("1080-1098 entry 1080 one\n 1080 main.cpp:2"));
}

/// Lines before, between and after functions, and in a section without functions.
void TestPdb::linesOutsideOfFunctions()
{
    auto builder = sample();
    builder.symbols = procedure("one", 0, 0x14, 4) + end() + procedure("two", 0, 0x20, 8) + end();
    builder.c13 += linesAt(0x2000, 8, 50);
    QCOMPARE(describe(openOrNull(builder)), QString("1014-1018 entry 1014 one\n 1014 main.cpp:10\n"
                                                    "1020-1028 entry 1020 two\n 1020 main.cpp:11\n"
                                                    "1010-1014\n 1010 main.cpp:10\n"
                                                    "1018-1020\n 1018 main.cpp:11\n"
                                                    "1028-1050\n 1028 main.cpp:11\n"
                                                    "3000-3008\n 3000 main.cpp:50"));
}

void TestPdb::separatedCodeKeepsNameAndEntry()
{
    auto builder = sample();
    const auto separated = [](std::uint32_t parent) {
        return record(0x1132, [&](auto& o) {
            o.u32(parent).u32(0).u32(8).u32(0).u32(0x100).u32(0x10).u16(1).u16(1);
        });
    };
    builder.symbols =
        procedure("main", 0, 0x10, 0x40) + end() + separated(4) + end() + separated(99) + end();
    builder.c13.clear();
    QCOMPARE(describe(openOrNull(builder)),
             QString("1010-1050 entry 1010 main\n1100-1108 entry 1010 main"));
}

void TestPdb::names_data()
{
    QTest::addColumn<quint32>("type");
    QTest::addColumn<QString>("expected");
    QTest::newRow("type 0 keeps the bare name") << 0u << "f";
    QTest::newRow("free function") << 0x1001u << "f(int, ns::Box const*)";
    QTest::newRow("const method") << 0x1005u << "f(int, ns::Box const*) const";
    QTest::newRow("static method") << 0x100bu << "f()";
    QTest::newRow("function pointer, array reference, variable arguments")
        << 0x100au << "f(int (*)(int, ns::Box const*), int[10]&, ...)";
    QTest::newRow("classes as Visual Studio 2019 wrote them")
        << 0x1010u << "f(ns::Late, ns::Late[3])";
    QTest::newRow("pointers in an array") << 0x1013u << "f(wchar_t*[7])";
    QTest::newRow("no function type") << 0x1002u << "f";
    QTest::newRow("missing type") << 0x1fffu << "f";
    QTest::newRow("unresolvable type of another module") << 0x80000001u << "f";
}

void TestPdb::names()
{
    QFETCH(quint32, type);
    auto builder = sample();
    builder.c13.clear();
    builder.symbols = procedure("f", type, 0x10, 0x40) + end();
    QTEST(describe(openOrNull(builder)).section(' ', 3), "expected");
}

void TestPdb::anonymousNamespaces_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<quint32>("type");
    QTest::addColumn<QString>("expected");
    QTest::newRow("scope") << "?A0x8417fefe::f" << 0x1001u
                           << "`anonymous namespace'::f(int, ns::Box const*)";
    QTest::newRow("inner scopes") << "a::?A0x1::b<?A0x2::c>::f" << 0u
                                  << "a::`anonymous namespace'::b<`anonymous namespace'::c>::f";
    QTest::newRow("mangled name") << "?f@?A0x8417fefe@@YAXXZ" << 0u << "?f@?A0x8417fefe@@YAXXZ";
    QTest::newRow("no number") << "?A0x::f" << 0u << "?A0x::f";
}

/// Visual C++ records anonymous namespaces in this form for some functions, with the number of
/// their mangled name.
void TestPdb::anonymousNamespaces()
{
    QFETCH(QString, recorded);
    QFETCH(quint32, type);
    auto builder = sample();
    builder.c13.clear();
    builder.symbols = procedure(recorded.toStdString(), type, 0x10, 0x40) + end();
    QTEST(describe(openOrNull(builder)).section(' ', 3), "expected");
}

void TestPdb::publicSymbolsOfExecutableSections()
{
    const auto symbols = openOrNull(sample())->symbols();
    QCOMPARE(symbols.size(), std::size_t{1});
    QCOMPARE(symbols[0].name, std::string_view("_main"));
    QCOMPARE(symbols[0].address, std::uint64_t{0x1010});
}

void TestPdb::publicSymbolsEndWithTheirObject_data()
{
    QTest::addColumn<quint32>("version");
    QTest::addColumn<int>("moreBytes");
    QTest::addColumn<quint64>("size");
    QTest::newRow("version 1") << 0xf12eba2du << 0 << quint64{0x14};
    QTest::newRow("version 2") << 0xf13151e4u << 4 << quint64{0x14};
    QTest::newRow("unknown version") << 0xf12eba2eu << 0 << quint64{0};
}

/// main is at 0001:0010, with symbols before and after it, and the same in another section.
void TestPdb::publicSymbolsEndWithTheirObject()
{
    QFETCH(quint32, version);
    QFETCH(int, moreBytes);
    QFETCH(quint64, size);
    auto builder = sample();
    ByteAssembler out;
    out.u32(version);
    const auto add = [&](std::uint16_t section, std::uint32_t offset, std::uint32_t bytes) {
        out.u16(section).u16(0).u32(offset).u32(bytes).zeros(
            static_cast<std::size_t>(16 + moreBytes));
    };
    add(2, 0, 0x100);
    add(1, 0x24, 0x100);
    add(1, 8, 0x1c);
    add(1, 0, 8);
    builder.contributions = test::asString(out.finish());
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QCOMPARE(object->symbols().size(), std::size_t{1});
    QCOMPARE(object->symbols()[0].sizeBytes, size);
    QVERIFY(object->warnings().empty());
}

void TestPdb::reorderedImages_data()
{
    QTest::addColumn<bool>("hasOriginalSections");
    QTest::newRow("section headers of the original apart") << true;
    QTest::newRow("section headers of the original in the usual place") << false;
}

/// 0x1000 moved to 0x2000, from 0x1020 on to 0x3000, and from 0x1030 on thrown away.
void TestPdb::reorderedImages()
{
    auto builder = sample();
    ByteAssembler omap;
    omap.u32(0x1000).u32(0x2000).u32(0x1020).u32(0x3000).u32(0x1030).u32(0);
    builder.omapFromSource = test::asString(omap.finish());
    QFETCH(bool, hasOriginalSections);
    builder.hasOriginalSections = hasOriginalSections;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QCOMPARE(describe(object),
             QString("2010-2020 entry 2010 main(int, ns::Box const*)\n"
                     " 2014-201c ns::inner(int, ns::Box const*) at 10\n"
                     " 2016-2018 ns::Box::method(int, ns::Box const*) const at 6\n"
                     " 2010 main.cpp:10\n 2014 main.cpp:6\n 2016 main.cpp:7\n 2018 main.cpp:6\n "
                     "201c main.cpp:11\n"
                     "3000-3010 entry 2010 main(int, ns::Box const*)\n 3000 main.cpp:11"));
    QCOMPARE(object->symbols().at(0).address, std::uint64_t{0x2010});
}

void TestPdb::windowsFrames()
{
    auto builder = sample();
    ByteAssembler data;
    for (int i = 0; i < 2; ++i) // A duplicate collapses.
        data.u32(0x1010).u32(0x40).u32(4).u32(8).u32(12).u32(17).u16(3).u16(16).u32(4);
    builder.frameData = test::asString(data.finish());
    ByteAssembler fpo;
    fpo.u32(0x1000).u32(0x10).u32(2).u16(3).u16(
        0x1105); // ebp is used, one saved register, prolog of five bytes.
    fpo.u32(0x1060).u32(0x10).u32(2).u16(3).u16(0xc105); // A frame of another kind.
    builder.fpo = test::asString(fpo.finish());
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto frames = object->windowsFrames();
    QCOMPARE(frames.size(), std::size_t{2});
    QVERIFY(frames[0].isFpo && frames[0].allocatesBasePointer);
    QCOMPARE(frames[0].localBytes, 8u);
    QCOMPARE(frames[0].parameterBytes, 12u);
    QCOMPARE(frames[0].savedRegisterBytes, 4u);
    QCOMPARE(frames[0].prologSizeBytes, 5u);
    QVERIFY(!frames[1].isFpo);
    QCOMPARE(frames[1].rva, 0x1010u);
    QCOMPARE(frames[1].maxStackBytes, 12u);
    QCOMPARE(frames[1].savedRegisterBytes, 16u);
    QCOMPARE(frames[1].program, std::string_view("$T0 .raSearch ="));
}

void TestPdb::sourceServer_data()
{
    QTest::addColumn<QString>("stream");
    QTest::addColumn<int>("expected");
    QTest::newRow("none") << "" << -1;
    QTest::newRow("perforce") << "SRCSRV: ini\r\nVERSION=1\r\nSRCSRV: "
                                 "variables\r\nVERCTRL=Perforce\r\nSRCSRV: source files\r\n"
                              << 1;
    QTest::newRow("git") << "SRCSRV: ini\nSRCSRV: variables\nverctrl = git\nSRCSRV: end\n" << 0;
    QTest::newRow("another") << "SRCSRV: variables\nVERCTRL=Team Foundation Server\n" << 2;
    QTest::newRow("in the ini part")
        << "SRCSRV: ini ---\r\nVERSION=1\r\nVERCTRL=Perforce\r\nSRCSRV: variables\r\n"
        << 1;
    QTest::newRow("outside both parts") << "SRCSRV: source files\nVERCTRL=git\nSRCSRV: end\n" << -1;
}

void TestPdb::sourceServer()
{
    QFETCH(QString, stream);
    auto builder = sample();
    builder.sourceServer = stream.toStdString();
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto server = object->features().sourceServer;
    QTEST(server ? static_cast<int>(*server) : -1, "expected");
    QCOMPARE(object->companions().empty(), stream.isEmpty());
}

void TestPdb::sourceTargets_data()
{
    QTest::addColumn<QString>("variables");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("target"); // Empty: none.
    const QString file = "c:\\src\\main.cpp";
    QTest::newRow("fields") << "SRCSRVTRG=https://host/%var3%/%var2%" << file + "*main.cpp*42"
                            << "https://host/42/main.cpp";
    QTest::newRow("variables in variables")
        << "BASE=https://host\nALIAS=%base%/r\nSRCSRVTRG=%alias%/%var2%" << file + "*x"
        << "https://host/r/x";
    QTest::newRow("a variable by name")
        << "R1=https://one\nSRCSRVTRG=%fnvar%(%var2%)/%fnfile%(%var1%)" << file + "*R1"
        << "https://one/main.cpp";
    QTest::newRow("backslashes") << "SRCSRVTRG=https://host/%fnbksl%(a/b)" << file + "*x"
                                 << "https://host/a\\b";
    QTest::newRow("a local target") << "SRCSRVTRG=%targ%\\%var2%" << file + "*x" << "";
    QTest::newRow("unknown variable") << "SRCSRVTRG=https://%nothing%" << file + "*x" << "";
    QTest::newRow("field beyond the line") << "SRCSRVTRG=https://%var9%" << file + "*x" << "";
    QTest::newRow("unfinished name") << "SRCSRVTRG=https://%var1" << file + "*x" << "";
    QTest::newRow("endless") << "A=%b%\nB=%a%\nSRCSRVTRG=%a%" << file + "*x" << "";
    QTest::newRow("exponential") << "A=%b%%b%%b%%b%\nB=%c%%c%%c%%c%\nC=%d%%d%%d%%d%\n"
                                    "D=%e%%e%%e%%e%\nE=%f%%f%%f%%f%\nF=\nSRCSRVTRG=https://%a%"
                                 << file + "*x" << "";
    QTest::newRow("no target") << "A=b" << file + "*x" << "";
    QTest::newRow("another file") << "SRCSRVTRG=https://host" << "c:\\other.cpp*x" << "";
    QTest::newRow("perforce") << "VERCTRL=Perforce\nSRCSRVTRG=x"
                              << file + "*server*//depot/main.cpp*17" << "//depot/main.cpp@17";
}

void TestPdb::sourceTargets()
{
    QFETCH(QString, variables);
    QFETCH(QString, line);
    QFETCH(QString, target);
    auto builder = sample();
    builder.sourceServer = "SRCSRV: ini\r\nVERSION=2\r\nSRCSRV: variables\r\n" +
                           variables.replace("\n", "\r\n").toStdString() +
                           "\r\nSRCSRV: source files\r\n" + line.toStdString() +
                           "\r\nSRCSRV: end\r\n";
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto source = object->sourceByPath("C:/SRC/Main.cpp");
    QCOMPARE(QString::fromStdString(source ? source->url : std::string()), target);
    QVERIFY(!source || !source->text);
}

void TestPdb::sourceLinkStandsBeforeTheSourceServer()
{
    auto builder = sample();
    builder.sourceServer = "SRCSRV: variables\nSRCSRVTRG=https://old\nSRCSRV: source files\n"
                           "c:\\a.cpp*\nc:\\b.cpp*\nSRCSRV: end\n";
    builder.sourceLink = R"({"documents": {"C:\\a*": "https://new/a*"}})";
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QCOMPARE(object->sourceByPath("c:\\a.cpp")->url, std::string("https://new/a.cpp"));
    QCOMPARE(object->sourceByPath("c:\\b.cpp")->url, std::string("https://old"));
    QVERIFY(!object->sourceByPath("c:\\c.cpp"));
    QVERIFY(!object->features().hasSources); // It carries none.
}

void TestPdb::fastLinkTellsWhatIsMissing()
{
    auto builder = sample();
    builder.isFastLink = true;
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QVERIFY(!object->features().hasDebugInfo);
    QVERIFY(object->features().hasSymbols);
    QVERIFY(
        QString::fromStdString(object->warnings().front()).startsWith("made with /DEBUG:FASTLINK"));
}

void TestPdb::damage_data()
{
    QTest::addColumn<QString>("symbols");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<quint32>("damaged");
    const auto hex = [](const std::string& bytes) {
        return QString(QByteArray::fromStdString(bytes).toHex());
    };
    const auto good = procedure("good", 0, 0x10, 0x40) + end();
    const auto expected = QString("1010-1050 entry 1010 good");
    QTest::newRow("procedure record is cut")
        << hex(test::codeViewRecord(kGlobalProc, "short") + good) << expected << 1u;
    QTest::newRow("record longer than the stream")
        << hex(good + std::string("\xff\x7f\x10\x11", 4)) << expected << 1u;
    QTest::newRow("record without length")
        << hex(good + std::string(8, '\0') + good) << expected << 1u;
    QTest::newRow("function without end")
        << hex(procedure("good", 0, 0x10, 0x40)) << expected << 0u;
    QTest::newRow("end without function") << hex(end() + end() + good) << expected << 0u;
    QTest::newRow("function in no section")
        << hex(record(kGlobalProc,
                      [](auto& o) {
                          o.zeros(12).u32(16).zeros(8).u32(0).u32(0).u16(9).u8(0).text("bad").u8(0);
                      }) +
               end() + good)
        << expected << 0u;
    QTest::newRow("inline site outside a function")
        << hex(inlineSite(0x1001, "\x0b\x24") + good) << expected << 0u;
}

void TestPdb::damage()
{
    QFETCH(QString, symbols);
    auto builder = sample();
    builder.c13.clear();
    builder.symbols = QByteArray::fromHex(symbols.toLatin1()).toStdString();
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QTEST(describe(object), "expected");
    QTEST(object->debugInfo()->readUnit(0, {})->damagedRecords, "damaged");
}

void TestPdb::everyPrefixGivesValueOrError()
{
    auto builder = sample();
    builder.frameData = std::string(32, '\1');
    const auto file = ByteView::fromVector(builder.build());
    std::size_t opened = 0;
    for (std::size_t size = 0; size <= file.size(); ++size) {
        const auto object = pdb::openPdb(ByteView::copyOf(file.span().first(size)), ParseLimits{});
        if (!object)
            continue;
        ++opened;
        test::walkObject(**object);
    }
    QVERIFY(opened > 0);
}

QTEST_GUILESS_MAIN(TestPdb)
#include "tst_pdb.moc"

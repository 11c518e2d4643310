// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/pdb/pdb_object.h"
#include "tests/core/formats/debug/pdb/pdb_sample.h"
#include "tests/support/object_walk.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

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
    void fastLinkTellsWhatIsMissing();
    void damage_data();
    void damage();
    void everyPrefixGivesValueOrError();
};

namespace {

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

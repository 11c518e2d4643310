// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/value_info.h"
#include "core/formats/debug/pdb/pdb_object.h"
#include "tests/core/formats/debug/pdb/pdb_sample.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestPdbVariables : public QObject
{
    Q_OBJECT

private slots:
    void places_data();
    void places();
    void registers_data();
    void registers();
    void gapsAndEndsOfRanges();
    void placesOfParts();
    void doubtfulPlacesDoNotCount();
    void blocksAndInlinedCallsHaveTheirOwn();
    void scopeVariables_data();
    void scopeVariables();
    void optimizedCodeHasNoRegistersOfAScope();
    void constantsOfMicrosoftOnly();
    void virtualFrames_data();
    void virtualFrames();
    void staticVariables();
    void globals();
    void functionsAreFoundByTheirModule();
    void movedCodeBelongsToItsFunction();
    void foldedFunctionsAreNotGuessed();
    void endsOfPrologues();
    void frameExtents();
    void machinesWithoutRegisters();
    void damagedRecords_data();
    void damagedRecords();
    void everyPrefixGivesValueOrNothing();
    void everyByteMayBeDamaged();
};

namespace {

constexpr std::uint32_t kFunction = 0x10; // In section 1, which begins at RVA 0x1000.
constexpr std::uint32_t kFunctionBytes = 0x40;
constexpr std::uint64_t kInside = 0x1000 + kFunction + 8;
constexpr std::uint16_t kRax = 328;
constexpr std::uint16_t kRcx = 330;
constexpr std::uint16_t kRsp = 335;
constexpr std::uint16_t kRbp = 334;

std::string frameProc(std::uint32_t flags, std::uint32_t bytes = 0x40, std::uint32_t saved = 8)
{
    return record(0x1012,
                  [&](auto& o) { o.u32(bytes).zeros(8).u32(saved).u32(0).u16(0).u32(flags); });
}

std::string local(std::string_view name, std::uint16_t flags = 0, std::uint32_t type = 0x74)
{
    return record(0x113e, [&](auto& o) { o.u32(type).u16(flags).text(name).u8(0); });
}

/// The range of a place: all of the function unless said otherwise.
void range(ByteAssembler& o, std::uint32_t offset = kFunction, std::uint16_t size = kFunctionBytes)
{
    o.u32(offset).u16(1).u16(size);
}

std::string inRegister(std::uint16_t number, std::uint16_t doubt = 0)
{
    return record(0x1141, [&](auto& o) {
        o.u16(number).u16(doubt);
        range(o);
    });
}

std::string function(const std::string& records, std::uint32_t flags = 0)
{
    return procedure("ns::main", 0, kFunction, kFunctionBytes) + frameProc(flags) + records + end();
}

std::string hex(std::string_view text)
{
    return QByteArray::fromStdString(std::string(text)).toHex().toStdString();
}

QString describe(const object::VariableInfo& variable)
{
    std::string text(variable.name);
    text += variable.isParameter ? " parameter" : "";
    text += variable.isArtificial ? " artificial" : "";
    text += variable.isStatic ? " static" : "";
    text += variable.isFromList ? " listed" : "";
    text += variable.isInFrame ? " framed" : "";
    text += variable.isDamaged ? " damaged" : "";
    if (variable.location)
        text += " " + hex(asText(variable.location->bytes));
    if (variable.constant)
        text += " =" + std::to_string(static_cast<std::int64_t>(variable.constant->number));
    return QString::fromStdString(text);
}

/// A PDB that stays open with its variables.
struct Opened
{
    explicit Opened(const PdbBuilder& builder)
        : file(openOrNull(builder)), info(file ? file->valueInfoWith({}) : nullptr)
    {
    }

    QString at(std::uint64_t address) const
    {
        QStringList lines;
        for (const auto& found : info->functionsAt(address)) {
            const QString name = QString::fromStdString(std::string(found.name));
            lines += name + (found.isInlined ? " inlined" : "");
            for (const auto& variable : found.variables)
                lines += " " + describe(variable);
        }
        return lines.join('\n');
    }

    object::ObjectPtr file;
    std::unique_ptr<object::ValueInfoReader> info;
};

PdbBuilder builderOf(const std::string& symbols)
{
    auto builder = sample();
    builder.symbols = symbols;
    builder.c13.clear();
    return builder;
}

/// The variables of the function at an address in it.
QString variablesIn(const std::string& records, std::uint32_t flags = 0)
{
    const Opened pdb(builderOf(function(records, flags)));
    return pdb.info ? pdb.at(kInside).section('\n', 1) : QString("no values");
}

/// S_FRAMEPROC's registers: for locals, for parameters.
constexpr std::uint32_t frameRegisters(std::uint32_t locals, std::uint32_t parameters)
{
    return locals << 14 | parameters << 16;
}

} // namespace

void TestPdbVariables::places_data()
{
    QTest::addColumn<std::string>("place");
    QTest::addColumn<int>("flags");
    QTest::addColumn<QString>("text");
    const auto relative = [](std::uint16_t kind, std::int32_t offset, bool isWhole) {
        return record(kind, [&](auto& o) {
            o.u32(static_cast<std::uint32_t>(offset));
            if (!isWhole)
                range(o);
        });
    };
    QTest::newRow("register") << inRegister(kRcx) << 0 << " v listed 90029d4000";
    QTest::newRow("low half") << inRegister(17) << 0 << " v listed 90009d2000";
    QTest::newRow("second byte") << inRegister(5) << 0 << " v listed 90009d0808";
    QTest::newRow("relative to a register") << record(0x1145, [](auto& o) {
        o.u16(kRbp).u16(0).u32(0x20);
        range(o);
    }) << 0 << " v framed 920620";
    QTest::newRow("frame register of locals")
        << relative(0x1142, -8, false) << int(frameRegisters(1, 2)) << " v framed 920778";
    QTest::newRow("frame register of parameters")
        << relative(0x1142, -8, false) << int(frameRegisters(1, 2) | 0x40000000)
        << " v parameter framed 920678";
    QTest::newRow("frame register in all of the function")
        << relative(0x1144, 16, true) << int(frameRegisters(3, 3)) << " v framed 920d10";
    QTest::newRow("no frame register") << relative(0x1142, -8, false) << 0 << " v ff";
    QTest::newRow("a program") << record(0x113f, [](auto& o) {
        o.u32(1);
        range(o);
    }) << 0 << " v ff";
    QTest::newRow("unknown register") << inRegister(9999) << 0 << " v listed ff";
    QTest::newRow("nowhere") << std::string() << 0 << " v";
}

void TestPdbVariables::places()
{
    QFETCH(std::string, place);
    QFETCH(int, flags);
    const bool isParameter = (flags & 0x40000000) != 0;
    QTEST(variablesIn(local("v", isParameter ? 1 : 0) + place,
                      static_cast<std::uint32_t>(flags & 0x3fffffff)),
          "text");
}

void TestPdbVariables::registers_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("location");
    QTest::newRow("al") << 0x8664 << 1 << "90009d0800";
    QTest::newRow("dh") << 0x8664 << 7 << "90019d0808";
    QTest::newRow("si") << 0x8664 << 15 << "90049d1000";
    QTest::newRow("ebx") << 0x8664 << 20 << "90039d2000";
    QTest::newRow("spl") << 0x8664 << 327 << "90079d0800";
    QTest::newRow("rdx") << 0x8664 << 331 << "90019d4000";
    QTest::newRow("rdi") << 0x8664 << 333 << "90059d4000";
    QTest::newRow("r8") << 0x8664 << 336 << "90089d4000";
    QTest::newRow("r15d") << 0x8664 << 367 << "900f9d2000";
    QTest::newRow("xmm9") << 0x8664 << 253 << "901a9d800100";
    QTest::newRow("ymm2") << 0x8664 << 370 << "90139d800200";
    QTest::newRow("x86 edi") << 0x14c << 24 << "90079d2000";
    QTest::newRow("x86 pair") << 0x14c << 212 << "90009d200090029d2000";
    QTest::newRow("x86 has no rax") << 0x14c << 328 << "ff";
    QTest::newRow("arm64 w3") << 0xaa64 << 13 << "90039d2000";
    QTest::newRow("arm64 x28") << 0xaa64 << 78 << "901c9d4000";
    QTest::newRow("arm64 sp") << 0xaa64 << 81 << "901f9d4000";
    QTest::newRow("arm64 d1") << 0xaa64 << 141 << "90419d4000";
    QTest::newRow("arm64 zero") << 0xaa64 << 82 << "ff";
}

void TestPdbVariables::registers()
{
    QFETCH(int, machine);
    QFETCH(int, number);
    auto builder = builderOf(function(local("v") + inRegister(static_cast<std::uint16_t>(number))));
    builder.machine = static_cast<std::uint16_t>(machine);
    const Opened pdb(builder);
    QVERIFY(pdb.info);
    const auto functions = pdb.info->functionsAt(kInside);
    QCOMPARE(functions.size(), std::size_t{1});
    const auto& location = functions.front().variables.at(0).location;
    QVERIFY(location);
    QTEST(QString::fromStdString(hex(asText(location->bytes))), "location");
    QCOMPARE(pdb.info->unit({}).addressBytes, std::uint8_t(machine == 0x14c ? 4 : 8));
}

void TestPdbVariables::gapsAndEndsOfRanges()
{
    const auto place = record(0x1141, [](auto& o) {
        o.u16(kRax).u16(0);
        range(o, kFunction + 4, 0x10);
        o.u16(4).u16(2); // A gap.
    });
    const Opened pdb(builderOf(function(local("v") + place)));
    const auto isKnownAt = [&](std::uint32_t offset) {
        const auto functions = pdb.info->functionsAt(0x1000 + kFunction + offset);
        return functions.size() == 1 && functions.front().variables.at(0).location.has_value();
    };
    for (const std::uint32_t known : {4, 7, 10, 19})
        QVERIFY2(isKnownAt(known), qPrintable(QString::number(known)));
    for (const std::uint32_t unknown : {0, 3, 8, 9, 20, 63})
        QVERIFY2(!isKnownAt(unknown), qPrintable(QString::number(unknown)));
}

/// How large a part is only the type tells.
void TestPdbVariables::placesOfParts()
{
    const auto part = [](std::uint16_t number, std::uint32_t at) {
        return record(0x1143, [=](auto& o) {
            o.u16(number).u16(0).u32(at);
            range(o);
        });
    };
    const auto spilled = record(0x1145, [](auto& o) {
        o.u16(kRsp).u16(8 << 4 | 1).u32(0x18);
        range(o);
    });
    auto builder =
        builderOf(function(local("v", 0, 0x1001) + part(kRcx, 4) + part(kRax, 0) + spilled));
    builder.types = record(0x1203, [](auto& o) {
        for (const auto& [offset, type] :
             {std::pair(0, 0x11), std::pair(4, 0x74), std::pair(8, 0x23), std::pair(16, 0x74)}) {
            o.u16(0x150d).u16(3).u32(static_cast<std::uint32_t>(type));
            o.u16(static_cast<std::uint16_t>(offset)).text("m").u8(0);
        }
    });
    builder.types += record(0x1505, [](auto& o) {
        o.u16(4).u16(0).u32(0x1000).u32(0).u32(0).u16(24).text("Mixed").u8(0);
    });
    const Opened pdb(builder);
    // Two bytes of rax, two that are nowhere, four of rcx, eight in memory; the rest is nowhere.
    QCOMPARE(pdb.at(kInside).section('\n', 1), QString(" v framed 90009d1000"
                                                       "9302"
                                                       "90029d2000"
                                                       "920718"
                                                       "9308"));
}

void TestPdbVariables::doubtfulPlacesDoNotCount()
{
    QCOMPARE(variablesIn(local("v") + inRegister(kRax, 1)), QString(" v"));
}

void TestPdbVariables::blocksAndInlinedCallsHaveTheirOwn()
{
    const auto block = [](std::uint32_t offset, std::uint32_t size) {
        return record(0x1103,
                      [=](auto& o) { o.zeros(8).u32(size).u32(offset).u16(1).text("").u8(0); });
    };
    auto builder = sample();
    builder.symbols = procedure("main", 0x1001, kFunction, kFunctionBytes) + frameProc(0);
    builder.symbols += local("outer") + inRegister(kRax);
    builder.symbols += block(kFunction, 4) + local("elsewhere") + inRegister(kRax) + end();
    builder.symbols += block(kFunction + 4, 8) + local("near") + inRegister(kRcx) + end();
    builder.symbols += inlineSite(0x1001, "\x0b\x24\x04\x08") + local("argument", 1) +
                       inRegister(kRcx) + inlineSite(0x1002, "\x0c\x02\x06") + local("deep") +
                       inRegister(kRax);
    builder.symbols += codeViewRecord(0x114e, "") + codeViewRecord(0x114e, "") + end();
    const Opened pdb(builder);
    const QString outside = "main\n outer listed 90009d4000";
    QCOMPARE(pdb.at(0x1000 + kFunction + 0x20), outside);
    QCOMPARE(pdb.at(0x1000 + kFunction + 6),
             "method inlined\n deep listed 90009d4000\ninner inlined\n"
             " argument parameter listed 90029d4000\n" +
                 outside + "\n near listed 90029d4000");
    QCOMPARE(pdb.at(0x1000 + kFunction + 9),
             "inner inlined\n argument parameter listed 90029d4000\n" + outside +
                 "\n near listed 90029d4000");
}

void TestPdbVariables::scopeVariables_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<std::string>("variable");
    QTest::addColumn<QString>("text");
    const auto relative = [](std::uint16_t number, std::int32_t offset) {
        return record(0x1111, [=](auto& o) {
            o.u32(static_cast<std::uint32_t>(offset)).u32(0x74).u16(number).text("v").u8(0);
        });
    };
    const auto basePointer = record(
        0x110b, [](auto& o) { o.u32(static_cast<std::uint32_t>(-12)).u32(0x74).text("v").u8(0); });
    QTest::newRow("rsp") << 0x8664 << relative(kRsp, 0x28) << " v framed 920728";
    QTest::newRow("rbp") << 0x8664 << relative(kRbp, -64) << " v framed 920640";
    QTest::newRow("ebp") << 0x14c << relative(22, 8) << " v framed 920508";
    QTest::newRow("esp moves with each argument") << 0x14c << relative(21, 8) << " v ff";
    QTest::newRow("ebx is restored early") << 0x14c << relative(20, 8) << " v ff";
    QTest::newRow("half of a register") << 0x8664 << relative(22, 8) << " v ff";
    QTest::newRow("base pointer") << 0x14c << basePointer << " v framed 920574";
    QTest::newRow("arm64 sp") << 0xaa64 << relative(81, 16) << " v framed 921f10";
    QTest::newRow("register") << 0x8664 << record(0x1106, [](auto& o) {
        o.u32(0x74).u16(kRcx).text("v").u8(0);
    }) << " v 90029d4000";
}

void TestPdbVariables::scopeVariables()
{
    QFETCH(int, machine);
    QFETCH(std::string, variable);
    auto builder = builderOf(function(variable));
    builder.machine = static_cast<std::uint16_t>(machine);
    const Opened pdb(builder);
    QTEST(pdb.at(kInside).section('\n', 1), "text");
}

void TestPdbVariables::optimizedCodeHasNoRegistersOfAScope()
{
    constexpr std::uint32_t kOptimized = 1u << 20;
    const auto inStack =
        record(0x1111, [](auto& o) { o.u32(8).u32(0x74).u16(kRsp).text("v").u8(0); });
    const auto always = record(0x1106, [](auto& o) { o.u32(0x74).u16(kRcx).text("w").u8(0); });
    QCOMPARE(variablesIn(inStack + always, kOptimized), QString(" v framed 920708\n w ff"));
    // The first ones are arguments, whose homes optimized code leaves alone.
    auto builder = builderOf(procedure("main", 0x1001, kFunction, kFunctionBytes) +
                             frameProc(kOptimized) + inStack + inStack + inStack + end());
    const Opened pdb(builder);
    QCOMPARE(pdb.at(kInside).section('\n', 1),
             QString(" v parameter ff\n v parameter ff\n v framed 920708"));
}

void TestPdbVariables::constantsOfMicrosoftOnly()
{
    const auto constant =
        record(0x1107, [](auto& o) { o.u32(0x74).u16(0x8000).u8(0xfe).text("v").u8(0); });
    const auto compiler = [](std::string_view name) {
        return record(0x113c, [=](auto& o) { o.zeros(22).text(name).u8(0); });
    };
    const Opened microsoft(
        builderOf(compiler("Microsoft (R) Optimizing Compiler") + function(constant)));
    QCOMPARE(microsoft.at(kInside).section('\n', 1), QString(" v =-2"));
    const Opened clang(builderOf(compiler("clang version 19.1.7") + function(constant)));
    QCOMPARE(clang.at(kInside).section('\n', 1), QString(" v ff"));
}

void TestPdbVariables::virtualFrames_data()
{
    QTest::addColumn<std::string>("program");
    QTest::addColumn<QString>("text");
    QTest::newRow("below the return address")
        << std::string("$T0 .raSearch = $eip $T0 ^ = $esp $T0 4 + =") << QString(" v 9c117422");
    QTest::newRow("frame pointer")
        << std::string("$T0 $ebp = $eip $T0 4 + ^ =") << QString(" v framed 920578");
    QTest::newRow("another program")
        << std::string("$T1 .raSearch = $T0 $T1 8 @ =") << QString(" v ff");
}

void TestPdbVariables::virtualFrames()
{
    QFETCH(std::string, program);
    const auto variable =
        local("v") + record(0x1144, [](auto& o) { o.u32(static_cast<std::uint32_t>(-8)); });
    auto builder = builderOf(function(variable, frameRegisters(1, 1)));
    builder.machine = 0x14c;
    builder.names = std::string("\0", 1) + program + std::string("\0", 1);
    ByteAssembler frame;
    frame.u32(0x1000 + kFunction).u32(kFunctionBytes).u32(8).u32(0).u32(0).u32(1).u16(3).u16(0);
    frame.u32(4);
    builder.frameData = asString(frame.finish());
    const Opened pdb(builder);
    QTEST(pdb.at(kInside).section('\n', 1), "text");
}

void TestPdbVariables::staticVariables()
{
    const auto data = [](std::uint16_t kind, std::string_view name, std::uint16_t section) {
        return record(kind, [=](auto& o) { o.u32(0x74).u32(0x20).u16(section).text(name).u8(0); });
    };
    QCOMPARE(variablesIn(data(0x110c, "count", 2) + data(0x1112, "each", 2) +
                         data(0x110c, "removed", 7)),
             QString(" count static 032050000000000000\n each static 10209b\n removed static"));
}

void TestPdbVariables::globals()
{
    auto builder = sample();
    builder.publics +=
        record(0x110d, [](auto& o) { o.u32(0x74).u32(0x20).u16(2).text("ns::total").u8(0); });
    builder.publics +=
        record(0x1113, [](auto& o) { o.u32(0x74).u32(8).u16(2).text("each").u8(0); });
    builder.publics += record(0x1107, [](auto& o) { o.u32(0x74).u16(42).text("kAnswer").u8(0); });
    const Opened pdb(builder);
    const auto named = [&](std::string_view name) {
        const auto found = pdb.info->globalsNamed(name, 8);
        return found.size() == 1 ? describe(found.front()) : QString::number(found.size());
    };
    QCOMPARE(named("ns::total"), QString("ns::total static 032050000000000000"));
    QCOMPARE(named("total"), QString("ns::total static 032050000000000000"));
    QCOMPARE(named("each"), QString("each static 10089b"));
    QCOMPARE(named("kAnswer"), QString("kAnswer =42"));
    QCOMPARE(named("_main"), QString("0")); // A public symbol is no variable.
    const auto entry = pdb.info->globalsNamed("total", 1).at(0).entry;
    QCOMPARE(describe(*pdb.info->variable(entry, 0)), named("total"));
    QVERIFY(!pdb.info->variable({1, 0x1000}, 0));
}

void TestPdbVariables::functionsAreFoundByTheirModule()
{
    const auto contribution = [](std::uint16_t module, std::uint32_t offset) {
        ByteAssembler out;
        out.u32(0xf12eba2d).u16(1).u16(0).u32(offset).u32(0x80).u32(0).u16(module).zeros(10);
        return asString(out.finish());
    };
    auto builder = builderOf(function(local("v")));
    QCOMPARE(Opened(builder).at(kInside), QString("ns::main\n v")); // Searched for.
    builder.contributions = contribution(0, 0);
    QCOMPARE(Opened(builder).at(kInside), QString("ns::main\n v"));
    QCOMPARE(Opened(builder).at(0x1000), QString()); // Before the function.
    QCOMPARE(Opened(builder).at(0x1000 + kFunction + kFunctionBytes), QString());
    QCOMPARE(Opened(builder).at(0xffffffffffull), QString());
    builder.contributions = contribution(5, 0); // A module that does not exist.
    QCOMPARE(Opened(builder).at(kInside), QString());
    builder.contributions = contribution(0, 0x1000);
    QCOMPARE(Opened(builder).at(kInside), QString());
}

void TestPdbVariables::movedCodeBelongsToItsFunction()
{
    const auto place = record(0x1141, [](auto& o) {
        o.u16(kRax).u16(0);
        range(o, 0x200, 0x20);
    });
    const auto symbols = function(local("v") + place);
    // The function's record is the first after the signature.
    const auto moved = record(0x1132, [](auto& o) {
        o.u32(4).u32(0).u32(0x20).u32(0).u32(0x200).u32(kFunction).u16(1).u16(1);
    });
    const Opened pdb(builderOf(symbols + moved + end()));
    QCOMPARE(pdb.at(0x1200), QString("ns::main\n v listed 90009d4000"));
    QCOMPARE(pdb.at(kInside), QString("ns::main\n v"));
    QCOMPARE(pdb.info->functionsAt(0x1200).at(0).entryAddress, std::uint64_t{0x1010});
}

void TestPdbVariables::foldedFunctionsAreNotGuessed()
{
    const auto one = procedure("one", 0, kFunction, kFunctionBytes) + local("a") + end();
    const auto two = procedure("two", 0, kFunction, kFunctionBytes) + local("b") + end();
    QCOMPARE(Opened(builderOf(one + two)).at(kInside), QString());
    QCOMPARE(Opened(builderOf(one + one)).at(kInside), QString("one\n a"));
}

void TestPdbVariables::endsOfPrologues()
{
    auto builder = sample(); // Its second row begins eight bytes after the function.
    const auto end = [](const PdbBuilder& made) {
        const Opened pdb(made);
        return pdb.info->prologueEnd(pdb.info->functionsAt(0x1011).at(0).entry);
    };
    builder.symbols = procedure("main", 0, kFunction, kFunctionBytes) + codeViewRecord(6, "");
    QCOMPARE(end(builder), std::uint64_t{0x1018});
    builder.c13.clear(); // Nobody knows where it ends.
    QCOMPARE(end(builder), std::uint64_t{0x1050});
    builder.symbols =
        record(
            kGlobalProc,
            [](auto& o) {
                o.zeros(12).u32(kFunctionBytes).u32(5).u32(0x30).u32(0).u32(kFunction).u16(1).u8(0);
                o.text("main").u8(0);
            }) +
        codeViewRecord(6, "");
    QCOMPARE(end(builder), std::uint64_t{0x1015});
    const Opened pdb(builder);
    QCOMPARE(pdb.info->prologueEnd({}), std::uint64_t{0});
    QCOMPARE(pdb.info->prologueEnd({2, 0xffff}), std::uint64_t{0});
}

void TestPdbVariables::frameExtents()
{
    const Opened pdb(builderOf(function("", 1)));
    const auto extent = pdb.info->functionsAt(kInside).at(0).frameExtent;
    QVERIFY(extent);
    QCOMPARE(extent->bytes, std::uint64_t{0x48});
    QCOMPARE(extent->otherBytes, std::optional<std::uint64_t>(0x40));
    QVERIFY(extent->growsFurther);
    const Opened bare(builderOf(procedure("main", 0, kFunction, kFunctionBytes) + end()));
    QVERIFY(!bare.info->functionsAt(kInside).at(0).frameExtent);
    // What counts from a stack pointer that moves is not known.
    const auto inStack =
        record(0x1111, [](auto& o) { o.u32(8).u32(0x74).u16(kRsp).text("v").u8(0); });
    QCOMPARE(variablesIn(inStack, 1), QString(" v ff"));
}

void TestPdbVariables::machinesWithoutRegisters()
{
    auto builder = builderOf(function(local("v")));
    builder.machine = 0x1c4;
    QVERIFY(!Opened(builder).info);
    builder.machine = 0x8664;
    builder.isFastLink = true;
    QVERIFY(!Opened(builder).info);
}

void TestPdbVariables::damagedRecords_data()
{
    QTest::addColumn<std::string>("records");
    QTest::addColumn<QString>("text");
    const auto good = local("good") + inRegister(kRax);
    const auto kept = QString(" good listed 90009d4000");
    QTest::newRow("local") << record(0x113e, [](auto& o) { o.u32(0x74); }) + good << kept;
    QTest::newRow("name without an end")
        << record(0x113e, [](auto& o) { o.u32(0x74).u16(0).text("ab"); }) + good << kept;
    QTest::newRow("place") << local("bad") + record(0x1141, [](auto& o) { o.u16(kRax); }) + good
                           << " bad damaged\n" + kept;
    QTest::newRow("place without a variable") << inRegister(kRax) + good << kept;
    QTest::newRow("block") << record(0x1103, [](auto& o) { o.u32(0); }) + local("lost") + end() +
                                  good
                           << kept;
    QTest::newRow("inlined call") << record(0x114d, [](auto& o) { o.u32(0); }) + local("lost") +
                                         codeViewRecord(0x114e, "") + good
                                  << kept;
}

void TestPdbVariables::damagedRecords()
{
    QFETCH(std::string, records);
    QTEST(variablesIn(records), "text");
}

namespace {

/// Asks everything once; the answers do not matter.
void askAll(ByteView file)
{
    const auto object = pdb::openPdb(std::move(file), ParseLimits{});
    const auto info = object ? (*object)->valueInfoWith({}) : nullptr;
    if (!info)
        return;
    for (const auto address : {0x1010ull, 0x1016ull, 0x1030ull}) {
        for (const auto& function : info->functionsAt(address)) {
            info->prologueEnd(function.entry);
            for (const auto& variable : function.variables)
                info->definitionOf(variable.type);
        }
    }
    info->typesNamed("ns::Box", 8);
    info->globalsNamed("ns::total", 8);
    for (std::uint64_t index = 0x0ff0; index < 0x1020; ++index)
        info->type({1, index});
}

PdbBuilder ladder()
{
    auto builder = sample();
    builder.symbols = procedure("main", 0x1001, kFunction, kFunctionBytes) +
                      frameProc(frameRegisters(1, 1)) + local("v", 0, 0x1002) + inRegister(kRax) +
                      inlineSite(0x1001, "\x0b\x24\x04\x08") + local("w") +
                      codeViewRecord(0x114e, "") + end();
    builder.publics +=
        record(0x110d, [](auto& o) { o.u32(0x74).u32(0x20).u16(2).text("ns::total").u8(0); });
    return builder;
}

} // namespace

void TestPdbVariables::everyPrefixGivesValueOrNothing()
{
    const auto bytes = ladder().build();
    for (std::size_t size = 0; size <= bytes.size(); size += size < 4096 ? 64 : 37)
        askAll(ByteView::copyOf(Bytes(bytes).first(size)));
    // The records of the function alone, byte by byte.
    const auto symbols = ladder().symbols;
    for (std::size_t size = 0; size <= symbols.size(); ++size) {
        auto builder = ladder();
        builder.symbols.resize(size);
        askAll(ByteView::fromVector(builder.build()));
    }
}

void TestPdbVariables::everyByteMayBeDamaged()
{
    const auto whole = ladder();
    for (auto part : {&PdbBuilder::symbols, &PdbBuilder::types, &PdbBuilder::publics}) {
        for (std::size_t i = 0; i < (whole.*part).size(); ++i) {
            auto builder = whole;
            (builder.*part)[i] = static_cast<char>(~(builder.*part)[i]);
            askAll(ByteView::fromVector(builder.build()));
        }
    }
}

QTEST_GUILESS_MAIN(TestPdbVariables)
#include "tst_pdb_variables.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/breakpad_table.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::unwind;
using namespace faultline::test;

class TestBreakpadTable : public QObject
{
    Q_OBJECT

private slots:
    void stackCfiRows_data();
    void stackCfiRows();
    void badRulesAreNamed_data();
    void badRulesAreNamed();
    void loadsReachMemoryBeyondTheStack();
    void frameProgramStepsByFramePointer();
    void failingProgramFallsBackToStackCfi();
    void fpoSkipsLeftoverReturnAddress();
    void fpoRestoresAllocatedBasePointer();
    void pdbProgramsNameRegistersByNumber();
    void overlapsAreRepaired();
    void stackWinFields_data();
    void stackWinFields();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint64_t kModule = 0x400000;
constexpr std::uint64_t kStack = StackBuilder::kStackBegin;

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

object::ObjectPtr symbolFile(Arch arch, std::string_view records)
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Breakpad, arch);
    object->addSection("STACK", 0, bytesOf(records));
    return object;
}

constexpr std::string_view kRows =
    "STACK CFI INIT 1000 20 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
    "STACK CFI 1001 .cfa: $rsp 16 + $rbp: .cfa -16 + ^\n"
    "STACK CFI 1004 .cfa: $rbp 16 +\n"
    "PUBLIC 1000 0 other\n"
    "STACK CFI INIT 1020 10 .cfa: $rsp 24 + .ra: .cfa -8 + ^ $rbx: .undef\n";

StackBuilder numberedStack(Arch arch)
{
    StackBuilder stack(arch, OsFamily::Windows);
    const auto wordBytes = pointerSize(cpuFamily(arch));
    for (std::uint64_t i = 0; i < 32; ++i)
        stack.word(kStack + wordBytes * i, 0x5000 + i);
    return stack;
}

Result<unwind::UnwindStep> unwindAt(const object::ObjectPtr& object,
                                    const Event& event,
                                    std::uint64_t relativeAddress,
                                    std::uint32_t grandCalleeParameterBytes = 0)
{
    FL_TRY(const auto table, unwind::makeUnwindTable(object, ParseLimits{}));
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.lookupAddress = kModule + relativeAddress;
    query.callee = *event.threads[0].registers;
    query.grandCalleeParameterBytes = grandCalleeParameterBytes;
    return table->unwind(query, *event.asNative()->memory);
}

Event amd64Thread()
{
    return numberedStack(Arch::Amd64).set("rsp", kStack).set("rbp", kStack + 64).finish();
}

Event x86Thread()
{
    return numberedStack(Arch::X86)
        .set("esp", kStack)
        .set("ebp", kStack + 16)
        .set("eip", kModule + 0x1005)
        .finish();
}

std::uint8_t x86(std::string_view name)
{
    return *registerIndex(CpuFamily::Intel32, name);
}

} // namespace

void TestBreakpadTable::stackCfiRows_data()
{
    QTest::addColumn<quint64>("address");
    QTest::addColumn<quint64>("sp");
    QTest::addColumn<quint64>("pc");
    QTest::addColumn<quint64>("rbp");
    const quint64 own = kStack + 64;
    QTest::newRow("initial rules")
        << quint64{0x1000} << quint64{kStack + 8} << quint64{0x5000} << own;
    QTest::newRow("first row") << quint64{0x1003} << quint64{kStack + 16} << quint64{0x5001}
                               << quint64{0x5000};
    QTest::newRow("second row replaces the CFA only")
        << quint64{0x1004} << quint64{kStack + 80} << quint64{0x5009} << quint64{0x5008};
    QTest::newRow("another set") << quint64{0x102f} << quint64{kStack + 24} << quint64{0x5002}
                                 << own;
}

void TestBreakpadTable::stackCfiRows()
{
    QFETCH(quint64, address);
    const auto step = unwindAt(symbolFile(Arch::Amd64, kRows), amd64Thread(), address);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->method, UnwindMethod::BreakpadCfi);
    QTEST(quint64{step->caller.sp()}, "sp");
    QTEST(quint64{step->caller.pc()}, "pc");
    QTEST(quint64{step->caller.get(*registerIndex(CpuFamily::Intel64, "rbp"))}, "rbp");
    QCOMPARE(step->caller.has(*registerIndex(CpuFamily::Intel64, "rbx")), address < 0x1020);
}

void TestBreakpadTable::badRulesAreNamed_data()
{
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no register") << "8 +"
                                 << R"(rules " 8 +": "8" stands where a register is expected)";
    QTest::newRow("no expression")
        << ".cfa: .ra: 1" << R"(rules " .cfa: .ra: 1": register ".cfa" has no expression)";
    QTest::newRow("no return address") << ".cfa: 1" << "the rules lack .cfa or .ra";
    QTest::newRow("division by zero") << ".cfa: 1 0 / .ra: 1" << R"("/" in "1 0 /" has no value)";
    QTest::newRow("odd alignment") << ".cfa: 9 3 @ .ra: 1" << R"("@" in "9 3 @" has no value)";
    QTest::newRow("two values") << ".cfa: 1 2 .ra: 1" << R"("1 2" leaves 2 values)";
    QTest::newRow("unknown register") << ".cfa: $zax .ra: 1" << R"("$zax" in "$zax" has no value)";
    QTest::newRow("unreadable memory") << ".cfa: 1 .ra: 16 ^" << R"("^" in "16 ^" has no value)";
    QTest::newRow("CFA of itself") << ".cfa: .cfa .ra: 1" << R"(".cfa" in ".cfa" has no value)";
}

void TestBreakpadTable::badRulesAreNamed()
{
    QFETCH(QString, rules);
    const auto text = "STACK CFI INIT 1000 20 " + rules.toStdString();
    const auto step = unwindAt(symbolFile(Arch::Amd64, text), amd64Thread(), 0x1000);
    QVERIFY(!step);
    QCOMPARE(step.error().kind, ErrorKind::Malformed);
    QTEST(QString::fromStdString(step.error().detail), "detail");
}

void TestBreakpadTable::loadsReachMemoryBeyondTheStack()
{
    auto stack = numberedStack(Arch::Amd64);
    stack.set("rsp", kStack).memory(0x9000, std::vector<std::byte>(8, std::byte{0x11}));
    const auto file = symbolFile(Arch::Amd64, "STACK CFI INIT 1000 20 .cfa: $rsp 8 + .ra: 36864 ^");
    const auto step = unwindAt(file, stack.finish(), 0x1000);
    QVERIFY(step);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x1111111111111111});
}

void TestBreakpadTable::frameProgramStepsByFramePointer()
{
    const auto file = symbolFile(
        Arch::X86,
        "STACK WIN 4 1000 20 0 0 c 0 0 0 1 $T0 $ebp = $eip $T0 4 + ^ = $ebp $T0 ^ =$esp $T0 8 + =");
    const auto step = unwindAt(file, x86Thread(), 0x1005);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->method, UnwindMethod::BreakpadWin);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5005});
    QCOMPARE(step->caller.sp(), kStack + 24);
    QCOMPARE(step->caller.get(x86("ebp")), std::uint64_t{0x5004});
    QCOMPARE(step->caller.get(x86("ebx")), StackBuilder::pattern(x86("ebx")) & 0xffffffff);
    QCOMPARE(step->calleeParameterBytes, std::uint32_t{0xc});
}

void TestBreakpadTable::failingProgramFallsBackToStackCfi()
{
    const auto file =
        symbolFile(Arch::X86, "STACK WIN 4 1000 20 0 0 0 0 0 0 1 $eip 0 ^ =\n"
                              "STACK WIN 0 1000 20 0 0 0 0 0 0 0 0\n"
                              "STACK CFI INIT 1000 20 .cfa: $esp 8 + .ra: .cfa -4 + ^\n");
    const auto step = unwindAt(file, x86Thread(), 0x1005);
    QVERIFY(step);
    QCOMPARE(step->method, UnwindMethod::BreakpadCfi);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5001});
}

void TestBreakpadTable::fpoSkipsLeftoverReturnAddress()
{
    auto stack = numberedStack(Arch::X86);
    const auto event = stack.set("esp", kStack).set("eip", 0x5002).finish();
    const auto file = symbolFile(Arch::X86, "STACK WIN 0 1000 20 0 0 0 4 4 0 0 0");
    const auto step = unwindAt(file, event, 0x1005);
    QVERIFY(step);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5003});
    QCOMPARE(step->caller.sp(), kStack + 16);
}

void TestBreakpadTable::fpoRestoresAllocatedBasePointer()
{
    const auto file = symbolFile(Arch::X86, "STACK WIN 0 1000 20 0 0 0 8 0 0 0 1");
    const auto step = unwindAt(file, x86Thread(), 0x1005, 4);
    QVERIFY(step);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5003}); // 8 saved + 4 of the callee's parameters
    QCOMPARE(step->caller.get(x86("ebp")), std::uint64_t{0x5001});
    const auto bad =
        unwindAt(symbolFile(Arch::X86, "STACK WIN 0 1000 20 0 0 0 4 0 0 0 1"), x86Thread(), 0x1005);
    QVERIFY(!bad);
    QCOMPARE(bad.error().detail, std::string("FPO record: 4 bytes of saved registers hold no ebp"));
}

void TestBreakpadTable::pdbProgramsNameRegistersByNumber()
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pdb, Arch::X86);
    object::WindowsFrame frame;
    frame.rva = 0x1000;
    frame.codeSizeBytes = 0x20;
    frame.savedRegisterBytes = 4;
    frame.program = "$T0 .raSearch = $eip $T0 ^ = $esp $T0 4 + = $20 $T0 4 - ^ =";
    object->addWindowsFrame(frame);
    const auto step = unwindAt(object, x86Thread(), 0x1005);
    QVERIFY(step);
    QCOMPARE(step->method, UnwindMethod::FrameData);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5001});
    QCOMPARE(step->caller.get(x86("ebx")), std::uint64_t{0x5000});
}

void TestBreakpadTable::overlapsAreRepaired()
{
    object::WindowsFrame outer;
    outer.rva = 0x1000;
    outer.codeSizeBytes = 0x100;
    object::WindowsFrame inner;
    inner.rva = 0x1040;
    inner.codeSizeBytes = 0x10;
    auto twin = inner;
    twin.codeSizeBytes = 0x80;
    const unwind::WindowsFrameList list({inner, twin, outer});
    QCOMPARE(list.find(0x103f)->rva, std::uint32_t{0x1000});
    QCOMPARE(list.find(0x1040)->rva, std::uint32_t{0x1040});
    QVERIFY(list.find(0x1050) == nullptr);
}

void TestBreakpadTable::stackWinFields_data()
{
    QTest::addColumn<QString>("fields");
    QTest::addColumn<bool>("isUsed");
    QTest::newRow("frame data") << "4 1 2 3 4 5 6 7 8 1 $eip 4 =" << true;
    QTest::newRow("FPO") << "0 1 2 3 4 5 6 7 8 0 1" << true;
    QTest::newRow("FPO that claims a program") << "0 1 2 3 4 5 6 7 8 1 $eip" << false;
    QTest::newRow("frame data without a program") << "4 1 2 3 4 5 6 7 8 0 0" << false;
    QTest::newRow("another type") << "3 1 2 3 4 5 6 7 8 0 0" << false;
    QTest::newRow("too few numbers") << "4 1 2 3" << false;
    QTest::newRow("number too large") << "4 100000000 2 3 4 5 6 7 8 1 x" << false;
}

void TestBreakpadTable::stackWinFields()
{
    QFETCH(QString, fields);
    const auto text = fields.toStdString();
    const auto frame = unwind::parseStackWin(text);
    QTEST(frame.has_value(), "isUsed");
    if (frame)
        QCOMPARE(frame->maxStackBytes, std::uint32_t{8});
}

void TestBreakpadTable::everyPrefixGivesValueOrError()
{
    for (std::size_t length = 0; length <= kRows.size(); ++length) {
        const auto step =
            unwindAt(symbolFile(Arch::Amd64, kRows.substr(0, length)), amd64Thread(), 0x1004);
        QVERIFY(step || !step.error().detail.empty());
    }
}

QTEST_GUILESS_MAIN(TestBreakpadTable)
#include "tst_breakpad_table.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/cfi_program.h"
#include "core/unwind/tables/dwarf_expression.h"
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::unwind;
using namespace faultline::test;

class TestDwarfTable : public QObject
{
    Q_OBJECT

private slots:
    void rowDependsOnPosition_data();
    void rowDependsOnPosition();
    void calleeSavedRegistersAreForwarded();
    void undefinedReturnAddressEndsTheStack();
    void signalFrameIsReported();
    void expressionRuleReadsSavedRegister();
    void headerTableFindsEntries();
    void staleHeaderFallsBackToTheSection();
    void emptySectionIsNoUnwindData();
    void uncoveredAddressIsNotFound();
    void everyPrefixGivesValueOrError();
    void damage_data();
    void damage();
    void expressions_data();
    void expressions();
    void stackPointerOfS390x_data();
    void stackPointerOfS390x();
};

namespace {

constexpr std::uint64_t kSection = 0x402000;
constexpr std::uint64_t kFunction = 0x401000;
constexpr std::uint64_t kLoad = 0x400000;
constexpr std::uint64_t kModule = 0x7f0000000000;
constexpr std::uint64_t kStack = StackBuilder::kStackBegin;

// CFA = rsp + 8, return address at CFA - 8.
const std::vector<std::uint8_t> kEntryRules{0x0c, 7, 8, 0x90, 1};
// push rbp; mov rbp, rsp; …; pop rbp: with remember and restore around the early return.
const std::vector<std::uint8_t> kFunctionRules{0x41, 0x0e, 16,   0x86, 2, 0x43, 0x0d, 6,
                                               0x4c, 0x0a, 0xc6, 0x0c, 7, 8,    0x41, 0x0b};

std::shared_ptr<MemoryObject> elfObject(std::vector<std::byte> ehFrame)
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
    object->setLoadAddress(kLoad);
    object->addSection(".eh_frame", kSection, std::move(ehFrame));
    return object;
}

std::vector<std::byte> usualSection()
{
    CfiBuilder cfi(kSection);
    cfi.frame(cfi.common("R", 16, kEntryRules), kFunction, 0x100, kFunctionRules);
    cfi.terminator();
    return cfi.finish();
}

std::uint8_t amd64(std::string_view name)
{
    return *registerIndex(CpuFamily::Intel64, name);
}

/// A stack whose words contain their own number, with rsp and rbp pointing into it.
Event usualThread()
{
    StackBuilder stack(Arch::Amd64, OsFamily::Linux);
    for (std::uint64_t i = 0; i < 32; ++i)
        stack.word(kStack + 8 * i, 0x5000 + i);
    stack.set("rsp", kStack).set("rbp", kStack + 64);
    return stack.finish();
}

unwind::UnwindQuery queryAt(const Event& event, std::uint64_t functionOffset)
{
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.lookupAddress = kModule + kFunction - kLoad + functionOffset;
    query.callee = *event.threads[0].registers;
    query.callee.set(amd64("rip"), query.lookupAddress);
    return query;
}

Result<unwind::UnwindStep> unwindAt(const object::ObjectPtr& object, std::uint64_t functionOffset)
{
    const auto event = usualThread();
    FL_TRY(const auto table, unwind::makeUnwindTable(object, ParseLimits{}));
    return table->unwind(queryAt(event, functionOffset), *event.asNative()->memory);
}

std::vector<std::byte>
header(std::uint64_t headerAddress,
       std::uint64_t sectionAddress,
       std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> entries)
{
    ByteAssembler bytes;
    bytes.u8(1).u8(0x1b).u8(0x03).u8(0x3b);
    bytes.u32(sectionAddress - (headerAddress + 4)).u32(entries.size());
    for (const auto& [begin, entry] : entries)
        bytes.u32(begin - headerAddress).u32(entry - headerAddress);
    return bytes.finish();
}

} // namespace

void TestDwarfTable::rowDependsOnPosition_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint64>("sp");
    QTest::addColumn<quint64>("pc");
    QTest::addColumn<quint64>("rbp");
    const auto own = quint64{kStack + 64};
    QTest::newRow("first instruction")
        << quint64{0} << quint64{kStack + 8} << quint64{0x5000} << own;
    QTest::newRow("after the push")
        << quint64{1} << quint64{kStack + 16} << quint64{0x5001} << quint64{0x5000};
    QTest::newRow("frame pointer set")
        << quint64{8} << quint64{kStack + 80} << quint64{0x5009} << quint64{0x5008};
    QTest::newRow("early return") << quint64{16} << quint64{kStack + 8} << quint64{0x5000} << own;
    QTest::newRow("restored state")
        << quint64{17} << quint64{kStack + 80} << quint64{0x5009} << quint64{0x5008};
    QTest::newRow("last byte") << quint64{0xff} << quint64{kStack + 80} << quint64{0x5009}
                               << quint64{0x5008};
}

void TestDwarfTable::rowDependsOnPosition()
{
    QFETCH(quint64, offset);
    const auto step = unwindAt(elfObject(usualSection()), offset);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->method, UnwindMethod::DwarfCfi);
    QTEST(quint64{step->caller.sp()}, "sp");
    QTEST(quint64{step->caller.pc()}, "pc");
    QTEST(quint64{step->caller.get(amd64("rbp"))}, "rbp");
}

void TestDwarfTable::calleeSavedRegistersAreForwarded()
{
    const auto step = unwindAt(elfObject(usualSection()), 0);
    QVERIFY(step);
    for (const auto* kept : {"rbx", "rbp", "r12", "r13", "r14", "r15"})
        QVERIFY2(step->caller.has(amd64(kept)), kept);
    for (const auto* lost : {"rax", "rcx", "rdx", "rsi", "rdi", "r8", "r11"})
        QVERIFY2(!step->caller.has(amd64(lost)), lost);
    QCOMPARE(step->caller.get(amd64("r12")), StackBuilder::pattern(amd64("r12")));
}

void TestDwarfTable::undefinedReturnAddressEndsTheStack()
{
    CfiBuilder cfi(kSection);
    cfi.frame(cfi.common("R", 16, kEntryRules), kFunction, 0x100, {0x07, 16});
    const auto step = unwindAt(elfObject(cfi.finish()), 5);
    QVERIFY(step);
    QVERIFY(step->endOfStack);
}

void TestDwarfTable::signalFrameIsReported()
{
    CfiBuilder cfi(kSection);
    cfi.frame(cfi.common("RS", 16, kEntryRules), kFunction, 0x100, {});
    const auto step = unwindAt(elfObject(cfi.finish()), 5);
    QVERIFY(step);
    QVERIFY(step->isSignalFrame);
}

void TestDwarfTable::expressionRuleReadsSavedRegister()
{
    CfiBuilder cfi(kSection);
    // rbx is saved at rsp + 24 (DW_OP_breg7 24); rdi's value is rsp + 32.
    cfi.frame(cfi.common("RPL", 16, kEntryRules), kFunction, 0x100,
              {0x10, 3, 2, 0x77, 24, 0x16, 5, 2, 0x77, 32});
    const auto step = unwindAt(elfObject(cfi.finish()), 5);
    QVERIFY(step);
    QCOMPARE(step->caller.get(amd64("rbx")), std::uint64_t{0x5003});
    QCOMPARE(step->caller.get(amd64("rdi")), kStack + 32);
}

void TestDwarfTable::headerTableFindsEntries()
{
    CfiBuilder cfi(kSection);
    const auto common = cfi.common("R", 16, kEntryRules);
    const auto first = cfi.frame(common, kFunction, 0x10, {});
    const auto second = cfi.frame(common, kFunction + 0x20, 0x10, {0x0e, 24});
    auto object = elfObject(cfi.finish());
    object->addSection(
        ".eh_frame_hdr", 0x401f00,
        header(0x401f00, kSection,
               {{kFunction, kSection + first}, {kFunction + 0x20, kSection + second}}));
    QCOMPARE(unwindAt(object, 0)->caller.sp(), kStack + 8);
    QCOMPARE(unwindAt(object, 0x2f)->caller.sp(), kStack + 24);
    QCOMPARE(unwindAt(object, 0x10).error().kind, ErrorKind::NotFound);
    const auto table = unwind::makeUnwindTable(object, ParseLimits{});
    QVERIFY((*table)->covers(kFunction - kLoad + 0x2f));
    QVERIFY(!(*table)->covers(kFunction - kLoad + 0x30));
}

void TestDwarfTable::staleHeaderFallsBackToTheSection()
{
    auto object = elfObject(usualSection());
    object->addSection(".eh_frame_hdr", 0x401f00,
                       header(0x401f00, kSection, {{kFunction, kSection + 0x4000}}));
    const auto step = unwindAt(object, 0);
    QVERIFY(step);
    QCOMPARE(step->caller.sp(), kStack + 8);
}

void TestDwarfTable::emptySectionIsNoUnwindData()
{
    CfiBuilder cfi(kSection);
    cfi.common("R", 16, kEntryRules);
    cfi.terminator();
    const auto table = unwind::makeUnwindTable(elfObject(cfi.finish()), ParseLimits{});
    QVERIFY(!table);
    QCOMPARE(table.error().kind, ErrorKind::NotFound);
}

void TestDwarfTable::uncoveredAddressIsNotFound()
{
    const auto step = unwindAt(elfObject(usualSection()), 0x100);
    QVERIFY(!step);
    QCOMPARE(step.error().kind, ErrorKind::NotFound);
    QCOMPARE(step.error().detail, std::string("no frame entry covers 0x401100"));
}

void TestDwarfTable::everyPrefixGivesValueOrError()
{
    const auto whole = usualSection();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto step = unwindAt(
            elfObject({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}), 8);
        // Only the terminator may be missing.
        QVERIFY2(length + 4 >= whole.size() || !step,
                 QByteArray::number(static_cast<qulonglong>(length)));
    }
}

void TestDwarfTable::damage_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<int>("value");
    QTest::addColumn<QString>("detail");
    const auto entry = QString("eh_frame record at offset 0x1c: ");
    const auto common = QString("eh_frame record at offset 0x0: ");
    QTest::newRow("unknown version") << quint64{8} << 9 << common + "version 9 is not known";
    QTest::newRow("unknown augmentation")
        << quint64{9} << int{'q'} << common + "augmentation \"qR\" is not known";
    QTest::newRow("augmentation data too long")
        << quint64{15} << 0x7f << common + "augmentation data of 127 bytes does not fit";
    QTest::newRow("unknown pointer encoding")
        << quint64{16} << 0x0d << entry + "addresses with encoding 0xd cannot be read";
    QTest::newRow("unknown instruction")
        << quint64{17} << 0x3f
        << QString("call frame instruction 0x3f at section offset 0x11 cannot be followed");
}

void TestDwarfTable::damage()
{
    QFETCH(quint64, offset);
    QFETCH(int, value);
    auto bytes = usualSection();
    bytes[static_cast<std::size_t>(offset)] = static_cast<std::byte>(value);
    unwind::CfiSection section;
    section.bytes = ByteView::fromVector(bytes);
    section.address = kSection;
    const auto entry = unwind::readFrameEntry(section, 0x1c);
    unwind::UnwindMeter meter(nullptr);
    const auto error =
        entry ? unwind::rowAt(section, *entry, CpuFamily::Intel64, kFunction, meter).error()
              : entry.error();
    QTEST(QString::fromStdString(error.detail), "detail");
    QCOMPARE(error.kind, ErrorKind::Malformed);
}

void TestDwarfTable::expressions_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QString>("outcome");
    const auto row = [](const char* name, const char* hex, const QString& outcome) {
        QTest::newRow(name) << QByteArray::fromHex(hex) << outcome;
    };
    row("literal", "3a", "10");
    row("signed constant", "09ff", QString::number(~quint64{0}));
    row("register and displacement", "7708", QString::number(kStack + 8));
    row("dereference", "771006", QString::number(0x5002));
    row("dereference one byte", "77109401", QString::number(2));
    row("sum, product, difference", "383222331e321c", "28"); // (8 + 2) * 3 - 2
    row("division by zero", "38301b", "expression offset 2: operation 0x1b does not fit the stack");
    row("most negative by minus one",
        "1080808080808080808001"
        "09ff1b",
        QString::number(quint64{1} << 63));
    row("branch taken", "31280100393a", "10");
    row("branch back for ever", "2ffdff", "expression takes more than 4096 steps");
    row("branch before the start", "2ff0ff",
        "expression offset 0: operation 0x2f does not fit the stack");
    row("pick below the stack", "301505",
        "expression offset 1: operation 0x15 does not fit the stack");
    row("rotate", "313233171313", "3");
    row("swap", "313216", "1");
    row("no value", "96", "expression leaves no value");
    row("missing operand", "0c01", "expression offset 0: operation 0xc lacks operands");
    row("unknown register", "92990100", "expression needs register 153, which is not known");
    row("unknown memory", "3006", "expression needs 8 bytes at 0x0, which are not known");
    row("operation without meaning here", "9f", "expression operation 0x9f");
}

void TestDwarfTable::expressions()
{
    QFETCH(QByteArray, program);
    QFETCH(QString, outcome);
    const auto event = usualThread();
    const unwind::ExpressionContext context{*event.threads[0].registers, *event.asNative()->memory,
                                            0, std::endian::little, 8};
    const auto bytes = asBytes({program.constData(), static_cast<std::size_t>(program.size())});
    const auto result = unwind::evaluateExpression(bytes, context, std::nullopt);
    QCOMPARE(result ? QString::number(*result) : QString::fromStdString(result.error().detail),
             outcome);
}

void TestDwarfTable::stackPointerOfS390x_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<quint64>("sp"); // Of the caller, from the callee's.
    QTest::newRow("unchanged") << QByteArray() << quint64{0};
    QTest::newRow("after the prologue") << QByteArray::fromHex("0ec002") << quint64{160};
    QTest::newRow("saved on the stack") << QByteArray::fromHex("8f05") << quint64{0x5000};
    QTest::newRow("kept in f2") << QByteArray::fromHex("090f11") << quint64{0x6000};
    QTest::newRow("kept in a register that is not known")
        << QByteArray::fromHex("090f12") << quint64{0};
}

/// The CFA is 160 bytes above the caller's stack pointer.
void TestDwarfTable::stackPointerOfS390x()
{
    QFETCH(QByteArray, rules);
    QFETCH(quint64, sp);
    CfiBuilder cfi(kSection);
    const auto common = cfi.common("R", 14, {0x0c, 15, 0xa0, 0x01});
    cfi.frame(common, kFunction, 0x100, {rules.begin(), rules.end()});
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::S390x);
    object->setLoadAddress(kLoad);
    object->addSection(".eh_frame", kSection, cfi.finish());
    StackBuilder stack(Arch::S390x, OsFamily::Linux);
    stack.set("r15", kStack).set("r14", 0x5555).set("f2", kStack + 0x6000);
    stack.word(kStack + 120, kStack + 0x5000);
    const auto event = stack.finish();
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.lookupAddress = kModule + kFunction - kLoad + 8;
    query.callee = *event.threads[0].registers;
    query.callee.forget(*registerIndex(CpuFamily::S390x, "f4"));
    const auto table = unwind::makeUnwindTable(object, ParseLimits{});
    QVERIFY(table);
    const auto step = (*table)->unwind(query, *event.asNative()->memory);
    QVERIFY(step);
    QCOMPARE(step->caller.pc(), 0x5555u);
    QCOMPARE(step->caller.sp(), kStack + sp);
}

QTEST_GUILESS_MAIN(TestDwarfTable)
#include "tst_dwarf_table.moc"

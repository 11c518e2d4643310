// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_object.h"
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/go_program_builder.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Stripped Go programs are unwound by the frame sizes that their runtime needs.
class TestGoTable : public QObject
{
    Q_OBJECT

private slots:
    void intel_data();
    void intel();
    void arm64_data();
    void arm64();
    void outermostFunctionEndsTheStack();
    void addressesOutsideHaveNoEntry();
};

namespace {

constexpr std::uint64_t kModule = 0x7000000;
constexpr std::uint64_t kMain = kModule + GoProgramBuilder::kText - GoProgramBuilder::kBase;
constexpr std::uint64_t kStack = StackBuilder::kStackBegin;

unwind::UnwindTablePtr tableOf(GoProgramBuilder program)
{
    const auto object = elf::openElf(ByteView::fromVector(program.elf()), ParseLimits{});
    return object ? unwind::makeUnwindTable(*object, ParseLimits{}).value_or(nullptr) : nullptr;
}

unwind::UnwindQuery queryAt(const Event& event, std::uint64_t offset, bool isExact)
{
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.lookupAddress = kMain + offset;
    query.isExact = isExact;
    query.callee = *event.threads[0].registers;
    return query;
}

} // namespace

void TestGoTable::intel_data()
{
    QTest::addColumn<bool>("is64");
    QTest::addColumn<int>("offset");
    QTest::addColumn<quint64>("sp");
    QTest::addColumn<quint64>("rbp");
    QTest::addColumn<quint64>("callersRbp");
    const auto top = kStack + 0x18; // Where the return address lies once there is a frame.
    QTest::newRow("at the entry") << true << 0 << quint64{top} << quint64{5} << quint64{5};
    QTest::newRow("in the frame") << true << 8 << quint64{kStack} << quint64{top - 8}
                                  << quint64{0x77};
    QTest::newRow("rbp is not at the record")
        << true << 8 << quint64{kStack} << quint64{5} << quint64{0};
    QTest::newRow("after the frame") << true << 0x1c << quint64{top} << quint64{5} << quint64{5};
    QTest::newRow("32 bits") << false << 8 << quint64{kStack} << quint64{5} << quint64{0};
}

void TestGoTable::intel()
{
    QFETCH(bool, is64);
    QFETCH(int, offset);
    QFETCH(quint64, sp);
    QFETCH(quint64, rbp);
    QFETCH(quint64, callersRbp);
    const auto table = tableOf(
        smallGoProgram(GoProgramBuilder::Release::Go120, std::endian::little, is64 ? 8 : 4));
    QVERIFY(table);
    QCOMPARE(table->description(), std::string_view("Go frame sizes"));
    StackBuilder stack(is64 ? Arch::Amd64 : Arch::X86, OsFamily::Linux);
    stack.stackBytes(0x100).set(is64 ? "rsp" : "esp", sp).set(is64 ? "rbp" : "ebp", rbp);
    stack.set(is64 ? "rbx" : "ebx", 0x99);
    stack.word(kStack + 0x18, 0xabcdef).word(kStack + 0x10, 0x77);
    const auto event = stack.finish();
    const auto step = table->unwind(queryAt(event, static_cast<std::uint64_t>(offset), true),
                                    *event.asNative()->memory);
    QVERIFY(step);
    QCOMPARE(step->method, UnwindMethod::GoFrameSize);
    QCOMPARE(step->caller.pc(), std::uint64_t{0xabcdef});
    QCOMPARE(step->caller.sp(), kStack + 0x18 + (is64 ? 8 : 4));
    const auto special = specialRegisters(step->caller.family());
    QCOMPARE(step->caller.has(special.fp), callersRbp != 0);
    if (callersRbp != 0)
        QCOMPARE(step->caller.get(special.fp), callersRbp);
    QVERIFY(!step->caller.has(*registerIndex(step->caller.family(), is64 ? "rbx" : "ebx")));
}

void TestGoTable::arm64_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<bool>("isExact");
    QTest::addColumn<quint64>("returnAddress");
    QTest::addColumn<quint64>("sp");
    QTest::newRow("at the entry") << 0 << true << quint64{0x1234} << quint64{kStack};
    QTest::newRow("in the frame") << 8 << false << quint64{0x5678} << quint64{kStack + 0x18};
    QTest::newRow("lost link register") << 0 << false << quint64{0} << quint64{0};
}

void TestGoTable::arm64()
{
    QFETCH(int, offset);
    QFETCH(bool, isExact);
    QFETCH(quint64, returnAddress);
    QFETCH(quint64, sp);
    const auto table = tableOf(smallGoProgram(GoProgramBuilder::Release::Go120).machine(183));
    QVERIFY(table);
    StackBuilder stack(Arch::Arm64, OsFamily::Linux);
    stack.stackBytes(0x100).set("sp", kStack).set("lr", 0x1234).set("fp", kStack - 8);
    stack.word(kStack, 0x5678);
    const auto event = stack.finish();
    const auto step = table->unwind(queryAt(event, static_cast<std::uint64_t>(offset), isExact),
                                    *event.asNative()->memory);
    QCOMPARE(step.has_value(), returnAddress != 0);
    if (!step) {
        QCOMPARE(step.error().detail, std::string("the link register is lost"));
        return;
    }
    QCOMPARE(step->caller.pc(), returnAddress);
    QCOMPARE(step->caller.sp(), sp);
}

void TestGoTable::outermostFunctionEndsTheStack()
{
    const auto table = tableOf(smallGoProgram(GoProgramBuilder::Release::Go120));
    QVERIFY(table);
    StackBuilder stack(Arch::Amd64, OsFamily::Linux);
    const auto event = stack.stackBytes(0x100).set("rsp", kStack).finish();
    const auto step = table->unwind(queryAt(event, 0x20, false), *event.asNative()->memory);
    QVERIFY(step && step->endOfStack);
}

void TestGoTable::addressesOutsideHaveNoEntry()
{
    const auto table = tableOf(smallGoProgram(GoProgramBuilder::Release::Go118));
    QVERIFY(table);
    constexpr std::uint64_t kRelative = kMain - kModule;
    QVERIFY(table->covers(kRelative));
    QVERIFY(table->covers(kRelative + 0x2f));
    QVERIFY(!table->covers(kRelative + 0x30));
    StackBuilder stack(Arch::Amd64, OsFamily::Linux);
    const auto event = stack.stackBytes(0x100).set("rsp", kStack).finish();
    const auto step = table->unwind(queryAt(event, 0x30, true), *event.asNative()->memory);
    QVERIFY(!step);
    QCOMPARE(step.error().kind, ErrorKind::NotFound);
}

QTEST_GUILESS_MAIN(TestGoTable)
#include "tst_go_table.moc"

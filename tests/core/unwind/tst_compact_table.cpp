// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestCompactTable : public QObject
{
    Q_OBJECT

private slots:
    void pagesAreSearched_data();
    void pagesAreSearched();
    void amd64Bodies_data();
    void amd64Bodies();
    void amd64EdgesFollowTheCode_data();
    void amd64EdgesFollowTheCode();
    void mergedEntries_data();
    void mergedEntries();
    void damagedFunctionStarts();
    void arm64Bodies_data();
    void arm64Bodies();
    void arm64EdgesFollowTheCode_data();
    void arm64EdgesFollowTheCode();
    void edgesWithoutRows_data();
    void edgesWithoutRows();
    void nullEncodingEndsTheStackOfACaller();
    void nullEncodingOfAFunctionWithAFramePointer_data();
    void nullEncodingOfAFunctionWithAFramePointer();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint64_t kLoad = 0x100000000;
constexpr std::uint64_t kModule = 0x104000000;
constexpr std::uint64_t kStack = StackBuilder::kStackBegin;
constexpr std::uint32_t kFunction = 0x1000;

/// One regular page with functions at 0x1000 and 0x1100, the second without an encoding, or the
/// same compressed.
std::vector<std::byte> unwindInfo(std::uint32_t encoding, bool isCompressed)
{
    ByteAssembler bytes;
    const auto common = bytes.newLabel();
    const auto index = bytes.newLabel();
    const auto page = bytes.newLabel();
    bytes.u32(1).offsetOf(common).u32(isCompressed ? 1 : 0).u32(0).u32(0).offsetOf(index).u32(2);
    bytes.place(common);
    if (isCompressed)
        bytes.u32(0);
    bytes.place(index).u32(kFunction).offsetOf(page).u32(0).u32(0x2000).u32(0).u32(0);
    bytes.place(page);
    if (isCompressed) {
        bytes.u32(3).u16(12).u16(2).u16(20).u16(1);
        bytes.u32(0 | 1u << 24)
            .u32(0x100)
            .u32(encoding); // Index 1: the page's first; index 0: the common one.
    } else {
        bytes.u32(2).u16(8).u16(2).u32(kFunction).u32(encoding).u32(kFunction + 0x100).u32(0);
    }
    return bytes.finish();
}

std::shared_ptr<MemoryObject>
machObject(Arch arch, std::vector<std::byte> info, const QByteArray& code)
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::MachO, arch);
    object->setLoadAddress(kLoad);
    object->addSection("__unwind_info", kLoad + 0x3000, std::move(info));
    const auto bytes = asBytes({code.constData(), static_cast<std::size_t>(code.size())});
    object->addSection("__text", kLoad + kFunction, {bytes.begin(), bytes.end()}, true);
    return object;
}

Event numberedThread(Arch arch)
{
    StackBuilder stack(arch, OsFamily::MacOs);
    for (std::uint64_t i = 0; i < 64; ++i)
        stack.word(kStack + 8 * i, 0x5000 + i);
    const bool isArm = arch == Arch::Arm64;
    stack.set(isArm ? "sp" : "rsp", kStack).set(isArm ? "fp" : "rbp", kStack + 128);
    if (isArm)
        stack.set("lr", 0x6000);
    return stack.finish();
}

Result<unwind::UnwindStep>
unwindAt(const std::shared_ptr<MemoryObject>& object, std::uint64_t functionOffset, bool isExact)
{
    const auto event = numberedThread(object->arch());
    FL_TRY(const auto table, unwind::makeUnwindTable(object, ParseLimits{}));
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.lookupAddress = kModule + kFunction + functionOffset;
    query.isExact = isExact;
    query.callee = *event.threads[0].registers;
    query.callee.set(specialRegisters(query.callee.family()).pc, query.lookupAddress);
    return table->unwind(query, *event.asNative()->memory);
}

QString describe(const Result<unwind::UnwindStep>& step,
                 std::initializer_list<const char*> registers)
{
    if (!step)
        return QString::fromStdString(step.error().detail);
    auto text =
        QString("pc %1 sp +%2").arg(step->caller.pc(), 0, 16).arg(step->caller.sp() - kStack);
    for (const auto* name : registers) {
        const auto value = step->caller.find(*registerIndex(step->caller.family(), name));
        text += QString(" %1 %2").arg(name, value ? QString::number(*value, 16) : "unknown");
    }
    return text;
}

const QByteArray kBodyCode(0x80, '\x90');

} // namespace

void TestCompactTable::pagesAreSearched_data()
{
    QTest::addColumn<bool>("isCompressed");
    QTest::newRow("regular page") << false;
    QTest::newRow("compressed page") << true;
}

void TestCompactTable::pagesAreSearched()
{
    QFETCH(bool, isCompressed);
    const auto object = machObject(Arch::Amd64, unwindInfo(0x02040000, isCompressed), kBodyCode);
    QCOMPARE(describe(unwindAt(object, 0x20, false), {}), QString("pc 5003 sp +32"));
    QCOMPARE(describe(unwindAt(object, 0xff, false), {}), QString("pc 5003 sp +32"));
    const auto table = *unwind::makeUnwindTable(object, ParseLimits{});
    QVERIFY(table->covers(kFunction + 0x100));
    QVERIFY(!table->covers(0xfff));
    QVERIFY(!table->covers(0x2000));
}

void TestCompactTable::amd64Bodies_data()
{
    QTest::addColumn<quint32>("encoding");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("frame") << quint32{0x01000000}
                           << "pc 5011 sp +144 rbp 5010 rbx 1111110003 r12 111111000c";
    // rbx and r12 are saved from rbp - 16 on.
    QTest::newRow("frame with registers")
        << quint32{0x01020011} << "pc 5011 sp +144 rbp 5010 rbx 500e r12 500f";
    // Six words; two registers, the permutation of rbx (1), r12 (2): 0 * 5 + 0.
    QTest::newRow("frameless with registers")
        << quint32{0x02060800} << "pc 5005 sp +48 rbp 70000080 rbx 5003 r12 5004";
    // The same two the other way round: r12 is the second of six, rbx then the first of five.
    QTest::newRow("permuted registers")
        << quint32{0x02060805} << "pc 5005 sp +48 rbp 70000080 rbx 5004 r12 5003";
    QTest::newRow("size from the code")
        << quint32{0x03032000} << "pc 5004 sp +40 rbp 70000080 rbx 1111110003 r12 111111000c";
    QTest::newRow("DWARF without __eh_frame")
        << quint32{0x04000000} << "the compact entry refers to __eh_frame, which is missing";
    QTest::newRow("unknown mode") << quint32{0x07000000} << "compact encoding 0x7000000";
}

void TestCompactTable::amd64Bodies()
{
    QFETCH(quint32, encoding);
    auto code = kBodyCode;
    code.replace(3, 4, QByteArray::fromHex("20000000")); // The operand of sub rsp, 0x20.
    const auto object = machObject(Arch::Amd64, unwindInfo(encoding, false), code);
    QTEST(describe(unwindAt(object, 0x20, false), {"rbp", "rbx", "r12"}), "outcome");
}

void TestCompactTable::amd64EdgesFollowTheCode_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("first instruction") << quint64{0} << "pc 5000 sp +8 rbp 70000080";
    QTest::newRow("after push rbp") << quint64{1} << "pc 5001 sp +16 rbp 5000";
    QTest::newRow("frame is up") << quint64{4} << "pc 5011 sp +144 rbp 5010";
    QTest::newRow("before pop rbp") << quint64{6} << "pc 5001 sp +16 rbp 5000";
    QTest::newRow("at the return") << quint64{7} << "pc 5000 sp +8 rbp 70000080";
    QTest::newRow("at a jump to a cold part") << quint64{8} << "pc 5011 sp +144 rbp 5010";
}

void TestCompactTable::amd64EdgesFollowTheCode()
{
    QFETCH(quint64, offset);
    // push rbp; mov rbp, rsp; nop; nop; pop rbp; ret; jmp far away
    const auto code = QByteArray::fromHex("554889e590905dc3e900000001");
    const auto object = machObject(Arch::Amd64, unwindInfo(0x01000000, false), code);
    QTEST(describe(unwindAt(object, offset, true), {"rbp"}), "outcome");
}

void TestCompactTable::mergedEntries_data()
{
    QTest::addColumn<quint32>("encoding");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<QString>("outcome");
    const auto row = [](const char* name, quint32 encoding, const char* code, quint64 offset,
                        const char* outcome) {
        QTest::newRow(name) << encoding << QByteArray::fromHex(code) << offset << QString(outcome);
    };
    constexpr quint32 kFrame = 0x01000000;
    constexpr quint32 kFrameless = 0x02040000;
    const auto* frame = "554889e5905de900000001"; // push rbp; mov rbp, rsp; nop; pop rbp; jmp far
    row("first instruction", kFrame, frame, 0, "pc 5000 sp +8 rbp 70000080");
    row("after push rbp", kFrame, frame, 1, "pc 5001 sp +16 rbp 5000");
    row("frame is up", kFrame, frame, 4, "pc 5011 sp +144 rbp 5010");
    row("before pop rbp and a tail call", kFrame, frame, 5, "pc 5001 sp +16 rbp 5000");
    row("at the tail call", kFrame, frame, 6, "pc 5000 sp +8 rbp 70000080");
    const auto* inner = "554889e590905debf8"; // As before, but it jumps back into itself.
    row("at a jump inside", kFrame, inner, 7, "pc 5011 sp +144 rbp 5010");
    const auto* table = "554889e590ffe0"; // jmp rax
    row("at a jump by a table", kFrame, table, 5, "pc 5011 sp +144 rbp 5010");
    // sub rsp, 24; nop; add rsp, 24; jmp far
    const auto* frameless = "4883ec18904883c418e900000001";
    row("frameless, before the frame's end", kFrameless, frameless, 5,
        "pc 5003 sp +32 rbp 70000080");
    row("frameless, at the tail call", kFrameless, frameless, 9, "pc 5000 sp +8 rbp 70000080");
}

/// The linker has merged the entries of two functions; the second one is examined.
void TestCompactTable::mergedEntries()
{
    QFETCH(quint32, encoding);
    QFETCH(QByteArray, code);
    QFETCH(quint64, offset);
    const auto object =
        machObject(Arch::Amd64, unwindInfo(encoding, false), QByteArray(0x20, '\x90') + code);
    object->addSection("LC_FUNCTION_STARTS", kLoad + 0x4000,
                       ByteAssembler().u8(0x80).u8(0x20).u8(0x20).u8(0x20).u8(0).finish());
    QTEST(describe(unwindAt(object, 0x20 + offset, true), {"rbp"}), "outcome");
}

/// Then an entry counts as one function.
void TestCompactTable::damagedFunctionStarts()
{
    const auto code = QByteArray::fromHex("554889e590905dc3");
    for (const auto& table : {std::vector<std::byte>{}, ByteAssembler().u8(0x80).finish(),
                              ByteAssembler().u32(0xffffffff).u32(0xffffffff).finish()}) {
        const auto object = machObject(Arch::Amd64, unwindInfo(0x01000000, false), code);
        object->addSection("LC_FUNCTION_STARTS", kLoad + 0x4000, table);
        QCOMPARE(describe(unwindAt(object, 1, true), {"rbp"}), QString("pc 5001 sp +16 rbp 5000"));
    }
}

void TestCompactTable::arm64Bodies_data()
{
    QTest::addColumn<quint32>("encoding");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("frame with x19, x20")
        << quint32{0x04000001} << "pc 5011 sp +144 fp 5010 x19 500f x20 500e";
    QTest::newRow("frame with x21, x22 only")
        << quint32{0x04000002} << "pc 5011 sp +144 fp 5010 x19 1111110013 x20 1111110014";
    QTest::newRow("frameless") << quint32{0x02002001}
                               << "pc 6000 sp +32 fp 70000080 x19 5003 x20 5002";
    QTest::newRow("unknown mode") << quint32{0x07000000} << "compact encoding 0x7000000";
}

void TestCompactTable::arm64Bodies()
{
    QFETCH(quint32, encoding);
    const auto object = machObject(Arch::Arm64, unwindInfo(encoding, false), {});
    QTEST(describe(unwindAt(object, 0x20, true), {"fp", "x19", "x20"}), "outcome");
}

void TestCompactTable::arm64EdgesFollowTheCode_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("first instruction") << quint64{0} << "pc 6000 sp +0 fp 70000080";
    QTest::newRow("signed") << quint64{4} << "pc 6000 sp +0 fp 70000080";
    QTest::newRow("pair stored") << quint64{8} << "pc 6000 sp +16 fp 70000080";
    QTest::newRow("frame is up") << quint64{12} << "pc 5011 sp +144 fp 5010";
    QTest::newRow("before the load") << quint64{16} << "pc 5001 sp +16 fp 5000";
    QTest::newRow("at the return") << quint64{20} << "pc 6000 sp +0 fp 70000080";
}

void TestCompactTable::arm64EdgesFollowTheCode()
{
    QFETCH(quint64, offset);
    // pacibsp; stp fp, lr, [sp, #-16]!; mov fp, sp; ldr x0, [x0]; ldp fp, lr, [sp], #16; retab
    const auto code = QByteArray::fromHex("7f2303d5"
                                          "fd7bbfa9"
                                          "fd030091"
                                          "000040f9"
                                          "fd7bc1a8"
                                          "ff0f5fd6");
    const auto object = machObject(Arch::Arm64, unwindInfo(0x04000000, false), code);
    QTEST(describe(unwindAt(object, offset, true), {"fp"}), "outcome");
}

void TestCompactTable::edgesWithoutRows_data()
{
    QTest::addColumn<int>("arch");
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<bool>("isExact");
    QTest::addColumn<QString>("caller");
    const auto row = [](const char* name, Arch arch, quint64 offset, const char* caller,
                        bool isExact = true) {
        QTest::newRow(name) << static_cast<int>(arch) << offset << isExact << caller;
    };
    row("arm64, first instruction", Arch::Arm64, 0, "pc 6000 sp +0");
    row("arm64, frame allocated", Arch::Arm64, 4, "pc 6000 sp +64");
    row("arm64, registers saved", Arch::Arm64, 12, "pc 6000 sp +64");
    row("arm64, a call in the body", Arch::Arm64, 16, "pc 5007 sp +64", false);
    row("arm64, link register restored", Arch::Arm64, 20, "pc 6000 sp +64");
    row("arm64, at the return", Arch::Arm64, 28, "pc 6000 sp +0");
    row("amd64, in the prologue", Arch::Amd64, 1, "pc 5001 sp +16");
    row("amd64, body", Arch::Amd64, 5, "pc 5003 sp +32");
    row("amd64, frame removed", Arch::Amd64, 10, "pc 5001 sp +16");
    row("amd64, at the return", Arch::Amd64, 11, "pc 5000 sp +8");
}

/// Entries of mode "DWARF", whose rows are those that LLVM writes: for arm64 after the prologue,
/// for none of the epilogues.
void TestCompactTable::edgesWithoutRows()
{
    QFETCH(int, arch);
    QFETCH(quint64, offset);
    QFETCH(bool, isExact);
    const bool isArm = static_cast<Arch>(arch) == Arch::Arm64;
    // sub sp, 0x40; stp; stp; mov x27, x5; ldp; ldp; add sp, 0x40; ret
    // push rbx; sub rsp, 0x10; nop; add rsp, 0x10; pop rbx; ret
    const auto code = QByteArray::fromHex(
        isArm ? "ff0301d1f44f02a9fd7b03a9fb0305aafd7b43a9f44f42a9ff030191c0035fd6"
              : "534883ec10904883c4105bc3");
    const auto object = machObject(static_cast<Arch>(arch),
                                   unwindInfo(isArm ? 0x03000000 : 0x04000000, false), code);
    CfiBuilder cfi(kLoad + 0x4000);
    if (isArm) {
        const auto common = cfi.common("R", 30, {0x0c, 31, 0});
        cfi.frame(common, kLoad + kFunction, 32,
                  {0x4c, 0x0e, 0x40, 0x9e, 1, 0x9d, 2, 0x93, 3, 0x94, 4});
    } else {
        const auto common = cfi.common("R", 16, {0x0c, 7, 8, 0x90, 1});
        cfi.frame(common, kLoad + kFunction, 12, {0x41, 0x0e, 16, 0x83, 2, 0x44, 0x0e, 32});
    }
    object->addSection("__eh_frame", kLoad + 0x4000, cfi.finish());
    QTEST(describe(unwindAt(object, offset, isExact), {}), "caller");
}

void TestCompactTable::nullEncodingEndsTheStackOfACaller()
{
    const auto object = machObject(Arch::Arm64, unwindInfo(0x04000000, false), {});
    const auto root = unwindAt(object, 0x110, false);
    QVERIFY(root);
    QVERIFY(root->endOfStack);
    QCOMPARE(describe(unwindAt(object, 0x110, true), {}), QString("pc 6000 sp +0"));
}

void TestCompactTable::nullEncodingOfAFunctionWithAFramePointer_data()
{
    QTest::addColumn<int>("arch");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<bool>("isExact");
    QTest::addColumn<QString>("caller");
    const auto row = [](const char* name, Arch arch, const char* code, quint64 offset, bool isExact,
                        const char* caller) {
        QTest::newRow(name) << static_cast<int>(arch) << QByteArray(code) << offset << isExact
                            << caller;
    };
    constexpr auto kText = "the compact entry has no rule, but the function at 0x1000 has a frame "
                           "pointer";
    // push rbp; mov rbp, rsp; push r15; nop; nop
    row("amd64, body", Arch::Amd64, "554889e541579090", 7, true, kText);
    row("amd64, return address", Arch::Amd64, "554889e541579090", 7, false, kText);
    row("amd64, prologue", Arch::Amd64, "554889e541579090", 1, true, "pc 5001 sp +16");
    row("amd64, no frame pointer", Arch::Amd64, "9090909090909090", 7, true, "pc 5000 sp +8");
    // stp fp, lr, [sp, -0x10]!; mov fp, sp; nop; nop
    row("arm64, body", Arch::Arm64, "fd7bbfa9fd0300911f2003d51f2003d5", 12, true, kText);
    row("arm64, return address", Arch::Arm64, "fd7bbfa9fd0300911f2003d51f2003d5", 12, false, kText);
    row("arm64, prologue", Arch::Arm64, "fd7bbfa9fd0300911f2003d51f2003d5", 4, true,
        "pc 6000 sp +16");
    row("arm64, no frame pointer", Arch::Arm64, "1f2003d51f2003d5", 4, true, "pc 6000 sp +0");
}

/// Then the walker follows the frame pointer. Seen in Rust programs for macOS with panic=abort.
void TestCompactTable::nullEncodingOfAFunctionWithAFramePointer()
{
    QFETCH(int, arch);
    QFETCH(QByteArray, code);
    QFETCH(quint64, offset);
    QFETCH(bool, isExact);
    const auto object =
        machObject(static_cast<Arch>(arch), unwindInfo(0, false), QByteArray::fromHex(code));
    QTEST(describe(unwindAt(object, offset, isExact), {}), "caller");
}

void TestCompactTable::everyPrefixGivesValueOrError()
{
    for (const bool isCompressed : {false, true}) {
        const auto whole = unwindInfo(0x04000000, isCompressed);
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const std::vector<std::byte> prefix(
                whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
            QVERIFY(!unwindAt(machObject(Arch::Arm64, prefix, {}), 0x20, false));
        }
    }
}

QTEST_GUILESS_MAIN(TestCompactTable)
#include "tst_compact_table.moc"

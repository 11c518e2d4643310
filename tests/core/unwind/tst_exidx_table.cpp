// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestExidxTable : public QObject
{
    Q_OBJECT

private slots:
    void opcodes_data();
    void opcodes();
    void tables_data();
    void tables();
    void positions_data();
    void positions();
    void cannotUnwindIsNoEndOfTheStack();
    void lastEntryEndsWithTheCode();
    void thumbBitIsNoAddress();
    void dwarfComesFirst();
    void defects_data();
    void defects();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint64_t kModule = 0xb6f00000;
constexpr std::uint32_t kCode = 0x1000;
constexpr std::uint32_t kIndex = 0x2000;
constexpr std::uint32_t kTable = 0x3000;
constexpr std::uint64_t kStack = StackBuilder::kStackBegin;
constexpr std::uint64_t kLinkRegister = 0xb6f04321;

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    return {bytes.begin(), bytes.end()};
}

constexpr std::uint32_t prel31(std::uint32_t target, std::uint32_t place)
{
    return (target - place) & 0x7fffffff;
}

/// Two functions of 0x80 bytes; the first has `content` in the index, the second cannot be unwound.
std::shared_ptr<MemoryObject> objectWith(std::uint32_t content,
                                         std::vector<std::byte> table = {},
                                         std::vector<std::byte> code = {})
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::ArmV7);
    code.resize(0x100);
    object->addSection(".text", kCode, std::move(code), true);
    ByteAssembler index;
    index.u32(prel31(kCode, kIndex)).u32(content);
    index.u32(prel31(kCode + 0x80, kIndex + 8)).u32(1);
    object->addSection(".ARM.exidx", kIndex, index.finish());
    object->addSection(".ARM.extab", kTable, std::move(table));
    return object;
}

std::uint8_t reg(std::string_view name)
{
    return *registerIndex(CpuFamily::Arm32, name);
}

Event usualThread()
{
    StackBuilder stack(Arch::ArmV7, OsFamily::Linux);
    for (std::uint64_t i = 0; i < 1024; ++i)
        stack.word(kStack + 4 * i, 0x5000 + i);
    stack.set("sp", kStack).set("lr", kLinkRegister).set("r7", kStack + 0x20);
    return stack.set("fp", kStack + 0x40).finish();
}

Result<unwind::UnwindStep>
unwindAt(const object::ObjectPtr& object, std::uint64_t offset, bool isExact = true)
{
    const auto event = usualThread();
    FL_TRY(const auto table, unwind::makeUnwindTable(object, ParseLimits{}));
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.isExact = isExact;
    query.lookupAddress = kModule + kCode + (offset & ~std::uint64_t{1}) - (isExact ? 0 : 2);
    query.callee = *event.threads[0].registers;
    query.callee.set(reg("pc"), kModule + kCode + offset);
    return table->unwind(query, *event.asNative()->memory);
}

/// Lists the registers of the caller that differ from the callee's: "pc=5001 sp=+8 r4=5000".
QString changes(const Result<unwind::UnwindStep>& step)
{
    if (!step)
        return QString::fromStdString(step.error().detail);
    const auto& caller = step->caller;
    const auto event = usualThread();
    QString text = QString("pc=%1 sp=+%2").arg(caller.pc(), 0, 16).arg(caller.sp() - kStack, 0, 16);
    for (const auto& info : registersOf(CpuFamily::Arm32)) {
        const bool isShown = info.name != "pc" && info.name != "sp" && caller.has(info.index);
        if (isShown && caller.get(info.index) != event.threads[0].registers->get(info.index))
            text +=
                QString(" %1=%2")
                    .arg(QString::fromUtf8(info.name.data(), static_cast<int>(info.name.size())))
                    .arg(caller.get(info.index), 0, 16);
    }
    return text;
}

/// The opcodes as a table entry of personality 1.
std::vector<std::byte> longTable(const QByteArray& opcodes)
{
    auto bytes = bytesOf(opcodes);
    while (bytes.size() < 2 || (bytes.size() - 2) % 4 != 0)
        bytes.push_back(std::byte{0xb0});
    const auto words = static_cast<std::uint8_t>((bytes.size() - 2) / 4);
    bytes.insert(bytes.begin(), {std::byte{0x81}, std::byte{words}});
    for (std::size_t i = 0; i < bytes.size(); i += 4)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     bytes.begin() + static_cast<std::ptrdiff_t>(i + 4));
    return bytes;
}

object::ObjectPtr objectWithOpcodes(const QByteArray& opcodes)
{
    // Code that is neither prologue nor epilogue: a branch to itself.
    return objectWith(prel31(kTable, kIndex + 4), longTable(opcodes), bytesOf("feffffea"));
}

} // namespace

/// One row per opcode of the EHABI's table 4, by hand. Word i of the stack is 0x5000 + i.
void TestExidxTable::opcodes_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("caller");
    const auto row = [](const char* name, const char* hex, const char* caller) {
        QTest::newRow(name) << QByteArray(hex) << QString(caller);
    };
    row("vsp = vsp + n", "02b0", "pc=b6f04321 sp=+c");
    row("vsp = vsp - n", "0441b0", "pc=b6f04321 sp=+c");
    row("pop under mask", "8400b0", "pc=5000 sp=+4");
    row("pop under mask, pc", "8801b0", "pc=5001 sp=+8 r4=5000");
    row("pop under mask, sp", "8201b0", "pc=b6f04321 sp=+ffffffff90005001 r4=5000");
    row("vsp = register", "97b0", "pc=b6f04321 sp=+20");
    row("pop r4 to r6", "a2b0", "pc=b6f04321 sp=+c r4=5000 r5=5001 r6=5002");
    row("pop r4, r5, lr", "a9b0", "pc=5002 sp=+c r4=5000 r5=5001");
    row("finish", "b002", "pc=b6f04321 sp=+0");
    row("pop r0 and r3", "b109b0", "pc=b6f04321 sp=+8");
    row("vsp by uleb128", "b28102b0", "pc=b6f04321 sp=+608");
    row("pop d8 and d9, FSTMFDX", "b381b0", "pc=b6f04321 sp=+14");
    row("pop authentication code", "b4b0", "pc=b6f04321 sp=+4");
    row("authenticate by vsp", "b5b0", "pc=b6f04321 sp=+0");
    row("pop d8 to d10, FSTMFDX", "bab0", "pc=b6f04321 sp=+1c");
    row("pop wR10 and wR11", "c1b0", "pc=b6f04321 sp=+10");
    row("pop wR from a register", "c612b0", "pc=b6f04321 sp=+18");
    row("pop wCGR", "c705b0", "pc=b6f04321 sp=+8");
    row("pop d16 and up", "c801b0", "pc=b6f04321 sp=+10");
    row("pop d8 and up", "c981b0", "pc=b6f04321 sp=+10");
    row("pop d8 to d11", "d3b0", "pc=b6f04321 sp=+20");
    row("a usual frame", "0384c0b0", "pc=5006 sp=+1c r10=5004 fp=5005");
}

void TestExidxTable::opcodes()
{
    QFETCH(QByteArray, hex);
    QTEST(changes(unwindAt(objectWithOpcodes(hex), 4, false)), "caller");
}

void TestExidxTable::tables_data()
{
    QTest::addColumn<quint32>("content");
    QTest::addColumn<QByteArray>("table");
    const quint32 toTable = prel31(kTable, kIndex + 4);
    QTest::newRow("in the index") << 0x80a9b0b0u << QByteArray();
    QTest::newRow("personality 0") << toTable << QByteArray("b0b0a980");
    QTest::newRow("personality 1") << toTable << QByteArray("b0a90081");
    QTest::newRow("personality 1, more words") << toTable
                                               << QByteArray("b5b50181"
                                                             "b0b0b0a9");
    QTest::newRow("personality 2") << toTable
                                   << QByteArray("b5b50182"
                                                 "b0b0b0a9");
    QTest::newRow("a language's personality") << toTable
                                              << QByteArray("34120000"
                                                            "b0b0a900");
    QTest::newRow("the same with more words") << toTable
                                              << QByteArray("34120000"
                                                            "b5b5b501"
                                                            "b0b0b0a9");
}

void TestExidxTable::tables()
{
    QFETCH(quint32, content);
    QFETCH(QByteArray, table);
    const auto object = objectWith(content, bytesOf(table), bytesOf("feffffea"));
    QCOMPARE(changes(unwindAt(object, 4, false)), QString("pc=5002 sp=+c r4=5000 r5=5001"));
}

/// The index says push {r4, r5, lr}; sub sp, #8, which holds in the body only.
void TestExidxTable::positions_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<QString>("caller");
    // push {r4, r5, lr}; mov r4, r0; sub sp, sp, #8; b .; add sp, sp, #8; pop {r4, r5, pc}
    const QByteArray arm("30402de9"
                         "0040a0e1"
                         "08d04de2"
                         "feffffea"
                         "08d08de2"
                         "3080bde8");
    QTest::newRow("Arm, nothing has run") << arm << quint64{0} << "pc=b6f04321 sp=+0";
    QTest::newRow("Arm, pushed") << arm << quint64{4} << "pc=5002 sp=+c r4=5000 r5=5001";
    QTest::newRow("Arm, other instructions in between")
        << arm << quint64{8} << "pc=5002 sp=+c r4=5000 r5=5001";
    QTest::newRow("Arm, body") << arm << quint64{12} << "pc=5004 sp=+14 r4=5002 r5=5003";
    QTest::newRow("Arm, epilogue begins") << arm << quint64{16} << "pc=5004 sp=+14 r4=5002 r5=5003";
    QTest::newRow("Arm, at the return") << arm << quint64{20} << "pc=5002 sp=+c r4=5000 r5=5001";
    // push {r4, r5, lr}; mov r4, r0; sub sp, #8; b .; add sp, #8; pop {r4, r5, pc}
    const QByteArray thumb("30b5"
                           "0446"
                           "82b0"
                           "fee7"
                           "02b0"
                           "30bd");
    QTest::newRow("Thumb, nothing has run") << thumb << quint64{1} << "pc=b6f04321 sp=+0";
    QTest::newRow("Thumb, pushed") << thumb << quint64{3} << "pc=5002 sp=+c r4=5000 r5=5001";
    QTest::newRow("Thumb, body") << thumb << quint64{7} << "pc=5004 sp=+14 r4=5002 r5=5003";
    QTest::newRow("Thumb, epilogue begins")
        << thumb << quint64{9} << "pc=5004 sp=+14 r4=5002 r5=5003";
    QTest::newRow("Thumb, at the return")
        << thumb << quint64{11} << "pc=5002 sp=+c r4=5000 r5=5001";
    // stmdb sp!, {r4-r9, lr}; vpush {d8}; sub.w sp, sp, #1024; b .
    const QByteArray wide("2de9f043"
                          "2ded028b"
                          "adf5806d"
                          "fee7");
    QTest::newRow("Thumb-2, pushed")
        << wide << quint64{5} << "pc=5006 sp=+1c r4=5000 r5=5001 r6=5002 r7=5003 r8=5004 r9=5005";
    QTest::newRow("Thumb-2, floats pushed")
        << wide << quint64{9} << "pc=5008 sp=+24 r4=5002 r5=5003 r6=5004 r7=5005 r8=5006 r9=5007";
    QTest::newRow("Thumb-2, room made")
        << wide << quint64{13} << "pc=5108 sp=+424 r4=5102 r5=5103 r6=5104 r7=5105 r8=5106 r9=5107";
}

void TestExidxTable::positions()
{
    QFETCH(QByteArray, code);
    QFETCH(quint64, offset);
    QTEST(changes(unwindAt(objectWith(0x8001a9b0, {}, bytesOf(code)), offset)), "caller");
}

void TestExidxTable::cannotUnwindIsNoEndOfTheStack()
{
    const auto step = unwindAt(objectWith(1, {}, bytesOf("feffffea")), 4);
    QVERIFY(!step);
    QCOMPARE(step.error().kind, ErrorKind::NotFound);
    QCOMPARE(step.error().detail,
             std::string("the index says that the function cannot be unwound"));
    // The code may still show the way: bx lr.
    QCOMPARE(changes(unwindAt(objectWith(1, {}, bytesOf("1eff2fe1")), 0)),
             QString("pc=b6f04321 sp=+0"));
    QVERIFY(!unwind::makeUnwindTable(objectWith(1), ParseLimits{}).value()->covers(kCode + 4));
}

void TestExidxTable::lastEntryEndsWithTheCode()
{
    QCOMPARE(changes(unwindAt(objectWith(0x80a9b0b0), 0x100)),
             QString("no index entry covers 0x1100"));
    QCOMPARE(changes(unwindAt(objectWith(0x80a9b0b0), 0x0, false)),
             QString("no index entry covers 0xffe"));
}

void TestExidxTable::thumbBitIsNoAddress()
{
    const auto table = unwind::makeUnwindTable(objectWith(0x80a9b0b0), ParseLimits{}).value();
    QVERIFY(table->covers(kCode + 0x7f));
    QVERIFY(!table->covers(kCode + 0x81));
}

void TestExidxTable::dwarfComesFirst()
{
    QCOMPARE(unwind::makeUnwindTable(objectWith(0x80a9b0b0), ParseLimits{}).value()->description(),
             std::string_view(".ARM.exidx"));
}

void TestExidxTable::defects_data()
{
    QTest::addColumn<quint32>("content");
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, quint32 content, const char* table, const char* detail) {
        QTest::newRow(name) << content << QByteArray(table) << QString(detail);
    };
    const quint32 toTable = prel31(kTable, kIndex + 4);
    row("personality 1 in the index", 0x81b0b0b0, "",
        "index entry 0x81b0b0b0: only personality 0 fits into the index");
    row("table elsewhere", prel31(0x9000, kIndex + 4), "",
        "table entry at 0x9000 is not in the image");
    row("personality 3", toTable, "b0b0b083", "table entry at 0x3000: personality 3");
    row("words beyond the image", toTable, "b0b00581",
        "table entry at 0x3000: 5 words of opcodes do not fit the image");
    row("refuses", 0x808000b0, "", "the function refuses to be unwound");
    row("spare opcode", 0x80b7b0b0, "", "unwind opcode 0xb7 is not defined");
    row("spare mask", 0x80b100b0, "", "unwind opcode 0xb1 is not defined");
    row("sp from pc", 0x809fb0b0, "", "unwind opcode 0x9f is not defined");
    row("finished before a missing operand", 0x80b0b0b2, "", "");
    row("uleb128 without an end", 0x8001b2ff, "", "opcode 0xb2 lacks its operand");
    row("pop out of the stack", 0x807fa9b0, "", "memory at 0x6fffff00 is not known");
}

void TestExidxTable::defects()
{
    QFETCH(quint32, content);
    QFETCH(QByteArray, table);
    QFETCH(QString, detail);
    const auto step = unwindAt(objectWith(content, bytesOf(table), bytesOf("feffffea")), 4, false);
    if (detail.isEmpty()) { // Bytes after "finish" are ignored.
        QVERIFY(step);
        return;
    }
    QVERIFY(!step);
    QCOMPARE(QString::fromStdString(step.error().detail), detail);
}

void TestExidxTable::everyPrefixGivesValueOrError()
{
    const auto whole = longTable("8400b281020101a9b0");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto end = whole.begin() + static_cast<std::ptrdiff_t>(length);
        const auto object =
            objectWith(prel31(kTable, kIndex + 4), {whole.begin(), end}, bytesOf("feffffea"));
        QVERIFY(!unwindAt(object, 4, false));
    }
}

QTEST_GUILESS_MAIN(TestExidxTable)
#include "tst_exidx_table.moc"

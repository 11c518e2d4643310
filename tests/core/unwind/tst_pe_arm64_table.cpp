// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/pe_arm64_info.h"
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestPeArm64Table : public QObject
{
    Q_OBJECT

private slots:
    void codes_data();
    void codes();
    void packed_data();
    void packed();
    void positions_data();
    void positions();
    void scopesNameTheEpilogs();
    void fragmentContinuesBehindItsEnd();
    void machineFrameGivesExactRegisters();
    void contextGivesEveryRegister();
    void leafReturnsByLinkRegister();
    void callerWithoutEntryIsNoLeaf();
    void callerNeedsASavedLinkRegister();
    void defects_data();
    void defects();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint64_t kModule = 0x7ff600000000;
constexpr std::uint64_t kLoad = 0x140000000;
constexpr std::uint32_t kFunction = 0x1000;
constexpr std::uint32_t kRecord = 0x3000;
constexpr std::uint64_t kStack = StackBuilder::kStackBegin;
constexpr std::uint64_t kLinkRegister = 0x7ff600004321;
constexpr std::uint32_t kInstructions = 32; // Number of instructions in the function.

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    return {bytes.begin(), bytes.end()};
}

std::shared_ptr<MemoryObject> objectWith(std::uint32_t data, std::vector<std::byte> record)
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pe, Arch::Arm64);
    object->setLoadAddress(kLoad);
    object->addSection(".text", kLoad + kFunction, std::vector<std::byte>(0x100), true);
    ByteAssembler functions;
    functions.u32(kFunction).u32(data);
    object->addSection(".pdata", kLoad + 0x2000, functions.finish());
    object->addSection(".xdata", kLoad + kRecord, std::move(record));
    return object;
}

/// A record with these codes; the header says where its one epilog's codes begin, or the scopes
/// follow it.
std::vector<std::byte> record(const QByteArray& codes,
                              std::optional<std::uint32_t> singleEpilog = {})
{
    auto bytes = bytesOf(codes);
    bytes.resize((bytes.size() + 3) & ~std::size_t{3}, std::byte{0xe4});
    const auto words = static_cast<std::uint32_t>(bytes.size() / 4);
    ByteAssembler whole;
    whole.u32(kInstructions | (singleEpilog ? 1u << 21 : 0) | singleEpilog.value_or(0) << 22 |
              words << 27);
    auto result = whole.finish();
    result.insert(result.end(), bytes.begin(), bytes.end());
    return result;
}

Event usualThread()
{
    StackBuilder stack(Arch::Arm64, OsFamily::Windows);
    for (std::uint64_t i = 0; i < 64; ++i)
        stack.word(kStack + 8 * i, 0x5000 + i);
    return stack.set("sp", kStack).set("fp", kStack + 64).set("lr", kLinkRegister).finish();
}

Result<unwind::UnwindStep> unwindAt(const object::ObjectPtr& object,
                                    std::uint32_t instruction,
                                    bool isExact = true,
                                    bool hasLink = true)
{
    const auto event = usualThread();
    FL_TRY(const auto table, unwind::makeUnwindTable(object, ParseLimits{}));
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.lookupAddress = kModule + kFunction + 4 * instruction;
    query.isExact = isExact;
    query.callee = *event.threads[0].registers;
    if (!hasLink)
        query.callee.forget(30);
    query.callee.set(32, query.lookupAddress + (isExact ? 0 : 4));
    return table->unwind(query, *event.asNative()->memory);
}

/// Lists the registers of the caller that differ from the callee's: "pc=5001 sp=+10 x19=5000".
QString changes(const Result<unwind::UnwindStep>& step)
{
    if (!step)
        return QString::fromStdString(step.error().detail);
    const auto& caller = step->caller;
    QString text = QString("pc=%1 sp=+%2").arg(caller.pc(), 0, 16).arg(caller.sp() - kStack, 0, 16);
    const auto event = usualThread();
    for (std::uint8_t i = 19; i < 30; ++i) {
        if (caller.has(i) && caller.get(i) != event.threads[0].registers->get(i))
            text += QString(" x%1=%2").arg(i).arg(caller.get(i), 0, 16);
    }
    return text;
}

} // namespace

/// One row per code, with what it restores computed by hand from Microsoft's table. Word i of the
/// stack is 0x5000 + i.
void TestPeArm64Table::codes_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("caller");
    const auto row = [](const char* name, const char* hex, const char* caller) {
        QTest::newRow(name) << QByteArray(hex) << QString(caller);
    };
    row("alloc_s", "03e4", "pc=7ff600004321 sp=+30");
    row("alloc_m", "c010e4", "pc=7ff600004321 sp=+100");
    row("alloc_l", "e0000010e4", "pc=7ff600004321 sp=+100");
    row("save_r19r20_x", "22e4", "pc=7ff600004321 sp=+10 x19=5000 x20=5001");
    row("save_fplr", "41e4", "pc=5002 sp=+0 x29=5001");
    row("save_fplr_x", "81e4", "pc=5001 sp=+10 x29=5000");
    row("save_regp", "c842e4", "pc=7ff600004321 sp=+0 x20=5002 x21=5003");
    row("save_regp_x", "cc43e4", "pc=7ff600004321 sp=+20 x20=5000 x21=5001");
    row("save_reg", "d0c1e4", "pc=7ff600004321 sp=+0 x22=5001");
    row("save_reg of lr", "d2c1e4", "pc=5001 sp=+0");
    row("save_reg_x", "d421e4", "pc=7ff600004321 sp=+10 x20=5000");
    row("save_lrpair", "d641e4", "pc=5002 sp=+0 x21=5001");
    row("save_fregp", "d841e4", "pc=7ff600004321 sp=+0");
    row("save_fregp_x", "da41e4", "pc=7ff600004321 sp=+10");
    row("save_freg", "dc41e4", "pc=7ff600004321 sp=+0");
    row("save_freg_x", "de21e4", "pc=7ff600004321 sp=+10");
    row("set_fp", "e1e4", "pc=7ff600004321 sp=+40");
    row("add_fp", "e202e4", "pc=7ff600004321 sp=+30");
    row("nop and pac_sign_lr", "e3fce4", "pc=7ff600004321 sp=+0");
    row("save_next twice", "e6e6c802e4",
        "pc=7ff600004321 sp=+0 x19=5002 x20=5003 x21=5004 x22=5005 x23=5006 x24=5007");
    row("save_any_reg", "e71302e4", "pc=7ff600004321 sp=+0 x19=5002");
    row("save_any_reg, a pair", "e75501e4", "pc=7ff600004321 sp=+0 x21=5002 x22=5003");
    row("save_any_reg, a pair, pre-indexed", "e77501e4",
        "pc=7ff600004321 sp=+20 x21=5000 x22=5001");
    row("save_any_reg, q registers", "e74642e4", "pc=7ff600004321 sp=+0");
    row("a usual frame", "e1810122e4", "pc=5009 sp=+70 x19=500c x20=500d x29=5008");
}

void TestPeArm64Table::codes()
{
    QFETCH(QByteArray, hex);
    QTEST(changes(unwindAt(objectWith(kRecord, record(hex)), 20)), "caller");
}

namespace {

struct Packed
{
    std::uint32_t floats = 0;
    std::uint32_t integers = 0;
    std::uint32_t homes = 0;
    std::uint32_t chaining = 0;
    std::uint32_t frame = 0; ///< In 16 bytes.
    std::uint32_t form = 1;

    std::uint32_t word() const
    {
        return form | kInstructions << 2 | floats << 13 | integers << 16 | homes << 20 |
               chaining << 21 | frame << 23;
    }
};

} // namespace

/// Frames by the canonical layout of packed data (docs/spec/stackwalk.md §11.4), by hand.
void TestPeArm64Table::packed_data()
{
    QTest::addColumn<quint32>("data");
    QTest::addColumn<QString>("caller");
    const auto row = [](const char* name, const Packed& packed, const char* caller) {
        QTest::newRow(name) << packed.word() << QString(caller);
    };
    row("locals only", {.frame = 2}, "pc=7ff600004321 sp=+20");
    row("one register", {.integers = 1, .frame = 2}, "pc=7ff600004321 sp=+20 x19=5002");
    row("three registers and lr", {.integers = 3, .chaining = 1, .frame = 3},
        "pc=5005 sp=+30 x19=5002 x20=5003 x21=5004");
    row("two registers and lr", {.integers = 2, .chaining = 1, .frame = 2},
        "pc=5002 sp=+20 x19=5000 x20=5001");
    row("lr alone", {.chaining = 1, .frame = 1}, "pc=5000 sp=+10");
    row("floats alone", {.floats = 2, .frame = 3}, "pc=7ff600004321 sp=+30");
    row("homed parameters", {.homes = 1, .frame = 5}, "pc=7ff600004321 sp=+50");
    // The frame pointer is at +40: locals of 0x20 bytes above it, then x19 and x20.
    row("chained", {.integers = 2, .chaining = 3, .frame = 3},
        "pc=5009 sp=+70 x19=500c x20=500d x29=5008");
    row("chained and signed", {.integers = 2, .chaining = 2, .frame = 3},
        "pc=5009 sp=+70 x19=500c x20=500d x29=5008");
    row("large locals", {.integers = 1, .frame = 19}, "pc=7ff600004321 sp=+130 x19=5024");
    row("fragment", {.integers = 1, .frame = 2, .form = 2}, "pc=7ff600004321 sp=+20 x19=5002");
}

void TestPeArm64Table::packed()
{
    QFETCH(quint32, data);
    QTEST(changes(unwindAt(objectWith(data, {}), 20)), "caller");
}

void TestPeArm64Table::positions_data()
{
    QTest::addColumn<quint32>("data");
    QTest::addColumn<quint32>("instruction");
    QTest::addColumn<QString>("caller");
    // stp x19,x20,[sp,#-16]!; stp x29,lr,[sp,#-32]!; mov x29,sp; …; ldp x29,lr,[sp],#32;
    // ldp x19,x20,[sp],#16; ret
    const auto packed = Packed{.integers = 2, .chaining = 3, .frame = 3}.word();
    QTest::newRow("packed, nothing has run") << packed << 0u << "pc=7ff600004321 sp=+0";
    QTest::newRow("packed, first save")
        << packed << 1u << "pc=7ff600004321 sp=+10 x19=5000 x20=5001";
    QTest::newRow("packed, frame record")
        << packed << 2u << "pc=5001 sp=+30 x19=5004 x20=5005 x29=5000";
    QTest::newRow("packed, body") << packed << 3u << "pc=5009 sp=+70 x19=500c x20=500d x29=5008";
    QTest::newRow("packed, epilog begins")
        << packed << 29u << "pc=5009 sp=+70 x19=500c x20=500d x29=5008";
    QTest::newRow("packed, frame record gone")
        << packed << 30u << "pc=7ff600004321 sp=+10 x19=5000 x20=5001";
    QTest::newRow("packed, at the return") << packed << 31u << "pc=7ff600004321 sp=+0";
    const quint32 full = kRecord;
    // stp x19,x20,[sp,#-32]!; stp x29,lr,[sp,#16]; add x29,sp,#16; …; the epilog begins with the
    // ldp.
    QTest::newRow("record, nothing has run") << full << 0u << "pc=7ff600004321 sp=+0";
    QTest::newRow("record, first save") << full << 1u << "pc=7ff600004321 sp=+20 x19=5000 x20=5001";
    QTest::newRow("record, second save")
        << full << 2u << "pc=5003 sp=+20 x19=5000 x20=5001 x29=5002";
    QTest::newRow("record, body") << full << 3u << "pc=5009 sp=+50 x19=5006 x20=5007 x29=5008";
    QTest::newRow("record, epilog begins")
        << full << 29u << "pc=5003 sp=+20 x19=5000 x20=5001 x29=5002";
    QTest::newRow("record, lr is back")
        << full << 30u << "pc=7ff600004321 sp=+20 x19=5000 x20=5001";
    QTest::newRow("record, at the return") << full << 31u << "pc=7ff600004321 sp=+0";
}

void TestPeArm64Table::positions()
{
    QFETCH(quint32, data);
    QFETCH(quint32, instruction);
    QTEST(changes(unwindAt(objectWith(data, record("e20242"
                                                   "24e4",
                                                   2)),
                           instruction)),
          "caller");
}

void TestPeArm64Table::scopesNameTheEpilogs()
{
    // An alloc_s of 16 bytes; the function is left at instructions 8 and 30, each time by an epilog
    // that begins with code 0.
    ByteAssembler bytes;
    bytes.u32(kInstructions | 2u << 22 | 1u << 27).u32(8).u32(30);
    bytes.u8(0x01).u8(0xe4).u8(0xe4).u8(0xe4);
    const auto object = objectWith(kRecord, bytes.finish());
    QCOMPARE(changes(unwindAt(object, 8)), QString("pc=7ff600004321 sp=+10"));
    QCOMPARE(changes(unwindAt(object, 9)), QString("pc=7ff600004321 sp=+0"));
    QCOMPARE(changes(unwindAt(object, 10)), QString("pc=7ff600004321 sp=+10"));
    QCOMPARE(changes(unwindAt(object, 31)), QString("pc=7ff600004321 sp=+0"));
}

void TestPeArm64Table::fragmentContinuesBehindItsEnd()
{
    // A part of a function whose prolog ran elsewhere: end_c comes first, so no position is inside
    // it.
    const auto object = objectWith(kRecord, record("e58122e4"));
    QCOMPARE(changes(unwindAt(object, 0)), QString("pc=5001 sp=+20 x19=5002 x20=5003 x29=5000"));
}

void TestPeArm64Table::machineFrameGivesExactRegisters()
{
    const auto step = unwindAt(objectWith(kRecord, record("e9e4")), 20);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QVERIFY(step->isSignalFrame);
    QCOMPARE(step->caller.sp(), std::uint64_t{0x5000});
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5001});
    QVERIFY(step->caller.has(0));
}

void TestPeArm64Table::contextGivesEveryRegister()
{
    const auto step = unwindAt(objectWith(kRecord, record("eae4")), 20);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QVERIFY(step->isSignalFrame);
    for (std::uint8_t i = 0; i <= 32; ++i)
        QCOMPARE(step->caller.get(i), std::uint64_t{0x5001} + i);
}

void TestPeArm64Table::leafReturnsByLinkRegister()
{
    const auto step = unwindAt(objectWith(kRecord, record("03e4")), kInstructions + 4);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->method, UnwindMethod::PeLeaf);
    QCOMPARE(changes(step), QString("pc=7ff600004321 sp=+0"));
}

void TestPeArm64Table::callerWithoutEntryIsNoLeaf()
{
    const auto step = unwindAt(objectWith(kRecord, record("03e4")), kInstructions + 4, false);
    QCOMPARE(changes(step), QString("no function entry covers 0x1090"));
}

void TestPeArm64Table::callerNeedsASavedLinkRegister()
{
    const auto step = unwindAt(objectWith(kRecord, record("03e4")), 20, false, false);
    QCOMPARE(changes(step), QString("the link register is not known"));
}

void TestPeArm64Table::defects_data()
{
    QTest::addColumn<quint32>("data");
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, quint32 data, const char* hex, const char* detail) {
        QTest::newRow(name) << data << QByteArray(hex) << QString(detail);
    };
    row("version 1", kRecord, "20000408", "unwind record version 1");
    row("codes beyond the image", kRecord, "20000028",
        "unwind record: 0 epilogs and 5 words of codes do not fit 4 bytes");
    row("scopes beyond the image", kRecord, "2000c00a",
        "unwind record: 11 epilogs and 1 words of codes do not fit 4 bytes");
    row("record not in the image", 0x9000, "", "no function entry covers 0x1050");
    row("unknown code", kRecord, "20000008fde4e4e4", "unwind code 0xfd at byte 0 cannot be read");
    row("no end", kRecord, "2000000801010101", "unwind codes end without an end code");
    row("operand missing", kRecord, "20000008e3e3e3e0",
        "unwind code 0xe0 at byte 3 cannot be read");
    row("register behind lr", kRecord, "20000008d300e4e4",
        "unwind code 0xd3 at byte 0 cannot be read");
    row("save_next past lr", kRecord, "20000018e6e6e6e6e6e6c800e4e4e4e4",
        "save_next runs past x30");
    row("SVE", kRecord, "20000008df01e4e4", "unwind code 0xdf");
    row("allocation out of the stack", kRecord, "20000010e00100008101e4e4",
        "memory at 0x70100000 is not known");
    row("saved registers exceed the frame", Packed{.integers = 4, .frame = 1}.word(), "",
        "packed unwind data 0x840081: 4 registers in a frame of 16 bytes");
    row("reserved form", 3, "", "no function entry covers 0x1050");
}

void TestPeArm64Table::defects()
{
    QFETCH(quint32, data);
    QFETCH(QByteArray, hex);
    const auto step = unwindAt(objectWith(data, bytesOf(hex)), 20, false);
    QVERIFY(!step);
    QTEST(QString::fromStdString(step.error().detail), "detail");
}

void TestPeArm64Table::everyPrefixGivesValueOrError()
{
    const auto whole = record("e20242"
                              "24e4",
                              2);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto end = whole.begin() + static_cast<std::ptrdiff_t>(length);
        const auto step = unwindAt(objectWith(kRecord, {whole.begin(), end}), 20);
        QVERIFY(length >= 4 || step.has_value() == (length < 4));
        QVERIFY(length < 4 || !step);
    }
}

QTEST_GUILESS_MAIN(TestPeArm64Table)
#include "tst_pe_arm64_table.moc"

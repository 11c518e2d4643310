// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestPeTable : public QObject
{
    Q_OBJECT

private slots:
    void positions_data();
    void positions();
    void windowsPreservesRdiAndRsi();
    void frameRegisterGivesTheBase();
    void chainedInfoIsFollowed();
    void endlessChainIsRefused();
    void machineFrameGivesExactRegisters();
    void leafTakesTheTopOfTheStack();
    void callerWithoutEntryIsNoLeaf();
    void versionTwoEpilogCodesAreSkipped();
    void defects_data();
    void defects();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr std::uint64_t kModule = 0x7ff600000000;
constexpr std::uint64_t kLoad = 0x140000000;
constexpr std::uint32_t kFunction = 0x1000;
constexpr std::uint32_t kUnwindInfo = 0x3000;
constexpr std::uint64_t kStack = StackBuilder::kStackBegin;

using Codes = std::vector<std::uint8_t>;

// push rbx; sub rsp, 0x20 (prolog of 5 bytes), in the order they are undone.
const Codes kUsualInfo{0x01, 5, 2, 0, 5, 0x32, 1, 0x30};

std::vector<std::byte> asByteVector(const Codes& codes)
{
    ByteAssembler bytes;
    for (const auto code : codes)
        bytes.u8(code);
    return bytes.finish();
}

/// One function of 0x40 bytes: push rbx; sub rsp, 0x20; nops; add rsp, 0x20; pop rbx; ret at its
/// end.
std::vector<std::byte> usualCode()
{
    Codes code{0x53, 0x48, 0x83, 0xec, 0x20};
    code.resize(0x40 - 6, 0x90);
    code.insert(code.end(), {0x48, 0x83, 0xc4, 0x20, 0x5b, 0xc3});
    code.resize(0x80, 0x90);
    return asByteVector(code);
}

std::shared_ptr<MemoryObject> peObject(std::vector<std::byte> unwindInfo)
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pe, Arch::Amd64);
    object->setLoadAddress(kLoad);
    object->addSection(".text", kLoad + kFunction, usualCode(), true);
    ByteAssembler functions;
    functions.u32(kFunction).u32(kFunction + 0x40).u32(kUnwindInfo);
    object->addSection(".pdata", kLoad + 0x2000, functions.finish());
    object->addSection(".xdata", kLoad + kUnwindInfo, std::move(unwindInfo));
    return object;
}

std::uint8_t reg(std::string_view name)
{
    return *registerIndex(CpuFamily::Intel64, name);
}

Event usualThread()
{
    StackBuilder stack(Arch::Amd64, OsFamily::Windows);
    for (std::uint64_t i = 0; i < 32; ++i)
        stack.word(kStack + 8 * i, 0x5000 + i);
    return stack.set("rsp", kStack).set("rbp", kStack + 64).finish();
}

Result<unwind::UnwindStep>
unwindAt(const object::ObjectPtr& object, std::uint64_t functionOffset, bool isExact = true)
{
    const auto event = usualThread();
    FL_TRY(const auto table, unwind::makeUnwindTable(object, ParseLimits{}));
    unwind::UnwindQuery query;
    query.moduleAddress = kModule;
    query.lookupAddress = kModule + kFunction + functionOffset;
    query.isExact = isExact;
    query.callee = *event.threads[0].registers;
    query.callee.set(reg("rip"), isExact ? query.lookupAddress : query.lookupAddress + 1);
    return table->unwind(query, *event.asNative()->memory);
}

} // namespace

void TestPeTable::positions_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint64>("pc");
    QTest::addColumn<quint64>("rbx");
    const quint64 own = StackBuilder::pattern(reg("rbx"));
    QTest::newRow("nothing has run") << quint64{0} << quint64{0x5000} << own;
    QTest::newRow("after the push") << quint64{1} << quint64{0x5001} << quint64{0x5000};
    QTest::newRow("body") << quint64{0x20} << quint64{0x5005} << quint64{0x5004};
    QTest::newRow("epilogue begins") << quint64{0x3a} << quint64{0x5005} << quint64{0x5004};
    QTest::newRow("stack given back") << quint64{0x3e} << quint64{0x5001} << quint64{0x5000};
    QTest::newRow("at the return") << quint64{0x3f} << quint64{0x5000} << own;
}

void TestPeTable::positions()
{
    QFETCH(quint64, offset);
    const auto step = unwindAt(peObject(asByteVector(kUsualInfo)), offset);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->method, UnwindMethod::PeUnwind);
    QTEST(quint64{step->caller.pc()}, "pc");
    QTEST(quint64{step->caller.get(reg("rbx"))}, "rbx");
    QCOMPARE(step->caller.sp(), kStack + 8 * (step->caller.pc() - 0x5000 + 1));
}

void TestPeTable::windowsPreservesRdiAndRsi()
{
    const auto step = unwindAt(peObject(asByteVector(kUsualInfo)), 0x20);
    QVERIFY(step);
    QCOMPARE(step->caller.get(reg("rdi")), StackBuilder::pattern(reg("rdi")));
    QVERIFY(step->caller.has(reg("rsi")));
    QVERIFY(!step->caller.has(reg("rax")));
}

void TestPeTable::frameRegisterGivesTheBase()
{
    // rbp = rsp + 0x10 was set after an allocation of 0x40; rsi is saved at base + 8. rsp itself
    // has moved since.
    const auto object = peObject(asByteVector({0x01, 8, 4, 0x15, 8, 0x64, 1, 0, 6, 0x03, 4, 0x72}));
    const auto step = unwindAt(object, 0x20);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->caller.get(reg("rsi")), std::uint64_t{0x5007}); // [rbp - 0x10 + 8]
    QCOMPARE(step->caller.pc(), std::uint64_t{0x500e});            // [rbp - 0x10 + 0x40]
}

void TestPeTable::chainedInfoIsFollowed()
{
    ByteAssembler info;
    // The child allocates 8 bytes; its parent, at kUnwindInfo + 0x20, pushed rdi.
    info.u8(0x21)
        .u8(4)
        .u8(1)
        .u8(0)
        .u8(4)
        .u8(0x02)
        .u16(0)
        .u32(kFunction)
        .u32(kFunction + 0x40)
        .u32(kUnwindInfo + 0x20);
    info.align(0x20).u8(0x01).u8(1).u8(1).u8(0).u8(1).u8(0x70).u16(0);
    const auto step = unwindAt(peObject(info.finish()), 0x20);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->caller.get(reg("rdi")), std::uint64_t{0x5001});
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5002});
}

void TestPeTable::endlessChainIsRefused()
{
    ByteAssembler info;
    info.u8(0x21).u8(0).u8(0).u8(0).u32(kFunction).u32(kFunction + 0x40).u32(kUnwindInfo);
    const auto step = unwindAt(peObject(info.finish()), 0x20);
    QVERIFY(!step);
    QCOMPARE(step.error().detail, std::string("chained unwind info: more than 128 links"));
}

void TestPeTable::machineFrameGivesExactRegisters()
{
    const auto step = unwindAt(peObject(asByteVector({0x01, 0, 1, 0, 0, 0x1a, 0, 0})), 0x20);
    QVERIFY(step);
    QVERIFY(step->isSignalFrame);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5001}); // The word after the error code.
    QCOMPARE(step->caller.sp(), std::uint64_t{0x5004});
    QVERIFY(step->caller.has(reg("rax")));
}

void TestPeTable::leafTakesTheTopOfTheStack()
{
    const auto step = unwindAt(peObject(asByteVector(kUsualInfo)), 0x50);
    QVERIFY(step);
    QCOMPARE(step->method, UnwindMethod::PeLeaf);
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5000});
    QCOMPARE(step->caller.sp(), kStack + 8);
    QCOMPARE(step->caller.get(reg("rbx")), StackBuilder::pattern(reg("rbx")));
}

void TestPeTable::callerWithoutEntryIsNoLeaf()
{
    const auto step = unwindAt(peObject(asByteVector(kUsualInfo)), 0x50, false);
    QVERIFY(!step);
    QCOMPARE(step.error().kind, ErrorKind::NotFound);
    QCOMPARE(unwindAt(peObject(asByteVector(kUsualInfo)), 0x5000).error().detail,
             std::string("no function entry covers 0x6000"));
}

void TestPeTable::versionTwoEpilogCodesAreSkipped()
{
    const auto object = peObject(asByteVector({0x02, 5, 4, 0, 6, 0x16, 0, 0x06, 5, 0x32, 1, 0x30}));
    const auto step = unwindAt(object, 0x20);
    QVERIFY2(step, step ? "" : step.error().detail.c_str());
    QCOMPARE(step->caller.pc(), std::uint64_t{0x5005});
}

void TestPeTable::defects_data()
{
    QTest::addColumn<QByteArray>("info");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, const char* hex, const char* detail) {
        QTest::newRow(name) << QByteArray::fromHex(hex) << QString(detail);
    };
    row("version 3", "03000000", "unwind info version 3");
    row("codes beyond the image", "01000900", "unwind info: 9 code slots do not fit 4 bytes");
    row("chain missing", "21000000", "unwind info: the chained entry is missing");
    row("unknown code", "01000100000f0000", "unwind code 15 in slot 0 is not known");
    row("operand missing", "0100010000010000", "unwind code 1 in slot 0 lacks its operands");
    row("allocation out of the stack", "0100020000010010", "memory at 0x70008000 is not known");
}

void TestPeTable::defects()
{
    QFETCH(QByteArray, info);
    const auto bytes = asBytes({info.constData(), static_cast<std::size_t>(info.size())});
    const auto step = unwindAt(peObject({bytes.begin(), bytes.end()}), 0x20);
    QVERIFY(!step);
    QTEST(QString::fromStdString(step.error().detail), "detail");
}

void TestPeTable::everyPrefixGivesValueOrError()
{
    for (std::size_t length = 0; length < kUsualInfo.size(); ++length) {
        const auto step = unwindAt(
            peObject(asByteVector(Codes(kUsualInfo.begin(),
                                        kUsualInfo.begin() + static_cast<std::ptrdiff_t>(length)))),
            0x20);
        QVERIFY(!step);
    }
}

QTEST_GUILESS_MAIN(TestPeTable)
#include "tst_pe_table.moc"

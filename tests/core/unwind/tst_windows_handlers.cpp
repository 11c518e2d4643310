// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/byte_assembler.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Stacks while Windows and the C++ runtime run a program's own handlers and cleanups. Their shapes
/// are those of tests/samples/windows.
class TestWindowsHandlers : public QObject
{
    Q_OBJECT

private slots:
    void funcletReturnsToTheRuntime_data();
    void funcletReturnsToTheRuntime();
    void otherCodeFollowsItsFrameData_data();
    void otherCodeFollowsItsFrameData();
    void frameDataStandUnlessRefuted_data();
    void frameDataStandUnlessRefuted();
    void pushesWithoutUnwindDataAreUndone_data();
    void pushesWithoutUnwindDataAreUndone();
    void consolidatedFrameHoldsAReturnAddress_data();
    void consolidatedFrameHoldsAReturnAddress();
};

namespace {

constexpr std::uint64_t kStack = StackBuilder::kStackBegin;
constexpr std::uint64_t kCode = 0x400000;
constexpr std::uint64_t kFunction = kCode + 0x100; // Functions have 256 bytes each.
constexpr std::uint64_t kFunclet = kFunction + 0x40;
constexpr std::uint64_t kRuntime = kCode + 0x208; // A return address, because it follows a call.
constexpr std::uint64_t kParent = kCode + 0x308;  // The same.
constexpr std::uint64_t kFrame = kStack + 0x400;  // The function's ebp.

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    return {bytes.begin(), bytes.end()};
}

unwind::WalkModule moduleOf(const object::ObjectPtr& object, const char* functionName)
{
    auto module = functionsOf256Bytes(functionName);
    module.unwind = unwind::makeUnwindTable(object, ParseLimits{}).value();
    return module;
}

QString walked(const Event& event, unwind::WalkModule module)
{
    FixedModules modules;
    modules.modules[0] = std::move(module);
    const auto result = walk(event, modules);
    QStringList texts;
    for (const auto& frame : result.frames)
        texts << QString("%1 %2")
                     .arg(frame.lookupAddress, 0, 16)
                     .arg(QString::fromUtf8(unwindMethodName(frame.method).data()));
    return texts.mid(0, 2).join(", ");
}

/// The frame data of the whole function: a frame with ebp.
unwind::WalkModule functionWithEbp()
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pdb, Arch::X86);
    object::WindowsFrame frame;
    frame.rva = 0x100;
    frame.codeSizeBytes = 0x100;
    frame.program = "$T0 $ebp 8 + = $eip $T0 4 - ^ = $ebp $T0 8 - ^ = $esp $T0 =";
    object->addWindowsFrame(frame);
    return moduleOf(object, "handled");
}

/// Faults 0x20 bytes into a funclet with this code. The function's caller is at kParent.
StackBuilder threadInFunclet(const QByteArray& code)
{
    StackBuilder stack(Arch::X86, OsFamily::Windows);
    stack.module(kCode, 0x10000).stackBytes(0x1000);
    stack.memory(kRuntime - 8, bytesOf("909090909090ffd0"));
    stack.memory(kParent - 8, bytesOf("909090909090ffd0"));
    stack.memory(kFunction,
                 bytesOf(QByteArray("90").repeated(0x40) + code + QByteArray("90").repeated(0x40)));
    stack.word(kFrame, kFrame + 0x100).word(kFrame + 4, kParent);
    return stack.set("eip", kFunclet + 0x20).set("esp", kStack).set("ebp", kFrame);
}

} // namespace

void TestWindowsHandlers::funcletReturnsToTheRuntime_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("slot");
    QTest::addColumn<quint64>("given");
    const quint64 end = kFrame - 12;
    QTest::newRow("push eax, add ebp") << QByteArray("555083c50c") << 4 << end;
    QTest::newRow("sub esp, add ebp") << QByteArray("5583ec1083c50c") << 0x10 << end;
    QTest::newRow("sub esp of a word") << QByteArray("5581ec0001000083c50c") << 0x100 << end;
    QTest::newRow("arguments pushed") << QByteArray("5583ec1083c50c") << 0x18 << end;
    // lea esi, [ebp - 0x20]; mov ebp, [esi + 8]
    QTest::newRow("base pointer") << QByteArray("55508d75e08b6e08") << 4 << quint64{kFrame - 0x80};
    QTest::newRow("base pointer far away")
        << QByteArray("55508db5e0ffffff8bae08000000") << 4 << quint64{kFrame - 0x80};
}

void TestWindowsHandlers::funcletReturnsToTheRuntime()
{
    QFETCH(QByteArray, code);
    QFETCH(int, slot);
    QFETCH(quint64, given);
    const auto place = kStack + static_cast<std::uint64_t>(slot);
    auto stack = threadInFunclet(code);
    stack.word(place, given).word(place + 4, kRuntime);
    stack.word(given - 0x20 + 8, kFrame); // For the base pointer.
    QCOMPARE(walked(stack.finish(), functionWithEbp()),
             QString("400160 context, 400207 instructions around pc"));
}

void TestWindowsHandlers::otherCodeFollowsItsFrameData_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<quint64>("given");
    QTest::addColumn<quint64>("returnAddress");
    const quint64 end = kFrame - 12;
    const QByteArray funclet("555083c50c");
    QTest::newRow("no funclet") << QByteArray("90") << end << quint64{kRuntime};
    QTest::newRow("cut off") << QByteArray("555083") << end << quint64{kRuntime};
    QTest::newRow("another ebp") << funclet << quint64{kFrame - 16} << quint64{kRuntime};
    QTest::newRow("saved below itself")
        << QByteArray("555081c5fc030000") << quint64{kFrame - 0x3fc} << quint64{kRuntime};
    QTest::newRow("from above") << QByteArray("555081c500ffffff") << quint64{kFrame + 0x100}
                                << quint64{kRuntime};
    QTest::newRow("behind no call") << funclet << end << quint64{kRuntime + 0x40};
    QTest::newRow("call of the function's own") << funclet << end << quint64{kFunction + 8};
    QTest::newRow("base pointer of another frame")
        << QByteArray("55508d75e08b6e08") << quint64{kFrame - 0x80} << quint64{kRuntime};
}

void TestWindowsHandlers::otherCodeFollowsItsFrameData()
{
    QFETCH(QByteArray, code);
    QFETCH(quint64, given);
    QFETCH(quint64, returnAddress);
    auto stack = threadInFunclet(code);
    stack.word(kStack + 4, given).word(kStack + 8, returnAddress);
    QCOMPARE(walked(stack.finish(), functionWithEbp()),
             QString("400160 context, 400307 PDB frame data"));
}

void TestWindowsHandlers::pushesWithoutUnwindDataAreUndone_data()
{
    QTest::addColumn<quint64>("taken");
    QTest::addColumn<QString>("expected");
    const QString undone("400140 context, 400207 instructions around pc");
    QTest::newRow("zero was pushed") << quint64{0} << undone;
    QTest::newRow("a pointer into the stack was pushed") << quint64{kStack + 0x80} << undone;
    QTest::newRow("what was pushed is code")
        << quint64{kParent} << QString("400140 context, 400307 DWARF CFI");
}

/// The code pushes two words, but unwind data says that it pushes none.
void TestWindowsHandlers::pushesWithoutUnwindDataAreUndone()
{
    QFETCH(quint64, taken);
    QFETCH(QString, expected);
    CfiBuilder cfi(0x8000);
    cfi.frame(cfi.common("R", 8, {0x0c, 4, 4, 0x80 | 8, 1}, 0x7c), 0x140, 0x10, {});
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pe, Arch::X86);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    auto stack = threadInFunclet("5d5dc3"); // pop ebp; pop ebp; ret
    stack.set("eip", kFunclet);
    stack.word(kStack, taken).word(kStack + 4, kFrame).word(kStack + 8, kRuntime);
    QCOMPARE(walked(stack.finish(), moduleOf(object, "call_filter")), expected);
}

void TestWindowsHandlers::consolidatedFrameHoldsAReturnAddress_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("os");
    QTest::addColumn<QString>("lookup");
    const int windows = static_cast<int>(OsFamily::Windows);
    QTest::newRow("ntdll") << "RcConsolidateFrames" << windows << "400207";
    QTest::newRow("Wine") << "call_consolidate_callback" << windows << "400207";
    QTest::newRow("an interrupt") << "KiUserExceptionDispatcher" << windows << "400208";
    QTest::newRow("not Windows") << "RcConsolidateFrames" << static_cast<int>(OsFamily::Linux)
                                 << "400208";
}

void TestWindowsHandlers::consolidatedFrameHoldsAReturnAddress()
{
    QFETCH(QString, name);
    QFETCH(int, os);
    QFETCH(QString, lookup);
    constexpr std::uint64_t kLoad = 0x140000000;
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pe, Arch::Amd64);
    object->setLoadAddress(kLoad);
    object->addSection(".text", kLoad + 0x100, bytesOf(QByteArray("90").repeated(0x40)), true);
    ByteAssembler functions;
    functions.u32(0x100).u32(0x140).u32(0x3000);
    object->addSection(".pdata", kLoad + 0x2000, functions.finish());
    object->addSection(".xdata", kLoad + 0x3000, bytesOf("01000100000a0000"));
    StackBuilder stack(Arch::Amd64, static_cast<OsFamily>(os));
    stack.module(kCode, 0x10000).stackBytes(0x1000).set("rip", kFunction + 0x20);
    stack.set("rsp", kStack).word(kStack, kRuntime).word(kStack + 24, kStack + 0x100);
    const auto utf8 = name.toUtf8();
    QCOMPARE(walked(stack.finish(), moduleOf(object, utf8.constData())),
             QString("400120 context, %1 PE unwind data").arg(lookup));
}

void TestWindowsHandlers::frameDataStandUnlessRefuted_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QString>("caller");
    QTest::newRow("a call through a pointer") << QByteArray("909090909090ffd0") << "4002ff";
    QTest::newRow("a call of an import's stub") << QByteArray("909090e800020000") << "4002ff";
    QTest::newRow("a call of another function") << QByteArray("909090e800030000") << "4003ff";
}

/// The frame data lead to the address at +8, which the call there allows or refutes. At +12 lies
/// the return address of an older direct call of this function.
void TestWindowsHandlers::frameDataStandUnlessRefuted()
{
    QFETCH(QByteArray, call);
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pdb, Arch::X86);
    object::WindowsFrame frame;
    frame.rva = 0x100;
    frame.codeSizeBytes = 0x100;
    frame.localBytes = 8;
    frame.isFpo = true;
    object->addWindowsFrame(frame);
    StackBuilder stack(Arch::X86, OsFamily::Windows);
    stack.module(kCode, 0x10000).stackBytes(0x1000);
    stack.memory(kCode + 0x2f8, bytesOf(call));
    stack.memory(kCode + 0x3f8, bytesOf("909090e800fdffff"));
    stack.memory(kCode + 0x500, bytesOf("ff2500504000cccc"));
    stack.memory(kCode + 0x600, bytesOf("5589e583ec089090"));
    stack.word(kStack + 8, kCode + 0x300).word(kStack + 12, kCode + 0x400);
    const auto event = stack.set("eip", kCode + 0x120).set("esp", kStack).finish();
    const auto texts = walked(event, moduleOf(object, "callee"));
    QFETCH(QString, caller);
    QVERIFY2(texts.contains(caller), qPrintable(texts));
}

QTEST_GUILESS_MAIN(TestWindowsHandlers)
#include "tst_windows_handlers.moc"

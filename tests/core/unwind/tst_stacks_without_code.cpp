// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks without any code, neither in the dump nor in a file. Checks what symbols, the crash and
// the stack itself prove.
#include "tests/core/unwind/walk_scene.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestStacksWithoutCode : public QObject
{
    Q_OBJECT

private slots:
    void signalFrameProvesItself_data();
    void signalFrameProvesItself();
    void callThroughABadPointer_data();
    void callThroughABadPointer();
    void faultAtPcIsNoCode_data();
    void faultAtPcIsNoCode();
};

namespace {

constexpr std::uint64_t kHandlerReturn = kOther + 0x180;
constexpr std::uint64_t kInterrupted = kCode + 0x321;

/// A signal handler that was itself interrupted, with its return address on top of the stack. The
/// words are 32 bits of the context each, by their distance from the stack pointer after the
/// return.
struct SignalCase
{
    Arch arch = Arch::Amd64;
    int pcAt = 0;
    int spAt = 0;
    std::vector<std::pair<int, std::uint32_t>> marks;
};

void put32(std::vector<std::byte>& bytes, int at, std::uint64_t value, int sizeBytes = 4)
{
    for (int i = 0; i < sizeBytes; ++i)
        bytes[static_cast<std::size_t>(at + i)] = static_cast<std::byte>(value >> 8 * i);
}

Event eventOf(const SignalCase& scene)
{
    const auto family = cpuFamily(scene.arch);
    const int word = static_cast<int>(pointerSize(family));
    const auto special = specialRegisters(family);
    const bool isIntel = family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
    const std::uint64_t begin = kStack + static_cast<std::uint64_t>(isIntel ? word : 0);
    std::vector<std::byte> frame(0x400);
    put32(frame, scene.pcAt, kInterrupted, word);
    put32(frame, scene.spAt, kStack + 0x800, word);
    for (const auto& [at, value] : scene.marks)
        put32(frame, at, value);
    StackBuilder stack(scene.arch, OsFamily::Linux);
    stack.module(kCode, 0x1000).module(kOther, 0x1000).stackBytes(0x1000);
    for (std::size_t at = 0; at < frame.size(); at += static_cast<std::size_t>(word)) {
        std::uint64_t value = 0;
        for (int i = word - 1; i >= 0; --i)
            value = value << 8 |
                    std::to_integer<std::uint64_t>(frame[at + static_cast<std::size_t>(i)]);
        stack.word(begin + at, value);
    }
    stack.set(registersOf(family)[special.pc].name, kCode + 0x110);
    stack.set(registersOf(family)[special.sp].name, kStack);
    stack.set(registersOf(family)[special.fp].name, 1);
    if (isIntel)
        stack.word(kStack, kHandlerReturn);
    else
        stack.set(registersOf(family)[*special.lr].name, kHandlerReturn);
    return stack.finish();
}

Walk walkWithSymbols(const Event& event)
{
    FixedModules modules;
    for (std::uint32_t i = 0; i < 2; ++i)
        modules.modules[i] = functionsOf256Bytes();
    return walk(event, modules);
}

} // namespace

Q_DECLARE_METATYPE(SignalCase)

void TestStacksWithoutCode::signalFrameProvesItself_data()
{
    QTest::addColumn<SignalCase>("scene");
    QTest::addColumn<bool>("isProven");
    const SignalCase amd64Frame{Arch::Amd64,
                                40 + 128,
                                40 + 120,
                                {{40 + 136, 0x10246}, {40 + 144, 0x33}, {40 + 148, 0x2b0000}}};
    QTest::newRow("amd64") << amd64Frame << true;
    auto old = amd64Frame;
    old.marks[2].second = 0;
    QTest::newRow("amd64, kernel before 4.2") << old << true;
    auto kernelSegment = amd64Frame;
    kernelSegment.marks[1].second = 0x10;
    QTest::newRow("amd64, another segment") << kernelSegment << false;
    auto flags = amd64Frame;
    flags.marks[0].second = 0x10244;
    QTest::newRow("amd64, impossible flags") << flags << false;
    QTest::newRow("x86") << SignalCase{Arch::X86, 4 + 56, 4 + 28, {{4 + 60, 0x23}, {4 + 72, 0x2b}}}
                         << true;
    QTest::newRow("x86, other segments")
        << SignalCase{Arch::X86, 4 + 56, 4 + 28, {{4 + 60, 0x23}, {4 + 72, 0x7b}}} << false;
    QTest::newRow("arm64")
        << SignalCase{Arch::Arm64, 304 + 264, 304 + 256, {{304 + 288, 0x46508001}}} << true;
    QTest::newRow("arm64 without vector registers")
        << SignalCase{Arch::Arm64, 304 + 264, 304 + 256, {}} << false;
    QTest::newRow("arm") << SignalCase{Arch::ArmV7,
                                       148 + 72,
                                       148 + 64,
                                       {{148 + 76, 0x60000010}, {148 + 212, 0x56465001}}}
                         << true;
    QTest::newRow("arm in another mode")
        << SignalCase{Arch::ArmV7,
                      148 + 72,
                      148 + 64,
                      {{148 + 76, 0x60000013}, {148 + 212, 0x56465001}}}
        << false;
}

void TestStacksWithoutCode::signalFrameProvesItself()
{
    QFETCH(SignalCase, scene);
    const auto result = walkWithSymbols(eventOf(scene));
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames[1].pc, kHandlerReturn);
    const bool isProven = result.frames.size() >= 3 &&
                          result.frames[2].method == UnwindMethod::SignalFrame &&
                          result.frames[2].pc == kInterrupted;
    QTEST(isProven, "isProven");
    // The trampoline begins there, so the name of the function before it is wrong.
    QCOMPARE(result.frames[1].isFunctionStart, isProven);
    QCOMPARE(result.frames[1].lookupAddress == kHandlerReturn, isProven);
}

void TestStacksWithoutCode::callThroughABadPointer_data()
{
    QTest::addColumn<quint64>("word");
    QTest::addColumn<bool>("isReturnAddress");
    QTest::newRow("inside a function") << quint64{kOther + 0x140} << true;
    QTest::newRow("at a function's start") << quint64{kOther + 0x101} << false;
    QTest::newRow("outside all modules") << quint64{0x900000} << false;
}

/// The frame pointer leads past the caller, whose return address is at sp.
void TestStacksWithoutCode::callThroughABadPointer()
{
    QFETCH(quint64, word);
    auto stack = amd64();
    stack.set("rip", 0).set("rbp", kStack + 0x40).word(kStack, word);
    stack.word(kStack + 0x40, kStack + 0x80).word(kStack + 0x48, kCode + 0x250);
    const auto result = walkWithSymbols(stack.finish());
    QVERIFY(result.frames.size() >= 2);
    QTEST(result.frames[1].pc == word, "isReturnAddress");
}

void TestStacksWithoutCode::faultAtPcIsNoCode_data()
{
    QTest::addColumn<int>("os");
    QTest::addColumn<quint32>("code");
    QTest::addColumn<quint64>("address");
    QTest::addColumn<bool>("isNoCode");
    const auto linux = static_cast<int>(OsFamily::Linux);
    QTest::newRow("SIGSEGV at pc") << linux << 11u << quint64{kCode + 0x100} << true;
    QTest::newRow("SIGSEGV elsewhere") << linux << 11u << quint64{kCode + 0x108} << false;
    QTest::newRow("SIGILL at pc") << linux << 4u << quint64{kCode + 0x100} << false;
    QTest::newRow("macOS") << static_cast<int>(OsFamily::MacOs) << 11u << quint64{kCode + 0x100}
                           << false;
}

void TestStacksWithoutCode::faultAtPcIsNoCode()
{
    QFETCH(int, os);
    QFETCH(quint32, code);
    QFETCH(quint64, address);
    auto stack = amd64(static_cast<OsFamily>(os));
    stack.word(kStack, kOther + 0x140);
    auto event = stack.finish();
    event.crash.present = true;
    event.crash.code = code;
    event.crash.address = address;
    const auto result = walkWithSymbols(event);
    QTEST(result.frames[0].isNoCode, "isNoCode");
}

QTEST_GUILESS_MAIN(TestStacksWithoutCode)
#include "tst_stacks_without_code.moc"

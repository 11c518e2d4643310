// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/cpu_context.h"
#include "tests/support/cpu_context_bytes.h"
#include "tests/support/minidump_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using minidump::CpuContext;
using minidump::readCpuContext;

class TestMinidumpContexts : public QObject
{
    Q_OBJECT

private slots:
    void registersOfEveryCpu_data();
    void registersOfEveryCpu();
    void othersAreKept();
    void sparcIsRecognisedOnly();
    void oneSignMayDisagree_data();
    void oneSignMayDisagree();
    void twoSignsMayNot_data();
    void twoSignsMayNot();
    void everyPrefixIsReadOrRefused();
};

Q_DECLARE_METATYPE(faultline::test::Cpu)

void TestMinidumpContexts::registersOfEveryCpu_data()
{
    QTest::addColumn<Cpu>("cpu");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("registers"); // Program counter, stack pointer, then others.
    QTest::newRow("x86") << Cpu::X86 << "x86"
                         << QStringList{"eip", "esp", "ebp", "eax", "edi", "eflags"};
    QTest::newRow("amd64") << Cpu::Amd64 << "amd64"
                           << QStringList{"rip", "rsp", "rbp", "rax", "r8", "r15", "rdi"};
    QTest::newRow("arm") << Cpu::Arm << "arm"
                         << QStringList{"pc", "sp", "lr", "fp", "r0", "r7", "r12"};
    QTest::newRow("arm64") << Cpu::Arm64 << "arm64"
                           << QStringList{"pc", "sp", "fp", "lr", "x0", "x28"};
    QTest::newRow("arm64, Breakpad's old layout")
        << Cpu::Arm64Old << "arm64" << QStringList{"pc", "sp", "fp", "lr", "x0", "x28"};
    QTest::newRow("mips") << Cpu::Mips << "mips"
                          << QStringList{"pc", "sp", "ra", "gp", "fp", "s0", "s7"};
    QTest::newRow("ppc") << Cpu::Ppc << "ppc" << QStringList{"srr0", "r1", "r31", "lr"};
    QTest::newRow("ppc64") << Cpu::Ppc64 << "ppc64" << QStringList{"srr0", "r1", "r31", "lr"};
}

void TestMinidumpContexts::registersOfEveryCpu()
{
    QFETCH(Cpu, cpu);
    QFETCH(QString, name);
    QFETCH(QStringList, registers);
    Registers values;
    for (int i = 0; i < registers.size(); ++i)
        values[registers[i].toStdString()] = 0x1000u + unsigned(i);
    for (const auto order : {std::endian::little, std::endian::big}) {
        const auto context = minidump::readCpuContext(contextBytes(cpu, values, order), order,
                                                      processorArchitecture(cpu));
        QVERIFY(context);
        QCOMPARE(QString::fromStdString(std::string(context->cpu)), name);
        QCOMPARE(context->doubt, std::string());
        QCOMPARE(context->registers.count(), int(registersOf(context->registers.family()).size()));
        for (const auto& [reg, value] : values)
            QCOMPARE(context->registers.get(*registerIndex(context->registers.family(), reg)),
                     value);
        QCOMPARE(context->registers.pc(), std::uint64_t{0x1000});
        QCOMPARE(context->registers.sp(), std::uint64_t{0x1001});
    }
}

void TestMinidumpContexts::othersAreKept()
{
    const auto context = minidump::readCpuContext(
        contextBytes(Cpu::Amd64, {{"eflags", 0x246}, {"cs", 0x33}, {"dr7", 0x400}}),
        std::endian::little, 9);
    QVERIFY(context);
    const std::map<std::string, std::uint64_t> others(context->others.begin(),
                                                      context->others.end());
    QCOMPARE(others.at("eflags"), std::uint64_t{0x246});
    QCOMPARE(others.at("cs"), std::uint64_t{0x33});
    QCOMPARE(others.at("dr7"), std::uint64_t{0x400});
}

void TestMinidumpContexts::sparcIsRecognisedOnly()
{
    const auto context = minidump::readCpuContext(
        contextBytes(Cpu::Sparc, {{"pc", 0x4000}, {"g_r14", 0x8000}}, std::endian::big),
        std::endian::big, 0x8001);
    QVERIFY(context);
    QVERIFY(context->registers.family() == CpuFamily::Unknown);
    const std::map<std::string, std::uint64_t> others(context->others.begin(),
                                                      context->others.end());
    QCOMPARE(others.at("pc"), std::uint64_t{0x4000});
    QCOMPARE(others.at("g_r14"), std::uint64_t{0x8000});
}

namespace {

Buffer withFlags(Buffer bytes, std::size_t offset, std::uint32_t flags)
{
    ByteAssembler out;
    out.bytes(bytes).patch(offset, flags, 4);
    return out.finish();
}

Buffer resized(Buffer bytes, std::size_t sizeBytes)
{
    bytes.resize(sizeBytes);
    return bytes;
}

QByteArray rowBytes(const Buffer& bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
}

const Registers kAmd64Values{{"rip", 0x1000}, {"rsp", 0x2000}};

} // namespace

void TestMinidumpContexts::oneSignMayDisagree_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("architecture");
    QTest::addColumn<QString>("cpu");
    QTest::addColumn<QString>("doubt");
    const auto amd64 = contextBytes(Cpu::Amd64, kAmd64Values);
    QTest::newRow("extra bytes are XSTATE and no reason for doubt")
        << rowBytes(resized(amd64, 3000)) << 9 << "amd64" << "";
    QTest::newRow("no system information") << rowBytes(amd64) << -1 << "amd64" << "";
    QTest::newRow("flags without a cpu") << rowBytes(withFlags(amd64, 48, 0x1f)) << 9 << "amd64"
                                         << "read as amd64 context, but the flags are 0x1f";
    QTest::newRow("32-bit context in a 64-bit dump")
        << rowBytes(contextBytes(Cpu::X86, {{"eip", 0x1000}, {"esp", 0x2000}})) << 9 << "x86"
        << "read as x86 context, but the system information names processor 0x9";
    QTest::newRow("unknown processor")
        << rowBytes(amd64) << 0xffff << "amd64"
        << "read as amd64 context, but the system information names processor 0xffff";
    QTest::newRow("floating point part cut off")
        << rowBytes(resized(amd64, 300)) << 9 << "amd64"
        << "read as amd64 context, but it has 300 bytes instead of 1232";
}

void TestMinidumpContexts::oneSignMayDisagree()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, architecture);
    const auto processor =
        architecture < 0 ? std::nullopt : std::optional(std::uint16_t(architecture));
    const auto context = minidump::readCpuContext(
        asBytes({bytes.constData(), std::size_t(bytes.size())}), std::endian::little, processor);
    QVERIFY(context);
    QTEST(QString::fromStdString(std::string(context->cpu)), "cpu");
    QTEST(QString::fromStdString(context->doubt), "doubt");
    QCOMPARE(context->registers.pc(), std::uint64_t{0x1000});
    QCOMPARE(context->registers.sp(), std::uint64_t{0x2000});
}

void TestMinidumpContexts::twoSignsMayNot_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("architecture");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no bytes") << QByteArray() << 9
                              << "no cpu context fits 0 bytes for processor 0x9";
    QTest::newRow("zeros of no known size")
        << QByteArray(400, '\0') << 0xffff << "no cpu context fits 400 bytes for processor 0xffff";
    QTest::newRow("short, flags without a cpu")
        << rowBytes(resized(withFlags(contextBytes(Cpu::Amd64, kAmd64Values), 48, 0), 256)) << 9
        << "no cpu context fits 256 bytes for processor 0x9";
}

void TestMinidumpContexts::twoSignsMayNot()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, architecture);
    const auto context =
        minidump::readCpuContext(asBytes({bytes.constData(), std::size_t(bytes.size())}),
                                 std::endian::little, std::uint16_t(architecture));
    QVERIFY(!context);
    QTEST(QString::fromStdString(context.error().detail), "detail");
}

void TestMinidumpContexts::everyPrefixIsReadOrRefused()
{
    for (const auto cpu : {Cpu::X86, Cpu::Amd64, Cpu::Arm, Cpu::Arm64, Cpu::Arm64Old, Cpu::Mips,
                           Cpu::Ppc, Cpu::Ppc64, Cpu::Sparc}) {
        const auto bytes = contextBytes(cpu, {});
        for (std::size_t length = 0; length <= bytes.size(); ++length) {
            const auto copy = ByteView::copyOf(std::span(bytes).first(length));
            const auto context = minidump::readCpuContext(copy.span(), std::endian::little,
                                                          processorArchitecture(cpu));
            QVERIFY(context || !context.error().detail.empty());
        }
    }
}

QTEST_GUILESS_MAIN(TestMinidumpContexts)
#include "tst_minidump_contexts.moc"

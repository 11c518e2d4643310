// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/adjustment.h"

#include <QTest>

using namespace faultline;

using Registers = std::vector<std::pair<std::string, std::uint64_t>>;

class TestAdjustment : public QObject
{
    Q_OBJECT

private slots:
    void adjusts_data();
    void adjusts();
    void oneExplicitFlagTurnsTheDefaultToYes();
};

void TestAdjustment::adjusts_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("index");
    QTest::addColumn<quint64>("address");
    QTest::addColumn<int>("signal");
    QTest::addColumn<quint64>("ipRegister");
    QTest::addColumn<quint64>("expected");
    const auto row = [](const char* name, CpuFamily family, symbolicate::AdjustMode mode, int index,
                        quint64 address, int signal, quint64 ip, quint64 expected) {
        QTest::newRow(name) << static_cast<int>(family) << static_cast<int>(mode) << index
                            << address << signal << ip << expected;
    };
    using enum CpuFamily;
    row("caller on amd64", Intel64, symbolicate::AdjustMode::Auto, 1, 0x2d97, -1, 0, 0x2d96);
    row("caller on arm64", Arm64, symbolicate::AdjustMode::Auto, 1, 0x1006b6484, -1, 0,
        0x1006b6480);
    row("caller with thumb bit", Arm32, symbolicate::AdjustMode::Auto, 1, 0x1235, -1, 0, 0x1232);
    row("caller on mips skips the delay slot", Mips32, symbolicate::AdjustMode::Auto, 1, 0x4008, -1,
        0, 0x4000);
    row("top frame is only aligned", Arm32, symbolicate::AdjustMode::Auto, 0, 0x1235, -1, 0,
        0x1234);
    row("no adjustment still aligns", Arm64, symbolicate::AdjustMode::No, 3, 0x1003, -1, 0, 0x1000);
    row("yes also for the top frame", Intel64, symbolicate::AdjustMode::Yes, 0, 0x1000, -1, 0,
        0xfff);
    row("top frame below a removed signal handler", Intel64, symbolicate::AdjustMode::Auto, 0,
        0x1000, 11, 0x2000, 0xfff);
    row("top frame with the same ip", Intel64, symbolicate::AdjustMode::Auto, 0, 0x1000, 11, 0x1000,
        0x1000);
    row("other signals do not count", Intel64, symbolicate::AdjustMode::Auto, 0, 0x1000, 6, 0x2000,
        0x1000);
    row("linux SIGBUS does not count", Intel64, symbolicate::AdjustMode::Auto, 0, 0x1000, 7, 0x2000,
        0x1000);
}

void TestAdjustment::adjusts()
{
    QFETCH(int, family);
    QFETCH(int, mode);
    QFETCH(int, index);
    QFETCH(quint64, address);
    QFETCH(int, signal);
    QFETCH(quint64, ipRegister);
    const auto cpu = static_cast<CpuFamily>(family);
    Registers registers;
    if (ipRegister != 0)
        registers.emplace_back(std::string(instructionPointerName(cpu)), ipRegister);
    const symbolicate::AdjustContext context{
        .mode = static_cast<symbolicate::AdjustMode>(mode),
        .frameIndex = static_cast<std::size_t>(index),
        .instructionAddress = address,
        .signal = signal < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(signal)),
        .registers = &registers};
    QTEST(static_cast<quint64>(symbolicate::adjustedAddress(cpu, context)), "expected");
}

void TestAdjustment::oneExplicitFlagTurnsTheDefaultToYes()
{
    std::vector<Frame> frames(3);
    QCOMPARE(symbolicate::defaultAdjustMode(frames), symbolicate::AdjustMode::Auto);
    frames[2].carried = share({.adjust = false});
    QCOMPARE(symbolicate::defaultAdjustMode(frames), symbolicate::AdjustMode::Yes);
    QCOMPARE(symbolicate::adjustModeOf(frames[2], symbolicate::AdjustMode::Yes),
             symbolicate::AdjustMode::No);
    QCOMPARE(symbolicate::adjustModeOf(frames[0], symbolicate::AdjustMode::Yes),
             symbolicate::AdjustMode::Yes);
}

QTEST_GUILESS_MAIN(TestAdjustment)
#include "tst_adjustment.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/minidump/wide_registers.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/cpu_context_bytes.h"
#include "tests/support/minidump_builder.h"
#include "tests/support/vector_context_bytes.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;
using minidump::wideRegistersOf;

namespace {

using Context = std::vector<std::byte>;

/// Each register's first byte is 0x20 and its number.
Context arm(Cpu cpu, std::size_t offset, std::size_t bytes)
{
    auto context = contextBytes(cpu, {});
    for (std::size_t i = 0; i < 32; ++i)
        putNumber(context, offset + bytes * i, 0x20 + i, 1);
    return context;
}

std::vector<WideRegister> read(Context context, CpuFamily family)
{
    EventThread thread;
    thread.registers = RegisterSet(family);
    thread.context = ByteView::fromVector(std::move(context));
    return wideRegistersOf(thread);
}

int byteOf(const std::vector<WideRegister>& registers, unsigned number, std::size_t at = 0)
{
    const auto found = std::ranges::find(registers, number, &WideRegister::dwarf);
    return found == registers.end() || at >= found->bytes.size()
               ? -1
               : std::to_integer<int>(found->bytes[at]);
}

} // namespace

class TestMinidumpVectors : public QObject
{
    Q_OBJECT

private slots:

    void eachCpuHasItsPlace()
    {
        const auto wide = read(amd64WithVectors(), CpuFamily::Intel64);
        QCOMPARE(byteOf(wide, 17), 0x10);
        QCOMPARE(byteOf(wide, 32), 0x1f);
        QCOMPARE(byteOf(wide, 32, 16), -1);
        const auto narrow = read(x86WithVectors(), CpuFamily::Intel32);
        QCOMPARE(byteOf(narrow, 21), 0x10);
        QCOMPARE(byteOf(narrow, 28), 0x17);
        const auto arm64 = read(arm(Cpu::Arm64, 272, 16), CpuFamily::Arm64);
        QCOMPARE(byteOf(arm64, 64), 0x20);
        QCOMPARE(byteOf(arm64, 95), 0x3f);
        const auto old = read(arm(Cpu::Arm64Old, 284, 16), CpuFamily::Arm64);
        QCOMPARE(byteOf(old, 64), 0x20);
        QCOMPARE(byteOf(old, 95), 0x3f);
        const auto arm32 = read(arm(Cpu::Arm, 80, 8), CpuFamily::Arm32);
        QCOMPARE(byteOf(arm32, 256), 0x20);
        QCOMPARE(byteOf(arm32, 287), 0x3f);
    }

    void armOfWindowsHasAnotherFlag()
    {
        auto context = arm(Cpu::Arm, 80, 8);
        context.resize(416);
        putNumber(context, 0, 0x200007, 4);
        QCOMPARE(byteOf(read(context, CpuFamily::Arm32), 287), 0x3f);
    }

    void registersOf32BitCodeLieInTheWritersRecord()
    {
        const auto wide = read(amd64WithVectors(), CpuFamily::Intel32);
        QCOMPARE(byteOf(wide, 21), 0x10);
        QCOMPARE(wide.size(), std::size_t{8});
        // What stands where an x86 record has its flags is an argument that a function has kept.
        auto withArgument = amd64WithVectors();
        putNumber(withArgument, 0, 0x12b70020, 4);
        QCOMPARE(byteOf(read(withArgument, CpuFamily::Intel32), 21), 0x10);
    }

    void whatIsNotFilledInIsNotKnown()
    {
        QVERIFY(read(amd64WithVectors(0x100003), CpuFamily::Intel64).empty());
        QVERIFY(read(contextBytes(Cpu::Amd64, {}), CpuFamily::Intel64).empty());
        QVERIFY(read(amd64WithVectors(), CpuFamily::Arm64).empty());
        QVERIFY(read(Context(), CpuFamily::Intel64).empty());
        EventThread thread;
        thread.context = ByteView::fromVector(amd64WithVectors());
        QVERIFY(wideRegistersOf(thread).empty());
    }

    void highHalvesFollowTheRecord()
    {
        const auto wide = read(withHighHalves(amd64WithVectors(0x10005f)), CpuFamily::Intel64);
        QCOMPARE(byteOf(wide, 19), 0x12);
        QCOMPARE(byteOf(wide, 19, 16), 0x42);
        auto narrow = x86WithVectors();
        putNumber(narrow, 0, 0x1007f, 4);
        QCOMPARE(byteOf(read(withHighHalves(narrow), CpuFamily::Intel32), 28, 16), 0x47);
        // A component that is not in use has its initial value.
        QCOMPARE(
            byteOf(read(withHighHalves(amd64WithVectors(0x10005f), 0), CpuFamily::Intel64), 19, 16),
            0);
    }

    void theCompactedFormMayLackThem()
    {
        constexpr std::uint64_t kIsCompacted = std::uint64_t{1} << 63;
        const auto with = read(withHighHalves(amd64WithVectors(0x10005f), 4, kIsCompacted | 4),
                               CpuFamily::Intel64);
        QCOMPARE(byteOf(with, 19, 16), 0x42);
        const auto without = read(withHighHalves(amd64WithVectors(0x10005f), 4, kIsCompacted | 2),
                                  CpuFamily::Intel64);
        QCOMPARE(byteOf(without, 19), 0x12);
        QCOMPARE(byteOf(without, 19, 16), -1);
    }

    void whatDoesNotFollowTheRecordIsLeftOut()
    {
        QCOMPARE(byteOf(read(withHighHalves(amd64WithVectors()), CpuFamily::Intel64), 19, 16), -1);
        auto elsewhere = withHighHalves(amd64WithVectors(0x10005f));
        putNumber(elsewhere, 1232 + 8, 0, 4);
        QCOMPARE(byteOf(read(elsewhere, CpuFamily::Intel64), 19, 16), -1);
        auto far = withHighHalves(amd64WithVectors(0x10005f));
        putNumber(far, 1232 + 16, 0x7fffffff, 4);
        QCOMPARE(byteOf(read(far, CpuFamily::Intel64), 19, 16), -1);
        auto before = withHighHalves(amd64WithVectors(0x10005f));
        putNumber(before, 1232 + 16, 0x80000000, 4);
        QCOMPARE(byteOf(read(before, CpuFamily::Intel64), 19, 16), -1);
    }

    void everyPrefixIsReadOrRefused()
    {
        const auto whole = withHighHalves(amd64WithVectors(0x10005f));
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const auto wide =
                read(Context(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)),
                     CpuFamily::Intel64);
            QCOMPARE(byteOf(wide, 17), size < 768 ? -1 : 0x10);
            QCOMPARE(byteOf(wide, 17, 16), size < whole.size() ? -1 : 0x40);
        }
    }

    void dumpsKeepThem()
    {
        MinidumpBuilder dump;
        dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kWindows, .major = 10});
        dump.addThread({.id = 1, .rawContext = withHighHalves(amd64WithVectors(0x10005f))});
        dump.addThread({.id = 2, .registers = {{"rip", 1}}});
        const auto event = minidump::readMinidumpEvent(ByteView::fromVector(dump.bytes()), {});
        QVERIFY(event);
        QCOMPARE(byteOf(wideRegistersOf((*event)->threads[0]), 18, 16), 0x41);
        QVERIFY(wideRegistersOf((*event)->threads[1]).empty());
    }
};

QTEST_GUILESS_MAIN(TestMinidumpVectors)
#include "tst_minidump_vectors.moc"

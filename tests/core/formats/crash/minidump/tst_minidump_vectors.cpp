// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/minidump/wide_registers.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/cpu_context_bytes.h"
#include "tests/support/minidump_builder.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;
using minidump::wideRegistersOf;

namespace {

using Context = std::vector<std::byte>;

void put(Context& context, std::size_t offset, std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        context[offset + i] = static_cast<std::byte>(value >> (8 * i));
}

/// The area of FXSAVE: byte 0 of each vector register is 0x10 and its number.
void putFxsave(Context& context, std::size_t offset)
{
    put(context, offset, 0x027f, 2);
    put(context, offset + 24, 0x1f80, 4);
    for (std::size_t i = 0; i < 16; ++i)
        put(context, offset + 160 + 16 * i, 0x10 + i, 1);
}

/// CONTEXT_EX and the extended area after a record: byte 0 of each high half is 0x40 and its
/// number. 48 bytes lie between.
Context withHighHalves(Context context, std::uint64_t inUse = 4, std::uint64_t form = 0)
{
    const auto record = context.size();
    constexpr std::size_t kDistance = 24 + 48;
    context.resize(record + kDistance + 64 + 256);
    put(context, record, static_cast<std::uint64_t>(-static_cast<std::int64_t>(record)), 4);
    put(context, record + 4, context.size(), 4);
    put(context, record + 8, static_cast<std::uint64_t>(-static_cast<std::int64_t>(record)), 4);
    put(context, record + 12, record, 4);
    put(context, record + 16, kDistance, 4);
    put(context, record + 20, 64 + 256, 4);
    put(context, record + kDistance, inUse, 8);
    put(context, record + kDistance + 8, form, 8);
    for (std::size_t i = 0; i < 16; ++i)
        put(context, record + kDistance + 64 + 16 * i, 0x40 + i, 1);
    return context;
}

Context amd64(std::uint32_t flags = 0x10001f)
{
    auto context = contextBytes(Cpu::Amd64, {});
    put(context, 48, flags, 4);
    putFxsave(context, 256);
    return context;
}

Context x86()
{
    auto context = contextBytes(Cpu::X86, {});
    putFxsave(context, 204);
    return context;
}

/// Each register's first byte is 0x20 and its number.
Context arm(Cpu cpu, std::size_t offset, std::size_t bytes)
{
    auto context = contextBytes(cpu, {});
    for (std::size_t i = 0; i < 32; ++i)
        put(context, offset + bytes * i, 0x20 + i, 1);
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
        const auto wide = read(amd64(), CpuFamily::Intel64);
        QCOMPARE(byteOf(wide, 17), 0x10);
        QCOMPARE(byteOf(wide, 32), 0x1f);
        QCOMPARE(byteOf(wide, 32, 16), -1);
        const auto narrow = read(x86(), CpuFamily::Intel32);
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
        put(context, 0, 0x200007, 4);
        QCOMPARE(byteOf(read(context, CpuFamily::Arm32), 287), 0x3f);
    }

    void registersOf32BitCodeLieInTheWritersRecord()
    {
        const auto wide = read(amd64(), CpuFamily::Intel32);
        QCOMPARE(byteOf(wide, 21), 0x10);
        QCOMPARE(wide.size(), std::size_t{8});
        // What stands where an x86 record has its flags is an argument that a function has kept.
        auto withArgument = amd64();
        put(withArgument, 0, 0x12b70020, 4);
        QCOMPARE(byteOf(read(withArgument, CpuFamily::Intel32), 21), 0x10);
    }

    void whatIsNotFilledInIsNotKnown()
    {
        QVERIFY(read(amd64(0x100003), CpuFamily::Intel64).empty());
        QVERIFY(read(contextBytes(Cpu::Amd64, {}), CpuFamily::Intel64).empty());
        QVERIFY(read(amd64(), CpuFamily::Arm64).empty());
        QVERIFY(read(Context(), CpuFamily::Intel64).empty());
        EventThread thread;
        thread.context = ByteView::fromVector(amd64());
        QVERIFY(wideRegistersOf(thread).empty());
    }

    void highHalvesFollowTheRecord()
    {
        const auto wide = read(withHighHalves(amd64(0x10005f)), CpuFamily::Intel64);
        QCOMPARE(byteOf(wide, 19), 0x12);
        QCOMPARE(byteOf(wide, 19, 16), 0x42);
        auto narrow = x86();
        put(narrow, 0, 0x1007f, 4);
        QCOMPARE(byteOf(read(withHighHalves(narrow), CpuFamily::Intel32), 28, 16), 0x47);
        // A component that is not in use has its initial value.
        QCOMPARE(byteOf(read(withHighHalves(amd64(0x10005f), 0), CpuFamily::Intel64), 19, 16), 0);
    }

    void theCompactedFormMayLackThem()
    {
        constexpr std::uint64_t kIsCompacted = std::uint64_t{1} << 63;
        const auto with =
            read(withHighHalves(amd64(0x10005f), 4, kIsCompacted | 4), CpuFamily::Intel64);
        QCOMPARE(byteOf(with, 19, 16), 0x42);
        const auto without =
            read(withHighHalves(amd64(0x10005f), 4, kIsCompacted | 2), CpuFamily::Intel64);
        QCOMPARE(byteOf(without, 19), 0x12);
        QCOMPARE(byteOf(without, 19, 16), -1);
    }

    void whatDoesNotFollowTheRecordIsLeftOut()
    {
        QCOMPARE(byteOf(read(withHighHalves(amd64()), CpuFamily::Intel64), 19, 16), -1);
        auto elsewhere = withHighHalves(amd64(0x10005f));
        put(elsewhere, 1232 + 8, 0, 4);
        QCOMPARE(byteOf(read(elsewhere, CpuFamily::Intel64), 19, 16), -1);
        auto far = withHighHalves(amd64(0x10005f));
        put(far, 1232 + 16, 0x7fffffff, 4);
        QCOMPARE(byteOf(read(far, CpuFamily::Intel64), 19, 16), -1);
        auto before = withHighHalves(amd64(0x10005f));
        put(before, 1232 + 16, 0x80000000, 4);
        QCOMPARE(byteOf(read(before, CpuFamily::Intel64), 19, 16), -1);
    }

    void everyPrefixIsReadOrRefused()
    {
        const auto whole = withHighHalves(amd64(0x10005f));
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
        dump.addThread({.id = 1, .rawContext = withHighHalves(amd64(0x10005f))});
        dump.addThread({.id = 2, .registers = {{"rip", 1}}});
        const auto event = minidump::readMinidumpEvent(ByteView::fromVector(dump.bytes()), {});
        QVERIFY(event);
        QCOMPARE(byteOf(wideRegistersOf((*event)->threads[0]), 18, 16), 0x41);
        QVERIFY(wideRegistersOf((*event)->threads[1]).empty());
    }
};

QTEST_GUILESS_MAIN(TestMinidumpVectors)
#include "tst_minidump_vectors.moc"

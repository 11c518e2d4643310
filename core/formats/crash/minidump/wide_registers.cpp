// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/wide_registers.h"

#include "core/base/byte_reader.h"
#include "core/formats/crash/cpu_state/vector_state.h"

#include <algorithm>
#include <array>

namespace faultline::minidump {

namespace {

/// Where a context record has the registers of one CPU.
struct Layout
{
    CpuFamily family;
    std::size_t flagsOffset;
    std::uint32_t cpuFlag;  ///< The flag of the CPU.
    std::uint32_t partFlag; ///< Are these registers filled in?
    std::size_t offset;
    std::size_t sizeBytes;
    std::size_t recordBytes;    ///< 0: nothing follows the record.
    std::uint32_t extendedFlag; ///< Does a CONTEXT_EX follow?
};

/// winnt.h (CONTEXT, ARM64_NT_CONTEXT); Breakpad's minidump_cpu_arm.h and minidump_cpu_arm64.h. A
/// 64-bit writer keeps the registers of 32-bit code in its own record.
constexpr std::array<Layout, 7> kLayouts{{
    {CpuFamily::Intel32, 0, 0x10000, 0x20, 204, 512, 716, 0x40},
    {CpuFamily::Intel32, 48, 0x100000, 0x8, 256, 512, 1232, 0x40},
    {CpuFamily::Intel64, 48, 0x100000, 0x8, 256, 512, 1232, 0x40},
    {CpuFamily::Arm64, 0, 0x400000, 0x4, 272, 512, 0, 0},
    {CpuFamily::Arm64, 0, 0x80000000, 0x4, 284, 512, 0, 0},
    {CpuFamily::Arm32, 0, 0x200000, 0x4, 80, 256, 0, 0},
    {CpuFamily::Arm32, 0, 0x40000000, 0x4, 80, 256, 0, 0},
}};

/// All flags in the middle bits name CPUs, and a record has one of them. Other data in their place,
/// such as an argument in a 64-bit record, rarely looks so.
bool isOf(const Layout& layout, std::uint32_t flags)
{
    constexpr std::uint32_t kCpuBits = 0x00ffff00;
    return (flags & layout.cpuFlag) != 0 && (flags & kCpuBits) == (layout.cpuFlag & kCpuBits);
}

std::uint32_t flagsOf(const Layout& layout, Bytes context)
{
    ByteReader reader(context);
    reader.seek(layout.flagsOffset);
    return reader.u32();
}

/// CONTEXT_EX follows the record. Its three parts have a distance from it and a size each; the
/// second part is the record itself (winnt.h; "Working with XState Context").
Bytes extendedArea(const Layout& layout, Bytes context)
{
    constexpr std::size_t kPartBytes = 8;
    ByteReader reader(context);
    reader.seek(layout.recordBytes + kPartBytes);
    const auto toRecord = reader.i32();
    reader.skip(4);
    const auto distance = reader.i32();
    const auto sizeBytes = reader.u32();
    if (!reader.ok() || -std::int64_t{toRecord} != static_cast<std::int64_t>(layout.recordBytes))
        return {};
    const auto at = static_cast<std::int64_t>(layout.recordBytes) + distance;
    if (at < 0 || !rangeFits(static_cast<std::uint64_t>(at), sizeBytes, context.size()))
        return {};
    return context.subspan(static_cast<std::size_t>(at), sizeBytes);
}

crash::WideRegisters registersIn(const Layout& layout, std::uint32_t flags, Bytes context)
{
    const auto area = context.subspan(layout.offset, layout.sizeBytes);
    if (layout.recordBytes == 0)
        return crash::readArmVectors(area, layout.family);
    auto registers = crash::readFxsave(area, layout.family);
    if (!registers.empty() && (flags & layout.extendedFlag) != 0)
        crash::addHighHalves(extendedArea(layout, context), layout.family, registers);
    return registers;
}

} // namespace

std::vector<WideRegister> wideRegistersOf(const EventThread& thread)
{
    const auto context = thread.context.span();
    for (const auto& layout : kLayouts) {
        if (!thread.registers || thread.registers->family() != layout.family ||
            !rangeFits(layout.offset, layout.sizeBytes, context.size()))
            continue;
        const auto flags = flagsOf(layout, context);
        if (isOf(layout, flags))
            return (flags & layout.partFlag) != 0 ? registersIn(layout, flags, context)
                                                  : crash::WideRegisters();
    }
    return {};
}

} // namespace faultline::minidump

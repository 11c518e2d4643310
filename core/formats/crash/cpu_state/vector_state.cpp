// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/cpu_state/vector_state.h"

#include "core/base/byte_reader.h"

#include <algorithm>

namespace faultline::crash {

namespace {

/// Where DWARF's numbers of x86's registers begin (the ABI supplements, "DWARF Register Number
/// Mapping").
struct Numbering
{
    std::uint16_t stack = 0; ///< ST0.
    std::uint16_t vectors = 0;
    unsigned vectorCount = 0;
};

Numbering numberingOf(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel32: return {.stack = 11, .vectors = 21, .vectorCount = 8};
    case CpuFamily::Intel64: return {.stack = 33, .vectors = 17, .vectorCount = 16};
    default: return {};
    }
}

constexpr std::size_t kFxsaveBytes = 512;
constexpr std::size_t kSlotBytes = 16; // Of each register in the area.

WideRegister registerAt(Bytes area, std::size_t offset, std::size_t bytes, std::size_t number)
{
    const auto content = area.subspan(offset, bytes);
    return {.dwarf = static_cast<std::uint16_t>(number), .bytes = {content.begin(), content.end()}};
}

/// The tags, a bit each, count physical registers; the slots count from the top of the stack.
void addStack(Bytes area, std::uint16_t firstNumber, WideRegisters& out)
{
    constexpr std::size_t kFirstSlot = 32;
    constexpr unsigned kCount = 8;
    ByteReader reader(area);
    reader.skip(2);
    const unsigned top = reader.u16() >> 11 & 7u;
    const unsigned used = reader.u8();
    for (unsigned i = 0; i < kCount; ++i) {
        if ((used >> ((top + i) % kCount) & 1u) != 0)
            out.push_back(registerAt(area, kFirstSlot + i * kSlotBytes,
                                     WideRegister::kExtendedBytes, firstNumber + i));
    }
}

void addVectors(Bytes area, const Numbering& numbering, WideRegisters& out)
{
    constexpr std::size_t kFirstSlot = 160;
    for (unsigned i = 0; i < numbering.vectorCount; ++i)
        out.push_back(
            registerAt(area, kFirstSlot + i * kSlotBytes, kSlotBytes, numbering.vectors + i));
}

/// Writers that have no such registers leave the area zero, and programs never run with both
/// control words zero.
bool isFilledIn(Bytes area)
{
    constexpr std::size_t kVectorControl = 24;
    ByteReader reader(area);
    const auto control = reader.u16();
    reader.seek(kVectorControl);
    return control != 0 || reader.u32() != 0;
}

} // namespace

WideRegisters readFxsave(Bytes area, CpuFamily family)
{
    const auto numbering = numberingOf(family);
    WideRegisters registers;
    if (numbering.vectorCount == 0 || area.size() < kFxsaveBytes || !isFilledIn(area))
        return registers;
    if (numbering.stack < numbering.vectors)
        addStack(area, numbering.stack, registers);
    addVectors(area, numbering, registers);
    if (numbering.stack > numbering.vectors)
        addStack(area, numbering.stack, registers);
    return registers;
}

WideRegisters readXsave(Bytes area, CpuFamily family)
{
    auto registers = readFxsave(area, family);
    if (!registers.empty())
        addHighHalves(area.subspan(kFxsaveBytes), family, registers);
    return registers;
}

/// They are the first component after the header, also in the compacted form, which may lack them.
/// A component that is not in use has its initial value, zero.
void addHighHalves(Bytes extendedArea, CpuFamily family, WideRegisters& registers)
{
    constexpr std::size_t kHeaderBytes = 64; // XSTATE_BV, XCOMP_BV.
    constexpr std::uint64_t kAvx = 1u << 2;
    constexpr std::uint64_t kIsCompacted = std::uint64_t{1} << 63;
    const auto numbering = numberingOf(family);
    ByteReader reader(extendedArea);
    const auto inUse = reader.u64();
    const auto form = reader.u64();
    const bool lacksThem = (form & kIsCompacted) != 0 && (form & kAvx) == 0;
    const auto bytes = std::size_t{numbering.vectorCount} * kSlotBytes;
    if (!reader.ok() || lacksThem || extendedArea.size() < kHeaderBytes + bytes)
        return;
    for (auto& each : registers) {
        const auto index = static_cast<std::size_t>(each.dwarf - numbering.vectors);
        if (each.dwarf < numbering.vectors || index >= numbering.vectorCount)
            continue;
        const auto high = extendedArea.subspan(kHeaderBytes + index * kSlotBytes, kSlotBytes);
        each.bytes.resize(2 * kSlotBytes);
        if ((inUse & kAvx) != 0)
            std::ranges::copy(high, each.bytes.begin() + kSlotBytes);
    }
}

WideRegisters readArmVectors(Bytes area, CpuFamily family)
{
    // DWARF for the Arm 64-bit Architecture §4.1; DWARF for the Arm Architecture §4.1.
    constexpr std::uint16_t kFirst64 = 64;
    constexpr std::uint16_t kFirst32 = 256;
    constexpr unsigned kCount = 32;
    WideRegisters registers;
    const bool is64 = family == CpuFamily::Arm64;
    const std::size_t bytes = is64 ? 16 : 8;
    if ((!is64 && family != CpuFamily::Arm32) || area.size() < kCount * bytes)
        return registers;
    const bool isFilledIn = std::ranges::any_of(
        area.first(kCount * bytes), [](std::byte each) { return each != std::byte{0}; });
    if (!isFilledIn)
        return registers;
    for (unsigned i = 0; i < kCount; ++i)
        registers.push_back(registerAt(area, i * bytes, bytes, (is64 ? kFirst64 : kFirst32) + i));
    return registers;
}

} // namespace faultline::crash

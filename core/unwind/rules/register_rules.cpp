// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/rules/register_rules.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline::unwind {

namespace {

constexpr std::size_t kDwarfNumbers =
    66; // The highest number in use is PowerPC's link register, 65.
constexpr std::uint8_t kNoRegister = 0xff;

std::uint64_t maskOf(CpuFamily family, std::initializer_list<std::string_view> names)
{
    std::uint64_t mask = 0;
    for (const auto name : names) {
        if (const auto index = registerIndex(family, name))
            mask |= std::uint64_t{1} << *index;
    }
    return mask;
}

std::uint64_t calleeSavedMask(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel32: return maskOf(family, {"ebp", "ebx", "edi", "esi"});
    case CpuFamily::Intel64: return maskOf(family, {"rbx", "rbp", "r12", "r13", "r14", "r15"});
    case CpuFamily::Arm32: return maskOf(family, {"r4", "r5", "r6", "r7", "r8", "r9", "r10", "fp"});
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32:
        return maskOf(family,
                      {"x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "fp"});
    case CpuFamily::Mips32:
    case CpuFamily::Mips64:
        return maskOf(family, {"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "gp", "sp", "fp"});
    case CpuFamily::Ppc32:
    case CpuFamily::Ppc64:
        return maskOf(family, {"r2", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22",
                               "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31"});
    case CpuFamily::RiscV64:
        return maskOf(family, {"gp", "tp", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8",
                               "s9", "s10", "s11"});
    case CpuFamily::S390x:
        return maskOf(family, {"r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "f8", "f9",
                               "f10", "f11", "f12", "f13", "f14", "f15"});
    case CpuFamily::LoongArch64:
        return maskOf(family,
                      {"tp", "r21", "fp", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"});
    case CpuFamily::Wasm32:
    case CpuFamily::Unknown: return 0;
    }
    return 0;
}

constexpr std::size_t kFamilies = static_cast<std::size_t>(CpuFamily::LoongArch64) + 1;

struct FamilyFacts
{
    std::uint64_t calleeSaved = 0;
    std::uint64_t calleeSavedOnWindows = 0;
    std::array<std::uint8_t, kDwarfNumbers> fromDwarf{};
};

FamilyFacts factsOf(CpuFamily family)
{
    FamilyFacts facts;
    facts.calleeSaved = calleeSavedMask(family);
    facts.calleeSavedOnWindows = facts.calleeSaved;
    // The Windows x64 ABI also preserves rsi and rdi, which System V uses for arguments.
    if (family == CpuFamily::Intel64)
        facts.calleeSavedOnWindows |= maskOf(family, {"rdi", "rsi"});
    facts.fromDwarf.fill(kNoRegister);
    for (const auto& reg : registersOf(family)) {
        if (reg.dwarf >= 0 && static_cast<std::size_t>(reg.dwarf) < kDwarfNumbers)
            facts.fromDwarf[static_cast<std::size_t>(reg.dwarf)] = reg.index;
    }
    return facts;
}

const FamilyFacts& facts(CpuFamily family)
{
    static const auto all = [] {
        std::array<FamilyFacts, kFamilies> table;
        for (std::size_t i = 0; i < kFamilies; ++i)
            table[i] = factsOf(static_cast<CpuFamily>(i));
        return table;
    }();
    return all[static_cast<std::size_t>(family)];
}

std::uint64_t calleeSaved(CpuFamily family, CallingConvention convention)
{
    const auto& known = facts(family);
    return convention == CallingConvention::Windows ? known.calleeSavedOnWindows
                                                    : known.calleeSaved;
}

} // namespace

bool isCalleeSaved(CpuFamily family, CallingConvention convention, std::uint8_t registerIndex)
{
    return (calleeSaved(family, convention) >> registerIndex & 1) != 0;
}

RegisterSet forwardedRegisters(const RegisterSet& callee, CallingConvention convention)
{
    RegisterSet caller(callee.family());
    const auto mask = calleeSaved(callee.family(), convention);
    for (std::uint8_t i = 0; i < RegisterSet::kCapacity; ++i) {
        if ((mask >> i & 1) != 0 && callee.has(i))
            caller.set(i, callee.get(i));
    }
    return caller;
}

std::optional<std::uint8_t> registerFromDwarf(CpuFamily family, std::uint64_t dwarfNumber)
{
    if (dwarfNumber >= kDwarfNumbers)
        return std::nullopt;
    const auto index = facts(family).fromDwarf[static_cast<std::size_t>(dwarfNumber)];
    return index == kNoRegister ? std::nullopt : std::optional(index);
}

std::uint64_t cfaAboveStackPointer(CpuFamily family)
{
    constexpr std::uint64_t kRegisterSaveArea = 160;
    return family == CpuFamily::S390x ? kRegisterSaveArea : 0;
}

std::uint64_t redZoneBytes(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel64:
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return 128;
    case CpuFamily::Ppc32: return 224;
    case CpuFamily::Ppc64: return 512;
    default: return 0;
    }
}

std::uint64_t addressBits(CpuFamily family)
{
    return pointerSize(family) == 4 ? 0xffffffffull : ~std::uint64_t{0};
}

} // namespace faultline::unwind

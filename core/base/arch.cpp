// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"

#include "core/base/text.h"

#include <array>

namespace faultline {

namespace {

struct ArchName
{
    Arch arch;
    std::string_view name;
};

// The canonical name of an arch comes first; the rest are aliases.
constexpr std::array kNames{
    ArchName{Arch::Unknown, "unknown"},
    ArchName{Arch::X86, "x86"},
    ArchName{Arch::X86, "i386"},
    ArchName{Arch::X86Unknown, "x86_unknown"},
    ArchName{Arch::Amd64, "x86_64"},
    ArchName{Arch::Amd64, "amd64"},
    ArchName{Arch::Amd64, "x86-64"},
    ArchName{Arch::Amd64h, "x86_64h"},
    ArchName{Arch::Amd64Unknown, "x86_64_unknown"},
    ArchName{Arch::Arm, "arm"},
    ArchName{Arch::ArmV5, "armv5"},
    ArchName{Arch::ArmV6, "armv6"},
    ArchName{Arch::ArmV6m, "armv6m"},
    ArchName{Arch::ArmV7, "armv7"},
    ArchName{Arch::ArmV7f, "armv7f"},
    ArchName{Arch::ArmV7s, "armv7s"},
    ArchName{Arch::ArmV7k, "armv7k"},
    ArchName{Arch::ArmV7m, "armv7m"},
    ArchName{Arch::ArmV7em, "armv7em"},
    ArchName{Arch::ArmUnknown, "arm_unknown"},
    ArchName{Arch::Arm64, "arm64"},
    ArchName{Arch::Arm64, "arm-64"},
    ArchName{Arch::Arm64V8, "arm64v8"},
    ArchName{Arch::Arm64e, "arm64e"},
    ArchName{Arch::Arm64Unknown, "arm64_unknown"},
    ArchName{Arch::Ppc, "ppc"},
    ArchName{Arch::Ppc64, "ppc64"},
    ArchName{Arch::Ppc64, "ppc64le"},
    ArchName{Arch::Mips, "mips"},
    ArchName{Arch::Mips64, "mips64"},
    ArchName{Arch::Arm64_32, "arm64_32"},
    ArchName{Arch::Arm64_32V8, "arm64_32_v8"},
    ArchName{Arch::Arm64_32Unknown, "arm64_32_unknown"},
    ArchName{Arch::Wasm32, "wasm32"},
    ArchName{Arch::RiscV64, "riscv64"},
    ArchName{Arch::S390x, "s390x"},
    ArchName{Arch::LoongArch64, "loongarch64"},
};

} // namespace

CpuFamily cpuFamily(Arch arch)
{
    const auto family = static_cast<std::uint32_t>(arch) / 100;
    return family <= static_cast<std::uint32_t>(CpuFamily::LoongArch64)
               ? static_cast<CpuFamily>(family)
               : CpuFamily::Unknown;
}

std::string_view archName(Arch arch)
{
    for (const auto& entry : kNames) {
        if (entry.arch == arch)
            return entry.name;
    }
    return "unknown";
}

std::optional<Arch> parseArch(std::string_view text)
{
    for (const auto& entry : kNames) {
        if (equalsIgnoreCase(entry.name, text))
            return entry.arch;
    }
    return std::nullopt;
}

unsigned pointerSize(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel32:
    case CpuFamily::Arm32:
    case CpuFamily::Ppc32:
    case CpuFamily::Mips32:
    case CpuFamily::Arm64_32:
    case CpuFamily::Wasm32: return 4;
    case CpuFamily::Intel64:
    case CpuFamily::Arm64:
    case CpuFamily::Ppc64:
    case CpuFamily::Mips64:
    case CpuFamily::RiscV64:
    case CpuFamily::S390x:
    case CpuFamily::LoongArch64: return 8;
    case CpuFamily::Unknown: return 0;
    }
    return 0;
}

unsigned instructionAlignment(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Arm32:
    case CpuFamily::RiscV64:
    case CpuFamily::S390x: return 2;
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32:
    case CpuFamily::Ppc32:
    case CpuFamily::Mips32:
    case CpuFamily::Mips64:
    case CpuFamily::LoongArch64:
    case CpuFamily::Wasm32: return 4;
    case CpuFamily::Ppc64: return 8;
    case CpuFamily::Intel32:
    case CpuFamily::Intel64:
    case CpuFamily::Unknown: return 0;
    }
    return 0;
}

std::string_view instructionPointerName(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel32: return "eip";
    case CpuFamily::Intel64: return "rip";
    case CpuFamily::Arm32:
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32:
    case CpuFamily::Mips32:
    case CpuFamily::Mips64:
    case CpuFamily::RiscV64:
    case CpuFamily::S390x:
    case CpuFamily::LoongArch64: return "pc";
    case CpuFamily::Ppc32:
    case CpuFamily::Ppc64: return "srr0";
    case CpuFamily::Wasm32:
    case CpuFamily::Unknown: return "";
    }
    return "";
}

std::uint64_t alignInstruction(CpuFamily family, std::uint64_t address)
{
    const std::uint64_t alignment = instructionAlignment(family);
    return alignment == 0 ? address : address - address % alignment;
}

std::uint64_t previousInstruction(CpuFamily family, std::uint64_t returnAddress)
{
    const std::uint64_t alignment = instructionAlignment(family);
    std::uint64_t step = alignment == 0 ? 1 : alignment;
    // A MIPS call is followed by its delay slot.
    if (family == CpuFamily::Mips32 || family == CpuFamily::Mips64)
        step *= 2;
    return alignInstruction(family, returnAddress) - step;
}

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline {

/// CPU of an object or event. Cache files store these numbers; family = number / 100. Source:
/// getsentry/symbolic symbolic-common/src/types.rs, as listed in docs/spec/native.md §1.5; the
/// numbers from 1101 on are ours.
enum class Arch : std::uint32_t {
    Unknown = 0,
    X86 = 101,
    X86Unknown = 199,
    Amd64 = 201,
    Amd64h = 202,
    Amd64Unknown = 299,
    Arm = 301,
    ArmV5 = 302,
    ArmV6 = 303,
    ArmV6m = 304,
    ArmV7 = 305,
    ArmV7f = 306,
    ArmV7s = 307,
    ArmV7k = 308,
    ArmV7m = 309,
    ArmV7em = 310,
    ArmUnknown = 399,
    Arm64 = 401,
    Arm64V8 = 402,
    Arm64e = 403,
    Arm64Unknown = 499,
    Ppc = 501,
    Ppc64 = 601,
    Mips = 701,
    Mips64 = 801,
    Arm64_32 = 901,
    Arm64_32V8 = 902,
    Arm64_32Unknown = 999,
    Wasm32 = 1001,
    RiscV64 = 1101,
    S390x = 1201,
    LoongArch64 = 1301,
};

enum class CpuFamily : std::uint8_t {
    Unknown = 0,
    Intel32,
    Intel64,
    Arm32,
    Arm64,
    Ppc32,
    Ppc64,
    Mips32,
    Mips64,
    Arm64_32,
    Wasm32,
    RiscV64,
    S390x,
    LoongArch64
};

CpuFamily cpuFamily(Arch arch);

/// Canonical name: "x86_64", "arm64", "unknown", …
std::string_view archName(Arch arch);
/// Accepts canonical names and aliases (i386, amd64, x86-64, arm-64) in any case.
std::optional<Arch> parseArch(std::string_view text);

/// Size of a pointer in bytes: 4 or 8; 0 when unknown.
unsigned pointerSize(CpuFamily family);
/// Instruction alignment used for look-up addresses (docs/spec/native.md §1.5); 0 when there is
/// none.
unsigned instructionAlignment(CpuFamily family);
/// Name of the instruction-pointer register ("rip", "eip", "pc", "srr0"); empty when there is none
/// (WebAssembly).
std::string_view instructionPointerName(CpuFamily family);

/// The look-up address for a call: `returnAddress` aligned down, minus one step (MIPS: two).
/// docs/spec/native.md §7.2. Wraps at zero like the address space; callers check the result against
/// the image.
std::uint64_t previousInstruction(CpuFamily family, std::uint64_t returnAddress);
std::uint64_t alignInstruction(CpuFamily family, std::uint64_t address);

} // namespace faultline

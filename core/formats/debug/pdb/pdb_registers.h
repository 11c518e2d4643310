// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace faultline::pdb {

/// A register of a CPU, or a part of one.
struct PdbRegister
{
    std::uint16_t dwarf = 0; ///< The number of the whole register in DWARF.
    std::uint8_t sizeBytes = 0;
    std::uint8_t offsetBytes = 0; ///< Of the part in the whole register.
};

/// The virtual frame of x86, which the frame data defines ($T0).
inline constexpr std::uint16_t kPdbVirtualFrame = 30006;
/// EDX:EAX, the low half in EAX.
inline constexpr std::uint16_t kPdbRegisterPair = 212;

/// The register with this number (CV_HREG_e). Absent for registers of other CPUs and for those that
/// are not known here. Sources: microsoft-pdb cvinfo.h; the DWARF register tables of the ABI
/// supplements.
std::optional<PdbRegister> pdbRegister(std::uint16_t machine, std::uint16_t number);

/// What FrameRecord::Base stands for, by a number of the above; absent for other CPUs. `base` is
/// its value. Source: llvm/llvm-project llvm/lib/DebugInfo/CodeView/SymbolRecordMapping.cpp,
/// decodeFramePtrReg().
std::optional<std::uint16_t> pdbFrameRegister(std::uint16_t machine, unsigned base);

/// Bytes of an address on this machine; 0 for machines without values here.
std::uint8_t pdbAddressBytes(std::uint16_t machine);

inline constexpr std::uint16_t kMachineX86 = 0x14c; ///< COFF machine numbers.
inline constexpr std::uint16_t kMachineX64 = 0x8664;
inline constexpr std::uint16_t kMachineArm64 = 0xaa64;

} // namespace faultline::pdb

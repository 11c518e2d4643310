// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// The ABI that decides which registers a call preserves.
enum class CallingConvention : std::uint8_t { SystemV, Windows };

/// Must a function restore this register before it returns? Source: the ABI supplements;
/// docs/spec/stackwalk.md §9.3.
bool isCalleeSaved(CpuFamily family, CallingConvention convention, std::uint8_t registerIndex);

/// The caller's registers before any rule applies: the callee-saved registers with the values they
/// have in the callee.
RegisterSet forwardedRegisters(const RegisterSet& callee, CallingConvention convention);

/// What the CFA exceeds the caller's sp by. s390x alone counts its CFA from the end of the area
/// that every caller leaves for its callee's registers (s390x ELF ABI supplement, "Stack Frame
/// Layout").
std::uint64_t cfaAboveStackPointer(CpuFamily family);

/// How many bytes below sp a function may use without moving sp (the red zone). Zero where an
/// interrupt overwrites all of them. Sources: the ABI supplements; Apple's for arm64.
std::uint64_t redZoneBytes(CpuFamily family);

/// The index in RegisterSet of the register with this DWARF number.
std::optional<std::uint8_t> registerFromDwarf(CpuFamily family, std::uint64_t dwarfNumber);

/// A mask with ones in the low bits that hold an address on this family.
std::uint64_t addressBits(CpuFamily family);

} // namespace faultline::unwind

#pragma once

#include "core/model/registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Which ABI decides what a call preserves.
enum class CallingConvention : std::uint8_t { SystemV, Windows };

/// Whether a function must hand the register back as it found it. Source: the ABI supplements;
/// docs/spec/stackwalk.md §9.3.
bool isCalleeSaved(CpuFamily family, CallingConvention convention, std::uint8_t registerIndex);

/// The caller's registers before any rule is applied: what the callee had, callee-saved registers
/// only.
RegisterSet forwardedRegisters(const RegisterSet& callee, CallingConvention convention);

/// Our register with a DWARF number.
std::optional<std::uint8_t> registerFromDwarf(CpuFamily family, std::uint64_t dwarfNumber);

/// All ones in the low bits that a pointer of the family has.
std::uint64_t addressBits(CpuFamily family);

} // namespace faultline::unwind

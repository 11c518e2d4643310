// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <cstdint>

namespace faultline::unwind {

/// Bits 24–27 of a compact encoding. Source: Apple, mach-o/compact_unwind_encoding.h.
enum class CompactMode : std::uint8_t {
    None = 0,
    IntelFrame = 1,
    IntelFrameless = 2,
    IntelFramelessIndirect = 3,
    IntelDwarf = 4,
    Arm64Frameless = 2,
    Arm64Dwarf = 3,
    Arm64Frame = 4,
};

inline CompactMode compactMode(std::uint32_t encoding)
{
    return static_cast<CompactMode>(encoding >> 24 & 0x0f);
}

/// Computes the caller's registers from one encoding. Registers that the encoding does not name
/// keep their values in `callee`. Errors: Malformed (memory or a register is not known).
Result<RegisterSet>
undoIntelFrame(std::uint32_t encoding, const RegisterSet& callee, const MemoryReader& memory);
Result<RegisterSet> undoIntelFrameless(std::uint32_t encoding,
                                       std::uint64_t stackBytes,
                                       const RegisterSet& callee,
                                       const MemoryReader& memory);
Result<RegisterSet>
undoArm64Frame(std::uint32_t encoding, const RegisterSet& callee, const MemoryReader& memory);
Result<RegisterSet>
undoArm64Frameless(std::uint32_t encoding, const RegisterSet& callee, const MemoryReader& memory);

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/unwind/code/intel_registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// The opcode maps: one byte, 0f, 0f 38, 0f 3a, and the two that only EVEX has.
enum class IntelMap : std::uint8_t { One, Two, Three38, Three3a, Evex5, Evex6 };

/// Tells whether a byte of an opcode lies in a range, both ends included.
constexpr bool isIn(std::uint8_t value, std::uint8_t first, std::uint8_t last)
{
    return value >= first && value <= last;
}

/// The parts of an x86 or x86-64 instruction, as they are encoded. Registers have the numbers that
/// instructions use.
struct IntelEncoding
{
    bool is64Bit = false;
    bool is16Bit = false; ///< Prefix 66.
    bool isVex = false;   ///< Or EVEX.
    std::uint8_t rex = 0; ///< The bits W, R, X and B; those of VEX and EVEX too.
    IntelMap map = IntelMap::One;
    std::uint8_t opcode = 0;
    bool hasModrm = false;
    std::uint8_t mod = 0;
    std::uint8_t reg = 0;
    std::uint8_t rm = 0;
    std::optional<std::uint8_t> base; ///< The register that a memory operand starts from.
    bool hasIndex = false;
    bool isRipRelative = false;
    std::int64_t displacement = 0;
    std::int64_t immediate = 0; ///< Sign-extended; 0 for those of 3 and 8 bytes.
    std::uint8_t sizeBytes = 0; ///< Of the whole instruction.

    std::uint8_t regOperand() const { return reg | ((rex & 4) != 0 ? 8 : 0); }

    std::uint8_t rmOperand() const { return rm | ((rex & 1) != 0 ? 8 : 0); }

    /// The register that the opcode's last three bits name.
    std::uint8_t opcodeOperand() const { return (opcode & 7) | ((rex & 1) != 0 ? 8 : 0); }

    bool isRegisterForm() const { return mod == 3; }

    /// Is the operand [register + displacement], with sp or fp as the register?
    bool isAt(std::uint8_t pointer) const { return base == pointer && !hasIndex; }

    bool isFullWidth() const { return !is64Bit || (rex & 8) != 0; }
};

/// Reads the instruction at the start of `code`. Absent in the same cases as
/// decodeIntelInstruction().
std::optional<IntelEncoding> readIntelEncoding(Bytes code, bool is64Bit);

} // namespace faultline::unwind

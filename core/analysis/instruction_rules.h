// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/operands.h"
#include "core/model/crash_analysis.h"

#include <array>
#include <optional>

namespace faultline::analysis {

/// What the mnemonic alone tells about an instruction.

/// How the first two operands are used if they are memory. Known for the instructions that crash
/// most often (rust-minidump's list, docs/spec/stackwalk.md §12.1).
using OperandUse = std::array<MemoryAccessKind, 2>;
std::optional<OperandUse> intelOperandUse(std::string_view mnemonic);

bool isConditionalIntelJump(std::string_view mnemonic);
/// Is it a division, on any CPU?
bool isDivision(std::string_view mnemonic);
/// Is it an x86 instruction that needs privileges, at least in some forms?
bool isPrivileged(std::string_view mnemonic);
/// Is it an x86 string instruction? SSE moves with the same names are not.
bool isStringInstruction(const ParsedInstruction& instruction);
/// How a string instruction uses its operands.
OperandUse stringOperandUse(const ParsedInstruction& instruction);

/// Number of bytes that an ARM or arm64 register load or store accesses; 0 when unknown.
std::uint32_t armAccessBytes(CpuFamily family, const ParsedInstruction& instruction);

} // namespace faultline::analysis

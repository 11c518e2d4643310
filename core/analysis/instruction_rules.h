#pragma once

#include "core/analysis/operands.h"
#include "core/model/crash_analysis.h"

#include <array>
#include <optional>

namespace faultline::analysis {

/// What the mnemonic alone tells.

/// How the first two operands are used when they are memory; known for the instructions that crash
/// most (rust-minidump's list, docs/spec/stackwalk.md §12.1).
using OperandUse = std::array<MemoryAccessKind, 2>;
std::optional<OperandUse> intelOperandUse(std::string_view mnemonic);

bool isConditionalIntelJump(std::string_view mnemonic);
/// Divisions, by whatever CPU.
bool isDivision(std::string_view mnemonic);
/// Instructions of x86 that need privileges, at least in some forms.
bool isPrivileged(std::string_view mnemonic);
/// x86's string instructions; the SSE moves of the same names are none.
bool isStringInstruction(const ParsedInstruction& instruction);
/// How a string instruction uses its operands.
OperandUse stringOperandUse(const ParsedInstruction& instruction);

/// Bytes that an ARM or arm64 load or store of registers accesses; 0 when not known.
std::uint32_t armAccessBytes(CpuFamily family, const ParsedInstruction& instruction);

} // namespace faultline::analysis

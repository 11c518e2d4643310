// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::analysis {

/// [base + index * scale + displacement]. Names are as in the assembly; empty when absent.
struct MemoryOperand
{
    std::string segment; ///< "fs" or "gs"; empty for the flat segments.
    std::string base;
    std::string index;
    std::uint32_t scale = 1;
    std::int64_t displacement = 0;
    /// The size that x86 assembly states ("dword ptr"); 0 when it states none.
    std::uint32_t sizeBytes = 0;
};

struct Operand
{
    std::string text;
    std::optional<MemoryOperand> memory;
    std::optional<std::uint64_t> immediate;
};

/// An instruction parsed from its assembly text, in one way for all CPUs.
struct ParsedInstruction
{
    std::string mnemonic; ///< Without prefixes ("rep", "lock"), in lower case.
    std::string prefix;
    std::vector<Operand> operands;
};

/// Parses the text that Disassembler writes. An operand that it does not understand keeps only its
/// text.
ParsedInstruction parseInstruction(CpuFamily family, std::string_view text);

} // namespace faultline::analysis

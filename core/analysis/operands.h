#pragma once

#include "core/base/arch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::analysis {

/// [base + index * scale + displacement]; names as the assembly has them, empty when absent.
struct MemoryOperand
{
    std::string segment; ///< "fs", "gs"; empty for the flat ones.
    std::string base;
    std::string index;
    std::uint32_t scale = 1;
    std::int64_t displacement = 0;
    std::uint32_t sizeBytes = 0; ///< As x86 assembly says it ("dword ptr"); 0: not said.
};

struct Operand
{
    std::string text;
    std::optional<MemoryOperand> memory;
    std::optional<std::uint64_t> immediate;
};

/// An instruction taken apart again from its assembly: one way for all CPUs.
struct ParsedInstruction
{
    std::string mnemonic; ///< Behind prefixes ("rep", "lock"), lower case.
    std::string prefix;
    std::vector<Operand> operands;
};

/// Reads what Disassembler writes. What it does not understand is an operand with text only.
ParsedInstruction parseInstruction(CpuFamily family, std::string_view text);

} // namespace faultline::analysis

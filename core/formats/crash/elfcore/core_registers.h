#pragma once

#include "core/formats/crash/elfcore/core_file.h"
#include "core/model/registers.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::corefile {

struct CoreRegisters
{
    RegisterSet registers;
    std::vector<std::pair<std::string, std::uint64_t>> others; ///< Flags and segments.
};

/// Reads pr_reg of NT_PRSTATUS, the CPU's user_regs_struct in the kernel. Errors: Unsupported (no
/// layout for the machine), Malformed (too short).
Result<CoreRegisters> readRegisters(const CoreFile& core, Bytes record);

} // namespace faultline::corefile

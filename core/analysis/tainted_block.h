// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/disasm/disassembler.h"

namespace faultline::analysis {

/// What the 32-bit x86 code after a faulting instruction would have done with the value that it
/// could not read, or with the address that it could not write (docs/spec/stackwalk.md §15).
struct BlockHazards
{
    bool branchTarget = false;
    bool argument = false;
    bool write = false;
    bool blockWrite = false;
    bool read = false;
    bool blockRead = false;
    bool comparison = false;
};

enum class BadAccess : std::uint8_t { Read, Write };

/// Follows the registers that the bad value reaches to the end of the block: the next jump, call or
/// return. `code` begins with the faulting instruction.
BlockHazards followTaint(Bytes code, std::uint64_t address, BadAccess access);

} // namespace faultline::analysis

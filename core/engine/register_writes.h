// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/operands.h"
#include "core/analysis/register_values.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace faultline::engine {

/// The full registers that an instruction may write, flags aside. Absent for one that is not known
/// here, which may write any. Knows the common instructions of x86, x86-64 and arm64.
std::optional<std::vector<std::string>>
writtenRegisters(const analysis::RegisterValues& registers,
                 const analysis::ParsedInstruction& instruction);

/// Does a known instruction write its operand without reading it?
bool isOnlyWritten(const analysis::ParsedInstruction& instruction, std::ptrdiff_t operand);

} // namespace faultline::engine

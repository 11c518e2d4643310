// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"

#include <optional>
#include <string>

namespace faultline::app {

/// Translates a DWARF expression of call frame information into the postfix language of STACK CFI
/// records. Supports the operations that occur in practice: registers, constants, sums, memory, and
/// masks for alignment. `initial` is the stack's first value, ".cfa" for a register's rule. Absent
/// for all other or damaged expressions. Sources: DWARF 5 §2.5; google/breakpad
/// docs/symbol_files.md.
std::optional<std::string>
breakpadExpression(Bytes expression, CpuFamily family, std::optional<std::string> initial);

} // namespace faultline::app

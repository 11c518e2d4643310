#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"

#include <optional>
#include <string>

namespace faultline::app {

/// A DWARF expression of call frame information in the postfix language of STACK CFI records: what
/// such expressions are made of in practice, registers, constants, sums, memory, and masks that
/// align. `initial` is what the stack holds at first, ".cfa" for a register's rule. Absent for
/// everything else, and for a damaged one. Sources: DWARF 5 §2.5; google/breakpad
/// docs/symbol_files.md.
std::optional<std::string>
breakpadExpression(Bytes expression, CpuFamily family, std::optional<std::string> initial);

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/report.h"
#include "ui/models/variable_row.h"

namespace faultline::ui {

/// A value with the texts of its row. Depth, place and branch are the caller's.
VariableRow makeVariableRow(const Variable& variable, Arch arch);

/// The row of parts that are not shown yet, or that are being read.
VariableRow makeMoreRow(std::uint64_t count);
VariableRow makeReadingRow();

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/golang/open_function_table.h"
#include "core/formats/debug/object/debug_info.h"

namespace faultline::golang {

/// Reads functions, inlined calls, files and lines from a Go program's own tables, for programs
/// without DWARF. A unit is a run of functions. Columns are not recorded. A damaged function is
/// dropped and counted.
std::unique_ptr<object::DebugInfoReader> makeGoDebugInfo(std::shared_ptr<const GoProgram> program);

} // namespace faultline::golang

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/variable.h"

#include <functional>
#include <string>

namespace faultline::report {

/// The value of a variable as text: "42", "'a'", "\"text\"", "0x7ffd10 <main+4>", "<optimized
/// out>". Empty for a value that has parts only.
std::string valueText(const Variable& variable);

/// Calls `line` for each variable of a frame: name, type and value; parts are indented below what
/// they are part of. Control characters are escaped.
void writeVariableLines(const FrameVariables& frame, const std::function<void(std::string)>& line);

} // namespace faultline::report

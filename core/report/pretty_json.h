// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace faultline::report {

/// Formats valid JSON text without white space, with two blanks of indentation per level.
std::string prettyJson(std::string_view json);

} // namespace faultline::report

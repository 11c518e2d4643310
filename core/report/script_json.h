// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/script_report.h"

#include <string>

namespace faultline::report {

/// Adds facts that the reference does not have, under the key `faultline`.
enum class ScriptExtras : std::uint8_t { No, Yes };

/// Symbolicator's completed response for scripts (docs/spec/javascript.md §1.3).
std::string renderScriptJson(const js::ScriptReport& report,
                             ScriptExtras extras = ScriptExtras::No);

} // namespace faultline::report

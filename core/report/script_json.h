#pragma once

#include "core/symbolicate/js/script_report.h"

#include <string>

namespace faultline::report {

/// Whether what the reference does not tell stands in the answer, under the key `faultline`.
enum class ScriptExtras : std::uint8_t { No, Yes };

/// Symbolicator's completed response for scripts (docs/spec/javascript.md §1.3).
std::string renderScriptJson(const js::ScriptReport& report,
                             ScriptExtras extras = ScriptExtras::No);

} // namespace faultline::report

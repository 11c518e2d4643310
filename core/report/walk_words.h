// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/walk_trace.h"

#include <string>
#include <string_view>

namespace faultline::report {

/// English words on what a walk tried, and the names that JSON has for it.

/// "signal_trampoline", "unwind_data", …
std::string_view walkStepName(WalkStep step);
/// "Signal trampoline", "Unwind data", …
std::string_view walkStepWords(WalkStep step);
/// The number of the step in core/unwind/README.md, from 1.
unsigned walkStepNumber(WalkStep step);

/// "taken", "refused", …
std::string_view walkVerdictName(WalkVerdict verdict);
std::string_view walkVerdictWords(WalkVerdict verdict);

/// "instructions", "file", …; empty for Nothing.
std::string_view walkLackName(WalkLack lack);

/// "the bytes at the address are not known": what the step found, rejected or lacked.
std::string walkAttemptWords(const WalkAttempt& attempt);

/// "DWARF CFI, return address at 0x7ffc10": what the frame rests on.
std::string walkBasisWords(const ExplainedFrame& frame);

} // namespace faultline::report

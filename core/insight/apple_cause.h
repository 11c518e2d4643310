// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <string>

namespace faultline::insight {

/// What an Apple report tells beside the exception of the kernel, in its own words: the exception
/// of Objective-C that nobody caught ("NSRangeException: index 5 beyond bounds"), or why the system
/// ended the program ("0x8BADF00D: … exhausted real (wall clock) time allowance of 10.00 seconds").
/// Empty when it tells neither. Source: Apple, "Understanding the exception types in a crash
/// report".
std::string appleCause(const Event& event);

} // namespace faultline::insight

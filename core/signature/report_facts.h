// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/signature/crash_facts.h"

namespace faultline::signature {

/// What a signature needs of a report: the rows of the leading thread and of the first one, what
/// was thrown, the reason, and the annotations of Mozilla's programs. Of each stack at most 200
/// rows, of each text at most 4 KiB.
CrashFacts factsOf(const Report& report);

/// The rows of one thread, with the same limits.
std::vector<CrashRow> rowsOf(const Report& report, const ThreadStack& stack);

} // namespace faultline::signature

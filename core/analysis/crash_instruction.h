// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/register_values.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/crash_analysis.h"

namespace faultline::analysis {

/// Analyses the instruction at the crash: text, properties, accesses, target. `code` holds the
/// bytes from the thread's pc. Does not check for guard pages. Errors: Unsupported (no disassembler
/// for the CPU), Malformed (no instruction there).
Result<CrashInstruction>
readCrashInstruction(const Event& event, const EventThread& thread, Bytes code);

} // namespace faultline::analysis

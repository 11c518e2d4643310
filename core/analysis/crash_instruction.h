#pragma once

#include "core/analysis/register_values.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/crash_analysis.h"

namespace faultline::analysis {

/// Takes the instruction at the crash apart: text, properties, accesses, where it leads. `code` are
/// the bytes from the thread's pc on. Guard pages are not looked at. Errors: Unsupported (no
/// disassembler for the CPU), Malformed (no instruction there).
Result<CrashInstruction>
readCrashInstruction(const Event& event, const EventThread& thread, Bytes code);

} // namespace faultline::analysis

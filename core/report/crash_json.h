// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/model/report.h"

namespace faultline::report {

/// The members of crash_info that the crash analysis supplies, with rust-minidump's names
/// (docs/spec/stackwalk.md §13.1): adjusted_address, instruction, memory_accesses,
/// instruction_pointer_update, possible_bit_flips, crash_inconsistencies. All are null without an
/// analysis.
void writeAnalysisMembers(json::JsonWriter& json,
                          const Event& event,
                          const CrashAnalysis* analysis);

} // namespace faultline::report

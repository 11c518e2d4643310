#pragma once

#include "core/formats/crash/minidump/other_streams.h"

namespace faultline::minidump {

/// Streams of dbghelp that say what else the system knew, as facts for the details pane. Layouts:
/// minidumpapiset.h of the Windows SDK (packed to 4 bytes). Errors of all: Malformed (no room for
/// the head).

/// ProcessVmCounters, revisions 1 and 2: how much memory the process used.
Result<Details> readProcessVmCounters(const StreamScope& scope);

/// SystemMemoryInfo, revisions 1 and 2: page size, physical memory, commit charge.
Result<Details> readSystemMemoryInfo(const StreamScope& scope);

/// HandleOperationList: what Application Verifier recorded of opening and closing handles.
Result<Details> readHandleOperations(const StreamScope& scope);

/// Token: how many access tokens of which threads and processes the dump holds.
Result<Details> readTokens(const StreamScope& scope);

/// FunctionTable: the tables of code generated at run time (RtlAddFunctionTable).
Result<Details> readFunctionTables(const StreamScope& scope);

/// Chromium's StabilityReport, a protobuf message (docs/spec/stackwalk.md §3.15): process ids and
/// memory. Damaged fields end the reading; what came before is kept.
Details readStabilityReport(const StreamScope& scope);

} // namespace faultline::minidump

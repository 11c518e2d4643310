// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/other_streams.h"

namespace faultline::minidump {

/// Streams of dbghelp with other knowledge of the system, as facts for the details pane. Layouts:
/// minidumpapiset.h of the Windows SDK (packed to 4 bytes). All return the error Malformed when
/// there is no room for the head.

/// ProcessVmCounters, revisions 1 and 2: the process's memory use.
Result<Details> readProcessVmCounters(const StreamScope& scope);

/// SystemMemoryInfo, revisions 1 and 2: page size, physical memory, commit charge.
Result<Details> readSystemMemoryInfo(const StreamScope& scope);

/// HandleOperationList: Application Verifier's records of opened and closed handles.
Result<Details> readHandleOperations(const StreamScope& scope);

/// Token: the number of access tokens in the dump, with their threads and processes.
Result<Details> readTokens(const StreamScope& scope);

/// FunctionTable: the tables of code generated at run time (RtlAddFunctionTable).
Result<Details> readFunctionTables(const StreamScope& scope);

/// Chromium's StabilityReport, a protobuf message (docs/spec/stackwalk.md §3.15): process ids and
/// memory. A damaged field ends the reading; fields before it are kept.
Details readStabilityReport(const StreamScope& scope);

} // namespace faultline::minidump

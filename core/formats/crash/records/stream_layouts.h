// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/records/record_layout.h"

namespace faultline::records {

/// The records of minidumps, with the names of their headers (minidumpapiset.h; Breakpad's
/// minidump_format.h; Crashpad's minidump_extensions.h).

extern const RecordLayout kSystemInfo;
extern const RecordLayout kMiscInfo;
extern const RecordLayout kThread;
extern const RecordLayout kThreadName;
extern const RecordLayout kThreadInfo;
extern const RecordLayout kException;
extern const RecordLayout kModule;
extern const RecordLayout kUnloadedModule;
extern const RecordLayout kMemoryDescriptor;
extern const RecordLayout kMemoryDescriptor64;
extern const RecordLayout kMemoryInfo;
extern const RecordLayout kHandleDescriptor;
extern const RecordLayout kProcessVmCounters;
extern const RecordLayout kCrashpadInfo;
extern const RecordLayout kBreakpadInfo;
extern const RecordLayout kAssertionInfo;
extern const RecordLayout kAuxiliaryEntry;
extern const RecordLayout kExtendedListHead;
extern const RecordLayout kMemoryInfoListHead;
extern const RecordLayout kHandleListHead;

} // namespace faultline::records

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/stream_layouts.h"

#include <array>

namespace faultline::records {

namespace {

using enum FieldForm;
using enum FieldMeaning;

constexpr std::array kLocationFields{
    FieldLayout{"DataSize", Unsigned, 4, ByteCount},
    FieldLayout{"Rva", Unsigned, 4, FileOffset},
};
constexpr RecordLayout kLocation{"MINIDUMP_LOCATION_DESCRIPTOR", kLocationFields};

constexpr std::array kMemoryFields{
    FieldLayout{"StartOfMemoryRange", Unsigned, 8, Address},
    FieldLayout{"Memory", Record, 8, Plain, 1, &kLocation},
};
constexpr RecordLayout kMemory{"MINIDUMP_MEMORY_DESCRIPTOR", kMemoryFields};

constexpr std::array kMemory64Fields{
    FieldLayout{"StartOfMemoryRange", Unsigned, 8, Address},
    FieldLayout{"DataSize", Unsigned, 8, ByteCount},
};

constexpr std::array kSystemInfoFields{
    FieldLayout{"ProcessorArchitecture", Unsigned, 2},
    FieldLayout{"ProcessorLevel", Unsigned, 2},
    FieldLayout{"ProcessorRevision", Unsigned, 2, Flags},
    FieldLayout{"NumberOfProcessors", Unsigned, 1},
    FieldLayout{"ProductType", Unsigned, 1},
    FieldLayout{"MajorVersion"},
    FieldLayout{"MinorVersion"},
    FieldLayout{"BuildNumber"},
    FieldLayout{"PlatformId", Unsigned, 4, Flags},
    FieldLayout{"CSDVersionRva", Unsigned, 4, FileOffset},
    FieldLayout{"SuiteMask", Unsigned, 2, Flags},
    FieldLayout{"Reserved2", Unsigned, 2},
    FieldLayout{"Cpu", Raw, 24},
};

constexpr std::array kSystemTimeFields{
    FieldLayout{"wYear", Unsigned, 2},      FieldLayout{"wMonth", Unsigned, 2},
    FieldLayout{"wDayOfWeek", Unsigned, 2}, FieldLayout{"wDay", Unsigned, 2},
    FieldLayout{"wHour", Unsigned, 2},      FieldLayout{"wMinute", Unsigned, 2},
    FieldLayout{"wSecond", Unsigned, 2},    FieldLayout{"wMilliseconds", Unsigned, 2},
};
constexpr RecordLayout kSystemTime{"SYSTEMTIME", kSystemTimeFields};

constexpr std::array kTimeZoneFields{
    FieldLayout{"Bias", Signed},
    FieldLayout{"StandardName", WideText, 64},
    FieldLayout{"StandardDate", Record, 16, Plain, 1, &kSystemTime},
    FieldLayout{"StandardBias", Signed},
    FieldLayout{"DaylightName", WideText, 64},
    FieldLayout{"DaylightDate", Record, 16, Plain, 1, &kSystemTime},
    FieldLayout{"DaylightBias", Signed},
};
constexpr RecordLayout kTimeZone{"TIME_ZONE_INFORMATION", kTimeZoneFields};

constexpr std::array kMiscInfoFields{
    FieldLayout{"SizeOfInfo", Unsigned, 4, ByteCount},
    FieldLayout{"Flags1", Unsigned, 4, Flags},
    FieldLayout{"ProcessId", Unsigned, 4, ProcessId},
    FieldLayout{"ProcessCreateTime", Unsigned, 4, UnixTime},
    FieldLayout{"ProcessUserTime"},
    FieldLayout{"ProcessKernelTime"},
    FieldLayout{"ProcessorMaxMhz"},
    FieldLayout{"ProcessorCurrentMhz"},
    FieldLayout{"ProcessorMhzLimit"},
    FieldLayout{"ProcessorMaxIdleState"},
    FieldLayout{"ProcessorCurrentIdleState"},
    FieldLayout{"ProcessIntegrityLevel", Unsigned, 4, Flags},
    FieldLayout{"ProcessExecuteFlags", Unsigned, 4, Flags},
    FieldLayout{"ProtectedProcess"},
    FieldLayout{"TimeZoneId"},
    FieldLayout{"TimeZone", Record, 172, Plain, 1, &kTimeZone},
    FieldLayout{"BuildString", WideText, 520},
    FieldLayout{"DbgBldStr", WideText, 80},
    FieldLayout{"XStateData", Raw, 528},
    FieldLayout{"ProcessCookie", Unsigned, 4, Flags},
};

constexpr std::array kThreadFields{
    FieldLayout{"ThreadId", Unsigned, 4, ThreadId},
    FieldLayout{"SuspendCount"},
    FieldLayout{"PriorityClass", Unsigned, 4, Flags},
    FieldLayout{"Priority", Signed},
    FieldLayout{"Teb", Unsigned, 8, Address},
    FieldLayout{"Stack", Record, 16, Plain, 1, &kMemory},
    FieldLayout{"ThreadContext", Record, 8, Plain, 1, &kLocation},
};

constexpr std::array kThreadNameFields{
    FieldLayout{"ThreadId", Unsigned, 4, ThreadId},
    FieldLayout{"RvaOfThreadName", Unsigned, 8, FileOffset},
};

constexpr std::array kThreadInfoFields{
    FieldLayout{"ThreadId", Unsigned, 4, ThreadId},
    FieldLayout{"DumpFlags", Unsigned, 4, Flags},
    FieldLayout{"DumpError", Unsigned, 4, Flags},
    FieldLayout{"ExitStatus", Unsigned, 4, Flags},
    FieldLayout{"CreateTime", Unsigned, 8, FileTime},
    FieldLayout{"ExitTime", Unsigned, 8, FileTime},
    FieldLayout{"KernelTime", Unsigned, 8, Duration100Ns},
    FieldLayout{"UserTime", Unsigned, 8, Duration100Ns},
    FieldLayout{"StartAddress", Unsigned, 8, Address},
    FieldLayout{"Affinity", Unsigned, 8, Flags},
};

constexpr std::array kExceptionRecordFields{
    FieldLayout{"ExceptionCode", Unsigned, 4, ExceptionCode},
    FieldLayout{"ExceptionFlags", Unsigned, 4, Flags},
    FieldLayout{"ExceptionRecord", Unsigned, 8, Address},
    FieldLayout{"ExceptionAddress", Unsigned, 8, Address},
    FieldLayout{"NumberParameters"},
    FieldLayout{"__unusedAlignment"},
    FieldLayout{"ExceptionInformation", Unsigned, 8, Flags, 15},
};
constexpr RecordLayout kExceptionRecord{"MINIDUMP_EXCEPTION", kExceptionRecordFields};

constexpr std::array kExceptionFields{
    FieldLayout{"ThreadId", Unsigned, 4, ThreadId},
    FieldLayout{"__alignment"},
    FieldLayout{"ExceptionRecord", Record, 152, Plain, 1, &kExceptionRecord},
    FieldLayout{"ThreadContext", Record, 8, Plain, 1, &kLocation},
};

constexpr std::array kVersionFields{
    FieldLayout{"dwSignature", Unsigned, 4, Flags},
    FieldLayout{"dwStrucVersion", Unsigned, 4, Flags},
    FieldLayout{"dwFileVersionMS", Unsigned, 4, Flags},
    FieldLayout{"dwFileVersionLS", Unsigned, 4, Flags},
    FieldLayout{"dwProductVersionMS", Unsigned, 4, Flags},
    FieldLayout{"dwProductVersionLS", Unsigned, 4, Flags},
    FieldLayout{"dwFileFlagsMask", Unsigned, 4, Flags},
    FieldLayout{"dwFileFlags", Unsigned, 4, Flags},
    FieldLayout{"dwFileOS", Unsigned, 4, Flags},
    FieldLayout{"dwFileType"},
    FieldLayout{"dwFileSubtype"},
    FieldLayout{"dwFileDateMS"},
    FieldLayout{"dwFileDateLS"},
};
constexpr RecordLayout kVersion{"VS_FIXEDFILEINFO", kVersionFields};

constexpr std::array kModuleFields{
    FieldLayout{"BaseOfImage", Unsigned, 8, Address},
    FieldLayout{"SizeOfImage", Unsigned, 4, ByteCount},
    FieldLayout{"CheckSum", Unsigned, 4, Flags},
    FieldLayout{"TimeDateStamp", Unsigned, 4, UnixTime},
    FieldLayout{"ModuleNameRva", Unsigned, 4, FileOffset},
    FieldLayout{"VersionInfo", Record, 52, Plain, 1, &kVersion},
    FieldLayout{"CvRecord", Record, 8, Plain, 1, &kLocation},
    FieldLayout{"MiscRecord", Record, 8, Plain, 1, &kLocation},
    FieldLayout{"Reserved0", Unsigned, 8},
    FieldLayout{"Reserved1", Unsigned, 8},
};

constexpr std::array kUnloadedModuleFields{
    FieldLayout{"BaseOfImage", Unsigned, 8, Address},
    FieldLayout{"SizeOfImage", Unsigned, 4, ByteCount},
    FieldLayout{"CheckSum", Unsigned, 4, Flags},
    FieldLayout{"TimeDateStamp", Unsigned, 4, UnixTime},
    FieldLayout{"ModuleNameRva", Unsigned, 4, FileOffset},
};

constexpr std::array kMemoryInfoFields{
    FieldLayout{"BaseAddress", Unsigned, 8, Address},
    FieldLayout{"AllocationBase", Unsigned, 8, Address},
    FieldLayout{"AllocationProtect", Unsigned, 4, Protection},
    FieldLayout{"__alignment1"},
    FieldLayout{"RegionSize", Unsigned, 8, ByteCount},
    FieldLayout{"State", Unsigned, 4, Flags},
    FieldLayout{"Protect", Unsigned, 4, Protection},
    FieldLayout{"Type", Unsigned, 4, Flags},
    FieldLayout{"__alignment2"},
};

constexpr std::array kHandleFields{
    FieldLayout{"Handle", Unsigned, 8, Flags},
    FieldLayout{"TypeNameRva", Unsigned, 4, FileOffset},
    FieldLayout{"ObjectNameRva", Unsigned, 4, FileOffset},
    FieldLayout{"Attributes", Unsigned, 4, Flags},
    FieldLayout{"GrantedAccess", Unsigned, 4, Flags},
    FieldLayout{"HandleCount"},
    FieldLayout{"PointerCount"},
    FieldLayout{"ObjectInfoRva", Unsigned, 4, FileOffset},
    FieldLayout{"Reserved0"},
};

// Revision 2 has flags where revision 1 has padding, and two sizes before the last one.
constexpr std::array kVmCounterFields{
    FieldLayout{"Revision", Unsigned, 2},
    FieldLayout{"Flags", Unsigned, 2, Flags},
    FieldLayout{"PageFaultCount"},
    FieldLayout{"PeakWorkingSetSize", Unsigned, 8, ByteCount},
    FieldLayout{"WorkingSetSize", Unsigned, 8, ByteCount},
    FieldLayout{"QuotaPeakPagedPoolUsage", Unsigned, 8, ByteCount},
    FieldLayout{"QuotaPagedPoolUsage", Unsigned, 8, ByteCount},
    FieldLayout{"QuotaPeakNonPagedPoolUsage", Unsigned, 8, ByteCount},
    FieldLayout{"QuotaNonPagedPoolUsage", Unsigned, 8, ByteCount},
    FieldLayout{"PagefileUsage", Unsigned, 8, ByteCount},
    FieldLayout{"PeakPagefileUsage", Unsigned, 8, ByteCount},
};

constexpr std::array kCrashpadFields{
    FieldLayout{"version"},
    FieldLayout{"report_id", Identifier, 16},
    FieldLayout{"client_id", Identifier, 16},
    FieldLayout{"simple_annotations", Record, 8, Plain, 1, &kLocation},
    FieldLayout{"module_list", Record, 8, Plain, 1, &kLocation},
    FieldLayout{"reserved"},
    FieldLayout{"address_mask", Unsigned, 8, Flags},
};

constexpr std::array kBreakpadFields{
    FieldLayout{"validity", Unsigned, 4, Flags},
    FieldLayout{"dump_thread_id", Unsigned, 4, ThreadId},
    FieldLayout{"requesting_thread_id", Unsigned, 4, ThreadId},
};

constexpr std::array kAssertionFields{
    FieldLayout{"expression", WideText, 256},
    FieldLayout{"function", WideText, 256},
    FieldLayout{"file", WideText, 256},
    FieldLayout{"line"},
    FieldLayout{"type"},
};

constexpr std::array kAuxiliaryFields{
    FieldLayout{"a_type", Unsigned, 0, AuxType},
    FieldLayout{"a_val", Unsigned, 0, Flags},
};

constexpr std::array kExtendedHeadFields{
    FieldLayout{"SizeOfHeader", Unsigned, 4, ByteCount},
    FieldLayout{"SizeOfEntry", Unsigned, 4, ByteCount},
    FieldLayout{"NumberOfEntries"},
};

constexpr std::array kMemoryInfoHeadFields{
    FieldLayout{"SizeOfHeader", Unsigned, 4, ByteCount},
    FieldLayout{"SizeOfEntry", Unsigned, 4, ByteCount},
    FieldLayout{"NumberOfEntries", Unsigned, 8},
};

constexpr std::array kHandleHeadFields{
    FieldLayout{"SizeOfHeader", Unsigned, 4, ByteCount},
    FieldLayout{"SizeOfDescriptor", Unsigned, 4, ByteCount},
    FieldLayout{"NumberOfDescriptors"},
    FieldLayout{"Reserved"},
};

} // namespace

const RecordLayout kSystemInfo{"MINIDUMP_SYSTEM_INFO", kSystemInfoFields};
const RecordLayout kMiscInfo{"MINIDUMP_MISC_INFO_5", kMiscInfoFields};
const RecordLayout kThread{"MINIDUMP_THREAD", kThreadFields};
const RecordLayout kThreadName{"MINIDUMP_THREAD_NAME", kThreadNameFields};
const RecordLayout kThreadInfo{"MINIDUMP_THREAD_INFO", kThreadInfoFields};
const RecordLayout kException{"MINIDUMP_EXCEPTION_STREAM", kExceptionFields};
const RecordLayout kModule{"MINIDUMP_MODULE", kModuleFields};
const RecordLayout kUnloadedModule{"MINIDUMP_UNLOADED_MODULE", kUnloadedModuleFields};
const RecordLayout kMemoryDescriptor = kMemory;
const RecordLayout kMemoryDescriptor64{"MINIDUMP_MEMORY_DESCRIPTOR64", kMemory64Fields};
const RecordLayout kMemoryInfo{"MINIDUMP_MEMORY_INFO", kMemoryInfoFields};
const RecordLayout kHandleDescriptor{"MINIDUMP_HANDLE_DESCRIPTOR_2", kHandleFields};
const RecordLayout kProcessVmCounters{"MINIDUMP_PROCESS_VM_COUNTERS_1", kVmCounterFields};
const RecordLayout kCrashpadInfo{"MinidumpCrashpadInfo", kCrashpadFields};
const RecordLayout kBreakpadInfo{"MDRawBreakpadInfo", kBreakpadFields};
const RecordLayout kAssertionInfo{"MDRawAssertionInfo", kAssertionFields};
const RecordLayout kAuxiliaryEntry{"auxv_t", kAuxiliaryFields};
const RecordLayout kExtendedListHead{"MINIDUMP_LIST", kExtendedHeadFields};
const RecordLayout kMemoryInfoListHead{"MINIDUMP_MEMORY_INFO_LIST", kMemoryInfoHeadFields};
const RecordLayout kHandleListHead{"MINIDUMP_HANDLE_DATA_STREAM", kHandleHeadFields};

} // namespace faultline::records

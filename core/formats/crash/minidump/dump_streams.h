// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/breakpad_info.h"
#include "core/formats/crash/minidump/client_stacks.h"
#include "core/formats/crash/minidump/crashpad_info.h"
#include "core/formats/crash/minidump/exception.h"
#include "core/formats/crash/minidump/handle_data.h"
#include "core/formats/crash/minidump/linux_text.h"
#include "core/formats/crash/minidump/misc_info.h"
#include "core/formats/crash/minidump/modules.h"
#include "core/formats/crash/minidump/mozilla_streams.h"
#include "core/formats/crash/minidump/other_streams.h"
#include "core/formats/crash/minidump/stream_set.h"
#include "core/formats/crash/minidump/system_info.h"
#include "core/formats/crash/minidump/threads.h"

namespace faultline::minidump {

/// The contents of all streams that have a reader, before they become an event. A field is empty if
/// the dump lacks its stream.
struct DumpStreams
{
    std::optional<SystemInfoRecord> system;
    SystemInfo systemNames; ///< Made from `system`.
    std::optional<MiscInfo> misc;
    std::vector<ExceptionRecord> exceptions;  ///< Last stream first; usually one.
    std::optional<ExceptionRecord> exception; ///< The one that ended the process.
    BreakpadInfo breakpad;
    std::string assertion;
    CrashpadInfo crashpad;
    bool hasCrashpad = false;

    std::vector<ThreadRecord> threads;
    std::map<std::uint32_t, std::string> threadNames;
    std::map<std::uint32_t, ThreadInfo> threadInfos;
    ClientStacks clientStacks;

    std::vector<ModuleRecord> modules;
    std::vector<UnloadedModule> unloadedModules;
    std::vector<MemoryRange>
        memory; ///< Memory64List comes first, because full dumps repeat parts of it in MemoryList.
    std::vector<MemoryRegion> memoryInfo;
    std::optional<std::vector<LinuxMapping>> linuxMaps;
    std::vector<HandleRecord> handles;

    TextPairs cpuInfo;
    TextPairs procStatus;
    TextPairs environment;
    std::vector<ProcessLimit> limits;
    std::vector<std::string> commandLine;
    std::map<std::string, std::string> lsbRelease;
    std::vector<std::pair<std::string, std::uint64_t>> auxv;
    Details dsoDebug;
    Details windowsFacts; ///< Facts of the streams in windows_streams.h.

    std::optional<std::vector<AppleCrashMessage>> macCrashInfo;
    std::optional<std::string> macBootargs;
    std::string softErrors; ///< JSON.
    std::vector<std::string> comments;
};

DumpStreams readStreams(StreamSet& streams);

} // namespace faultline::minidump

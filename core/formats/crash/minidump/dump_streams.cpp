// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/dump_streams.h"

#include "core/base/text.h"
#include "core/formats/crash/minidump/memory_info.h"
#include "core/formats/crash/minidump/memory_lists.h"
#include "core/formats/crash/minidump/system_names.h"
#include "core/formats/crash/minidump/windows_streams.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>

namespace faultline::minidump {

namespace {

/// 8 when the CPU is not known: nearly all dumps of today are.
unsigned pointerBytesOf(const DumpStreams& dump)
{
    const auto size = pointerSize(cpuFamily(dump.systemNames.arch));
    return size == 0 ? 8 : size;
}

void readSystem(StreamSet& streams, DumpStreams& dump)
{
    dump.system = streams.read(StreamType::SystemInfo, readSystemInfo);
    if (dump.system)
        dump.systemNames = describeSystem(*dump.system);
    dump.misc = streams.read(StreamType::MiscInfo, readMiscInfo);
    dump.exceptions = streams.readEach(StreamType::Exception, readException);
    const auto crash = indexOfCrash(dump.exceptions, dump.systemNames.os);
    if (crash)
        dump.exception = dump.exceptions[*crash];
}

/// LLDB may list the thread that stopped twice, with the same stack. The later record counts, as
/// for all threads with equal ids.
void dropRepeated(std::vector<ThreadRecord>& threads)
{
    std::set<std::pair<std::uint32_t, std::uint64_t>> seen;
    std::vector<ThreadRecord> kept;
    for (const auto& thread : threads | std::views::reverse) {
        if (thread.stackAddress == 0 || seen.emplace(thread.id, thread.stackAddress).second)
            kept.push_back(thread);
    }
    std::ranges::reverse(kept);
    threads = std::move(kept);
}

void readThreads(StreamSet& streams, DumpStreams& dump)
{
    auto extended = streams.read(StreamType::ThreadExList, readThreadExList);
    auto plain = streams.read(StreamType::ThreadList, readThreadList);
    dump.threads =
        plain ? *std::move(plain) : std::move(extended).value_or(std::vector<ThreadRecord>());
    dropRepeated(dump.threads);
    dump.threadNames = streams.read(StreamType::ThreadNames, readThreadNames)
                           .value_or(std::map<std::uint32_t, std::string>());
    dump.threadInfos = streams.read(StreamType::ThreadInfoList, readThreadInfoList)
                           .value_or(std::map<std::uint32_t, ThreadInfo>());
    dump.clientStacks =
        streams.read(StreamType::SentryStackTraces, readClientStacks).value_or(ClientStacks());
}

void readModules(StreamSet& streams, DumpStreams& dump)
{
    const auto os = dump.systemNames.os;
    auto modules = streams.read(StreamType::ModuleList, [os](const StreamScope& scope) {
        return readModuleList(scope, os);
    });
    dump.modules = std::move(modules).value_or(std::vector<ModuleRecord>());
    dump.unloadedModules = streams.read(StreamType::UnloadedModuleList, readUnloadedModuleList)
                               .value_or(std::vector<UnloadedModule>());
}

void readMemory(StreamSet& streams, DumpStreams& dump)
{
    dump.memory = streams.read(StreamType::Memory64List, readMemory64List)
                      .value_or(std::vector<MemoryRange>());
    if (auto small = streams.read(StreamType::MemoryList, readMemoryList))
        std::ranges::move(*small, std::back_inserter(dump.memory));
    dump.memoryInfo = streams.read(StreamType::MemoryInfoList, readMemoryInfoList)
                          .value_or(std::vector<MemoryRegion>());
    dump.linuxMaps = streams.read(StreamType::LinuxMaps, readLinuxMaps);
    dump.handles =
        streams.read(StreamType::HandleData, readHandleData).value_or(std::vector<HandleRecord>());
}

void readLinux(StreamSet& streams, DumpStreams& dump)
{
    const auto pointerBytes = pointerBytesOf(dump);
    const auto keyValues = [](const StreamScope& scope) { return readKeyValueLines(scope, ':'); };
    dump.cpuInfo = streams.read(StreamType::LinuxCpuInfo, keyValues).value_or(TextPairs());
    dump.procStatus = streams.read(StreamType::LinuxProcStatus, keyValues).value_or(TextPairs());
    dump.lsbRelease = streams.read(StreamType::LinuxLsbRelease, readLsbRelease)
                          .value_or(std::map<std::string, std::string>());
    dump.commandLine = streams.read(StreamType::LinuxCmdLine, readCommandLine)
                           .value_or(std::vector<std::string>());
    dump.environment =
        streams.read(StreamType::LinuxEnviron, readEnvironment).value_or(TextPairs());
    dump.limits =
        streams.read(StreamType::MozLinuxLimits, readLimits).value_or(std::vector<ProcessLimit>());
    auto auxv = streams.read(StreamType::LinuxAuxv, [&](const StreamScope& scope) {
        return readAuxv(scope, pointerBytes);
    });
    if (auxv)
        dump.auxv = *std::move(auxv);
    auto dso = streams.read(StreamType::LinuxDsoDebug, [&](const StreamScope& scope) {
        return readDsoDebug(scope, pointerBytes);
    });
    dump.dsoDebug = std::move(dso).value_or(Details());
}

void readClientInfo(StreamSet& streams, DumpStreams& dump)
{
    dump.breakpad =
        streams.read(StreamType::BreakpadInfo, readBreakpadInfo).value_or(BreakpadInfo());
    dump.assertion = streams.read(StreamType::AssertionInfo, readAssertion).value_or("");
    if (auto crashpad = streams.read(StreamType::CrashpadInfo, readCrashpadInfo)) {
        dump.hasCrashpad = true;
        dump.crashpad = *std::move(crashpad);
    }
    dump.macCrashInfo = streams.read(StreamType::MozMacosCrashInfo, readMacCrashInfo);
    dump.macBootargs = streams.read(StreamType::MozMacosBootargs, readMacBootargs);
    const auto text = [](const StreamScope& scope) {
        return toValidUtf8(scope.stream.bytes.text());
    };
    dump.softErrors = streams.read(StreamType::MozSoftErrors, text).value_or("");
    if (auto comment = streams.read(StreamType::CommentA, readCommentA))
        dump.comments.push_back(*std::move(comment));
    if (auto comment = streams.read(StreamType::CommentW, readCommentW))
        dump.comments.push_back(*std::move(comment));
}

void readWindowsFacts(StreamSet& streams, DumpStreams& dump)
{
    const auto add = [&](StreamType type, auto reader) {
        if (auto facts = streams.read(type, reader))
            std::ranges::move(*facts, std::back_inserter(dump.windowsFacts));
    };
    add(StreamType::ProcessVmCounters, readProcessVmCounters);
    add(StreamType::SystemMemoryInfo, readSystemMemoryInfo);
    add(StreamType::HandleOperationList, readHandleOperations);
    add(StreamType::Token, readTokens);
    add(StreamType::FunctionTable, readFunctionTables);
    add(StreamType::StabilityReport, readStabilityReport);
}

} // namespace

DumpStreams readStreams(StreamSet& streams)
{
    DumpStreams dump;
    readSystem(streams, dump);
    readClientInfo(streams, dump);
    readThreads(streams, dump);
    readModules(streams, dump);
    readMemory(streams, dump);
    readLinux(streams, dump);
    readWindowsFacts(streams, dump);
    return dump;
}

} // namespace faultline::minidump

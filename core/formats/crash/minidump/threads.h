// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <map>

namespace faultline::minidump {

/// MINIDUMP_THREAD. Stack and context are read elsewhere.
struct ThreadRecord
{
    std::uint32_t id = 0;
    std::uint32_t suspendCount = 0;
    std::uint32_t priority = 0;
    std::uint64_t teb = 0;
    std::uint64_t stackAddress = 0;
    Location stack;
    Location context;
};

/// Reads ThreadList and ThreadExList. The latter's records end with a backing store descriptor,
/// which only Itanium used.
Result<std::vector<ThreadRecord>> readThreadList(const StreamScope& scope);
Result<std::vector<ThreadRecord>> readThreadExList(const StreamScope& scope);

/// Reads ThreadNames: names by thread id. A name that cannot be read is dropped with a diagnostic.
Result<std::map<std::uint32_t, std::string>> readThreadNames(const StreamScope& scope);

/// MINIDUMP_THREAD_INFO. Create time is a FILETIME (100 ns since 1601), kernel and user time are
/// durations in 100 ns.
struct ThreadInfo
{
    std::uint64_t createTime = 0;
    std::uint64_t kernelTime = 0;
    std::uint64_t userTime = 0;
    std::uint64_t startAddress = 0;
};

/// Reads ThreadInfoList, by thread id.
Result<std::map<std::uint32_t, ThreadInfo>> readThreadInfoList(const StreamScope& scope);

} // namespace faultline::minidump

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/threads.h"

#include "core/formats/crash/minidump/record_table.h"
#include "core/formats/crash/minidump/strings.h"

namespace faultline::minidump {

namespace {

constexpr std::size_t kThreadBytes = 48;
constexpr std::size_t kThreadExBytes = 64;
constexpr std::size_t kThreadNameBytes = 12;
constexpr ExtendedListFormat kThreadInfoFormat{.headerBytes = 12, .entryBytes = 64};

ThreadRecord readThread(ByteReader reader)
{
    ThreadRecord thread;
    thread.id = reader.u32();
    thread.suspendCount = reader.u32();
    reader.skip(4); // Priority class.
    thread.priority = reader.u32();
    thread.teb = reader.u64();
    thread.stackAddress = reader.u64();
    thread.stack = readLocation(reader);
    thread.context = readLocation(reader);
    return thread;
}

ThreadInfo readThreadInfo(ByteReader& reader)
{
    ThreadInfo info;
    reader.skip(12); // Dump flags, dump error, exit status.
    info.createTime = reader.u64();
    reader.skip(8); // Exit time.
    info.kernelTime = reader.u64();
    info.userTime = reader.u64();
    info.startAddress = reader.u64();
    reader.skip(8); // Affinity.
    return info;
}

Result<std::vector<ThreadRecord>> readThreads(const StreamScope& scope, std::size_t entryBytes)
{
    FL_TRY(const auto table, readCountedList(scope, entryBytes, scope.dump.limits().maxThreads));
    std::vector<ThreadRecord> threads;
    threads.reserve(table.count());
    for (std::size_t i = 0; i < table.count(); ++i)
        threads.push_back(readThread(table.record(i)));
    return threads;
}

} // namespace

Result<std::vector<ThreadRecord>> readThreadList(const StreamScope& scope)
{
    return readThreads(scope, kThreadBytes);
}

Result<std::vector<ThreadRecord>> readThreadExList(const StreamScope& scope)
{
    return readThreads(scope, kThreadExBytes);
}

Result<std::map<std::uint32_t, std::string>> readThreadNames(const StreamScope& scope)
{
    FL_TRY(const auto table,
           readCountedList(scope, kThreadNameBytes, scope.dump.limits().maxThreads));
    std::map<std::uint32_t, std::string> names;
    for (std::size_t i = 0; i < table.count(); ++i) {
        auto reader = table.record(i);
        const auto id = reader.u32();
        const auto rva = reader.u64();
        if (auto name = readUtf16String(scope, rva))
            names.insert_or_assign(id, std::move(*name));
        else
            scope.warn("name of thread ", id, " at offset ", Hex{rva}, " cannot be read");
    }
    return names;
}

Result<std::map<std::uint32_t, ThreadInfo>> readThreadInfoList(const StreamScope& scope)
{
    FL_TRY(const auto table,
           readExtendedList(scope, kThreadInfoFormat, scope.dump.limits().maxThreads));
    std::map<std::uint32_t, ThreadInfo> infos;
    for (std::size_t i = 0; i < table.count(); ++i) {
        auto reader = table.record(i);
        const auto id = reader.u32();
        infos.insert_or_assign(id, readThreadInfo(reader));
    }
    return infos;
}

} // namespace faultline::minidump

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/windows_streams.h"

#include "core/base/hex.h"
#include "core/formats/crash/minidump/record_table.h"

namespace faultline::minidump {

namespace {

// MINIDUMP_SYSTEM_MEMORY_INFO_1: revision and flags, then four structures; only the parts with
// plain sizes are read.
constexpr std::size_t kPageSizeOffset = 8;
constexpr std::size_t kBasicPerformanceOffset = 0x74;

constexpr ExtendedListFormat kHandleOperations{.headerBytes = 16, .entryBytes = 24};
constexpr std::size_t kTokenHeaderBytes = 16;
constexpr std::size_t kMaxListed = 64;

// AVRF_HANDLE_OPERATION_TRACE's kinds.
std::string_view operationName(std::uint32_t type)
{
    switch (type) {
    case 1: return "open";
    case 2: return "close";
    case 3: return "bad reference";
    default: return "operation";
    }
}

std::string mebibytes(std::uint64_t bytes)
{
    return concat(bytes >> 20, " MiB");
}

} // namespace

Result<Details> readProcessVmCounters(const StreamScope& scope)
{
    auto reader = scope.reader();
    const auto revision = reader.u16();
    reader.skip(2); // Flags of revision 2, padding of revision 1.
    Details details;
    details.emplace_back("page faults", concat(reader.u32()));
    const auto peakWorkingSet = reader.u64();
    details.emplace_back("working set",
                         concat(mebibytes(reader.u64()), ", peak ", mebibytes(peakWorkingSet)));
    reader.skip(4 * sizeof(std::uint64_t)); // Pool quotas.
    const auto pagefile = reader.u64();
    details.emplace_back("page file usage",
                         concat(mebibytes(pagefile), ", peak ", mebibytes(reader.u64())));
    if (revision >= 2) {
        const auto peakVirtual = reader.u64();
        details.emplace_back("virtual size",
                             concat(mebibytes(reader.u64()), ", peak ", mebibytes(peakVirtual)));
    }
    details.emplace_back("private bytes", mebibytes(reader.u64()));
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes are too few for revision ",
                               revision);
    return details;
}

Result<Details> readSystemMemoryInfo(const StreamScope& scope)
{
    auto reader = scope.reader();
    reader.seek(kPageSizeOffset);
    const std::uint64_t pageBytes = reader.u32();
    const std::uint64_t physicalPages = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes are too few");
    Details details{{"page size", concat(pageBytes)},
                    {"physical memory", mebibytes(pageBytes * physicalPages)}};
    reader.seek(kBasicPerformanceOffset);
    const auto available = reader.u64();
    const auto committed = reader.u64();
    const auto limit = reader.u64();
    if (!reader.ok())
        return details;
    details.emplace_back("available memory", mebibytes(available * pageBytes));
    details.emplace_back("committed memory", concat(mebibytes(committed * pageBytes), " of ",
                                                    mebibytes(limit * pageBytes)));
    return details;
}

Result<Details> readHandleOperations(const StreamScope& scope)
{
    FL_TRY(const auto table,
           readExtendedList(scope, kHandleOperations, scope.dump.limits().maxMemoryRanges));
    Details details{{"handle operations", concat(table.count())}};
    for (std::size_t i = 0; i < std::min(table.count(), kMaxListed); ++i) {
        auto reader = table.record(i);
        const auto handle = reader.u64();
        reader.skip(4); // Process.
        const auto thread = reader.u32();
        details.emplace_back(concat("handle ", Hex{handle}),
                             concat(operationName(reader.u32()), " by thread ", thread));
    }
    return details;
}

Result<Details> readTokens(const StreamScope& scope)
{
    auto reader = scope.reader();
    reader.skip(4); // Size of the list.
    const auto count = reader.u32();
    const auto headerBytes = reader.u32();
    const auto elementBytes = reader.u32();
    if (!reader.ok() || elementBytes < kTokenHeaderBytes)
        return scope.malformed(scope.stream.bytes.size(), " bytes hold no list of tokens");
    Details details{{"access tokens", concat(count)}};
    std::uint64_t at = headerBytes;
    for (std::uint32_t i = 0; i < std::min<std::size_t>(count, kMaxListed); ++i) {
        reader.seek(at);
        const auto sizeBytes = reader.u32();
        const auto id = reader.u32();
        const auto handle = reader.u64();
        if (!reader.ok() || sizeBytes < elementBytes)
            break; // This also ends a loop that would not advance.
        details.emplace_back(concat("token of process or thread ", id),
                             concat("handle ", Hex{handle}, ", ", sizeBytes, " bytes"));
        at += sizeBytes;
    }
    return details;
}

Result<Details> readFunctionTables(const StreamScope& scope)
{
    auto reader = scope.reader();
    reader.skip(16); // Sizes of header, descriptor, native descriptor and entry.
    const auto count = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes hold no head");
    return Details{{"tables of generated code", concat(count)}};
}

} // namespace faultline::minidump

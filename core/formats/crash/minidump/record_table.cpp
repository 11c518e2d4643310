// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/record_table.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

constexpr std::size_t kCountBytes = 4;
constexpr std::size_t kPaddingBytes = 4;

RecordTable tableOf(const StreamScope& scope,
                    std::size_t start,
                    std::size_t entryBytes,
                    std::uint64_t count,
                    std::uint32_t maxCount)
{
    const auto available = scope.stream.bytes.size() - std::min(start, scope.stream.bytes.size());
    const auto used = std::min<std::uint64_t>({count, available / entryBytes, maxCount});
    if (used < count)
        scope.warn(count, " entries of ", entryBytes, " bytes, ", available,
                   " bytes left; only the first ", used, " are read");
    if (used == 0)
        return {};
    return {scope.stream.bytes.span().subspan(start, static_cast<std::size_t>(used) * entryBytes),
            entryBytes, scope.dump.byteOrder()};
}

} // namespace

Result<RecordTable>
readCountedList(const StreamScope& scope, std::size_t entryBytes, std::uint32_t maxCount)
{
    auto reader = scope.reader();
    const std::uint64_t count = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes hold no entry count");
    const bool padded =
        scope.stream.declaredBytes == kCountBytes + kPaddingBytes + count * entryBytes;
    return tableOf(scope, kCountBytes + (padded ? kPaddingBytes : 0), entryBytes, count, maxCount);
}

Result<RecordTable>
readExtendedList(const StreamScope& scope, const ExtendedListFormat& format, std::uint32_t maxCount)
{
    auto reader = scope.reader();
    const std::size_t headerBytes = reader.u32();
    const std::size_t entryBytes = reader.u32();
    const std::uint64_t count = format.wideCount ? reader.u64() : reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes hold no list header");
    if (headerBytes < format.headerBytes)
        return scope.malformed("header of ", headerBytes, " bytes, expected at least ",
                               format.headerBytes);
    if (entryBytes < format.entryBytes)
        return scope.malformed("entries of ", entryBytes, " bytes, expected at least ",
                               format.entryBytes);
    return tableOf(scope, headerBytes, entryBytes, count, maxCount);
}

} // namespace faultline::minidump

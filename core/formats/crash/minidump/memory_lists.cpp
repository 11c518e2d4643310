// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/memory_lists.h"

#include "core/formats/crash/minidump/record_table.h"

namespace faultline::minidump {

namespace {

constexpr std::size_t kDescriptorBytes = 16; // MINIDUMP_MEMORY_DESCRIPTOR and …64.
constexpr std::size_t kHeader64Bytes = 16;

MemoryRange rangeOf(const StreamScope& scope,
                    std::uint64_t address,
                    std::uint64_t offset,
                    std::uint64_t sizeBytes)
{
    MemoryRange range;
    range.address = address;
    range.bytes = scope.dump.clippedView(offset, sizeBytes);
    range.clipped = range.bytes.size() < sizeBytes;
    if (range.clipped)
        scope.warn("memory at address ", Hex{address}, ": ", sizeBytes, " bytes at offset ",
                   Hex{offset}, ", the file holds ", range.bytes.size());
    return range;
}

} // namespace

Result<std::vector<MemoryRange>> readMemoryList(const StreamScope& scope)
{
    FL_TRY(const auto table,
           readCountedList(scope, kDescriptorBytes, scope.dump.limits().maxMemoryRanges));
    std::vector<MemoryRange> ranges;
    ranges.reserve(table.count());
    for (std::size_t i = 0; i < table.count(); ++i) {
        auto reader = table.record(i);
        const auto address = reader.u64();
        const auto location = readLocation(reader);
        if (location.rva != 0 && location.sizeBytes != 0)
            ranges.push_back(rangeOf(scope, address, location.rva, location.sizeBytes));
    }
    return ranges;
}

Result<std::vector<MemoryRange>> readMemory64List(const StreamScope& scope)
{
    auto reader = scope.reader();
    const auto declared = reader.u64();
    auto offset = reader.u64();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected at least ",
                               kHeader64Bytes);
    const auto count = std::min<std::uint64_t>(
        {declared, reader.remaining() / kDescriptorBytes, scope.dump.limits().maxMemoryRanges});
    if (count < declared)
        scope.warn(declared, " ranges, only the first ", count, " are read");
    std::vector<MemoryRange> ranges;
    ranges.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto address = reader.u64();
        const auto sizeBytes = reader.u64();
        ranges.push_back(rangeOf(scope, address, offset, sizeBytes));
        if (sizeBytes > UINT64_MAX - offset) {
            scope.warn("range ", i, " has ", sizeBytes, " bytes, the ", count - i - 1,
                       " after it are left out");
            break;
        }
        offset += sizeBytes;
    }
    return ranges;
}

} // namespace faultline::minidump

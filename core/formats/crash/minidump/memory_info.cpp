// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/memory_info.h"

#include "core/formats/crash/minidump/record_table.h"

namespace faultline::minidump {

namespace {

constexpr ExtendedListFormat kFormat{.headerBytes = 16, .entryBytes = 48, .wideCount = true};

// winnt.h: MEM_FREE, PAGE_…, MEM_PRIVATE, MEM_MAPPED, MEM_IMAGE.
constexpr std::uint32_t kStateFree = 0x10000;
constexpr std::uint32_t kPageReadOnly = 0x02;
constexpr std::uint32_t kPageReadWrite = 0x04;
constexpr std::uint32_t kPageWriteCopy = 0x08;
constexpr std::uint32_t kPageExecute = 0x10;
constexpr std::uint32_t kPageExecuteRead = 0x20;
constexpr std::uint32_t kPageExecuteReadWrite = 0x40;
constexpr std::uint32_t kPageExecuteWriteCopy = 0x80;
constexpr std::uint32_t kPageGuard = 0x100;

constexpr std::uint32_t kWritable =
    kPageReadWrite | kPageWriteCopy | kPageExecuteReadWrite | kPageExecuteWriteCopy;
constexpr std::uint32_t kReadable = kWritable | kPageReadOnly | kPageExecuteRead;
constexpr std::uint32_t kExecutable =
    kPageExecute | kPageExecuteRead | kPageExecuteReadWrite | kPageExecuteWriteCopy;

std::string kindOf(std::uint32_t type)
{
    switch (type) {
    case 0x20000: return "private";
    case 0x40000: return "mapped";
    case 0x1000000: return "image";
    default: return {};
    }
}

MemoryRegion readRegion(ByteReader reader)
{
    MemoryRegion region;
    region.address = reader.u64();
    reader.skip(16); // Allocation base and protection, padding.
    region.sizeBytes = reader.u64();
    const auto state = reader.u32();
    const auto protection = reader.u32();
    region.kind = kindOf(reader.u32());
    region.free = state == kStateFree;
    region.readable = (protection & kReadable) != 0;
    region.writable = (protection & kWritable) != 0;
    region.executable = (protection & kExecutable) != 0;
    region.guard = (protection & kPageGuard) != 0;
    return region;
}

} // namespace

Result<std::vector<MemoryRegion>> readMemoryInfoList(const StreamScope& scope)
{
    FL_TRY(const auto table, readExtendedList(scope, kFormat, scope.dump.limits().maxMemoryRanges));
    std::vector<MemoryRegion> regions;
    regions.reserve(table.count());
    for (std::size_t i = 0; i < table.count(); ++i) {
        auto region = readRegion(table.record(i));
        if (region.sizeBytes == 0 || region.address + region.sizeBytes < region.address)
            scope.warn("entry ", i, " left out: ", region.sizeBytes, " bytes at address ",
                       Hex{region.address});
        else
            regions.push_back(std::move(region));
    }
    return regions;
}

} // namespace faultline::minidump

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/handle_data.h"

#include "core/formats/crash/minidump/record_table.h"
#include "core/formats/crash/minidump/strings.h"

#include <array>
#include <set>

namespace faultline::minidump {

namespace {

constexpr ExtendedListFormat kFormat{.headerBytes = 16, .entryBytes = 32};
constexpr std::size_t kObjectInfoRvaOffset = 32; // Second version of the descriptor.
constexpr std::size_t kMaxObjectInfo = 64;

// MINIDUMP_HANDLE_OBJECT_INFORMATION_TYPE.
constexpr auto kObjectInfoNames =
    std::to_array<std::string_view>({"None", "Thread1", "Mutant1", "Mutant2", "Process1",
                                     "Process2", "Event1", "Section1", "Semaphore1"});

std::string objectInfoName(std::uint32_t type)
{
    return type < kObjectInfoNames.size() ? std::string(kObjectInfoNames[type])
                                          : concat("type ", type);
}

std::vector<std::string> readObjectInfo(const StreamScope& scope, std::uint32_t rva)
{
    std::vector<std::string> kinds;
    std::set<std::uint32_t> visited;
    // Handles may share their chains: a small file could ask for millions of nodes.
    while (rva != 0 && kinds.size() < kMaxObjectInfo && scope.text.take(sizeof(std::string))) {
        if (!visited.insert(rva).second) {
            scope.warn("object information at offset ", Hex{rva}, " links to itself");
            break;
        }
        auto reader = scope.dump.reader(scope.dump.file().span());
        reader.seek(rva);
        const auto next = reader.u32();
        const auto type = reader.u32();
        if (!reader.ok()) {
            scope.warn("object information at offset ", Hex{rva}, " lies outside the file");
            break;
        }
        kinds.push_back(objectInfoName(type));
        rva = next;
    }
    return kinds;
}

std::string readName(const StreamScope& scope, std::uint32_t rva, std::string_view what)
{
    if (rva == 0)
        return {};
    auto name = readUtf16String(scope, rva);
    if (!name)
        scope.warn(what, " at offset ", Hex{rva}, " cannot be read");
    return std::move(name).value_or("");
}

HandleRecord readDescriptor(const StreamScope& scope, ByteReader reader)
{
    HandleRecord record;
    record.handle.value = reader.u64();
    record.handle.type = readName(scope, reader.u32(), "type name");
    record.handle.name = readName(scope, reader.u32(), "object name");
    record.handle.attributes = reader.u32();
    record.handle.access = reader.u32();
    record.handle.count = reader.u32();
    if (reader.span().size() >= kObjectInfoRvaOffset + sizeof(std::uint32_t)) {
        reader.seek(kObjectInfoRvaOffset);
        record.objectInfo = readObjectInfo(scope, reader.u32());
    }
    return record;
}

} // namespace

Result<std::vector<HandleRecord>> readHandleData(const StreamScope& scope)
{
    FL_TRY(const auto table, readExtendedList(scope, kFormat, scope.dump.limits().maxMemoryRanges));
    std::vector<HandleRecord> handles;
    handles.reserve(table.count());
    for (std::size_t i = 0; i < table.count(); ++i)
        handles.push_back(readDescriptor(scope, table.record(i)));
    return handles;
}

} // namespace faultline::minidump

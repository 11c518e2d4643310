// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/handle_data.h"

#include "core/formats/crash/minidump/record_table.h"
#include "core/formats/crash/minidump/strings.h"

#include <algorithm>
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

/// One form of the facts about an object, as the documentation of ntexapi.h has them. The header of
/// minidumps does not describe them, because they are those of the writer's system: the size tells
/// whether it had 32 or 64 bits. An offset of kNoField means that the form lacks the field.
constexpr std::uint32_t kNoField = ~0u;

struct ObjectInfoForm
{
    std::uint32_t type;
    std::uint32_t sizeBytes;
    HandleObjectKind kind;
    std::uint32_t idBytes;
    std::uint32_t countOffset;
    std::uint32_t processOffset;
    std::uint32_t threadOffset;
};

constexpr auto kObjectInfoForms = std::to_array<ObjectInfoForm>({
    {1, 28, HandleObjectKind::Thread, 4, kNoField, 8, 12},         // THREAD_BASIC_INFORMATION
    {1, 48, HandleObjectKind::Thread, 8, kNoField, 16, 24},        //
    {2, 8, HandleObjectKind::Mutex, 0, 0, kNoField, kNoField},     // MUTANT_BASIC_INFORMATION
    {3, 8, HandleObjectKind::Mutex, 4, kNoField, 0, 4},            // MUTANT_OWNER_INFORMATION
    {3, 16, HandleObjectKind::Mutex, 8, kNoField, 0, 8},           //
    {4, 24, HandleObjectKind::Process, 4, kNoField, 16, kNoField}, // PROCESS_BASIC_INFORMATION
    {4, 48, HandleObjectKind::Process, 8, kNoField, 32, kNoField}, //
    {6, 8, HandleObjectKind::Event, 0, 4, kNoField, kNoField},     // EVENT_BASIC_INFORMATION
    {8, 8, HandleObjectKind::Semaphore, 0, 0, kNoField, kNoField}, // SEMAPHORE_BASIC_INFORMATION
});

std::string objectInfoName(std::uint32_t type)
{
    return type < kObjectInfoNames.size() ? std::string(kObjectInfoNames[type])
                                          : concat("type ", type);
}

std::optional<std::uint64_t>
idAt(ByteReader reader, const ObjectInfoForm& form, std::uint32_t offset)
{
    if (offset == kNoField)
        return std::nullopt;
    reader.skip(offset);
    return reader.unsignedOf(form.idBytes);
}

/// Adds what one record says. A form that is not known says nothing.
void addFacts(std::uint32_t type, Bytes bytes, std::endian order, HandleRecord& record)
{
    const auto form = std::ranges::find_if(kObjectInfoForms, [&](const ObjectInfoForm& row) {
        return row.type == type && row.sizeBytes == bytes.size();
    });
    auto& object = record.handle.object;
    if (form == kObjectInfoForms.end() || (object && object->kind != form->kind))
        return;
    if (!object)
        object = HandleObject{.kind = form->kind, .count = {}, .processId = {}, .threadId = {}};
    ByteReader reader(bytes, order);
    if (form->countOffset != kNoField) {
        auto at = reader;
        at.skip(form->countOffset);
        object->count = at.i32();
    }
    if (const auto id = idAt(reader, *form, form->processOffset))
        object->processId = id;
    if (const auto id = idAt(reader, *form, form->threadOffset))
        object->threadId = id;
}

void readObjectInfo(const StreamScope& scope, std::uint32_t rva, HandleRecord& record)
{
    auto& kinds = record.objectInfo;
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
        const auto facts = reader.bytes(reader.u32());
        if (reader.ok())
            addFacts(type, facts, reader.order(), record);
        else
            scope.warn("object information at offset ", Hex{rva}, " is cut off");
        rva = next;
    }
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
        readObjectInfo(scope, reader.u32(), record);
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

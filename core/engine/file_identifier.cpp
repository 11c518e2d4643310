#include "core/engine/file_identifier.h"

#include "core/formats/debug/dwarf/split_units.h"
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/open/open_object.h"

namespace faultline {

namespace {

FileType fileTypeOf(const Object& object)
{
    const bool isDebugFile = object.kind() == ObjectKind::Debug;
    switch (object.format()) {
    case FileFormat::Elf: return isDebugFile ? FileType::ElfDebug : FileType::ElfCode;
    case FileFormat::MachO: return isDebugFile ? FileType::MachDebug : FileType::MachCode;
    case FileFormat::Pe: return FileType::Pe;
    case FileFormat::Pdb: return FileType::Pdb;
    case FileFormat::Breakpad: return FileType::Breakpad;
    case FileFormat::SourceBundle: return FileType::SourceBundle;
    case FileFormat::Wasm: return isDebugFile ? FileType::WasmDebug : FileType::WasmCode;
    case FileFormat::PortablePdb: return FileType::PortablePdb;
    case FileFormat::Unknown: break;
    }
    return FileType::ElfDebug;
}

void identify(const ByteView& bytes, const ParseLimits& limits, std::vector<IdentifiedObject>& out)
{
    const auto object = openObject(bytes, limits);
    if (!object)
        return;
    const auto type = fileTypeOf(**object);
    // Files with split units have no id of their own: they are wanted for one of their units.
    auto units = splitUnitIdsOf(**object);
    for (const auto& unit : units)
        out.push_back({.type = type, .debugId = {}, .codeId = CodeId::parse(unit)});
    if (units.empty())
        out.push_back(
            {.type = type, .debugId = (*object)->debugId(), .codeId = (*object)->codeId()});
}

} // namespace

IdentifyFile identifyFile(const ParseLimits& limits)
{
    return [limits](const ByteView& bytes) -> std::vector<IdentifiedObject> {
        std::vector<IdentifiedObject> found;
        if (looksLikeFatMachO(bytes.span())) {
            const auto members = readFatMembers(bytes);
            for (const auto& member : members ? *members : std::vector<FatMember>())
                identify(member.bytes, limits, found);
        } else {
            identify(bytes, limits, found);
        }
        return found;
    };
}

} // namespace faultline

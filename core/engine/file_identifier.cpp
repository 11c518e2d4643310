#include "core/engine/file_identifier.h"

#include "core/formats/open/open_object.h"

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

} // namespace

IdentifyFile identifyFile(const ParseLimits& limits)
{
    return [limits](const ByteView& bytes) -> std::vector<IdentifiedObject> {
        const auto object = openObject(bytes, limits);
        if (!object)
            return {};
        return {{.type = fileTypeOf(**object),
                 .debugId = (*object)->debugId(),
                 .codeId = (*object)->codeId()}};
    };
}

} // namespace faultline

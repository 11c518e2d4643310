#include "core/sources/layout_formulas.h"
#include "core/sources/layout_ids.h"

namespace faultline::layout {

namespace {

Path machOrWasmId(const ObjectLookup& lookup)
{
    if (auto id = codeId(lookup))
        return id;
    return lookup.debugId ? Path(lookup.debugId->uuidHex()) : std::nullopt;
}

Path unifiedIdOfObject(const ObjectLookup& lookup)
{
    switch (lookup.type) {
    case LookupType::Elf: return codeId(lookup);
    case LookupType::MachO:
    case LookupType::Wasm: return machOrWasmId(lookup);
    case LookupType::Pe:
    case LookupType::PeDotnet: return lowered(breakpadId(lookup));
    case LookupType::Unknown: break;
    }
    return std::nullopt;
}

Path unifiedId(FileType type, const ObjectLookup& lookup)
{
    switch (type) {
    case FileType::Pe:
    case FileType::Pdb:
    case FileType::PortablePdb: return lowered(breakpadId(lookup));
    case FileType::MachCode:
    case FileType::MachDebug:
    case FileType::WasmCode:
    case FileType::WasmDebug:
    case FileType::UuidMap:
    case FileType::BcSymbolMap: return machOrWasmId(lookup);
    case FileType::ElfCode:
    case FileType::ElfDebug: return codeId(lookup);
    case FileType::SourceBundle:
    case FileType::Breakpad:
    case FileType::Il2cpp: return unifiedIdOfObject(lookup);
    case FileType::Proguard: break;
    }
    return std::nullopt;
}

std::string_view unifiedSuffix(FileType type)
{
    switch (type) {
    case FileType::Pe:
    case FileType::MachCode:
    case FileType::ElfCode:
    case FileType::WasmCode: return "/executable";
    case FileType::Pdb:
    case FileType::PortablePdb:
    case FileType::MachDebug:
    case FileType::ElfDebug:
    case FileType::WasmDebug: return "/debuginfo";
    case FileType::Breakpad: return "/breakpad";
    case FileType::SourceBundle: return "/sourcebundle";
    case FileType::UuidMap: return "/uuidmap";
    case FileType::BcSymbolMap: return "/bcsymbolmap";
    case FileType::Il2cpp: return "/il2cpp";
    case FileType::Proguard: break;
    }
    return "";
}

} // namespace

Paths unifiedPaths(FileType type, const ObjectLookup& lookup)
{
    return listOf(withSuffix(splitAfterTwo(unifiedId(type, lookup)), unifiedSuffix(type)));
}

} // namespace faultline::layout

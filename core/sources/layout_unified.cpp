// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/layout_formulas.h"
#include "core/sources/layout_ids.h"

namespace faultline::layout {

namespace {

Path machOrWasmId(const sources::ObjectLookup& lookup)
{
    if (auto id = codeId(lookup))
        return id;
    return lookup.debugId ? Path(lookup.debugId->uuidHex()) : std::nullopt;
}

Path unifiedIdOfObject(const sources::ObjectLookup& lookup)
{
    switch (lookup.type) {
    case sources::LookupType::Elf: return codeId(lookup);
    case sources::LookupType::MachO:
    case sources::LookupType::Wasm: return machOrWasmId(lookup);
    case sources::LookupType::Pe:
    case sources::LookupType::PeDotnet: return lowered(breakpadId(lookup));
    case sources::LookupType::Unknown: break;
    }
    return std::nullopt;
}

Path unifiedId(sources::FileType type, const sources::ObjectLookup& lookup)
{
    switch (type) {
    case sources::FileType::Pe:
    case sources::FileType::Pdb:
    case sources::FileType::PortablePdb: return lowered(breakpadId(lookup));
    case sources::FileType::MachCode:
    case sources::FileType::MachDebug:
    case sources::FileType::WasmCode:
    case sources::FileType::WasmDebug:
    case sources::FileType::UuidMap:
    case sources::FileType::BcSymbolMap: return machOrWasmId(lookup);
    case sources::FileType::ElfCode:
    case sources::FileType::ElfDebug: return codeId(lookup);
    case sources::FileType::SourceBundle:
    case sources::FileType::Breakpad:
    case sources::FileType::Il2cpp: return unifiedIdOfObject(lookup);
    case sources::FileType::Proguard: break;
    }
    return std::nullopt;
}

std::string_view unifiedSuffix(sources::FileType type)
{
    switch (type) {
    case sources::FileType::Pe:
    case sources::FileType::MachCode:
    case sources::FileType::ElfCode:
    case sources::FileType::WasmCode: return "/executable";
    case sources::FileType::Pdb:
    case sources::FileType::PortablePdb:
    case sources::FileType::MachDebug:
    case sources::FileType::ElfDebug:
    case sources::FileType::WasmDebug: return "/debuginfo";
    case sources::FileType::Breakpad: return "/breakpad";
    case sources::FileType::SourceBundle: return "/sourcebundle";
    case sources::FileType::UuidMap: return "/uuidmap";
    case sources::FileType::BcSymbolMap: return "/bcsymbolmap";
    case sources::FileType::Il2cpp: return "/il2cpp";
    case sources::FileType::Proguard: break;
    }
    return "";
}

} // namespace

Paths unifiedPaths(sources::FileType type, const sources::ObjectLookup& lookup)
{
    return listOf(withSuffix(splitAfterTwo(unifiedId(type, lookup)), unifiedSuffix(type)));
}

} // namespace faultline::layout

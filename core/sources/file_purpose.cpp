// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/file_purpose.h"

#include <array>

namespace faultline::sources {

namespace {

using enum FileType;

constexpr std::array kMachO{MachCode, Breakpad, MachDebug, Pdb, ElfDebug};
constexpr std::array kPe{Pe, Breakpad, MachDebug, Pdb, ElfDebug};
constexpr std::array kElf{ElfCode, Breakpad, MachDebug, Pdb, ElfDebug};
constexpr std::array kWasm{WasmCode, WasmDebug};
constexpr std::array kDotnetUnwind{PortablePdb};
constexpr std::array kDotnetDebug{PortablePdb, Pdb};
// The catch-all list of docs/spec/sources-and-caches.md §2.2: everything but il2cpp.
constexpr std::array kAll{Pdb,     MachDebug,   ElfDebug,    Pe,       MachCode,
                          ElfCode, WasmCode,    WasmDebug,   Breakpad, SourceBundle,
                          UuidMap, BcSymbolMap, PortablePdb, Proguard};
constexpr std::array kSource{SourceBundle, PortablePdb, ElfDebug, WasmDebug};
constexpr std::array kUuidMap{UuidMap};
constexpr std::array kBcSymbolMap{BcSymbolMap};
constexpr std::array kIl2cpp{Il2cpp};
constexpr std::array kProguard{Proguard};

std::span<const FileType> objectTypes(LookupType type, FilePurpose purpose)
{
    switch (type) {
    case LookupType::MachO: return kMachO;
    case LookupType::Pe: return kPe;
    case LookupType::Elf: return kElf;
    case LookupType::Wasm: return kWasm;
    case LookupType::PeDotnet:
        if (purpose == FilePurpose::Unwind)
            return kDotnetUnwind;
        return kDotnetDebug;
    case LookupType::Unknown: break;
    }
    return kAll;
}

} // namespace

std::span<const FileType> fileTypesFor(LookupType type, FilePurpose purpose)
{
    switch (purpose) {
    case FilePurpose::Unwind:
    case FilePurpose::Debug: return objectTypes(type, purpose);
    case FilePurpose::Source: return kSource;
    case FilePurpose::UuidMap: return kUuidMap;
    case FilePurpose::BcSymbolMap: return kBcSymbolMap;
    case FilePurpose::Il2cpp: return kIl2cpp;
    case FilePurpose::Proguard: return kProguard;
    }
    return {};
}

} // namespace faultline::sources

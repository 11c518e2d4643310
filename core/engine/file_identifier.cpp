// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/file_identifier.h"

#include "core/formats/debug/dwarf/split_units.h"
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/proguard/mapping_identity.h"
#include "core/formats/debug/proguard/mapping_reader.h"

namespace faultline::engine {

namespace {

sources::FileType fileTypeOf(const object::Object& object)
{
    const bool isDebugFile = object.kind() == object::ObjectKind::Debug;
    switch (object.format()) {
    case object::FileFormat::Elf:
        return isDebugFile ? sources::FileType::ElfDebug : sources::FileType::ElfCode;
    case object::FileFormat::MachO:
        return isDebugFile ? sources::FileType::MachDebug : sources::FileType::MachCode;
    case object::FileFormat::Pe: return sources::FileType::Pe;
    case object::FileFormat::Pdb: return sources::FileType::Pdb;
    case object::FileFormat::Breakpad: return sources::FileType::Breakpad;
    case object::FileFormat::SourceBundle: return sources::FileType::SourceBundle;
    case object::FileFormat::Wasm:
        return isDebugFile ? sources::FileType::WasmDebug : sources::FileType::WasmCode;
    case object::FileFormat::PortablePdb: return sources::FileType::PortablePdb;
    case object::FileFormat::Symbfile:
    case object::FileFormat::Unknown: break;
    }
    return sources::FileType::ElfDebug;
}

void identify(const ByteView& bytes,
              const ParseLimits& limits,
              std::vector<sources::IdentifiedObject>& out)
{
    const auto object = object::openObject(bytes, limits);
    if (!object)
        return;
    const auto type = fileTypeOf(**object);
    // Files with split units have no id of their own: they are wanted for one of their units.
    auto units = dwarf::splitUnitIdsOf(**object);
    for (const auto& unit : units)
        out.push_back({.type = type, .debugId = {}, .codeId = CodeId::parse(unit)});
    if (!units.empty())
        return;
    out.push_back({.type = type, .debugId = (*object)->debugId(), .codeId = (*object)->codeId()});
    for (const auto& id : (*object)->otherDebugIds())
        out.push_back({.type = type, .debugId = id, .codeId = {}});
}

/// Tells whether a file may be text. Zero bytes near its start say that it is not: then nothing
/// searches a large file for the ends of lines.
bool mayBeText(std::string_view bytes)
{
    constexpr std::size_t kProbedBytes = 1024;
    return !bytes.substr(0, kProbedBytes).contains('\0');
}

} // namespace

sources::IdentifyFile identifyFile(const ParseLimits& limits)
{
    return [limits](const ByteView& bytes) -> std::vector<sources::IdentifiedObject> {
        std::vector<sources::IdentifiedObject> found;
        if (macho::looksLikeFatMachO(bytes.span())) {
            const auto members = macho::readFatMembers(bytes);
            for (const auto& member : members ? *members : std::vector<macho::FatMember>())
                identify(member.bytes, limits, found);
        } else {
            identify(bytes, limits, found);
        }
        if (found.empty() && mayBeText(bytes.text()) && proguard::looksLikeMapping(bytes.text()))
            found.push_back({.type = sources::FileType::Proguard,
                             .debugId = proguard::mappingId(bytes.span()),
                             .codeId = {}});
        return found;
    };
}

} // namespace faultline::engine

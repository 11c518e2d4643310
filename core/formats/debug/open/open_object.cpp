// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/open/open_object.h"

#include "core/base/byte_reader.h"
#include "core/formats/debug/breakpad/breakpad_object.h"
#include "core/formats/debug/elf/elf_object.h"
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/macho/macho_object.h"
#include "core/formats/debug/pdb/pdb_object.h"
#include "core/formats/debug/pe/pe_object.h"
#include "core/formats/debug/ppdb/portable_pdb.h"
#include "core/formats/debug/sourcebundle/source_bundle.h"
#include "core/formats/debug/symbfile/symbfile_object.h"
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/formats/debug/wasm/wasm_object.h"

namespace faultline::object {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSmallestObject = 16;

struct Signature
{
    std::string_view bytes;
    std::string_view meaning;
};

/// Files that people open by mistake, for the text of the error.
constexpr Signature kForeignSignatures[] = {
    {"PK\x03\x04"sv, "a zip archive"},
    {"MSCF"sv, "a cabinet"},
    {"\x1f\x8b"sv, "a gzip stream"},
    {"\x28\xb5\x2f\xfd"sv, "a zstd stream"},
    {"MDMP"sv, "a minidump"},
    {"Microsoft C/C++ program database 2.00"sv, "a pdb in the old msf 2.00 container"},
    {"!<arch>\n"sv, "a static library"},
    {"<"sv, "markup"},
    {"{"sv, "json"},
    {"MZ"sv, "a dos program without a pe header"},
    {"\xca\xfe\xba\xbe"sv, "a java class"},
};

std::string_view meaningOf(Bytes file)
{
    const auto text = asText(file);
    for (const auto& signature : kForeignSignatures) {
        if (text.starts_with(signature.bytes))
            return signature.meaning;
    }
    return "no object file";
}

bool isMachO(Bytes file)
{
    return macho::looksLikeMachO(file) || macho::looksLikeFatMachO(file);
}

bool fits(const Object& object,
          const std::optional<DebugId>& debugId,
          const std::optional<CodeId>& codeId)
{
    if (debugId)
        return object.debugId().serves(*debugId);
    const bool bothHaveCodeIds = codeId && !codeId->empty() && !object.codeId().empty();
    return !bothHaveCodeIds || object.codeId() == *codeId;
}

Result<ObjectPtr> openFirstMember(const ByteView& file, const ParseLimits& limits)
{
    FL_TRY(const auto members, macho::readFatMembers(file));
    if (members.empty())
        return fail(ErrorKind::Malformed, "fat mach-o: no member lies inside ", file.size(),
                    " bytes");
    return macho::openMachO(members.front().bytes, limits);
}

Result<ObjectPtr> openMember(const ByteView& file,
                             const std::optional<DebugId>& debugId,
                             const std::optional<CodeId>& codeId,
                             const ParseLimits& limits)
{
    FL_TRY(const auto members, macho::readFatMembers(file));
    std::optional<Error> damage;
    for (const auto& member : members) {
        auto object = macho::openMachO(member.bytes, limits);
        if (object && fits(**object, debugId, codeId))
            return object;
        if (!object)
            damage = object.error();
    }
    if (damage)
        return fail(ErrorKind::Malformed,
                    "fat mach-o: no member fits, and one cannot be read: ", damage->detail);
    return fail(ErrorKind::NotFound, "fat mach-o: none of ", members.size(),
                " members has the wanted id");
}

} // namespace

FileFormat detectFormat(Bytes file)
{
    const auto text = asText(file);
    if (file.size() < kSmallestObject)
        return FileFormat::Unknown;
    if (text.starts_with("\x7f"
                         "ELF"))
        return FileFormat::Elf;
    if (pe::looksLikePe(file))
        return FileFormat::Pe;
    if (pdb::looksLikePdb(file))
        return FileFormat::Pdb;
    if (sourcebundle::SourceBundle::looksLike(file))
        return FileFormat::SourceBundle;
    if (text.starts_with("MODULE "))
        return FileFormat::Breakpad;
    if (text.starts_with("\0asm"sv))
        return FileFormat::Wasm;
    if (text.starts_with("BSJB"))
        return FileFormat::PortablePdb;
    if (text.starts_with(symbfile::kMagic))
        return FileFormat::Symbfile;
    return isMachO(file) ? FileFormat::MachO : FileFormat::Unknown;
}

Result<ObjectPtr> openObject(ByteView file, const ParseLimits& limits)
{
    switch (detectFormat(file.span())) {
    case FileFormat::Elf: return elf::openElf(std::move(file), limits);
    case FileFormat::Pe: return pe::openPe(std::move(file), limits);
    case FileFormat::Pdb: return pdb::openPdb(std::move(file), limits);
    case FileFormat::SourceBundle: return sourcebundle::SourceBundle::open(std::move(file), limits);
    case FileFormat::Breakpad: return breakpad::openBreakpad(std::move(file), limits);
    case FileFormat::MachO:
        if (macho::looksLikeFatMachO(file.span()))
            return openFirstMember(file, limits);
        return macho::openMachO(std::move(file), limits);
    case FileFormat::Wasm: return wasm::openWasm(std::move(file), limits);
    case FileFormat::PortablePdb: return ppdb::PortablePdb::open(std::move(file), limits);
    case FileFormat::Symbfile: return symbfile::openSymbfile(std::move(file), limits);
    case FileFormat::Unknown: break;
    }
    return fail(ErrorKind::Unsupported, "file of ", file.size(), " bytes is ",
                meaningOf(file.span()));
}

Result<ObjectPtr> openMatching(ByteView file,
                               const std::optional<DebugId>& debugId,
                               const std::optional<CodeId>& codeId,
                               const ParseLimits& limits)
{
    if (detectFormat(file.span()) == FileFormat::MachO && macho::looksLikeFatMachO(file.span()))
        return openMember(file, debugId, codeId, limits);
    return openObject(std::move(file), limits);
}

} // namespace faultline::object

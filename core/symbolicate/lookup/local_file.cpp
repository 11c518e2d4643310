// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/local_file.h"

#include "core/base/file.h"
#include "core/formats/debug/open/open_object.h"
#include "core/model/place_names.h"

#include <memory>

namespace faultline::symbolicate {

namespace {

/// Returns the name of such a place for users. Code must use SourceConfig::origin instead.
std::string_view displayName(sources::SourceOrigin origin)
{
    return origin == sources::SourceOrigin::ChosenFile ? kLocatedFile : kRecordedPath;
}

} // namespace

sources::RemoteFile
localFile(const std::filesystem::path& path, sources::SourceOrigin origin, sources::FileType type)
{
    sources::SourceConfig source;
    source.id = displayName(origin);
    source.origin = origin;
    source.where = sources::FilesystemSource{path.parent_path().string()};
    return {.source = sources::makeSource(std::move(source)),
            .type = type,
            .path = path.filename().string(),
            .checksum = std::nullopt};
}

std::optional<sources::FileType> fileTypeAt(const std::filesystem::path& path)
{
    const auto bytes = mapForeignFile(path);
    return bytes ? fileTypeOf(object::detectFormat(bytes->span()), object::ObjectKind::None)
                 : std::nullopt;
}

std::optional<sources::FileType> fileTypeOf(object::FileFormat format, object::ObjectKind kind)
{
    using enum sources::FileType;
    const bool isDebug = kind == object::ObjectKind::Debug;
    switch (format) {
    case object::FileFormat::Breakpad: return Breakpad;
    case object::FileFormat::Elf: return isDebug ? ElfDebug : ElfCode;
    case object::FileFormat::MachO: return isDebug ? MachDebug : MachCode;
    case object::FileFormat::Pdb: return Pdb;
    case object::FileFormat::Pe: return Pe;
    case object::FileFormat::SourceBundle: return SourceBundle;
    case object::FileFormat::Wasm: return isDebug ? WasmDebug : WasmCode;
    case object::FileFormat::PortablePdb: return PortablePdb;
    case object::FileFormat::Symbfile: return ElfDebug;
    case object::FileFormat::Unknown: break;
    }
    return std::nullopt;
}

} // namespace faultline::symbolicate

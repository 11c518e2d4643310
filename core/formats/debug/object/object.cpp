// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/object.h"

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/value_info.h"

namespace faultline::object {

std::string_view fileFormatName(FileFormat format)
{
    switch (format) {
    case FileFormat::Unknown: return "unknown";
    case FileFormat::Breakpad: return "breakpad";
    case FileFormat::Elf: return "elf";
    case FileFormat::MachO: return "macho";
    case FileFormat::Pdb: return "pdb";
    case FileFormat::Pe: return "pe";
    case FileFormat::SourceBundle: return "sourcebundle";
    case FileFormat::Wasm: return "wasm";
    case FileFormat::PortablePdb: return "portablepdb";
    case FileFormat::Symbfile: return "symbfile";
    }
    return "unknown";
}

std::string_view objectKindName(ObjectKind kind)
{
    switch (kind) {
    case ObjectKind::None: return "none";
    case ObjectKind::Relocatable: return "rel";
    case ObjectKind::Executable: return "exe";
    case ObjectKind::Library: return "lib";
    case ObjectKind::Dump: return "dump";
    case ObjectKind::Debug: return "dbg";
    case ObjectKind::Sources: return "src";
    case ObjectKind::Other: return "other";
    }
    return "other";
}

std::unique_ptr<DebugInfoReader> Object::debugInfo() const
{
    return nullptr;
}

std::unique_ptr<DebugInfoReader>
Object::debugInfoWith(std::span<const std::shared_ptr<const Object>> /*companions*/) const
{
    return debugInfo();
}

std::unique_ptr<ValueInfoReader>
Object::valueInfoWith(std::span<const std::shared_ptr<const Object>> /*companions*/) const
{
    return nullptr;
}

std::optional<ByteView> Object::section(std::string_view /*name*/) const
{
    return std::nullopt;
}

std::optional<std::string> Object::similarSource(std::string_view /*path*/) const
{
    return std::nullopt;
}

std::optional<ObjectSource> Object::sourceByPath(std::string_view /*path*/) const
{
    return std::nullopt;
}

std::optional<ByteView> Object::readImage(std::uint64_t /*linkedAddress*/,
                                          std::uint64_t /*sizeBytes*/) const
{
    return std::nullopt;
}

} // namespace faultline::object

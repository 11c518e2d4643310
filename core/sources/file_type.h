// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace faultline::sources {

/// Kinds of files that sources hold. Names, and the order of the list of all types:
/// docs/spec/sources-and-caches.md §2.2.
enum class FileType : std::uint8_t {
    Pe,
    Pdb,
    PortablePdb,
    MachCode,
    MachDebug,
    ElfCode,
    ElfDebug,
    WasmCode,
    WasmDebug,
    Breakpad,
    SourceBundle,
    UuidMap,
    BcSymbolMap,
    Il2cpp,
    Proguard
};

std::string_view fileTypeName(FileType type);
std::optional<FileType> parseFileType(std::string_view name);

} // namespace faultline::sources

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/sources/object_lookup.h"
#include "core/sources/source_config.h"

#include <algorithm>
#include <array>

namespace faultline::sources {

namespace {

struct FileTypeName
{
    FileType type;
    std::string_view name;
};

constexpr std::array kFileTypes{
    FileTypeName{FileType::Pe, "pe"},
    FileTypeName{FileType::Pdb, "pdb"},
    FileTypeName{FileType::PortablePdb, "portablepdb"},
    FileTypeName{FileType::MachCode, "mach_code"},
    FileTypeName{FileType::MachDebug, "mach_debug"},
    FileTypeName{FileType::ElfCode, "elf_code"},
    FileTypeName{FileType::ElfDebug, "elf_debug"},
    FileTypeName{FileType::WasmCode, "wasm_code"},
    FileTypeName{FileType::WasmDebug, "wasm_debug"},
    FileTypeName{FileType::Breakpad, "breakpad"},
    FileTypeName{FileType::SourceBundle, "sourcebundle"},
    FileTypeName{FileType::UuidMap, "uuidmap"},
    FileTypeName{FileType::BcSymbolMap, "bcsymbolmap"},
    FileTypeName{FileType::Il2cpp, "il2cpp"},
    FileTypeName{FileType::Proguard, "proguard"},
};

struct LayoutName
{
    LayoutType type;
    std::string_view name;
};

constexpr std::array kLayouts{
    LayoutName{LayoutType::Native, "native"},
    LayoutName{LayoutType::Symstore, "symstore"},
    LayoutName{LayoutType::SymstoreIndex2, "symstore_index2"},
    LayoutName{LayoutType::Ssqp, "ssqp"},
    LayoutName{LayoutType::Debuginfod, "debuginfod"},
    LayoutName{LayoutType::Unified, "unified"},
    LayoutName{LayoutType::SlashSymbols, "slashsymbols"},
};

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

} // namespace

std::string_view fileTypeName(FileType type)
{
    const auto* found = std::ranges::find(kFileTypes, type, &FileTypeName::type);
    return found == kFileTypes.end() ? "unknown" : found->name;
}

std::optional<FileType> parseFileType(std::string_view name)
{
    const auto* found = std::ranges::find(kFileTypes, name, &FileTypeName::name);
    return found == kFileTypes.end() ? std::nullopt : std::optional(found->type);
}

std::string_view layoutTypeName(LayoutType type)
{
    const auto* found = std::ranges::find(kLayouts, type, &LayoutName::type);
    return found == kLayouts.end() ? "unknown" : found->name;
}

std::optional<LayoutType> parseLayoutType(std::string_view name)
{
    const auto* found = std::ranges::find(kLayouts, name, &LayoutName::name);
    return found == kLayouts.end() ? std::nullopt : std::optional(found->type);
}

std::optional<std::string_view> validBaseName(std::string_view path)
{
    constexpr std::size_t kMaxNameBytes = 255;
    const auto name = baseName(path);
    if (name.empty() || name == "." || name == ".." || name.size() > kMaxNameBytes)
        return std::nullopt;
    // C1 control characters are two bytes in UTF-8: 0xc2 0x80 … 0xc2 0x9f.
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (isControl(name[i]))
            return std::nullopt;
        if (name[i] == '\xc2' && i + 1 < name.size() &&
            static_cast<unsigned char>(name[i + 1]) < 0xa0)
            return std::nullopt;
    }
    return name;
}

} // namespace faultline::sources

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/wasm/wasm_module.h"

#include "core/base/byte_reader.h"

#include <algorithm>

namespace faultline::wasm {

namespace {

constexpr std::uint32_t kMagic = 0x6d736100; // "\0asm"
constexpr std::uint32_t kVersion = 1;
constexpr std::uint8_t kFunctionNames = 1; // Subsection of "name".

std::string_view readName(ByteReader& reader)
{
    const auto sizeBytes = reader.uleb128();
    return asText(reader.bytes(sizeBytes));
}

/// Reference types with their own heap type (function references and garbage collection proposals)
/// have a number after the first byte.
void skipValueType(ByteReader& reader)
{
    const auto type = reader.u8();
    if (type == 0x63 || type == 0x64)
        reader.sleb128();
}

void skipLimits(ByteReader& reader)
{
    const auto flags = reader.u8();
    reader.uleb128(); // Minimum.
    if ((flags & 1) != 0)
        reader.uleb128(); // Maximum.
    if ((flags & 8) != 0)
        reader.uleb128(); // Page size.
}

enum class ImportKind : std::uint8_t { Function, Table, Memory, Global, Tag };

/// The kind of an import; its description is skipped.
ImportKind readImport(ByteReader& reader)
{
    readName(reader); // Module.
    readName(reader); // Field.
    const auto kind = static_cast<ImportKind>(reader.u8());
    switch (kind) {
    case ImportKind::Function: reader.uleb128(); break;
    case ImportKind::Table:
        skipValueType(reader);
        skipLimits(reader);
        break;
    case ImportKind::Memory: skipLimits(reader); break;
    case ImportKind::Global:
        skipValueType(reader);
        reader.u8();
        break;
    case ImportKind::Tag:
        reader.u8();
        reader.uleb128();
        break;
    default: reader.setFailed(); break;
    }
    return kind;
}

} // namespace

Result<WasmModule> WasmModule::open(ByteView file, const ParseLimits& limits)
{
    ByteReader reader(file.span());
    const auto magic = reader.u32();
    const auto version = reader.u32();
    if (!reader.ok() || magic != kMagic)
        return fail(ErrorKind::Unsupported, "no webassembly signature at offset 0");
    if (version != kVersion)
        return fail(ErrorKind::Unsupported, "webassembly version ", Hex{version},
                    ", only modules of version 1 are known");
    WasmModule module(std::move(file));
    module.readSections(limits);
    if (module.m_sections.empty())
        return fail(ErrorKind::Malformed, "webassembly: ",
                    module.m_warnings.empty() ? "no section" : module.m_warnings.front());
    return module;
}

void WasmModule::readSections(const ParseLimits& limits)
{
    ByteReader reader(m_file.span());
    reader.skip(8);
    while (!reader.atEnd()) {
        const auto start = reader.offset();
        WasmSection section;
        section.id = reader.u8();
        const auto sizeBytes = reader.uleb128();
        section.offset = reader.offset();
        auto content = reader.ok() ? m_file.slice(section.offset, sizeBytes) : std::nullopt;
        if (!content || m_sections.size() >= limits.maxSections) {
            m_warnings.push_back(concat("section ", section.id, " at offset ", Hex{start}, ": ",
                                        sizeBytes, " bytes do not fit ", m_file.size()));
            return;
        }
        reader.skip(sizeBytes);
        section.content = *std::move(content);
        if (section.id == static_cast<std::uint8_t>(WasmSectionId::Custom)) {
            ByteReader inside(section.content.span());
            section.name = readName(inside);
            if (!inside.ok()) {
                m_warnings.push_back(concat("custom section at offset ", Hex{start},
                                            ": its name exceeds ", sizeBytes, " bytes"));
                continue;
            }
            section.offset += inside.offset();
            section.content = section.content.from(inside.offset());
        }
        m_sections.push_back(std::move(section));
    }
}

const WasmSection* WasmModule::find(WasmSectionId id) const
{
    const auto found =
        std::ranges::find(m_sections, static_cast<std::uint8_t>(id), &WasmSection::id);
    return found == m_sections.end() ? nullptr : &*found;
}

const WasmSection* WasmModule::findCustom(std::string_view name) const
{
    const auto found = std::ranges::find_if(m_sections, [name](const WasmSection& section) {
        return section.id == static_cast<std::uint8_t>(WasmSectionId::Custom) &&
               section.name == name;
    });
    return found == m_sections.end() ? nullptr : &*found;
}

std::uint32_t WasmModule::importedFunctionCount() const
{
    const auto* section = find(WasmSectionId::Import);
    if (section == nullptr)
        return 0;
    ByteReader reader(section->content.span());
    std::uint32_t functions = 0;
    for (auto left = reader.uleb128(); left > 0 && reader.ok(); --left) {
        const auto kind = readImport(reader);
        if (reader.ok() && kind == ImportKind::Function)
            ++functions;
    }
    return functions;
}

std::vector<WasmFunction> WasmModule::functions() const
{
    std::vector<WasmFunction> functions;
    const auto* section = find(WasmSectionId::Code);
    if (section == nullptr)
        return functions;
    ByteReader reader(section->content.span());
    auto index = importedFunctionCount();
    for (auto left = reader.uleb128(); left > 0; --left) {
        const auto sizeBytes = reader.uleb128();
        const auto offset = section->offset + reader.offset();
        reader.skip(sizeBytes);
        if (!reader.ok())
            break;
        functions.push_back({.offset = offset, .sizeBytes = sizeBytes, .index = index++});
    }
    return functions;
}

std::map<std::uint32_t, std::string_view> WasmModule::exportedNames() const
{
    constexpr std::uint8_t kFunction = 0;
    std::map<std::uint32_t, std::string_view> names;
    const auto* section = find(WasmSectionId::Export);
    ByteReader reader(section != nullptr ? section->content.span() : Bytes());
    for (auto left = reader.uleb128(); left > 0; --left) {
        const auto name = readName(reader);
        const auto kind = reader.u8();
        const auto index = reader.uleb128();
        if (!reader.ok())
            break;
        if (kind == kFunction)
            names.emplace(static_cast<std::uint32_t>(index), name);
    }
    return names;
}

std::map<std::uint32_t, std::string_view> WasmModule::functionNames() const
{
    std::map<std::uint32_t, std::string_view> names;
    const auto* section = findCustom("name");
    ByteReader reader(section != nullptr ? section->content.span() : Bytes());
    while (reader.ok() && !reader.atEnd()) {
        const auto kind = reader.u8();
        ByteReader inside(reader.bytes(reader.uleb128()));
        if (kind != kFunctionNames)
            continue;
        for (auto left = inside.uleb128(); left > 0; --left) {
            const auto index = inside.uleb128();
            const auto name = readName(inside);
            if (!inside.ok())
                break;
            names.emplace(static_cast<std::uint32_t>(index), name);
        }
    }
    return names;
}

} // namespace faultline::wasm

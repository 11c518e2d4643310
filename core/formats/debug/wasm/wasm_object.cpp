// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/wasm/wasm_object.h"

#include "core/base/byte_reader.h"
#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/wasm/wasm_module.h"

#include <algorithm>
#include <map>

namespace faultline::wasm {

namespace {

constexpr std::size_t kDebugIdBytes = 16;

class WasmObject final : public object::Object
{
public:
    WasmObject(WasmModule module, const ParseLimits& limits)
        : m_module(std::move(module)), m_limits(limits)
    {
    }

    object::FileFormat format() const override { return object::FileFormat::Wasm; }

    object::ObjectKind kind() const override
    {
        return m_module.find(WasmSectionId::Function) != nullptr ? object::ObjectKind::Library
                                                                 : object::ObjectKind::Debug;
    }

    Arch arch() const override { return Arch::Wasm32; }

    DebugId debugId() const override;

    CodeId codeId() const override { return CodeId::fromBinary(buildId()); }

    ObjectFeatures features() const override
    {
        return {.hasDebugInfo = m_module.findCustom(".debug_info") != nullptr,
                .hasUnwindInfo = m_module.findCustom(".debug_frame") != nullptr,
                .hasSymbols = true,
                .sourceServer = {}};
    }

    std::vector<object::CompanionReference> companions() const override;
    std::vector<std::string> warnings() const override;
    std::vector<object::Symbol> symbols() const override;
    std::unique_ptr<object::DebugInfoReader> debugInfo() const override;
    std::vector<object::ImageRange> ranges() const override;
    std::optional<ByteView> section(std::string_view name) const override;

    ByteView bytes() const override { return m_module.file(); }

private:
    using Names = std::map<std::uint32_t, std::string_view>;

    std::vector<object::Symbol> symbolsOf(const Names& names) const;

    Bytes buildId() const
    {
        const auto* section = m_module.findCustom("build_id");
        return section != nullptr ? section->content.span() : Bytes();
    }

    WasmModule m_module;
    ParseLimits m_limits;
};

DebugId WasmObject::debugId() const
{
    const auto id = buildId();
    if (id.size() < kDebugIdBytes)
        return {};
    std::array<std::uint8_t, kDebugIdBytes> uuid{};
    std::ranges::transform(id.first(kDebugIdBytes), uuid.begin(),
                           [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
    return DebugId::fromUuid(uuid);
}

/// Both sections contain one string, preceded by its size (WebAssembly tool conventions,
/// "Debugging.md").
std::vector<object::CompanionReference> WasmObject::companions() const
{
    std::vector<object::CompanionReference> companions;
    const auto add = [&](std::string_view name, object::CompanionReference::Kind kind) {
        const auto* section = m_module.findCustom(name);
        if (section == nullptr)
            return;
        ByteReader reader(section->content.span());
        const auto sizeBytes = reader.uleb128();
        const auto target = asText(reader.bytes(sizeBytes));
        if (reader.ok())
            companions.push_back({kind, std::string(target), {}});
    };
    add("external_debug_info", object::CompanionReference::Kind::ExternalDebugInfo);
    add("sourceMappingURL", object::CompanionReference::Kind::SourceMap);
    return companions;
}

std::vector<std::string> WasmObject::warnings() const
{
    auto warnings = m_module.warnings();
    if (features().hasDebugInfo && m_module.find(WasmSectionId::Code) == nullptr)
        warnings.emplace_back("debug info without a code section: its addresses mean nothing");
    else if (kind() == object::ObjectKind::Library && m_module.find(WasmSectionId::Code) == nullptr)
        warnings.emplace_back("functions without a code section: the file may be cut off");
    return warnings;
}

std::vector<object::Symbol> WasmObject::symbols() const
{
    auto names = m_module.functionNames();
    names.merge(m_module.exportedNames());
    return symbolsOf(names);
}

std::vector<object::Symbol> WasmObject::symbolsOf(const Names& names) const
{
    const auto functions = m_module.functions();
    std::vector<object::Symbol> symbols;
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const auto name = names.find(functions[i].index);
        if (name == names.end() || name->second.empty())
            continue;
        const bool isLast = i + 1 == functions.size();
        symbols.push_back({.address = functions[i].offset,
                           .sizeBytes = isLast ? functions[i].sizeBytes
                                               : functions[i + 1].offset - functions[i].offset,
                           .name = name->second});
    }
    return symbols;
}

std::unique_ptr<object::DebugInfoReader> WasmObject::debugInfo() const
{
    const auto* code = m_module.find(WasmSectionId::Code);
    if (code == nullptr)
        return nullptr;
    dwarf::DwarfInput input;
    input.section = [this](std::string_view name) { return section(concat(".", name)); };
    // DWARF counts from the start of the code section's content.
    input.addressBias = code->offset;
    // Debug info knows better than the names for other modules.
    input.symbols = symbolsOf(m_module.functionNames());
    input.executableRanges = {{code->offset, code->offset + code->content.size()}};
    auto reader = dwarf::makeDwarfReader(std::move(input), m_limits);
    return reader ? *std::move(reader) : nullptr;
}

std::vector<object::ImageRange> WasmObject::ranges() const
{
    const auto* code = m_module.find(WasmSectionId::Code);
    if (code == nullptr)
        return {};
    return {{.name = "code",
             .address = code->offset,
             .sizeBytes = code->content.size(),
             .executable = true,
             .writable = false}};
}

std::optional<ByteView> WasmObject::section(std::string_view name) const
{
    const auto* custom = m_module.findCustom(name);
    return custom != nullptr ? std::optional(custom->content) : std::nullopt;
}

} // namespace

Result<object::ObjectPtr> openWasm(ByteView file, const ParseLimits& limits)
{
    FL_TRY(auto module, WasmModule::open(std::move(file), limits));
    return std::make_shared<const WasmObject>(std::move(module), limits);
}

} // namespace faultline::wasm

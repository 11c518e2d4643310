// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pe_builder.h"

#include <cstring>

namespace faultline::test {

namespace {

constexpr std::uint32_t kReadOnlyData = 0x40000040;

std::string textOf(ByteAssembler& out)
{
    const auto bytes = out.finish();
    std::string text(bytes.size(), '\0');
    if (!bytes.empty())
        std::memcpy(text.data(), bytes.data(), bytes.size());
    return text;
}

/// A name field: the characters, or what `longForm` says.
void writeName(ByteAssembler& out, const std::string& name, const std::string& longForm)
{
    const auto& text = name.size() <= 8 ? name : longForm;
    out.text(text).zeros(8 - text.size());
}

} // namespace

void PeBuilder::addSection(std::string name,
                           std::string content,
                           std::uint32_t flags,
                           std::optional<std::uint32_t> virtualSize)
{
    const auto size = virtualSize.value_or(static_cast<std::uint32_t>(content.size()));
    m_sections.push_back({std::move(name), std::move(content), flags, size});
}

std::string PeBuilder::exportData(std::uint32_t rva) const
{
    const auto count = static_cast<std::uint32_t>(exports.size());
    const auto functions = rva + 40;
    const auto names = functions + 4 * count;
    const auto ordinals = names + 4 * count;
    auto nameRva = ordinals + 2 * count;
    ByteAssembler out;
    out.zeros(20).u32(count).u32(count).u32(functions).u32(names).u32(ordinals);
    for (const auto& symbol : exports)
        out.u32(symbol.rva);
    for (const auto& symbol : exports) {
        out.u32(nameRva);
        nameRva += static_cast<std::uint32_t>(symbol.name.size()) + 1;
    }
    for (std::uint32_t i = 0; i < count; ++i)
        out.u16(i);
    for (const auto& symbol : exports)
        out.text(symbol.name).u8(0);
    return textOf(out);
}

std::string PeBuilder::debugData(std::uint32_t rva) const
{
    ByteAssembler record;
    if (codeView->isNb10)
        record.text("NB10").u32(0);
    else
        record.text("RSDS");
    for (std::size_t i = 0; i < (codeView->isNb10 ? 4u : 16u); ++i)
        record.u8(codeView->guid[i]);
    record.u32(codeView->age).text(codeView->name).u8(0);
    const auto body = textOf(record);
    const auto start = rva + debugDirectoryBytes();
    ByteAssembler out;
    out.u32(0)
        .u32(codeView->entryTimestamp)
        .u16(0)
        .u16(codeView->minorVersion)
        .u32(2)
        .u32(body.size());
    out.u32(start).u32(start);
    if (!embeddedPdb.empty()) {
        const auto at = start + body.size();
        out.u32(0).u32(0).u16(0x100).u16(0x100).u32(17).u32(embeddedPdb.size()).u32(at).u32(at);
    }
    out.text(body).text(embeddedPdb);
    return textOf(out);
}

void PeBuilder::writeHeaders(ByteAssembler& out,
                             const std::vector<Section>& sections,
                             ByteAssembler::Label symbolTable,
                             const std::string& strings) const
{
    const std::size_t directories = 7;
    out.text("MZ").zeros(0x3a).u32(0x40).text("PE").u16(0);
    out.u16(machine).u16(sections.size()).u32(timestamp);
    if (symbols.empty() && strings.size() == 4)
        out.u32(0);
    else
        out.offsetOf(symbolTable);
    out.u32(symbols.size()).u16((is64 ? 112 : 96) + 8 * directories).u16(characteristics);
    const auto optional = out.size();
    out.u16(is64 ? 0x20b : 0x10b).zeros(is64 ? 22 : 26).number(imageBase, is64 ? 8 : 4);
    out.zeros(optional + 56 - out.size()).u32(sizeOfImage).u32(0x400);
    out.zeros(optional + (is64 ? 108 : 92) - out.size()).u32(directories);
    const auto directory = [&](bool present, std::string_view name, std::uint32_t sizeBytes) {
        std::uint32_t rva = 0;
        for (std::size_t i = 0; i < sections.size(); ++i)
            rva = sections[i].name == name ? sectionRva(i) : rva;
        out.u32(present ? rva : 0).u32(present ? sizeBytes : 0);
    };
    directory(!exports.empty(), ".edata", 0x800);
    out.zeros(16);
    directory(hasExceptionDirectory, ".pdata", exceptionDirectoryBytes);
    out.zeros(16);
    directory(codeView.has_value(), ".debugdir", debugDirectoryBytes());
    auto nameOffset = std::size_t{4};
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const auto& section = sections[i];
        writeName(out, section.name, "/" + std::to_string(nameOffset));
        if (section.name.size() > 8)
            nameOffset += section.name.size() + 1;
        out.u32(section.virtualSize)
            .u32(sectionRva(i))
            .u32(section.content.size())
            .u32(section.content.empty() ? 0 : sectionRva(i));
        out.zeros(12).u32(section.characteristics);
    }
}

std::vector<std::byte> PeBuilder::build() const
{
    auto sections = m_sections;
    const auto next = [&] { return sectionRva(sections.size()); };
    const auto append = [&](const char* name, const std::string& content) {
        sections.push_back(
            {name, content, kReadOnlyData, static_cast<std::uint32_t>(content.size())});
    };
    if (!exports.empty())
        append(".edata", exportData(next()));
    if (codeView)
        append(".debugdir", debugData(next()));
    std::string names;
    for (const auto& section : sections) {
        if (section.name.size() > 8)
            names += section.name + '\0';
    }
    std::string symbolNames;
    ByteAssembler table;
    for (const auto& symbol : symbols) {
        if (symbol.name.size() <= 8) {
            writeName(table, symbol.name, {});
        } else {
            table.u32(0).u32(4 + names.size() + symbolNames.size());
            symbolNames += symbol.name + '\0';
        }
        table.u32(symbol.value)
            .u16(static_cast<std::uint16_t>(symbol.section))
            .u16(symbol.type)
            .u8(symbol.storageClass)
            .u8(0);
    }
    ByteAssembler strings;
    strings.u32(4 + names.size() + symbolNames.size()).text(names).text(symbolNames);
    const auto stringTable = textOf(strings);

    ByteAssembler out;
    const auto symbolTable = out.newLabel();
    writeHeaders(out, sections, symbolTable, stringTable);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        if (!sections[i].content.empty())
            out.zeros(sectionRva(i) - out.size()).text(sections[i].content);
    }
    out.place(symbolTable).text(textOf(table)).text(stringTable);
    return out.finish();
}

} // namespace faultline::test

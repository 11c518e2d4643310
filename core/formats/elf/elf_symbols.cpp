#include "core/formats/elf/elf_symbols.h"

#include "core/formats/elf/elf_constants.h"
#include "core/formats/elf/elf_dynamic.h"

namespace faultline::elf {

namespace {

struct RawSymbol
{
    std::uint32_t nameOffset = 0;
    std::uint8_t info = 0;
    std::uint16_t section = 0;
    std::uint64_t value = 0;
    std::uint64_t sizeBytes = 0;
};

/// Elf32_Sym and Elf64_Sym hold the same fields in different orders (gABI "Symbol Table").
RawSymbol readRaw(ByteReader& reader, bool is64)
{
    RawSymbol symbol;
    symbol.nameOffset = reader.u32();
    if (!is64) {
        symbol.value = reader.u32();
        symbol.sizeBytes = reader.u32();
    }
    symbol.info = reader.u8();
    reader.u8(); // st_other
    symbol.section = reader.u16();
    if (is64) {
        symbol.value = reader.u64();
        symbol.sizeBytes = reader.u64();
    }
    return symbol;
}

bool isInCode(const RawSymbol& symbol, const ElfLayout& layout)
{
    if (symbol.section == SHN_UNDEF)
        return false;
    if (layout.sections.empty() || symbol.section == SHN_XINDEX)
        return layout.isExecutable(symbol.value);
    return symbol.section < layout.sections.size() &&
           (layout.sections[symbol.section].flags & SHF_EXECINSTR) != 0;
}

void appendFunctions(const SymbolTable& table, const ElfLayout& layout, std::vector<Symbol>& out)
{
    const auto loadAddress = layout.loadAddress();
    const auto entryBytes = symbolBytes(layout);
    ByteReader reader(table.entries, layout.order);
    for (std::size_t offset = 0; offset + entryBytes <= table.entries.size();
         offset += entryBytes) {
        reader.seek(offset);
        auto raw = readRaw(reader, layout.is64);
        if ((raw.info & 0xf) != STT_FUNC || !isInCode(raw, layout))
            continue;
        // Bit 0 of an ARM function symbol selects the Thumb instruction set (ELF for the Arm
        // Architecture, "Symbol Values"); it is not part of the address.
        if (layout.machine == EM_ARM)
            raw.value &= ~std::uint64_t{1};
        if (raw.value < loadAddress)
            continue;
        ByteReader name(table.names);
        name.seek(raw.nameOffset);
        out.push_back({raw.value - loadAddress, raw.sizeBytes, name.cString()});
    }
}

std::optional<SymbolTable>
tableOfSection(const ElfLayout& layout, const ElfSections& sections, std::uint32_t type)
{
    for (const auto& section : layout.sections) {
        if (section.type != type || section.offset == 0)
            continue;
        const auto entries = sections.content(section);
        if (!entries || section.link >= layout.sections.size())
            return std::nullopt;
        const auto names = sections.content(layout.sections[section.link]);
        return SymbolTable{entries->span(), names ? names->span() : Bytes{}};
    }
    return std::nullopt;
}

/// The table the dynamic loader would use, else the one the section headers name.
std::optional<SymbolTable>
dynamicTable(const ByteView& file, const ElfLayout& layout, const ElfSections& sections)
{
    const auto loaded = findDynamicSymbols(file.span(), layout);
    if (loaded && loaded->entries.size() > symbolBytes(layout))
        return loaded;
    return tableOfSection(layout, sections, SHT_DYNSYM);
}

bool hasEntries(const std::optional<SymbolTable>& table, const ElfLayout& layout)
{
    return table && table->entries.size() >= symbolBytes(layout);
}

} // namespace

std::vector<Symbol>
readSymbols(const ByteView& file, const ElfLayout& layout, const ElfSections& sections)
{
    std::vector<Symbol> symbols;
    if (const auto table = tableOfSection(layout, sections, SHT_SYMTAB))
        appendFunctions(*table, layout, symbols);
    if (const auto table = dynamicTable(file, layout, sections))
        appendFunctions(*table, layout, symbols);
    return symbols;
}

bool hasSymbolTable(const ByteView& file, const ElfLayout& layout, const ElfSections& sections)
{
    return hasEntries(tableOfSection(layout, sections, SHT_SYMTAB), layout) ||
           hasEntries(dynamicTable(file, layout, sections), layout);
}

} // namespace faultline::elf

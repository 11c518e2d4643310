// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_symbols.h"

#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_descriptors.h"
#include "core/formats/debug/elf/elf_dynamic.h"
#include "core/formats/debug/object/name_allowance.h"

#include <algorithm>
#include <array>
#include <iterator>

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

/// Tells whether the symbol lies within the bytes of its section. Linker scripts define labels at
/// the end of a section, and these name nothing.
bool isWithinSection(const RawSymbol& symbol, const ElfLayout& layout)
{
    if (symbol.section >= layout.sections.size())
        return false;
    const auto& section = layout.sections[symbol.section];
    return symbol.value - section.address < section.sizeBytes;
}

/// The symbols that can give a name. Aliases for the compiler's own use are local.
struct FoundSymbols
{
    std::vector<object::Symbol> exported;
    std::vector<object::Symbol>
        replaced; ///< Exported for old programs only: glibc's cfree beside free.
    std::vector<object::Symbol> local;
    std::vector<object::Symbol>
        labels; ///< Symbols without a type, from assembler sources: global ones, or with a size.
    std::vector<std::uint64_t> objects; ///< Where data in code begins.
    std::uint64_t lostNames = 0;        ///< Beyond the allowance of their table.
};

/// Marks where instruction sets and data take turns ("$a", "$t.2"; ELF for the Arm Architecture,
/// "Mapping symbols"). ARM's own old compilers give them the type of a function.
bool isMappingSymbol(std::string_view name)
{
    return name.size() >= 2 && name[0] == '$' && (name.size() == 2 || name[2] == '.');
}

bool isLocal(const RawSymbol& symbol)
{
    return symbol.info >> 4 == STB_LOCAL;
}

enum class Role : std::uint8_t { None, Function, Label, Object };

Role roleOf(const RawSymbol& symbol, const ElfLayout& layout)
{
    if (!isInCode(symbol, layout))
        return Role::None;
    const bool hasSize = symbol.sizeBytes != 0;
    switch (symbol.info & 0xf) {
    case STT_FUNC:
    case STT_GNU_IFUNC: return Role::Function; // The latter chooses one when the program is linked.
    case STT_NOTYPE:
        return (!isLocal(symbol) || hasSize) && isWithinSection(symbol, layout) ? Role::Label
                                                                                : Role::None;
    case STT_OBJECT: return hasSize ? Role::Object : Role::None;
    default: return Role::None;
    }
}

/// GHC marks its exported code as an object, because a table precedes each piece. The ends of the
/// names reveal it.
bool isGhcCode(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kEndings{"_info", "_slow", "_fast"};
    return std::ranges::any_of(kEndings, [name](auto ending) { return name.ends_with(ending); });
}

/// Versions of names are the linker's ("clock_gettime@@GLIBC_2.17"); the dynamic table keeps them
/// apart.
std::string_view withoutVersion(std::string_view name)
{
    return name.substr(0, name.find('@', 1));
}

/// Tells whether the linker no longer offers the symbol. Its name then has a single '@', as in
/// "cfree@GLIBC_2.2.5", or the table of versions hides it. That table has two bytes for each
/// dynamic symbol.
bool isReplaced(std::string_view name, Bytes versions, std::size_t index, std::endian order)
{
    constexpr std::uint16_t kHidden = 0x8000;
    const auto at = name.find('@', 1);
    const bool hasOldVersion = at != std::string_view::npos && !name.substr(at).starts_with("@@");
    ByteReader reader(versions, order);
    reader.seek(index * sizeof(kHidden));
    return hasOldVersion || (reader.u16() & kHidden) != 0;
}

void appendFunctions(const SymbolTable& table,
                     Bytes versions,
                     const ElfLayout& layout,
                     const FunctionDescriptors& descriptors,
                     FoundSymbols& out)
{
    const auto loadAddress = layout.loadAddress();
    const auto entryBytes = symbolBytes(layout);
    object::NameAllowance names(table.names.size(), table.entries.size() / entryBytes);
    ByteReader reader(table.entries, layout.order);
    for (std::size_t offset = 0; offset + entryBytes <= table.entries.size();
         offset += entryBytes) {
        reader.seek(offset);
        auto raw = readRaw(reader, layout.is64);
        if (const auto code = descriptors.codeOf(raw.value)) {
            raw.value = *code;
            raw.section = SHN_XINDEX; // Its code is in another section than it.
        }
        auto role = roleOf(raw, layout);
        if (role == Role::None)
            continue;
        const auto text = names.nameAt(table.names, raw.nameOffset);
        if (role == Role::Object && isGhcCode(text))
            role = Role::Label;
        // Bit 0 of an ARM function symbol selects the Thumb instruction set (ELF for the Arm
        // Architecture, "Symbol Values"); it is not part of the address.
        if (layout.machine == EM_ARM && role != Role::Object)
            raw.value &= ~std::uint64_t{1};
        if (raw.value < loadAddress || (isLocal(raw) && isMappingSymbol(text)))
            continue;
        if (role == Role::Object) {
            out.objects.push_back(raw.value - loadAddress);
            continue;
        }
        auto& global = isReplaced(text, versions, offset / entryBytes, layout.order) ? out.replaced
                                                                                     : out.exported;
        auto& place = role == Role::Label ? out.labels : isLocal(raw) ? out.local : global;
        place.push_back(
            {raw.value - loadAddress, raw.sizeBytes, isLocal(raw) ? text : withoutVersion(text)});
    }
    out.lostNames += names.lostNames();
}

/// Drops labels inside a function, which are not functions.
void dropLabelsInFunctions(std::vector<object::Symbol>& labels,
                           std::vector<object::Symbol> functions)
{
    if (labels.empty())
        return;
    std::ranges::sort(functions, {}, &object::Symbol::address);
    std::ranges::sort(labels, {}, &object::Symbol::address);
    std::size_t next = 0;
    std::uint64_t end = 0;
    std::erase_if(labels, [&](const object::Symbol& label) {
        for (; next < functions.size() && functions[next].address <= label.address; ++next) {
            const auto sizeBytes = std::max<std::uint64_t>(functions[next].sizeBytes, 1);
            end = std::max(end, functions[next].address + sizeBytes);
        }
        return label.address < end;
    });
}

/// A function without a size continues to the next symbol, but not into data.
void endBeforeObjects(std::vector<object::Symbol>& symbols, std::vector<std::uint64_t> objects)
{
    if (objects.empty())
        return;
    std::ranges::sort(objects);
    std::vector<std::uint64_t> functions;
    functions.reserve(symbols.size());
    for (const auto& symbol : symbols)
        functions.push_back(symbol.address);
    std::ranges::sort(functions);
    for (auto& symbol : symbols) {
        const auto object = std::ranges::upper_bound(objects, symbol.address);
        const auto function = std::ranges::upper_bound(functions, symbol.address);
        if (symbol.sizeBytes == 0 && object != objects.end() &&
            (function == functions.end() || *object < *function))
            symbol.sizeBytes = *object - symbol.address;
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

/// Returns the table that the dynamic loader would use, otherwise the one that the section headers
/// name.
std::optional<SymbolTable>
dynamicTable(const ByteView& file, const ElfLayout& layout, const ElfSections& sections)
{
    const auto loaded = findDynamicSymbols(file.span(), layout);
    if (loaded && loaded->entries.size() > symbolBytes(layout))
        return loaded;
    return tableOfSection(layout, sections, SHT_DYNSYM);
}

/// Empty where the file has none.
Bytes dynamicVersions(const ElfLayout& layout, const ElfSections& sections)
{
    const auto section =
        std::ranges::find(layout.sections, std::uint32_t{SHT_GNU_versym}, &ElfSection::type);
    const auto content =
        section != layout.sections.end() ? sections.content(*section) : std::nullopt;
    return content ? content->span() : Bytes{};
}

bool hasEntries(const std::optional<SymbolTable>& table, const ElfLayout& layout)
{
    return table && table->entries.size() >= symbolBytes(layout);
}

} // namespace

std::vector<object::Symbol> readSymbols(const ByteView& file,
                                        const ElfLayout& layout,
                                        const ElfSections& sections,
                                        std::uint64_t& lostNames)
{
    FoundSymbols found;
    const FunctionDescriptors descriptors(layout, sections);
    if (const auto table = tableOfSection(layout, sections, SHT_SYMTAB))
        appendFunctions(*table, {}, layout, descriptors, found);
    if (const auto table = dynamicTable(file, layout, sections))
        appendFunctions(*table, dynamicVersions(layout, sections), layout, descriptors, found);
    lostNames += found.lostNames;
    auto symbols = std::move(found.exported);
    std::ranges::move(found.replaced, std::back_inserter(symbols));
    std::ranges::move(found.local, std::back_inserter(symbols));
    dropLabelsInFunctions(found.labels, symbols);
    std::ranges::move(found.labels, std::back_inserter(symbols));
    endBeforeObjects(symbols, std::move(found.objects));
    return symbols;
}

bool hasSymbolTable(const ByteView& file, const ElfLayout& layout, const ElfSections& sections)
{
    return hasEntries(tableOfSection(layout, sections, SHT_SYMTAB), layout) ||
           hasEntries(dynamicTable(file, layout, sections), layout);
}

} // namespace faultline::elf

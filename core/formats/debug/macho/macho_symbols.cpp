// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/macho/macho_symbols.h"

#include "core/formats/debug/macho/macho_function_starts.h"
#include "core/formats/debug/object/name_allowance.h"

#include <algorithm>
#include <set>

namespace faultline::macho {

namespace {

// <mach-o/nlist.h>
constexpr std::uint8_t kStabMask = 0xe0;
constexpr std::uint8_t kTypeMask = 0x0e;
constexpr std::uint8_t kTypeSection = 0x0e;
constexpr std::uint8_t kStabObjectFile = 0x66; // N_OSO, <mach-o/stab.h>
constexpr std::size_t kEntryBytes32 = 12;
constexpr std::size_t kEntryBytes64 = 16;
constexpr std::string_view kHiddenPrefix = "__hidden#";

struct Entry
{
    std::string_view name;
    std::uint8_t type = 0;
    std::uint8_t section = 0; ///< Ordinal from 1 over all segments; 0 for none.
    std::uint64_t value = 0;
};

/// Calls visit(entry) for each record until it returns false. Returns how many were left out
/// because their names exceed the allowance.
template <class Visit>
std::uint64_t forEachEntry(const MachFile& file, Visit visit)
{
    const auto& table = file.symbolTable();
    if (!table)
        return 0;
    const ByteReader whole(file.file().span(), file.order());
    const auto records = whole.table(table->symbolOffset, table->symbolCount,
                                     file.is64() ? kEntryBytes64 : kEntryBytes32);
    const auto strings = file.file().slice(table->stringOffset, table->stringBytes);
    if (!records || !strings)
        return 0;
    ByteReader reader(*records, file.order());
    object::NameAllowance names(strings->size(), table->symbolCount);
    while (!reader.atEnd()) {
        Entry entry;
        entry.name = names.nameAt(strings->span(), reader.u32());
        entry.type = reader.u8();
        entry.section = reader.u8();
        reader.skip(2);
        entry.value = file.is64() ? reader.u64() : reader.u32();
        if (!entry.name.empty() && !visit(entry))
            break;
    }
    return names.lostNames();
}

/// Tells whether symbols in the section name functions. Kernel extensions have functions in other
/// segments than `__TEXT`, and GCC puts templates and inline functions into a separate section.
bool holdsFunctions(const MachSection& section)
{
    const bool isKnown = section.name == "__text" || section.name == "__stubs";
    return section.hasInstructions || (isKnown && section.segmentName == "__TEXT");
}

/// Does a function begin at the symbol? `__mh_execute_header` belongs to the first section but is
/// at the start of the image.
bool isFunction(const Entry& entry, const std::vector<MachSection>& sections)
{
    const bool isDefined =
        (entry.type & kStabMask) == 0 && (entry.type & kTypeMask) == kTypeSection;
    if (!isDefined || entry.section == 0 || entry.section > sections.size())
        return false;
    const auto& section = sections[entry.section - 1u];
    return holdsFunctions(section) && entry.value >= section.address &&
           entry.value - section.address < section.sizeBytes;
}

/// Up to the next function in its section, be that one without a symbol; 0 when none is known.
std::uint64_t
sizeOf(const Entry& entry, const MachSection& section, const std::vector<std::uint64_t>& starts)
{
    const auto next = std::ranges::upper_bound(starts, entry.value);
    const bool isInSection = next != starts.end() && *next - section.address < section.sizeBytes;
    return isInSection ? *next - entry.value : 0;
}

/// Labels that assemblers put at the start of a section: "ltmp0".
bool isTemporary(const object::Symbol& symbol)
{
    constexpr std::string_view kPrefix = "ltmp";
    return symbol.name.starts_with(kPrefix) &&
           std::ranges::all_of(symbol.name.substr(kPrefix.size()),
                               [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view withoutUnderscore(std::string_view name)
{
    if (name.starts_with('_') && !name.starts_with(kHiddenPrefix))
        name.remove_prefix(1);
    return name;
}

} // namespace

std::vector<object::Symbol> readMachSymbols(const MachFile& file, std::uint64_t& lostNames)
{
    const auto loadAddress = file.loadAddress();
    const auto starts = readFunctionStarts(file);
    const auto& sections = file.sections();
    std::vector<object::Symbol> symbols;
    lostNames = forEachEntry(file, [&](const Entry& entry) {
        if (isFunction(entry, sections) && entry.value >= loadAddress)
            symbols.push_back({.address = entry.value - loadAddress,
                               .sizeBytes = sizeOf(entry, sections[entry.section - 1u], starts),
                               .name = withoutUnderscore(entry.name)});
        return true;
    });
    std::ranges::stable_partition(symbols, [](const object::Symbol& s) { return !isTemporary(s); });
    return symbols;
}

std::vector<std::string> readDebugMap(const MachFile& file)
{
    std::vector<std::string> files;
    std::set<std::string_view> seen;
    forEachEntry(file, [&](const Entry& entry) {
        if (entry.type == kStabObjectFile && seen.insert(entry.name).second)
            files.emplace_back(entry.name);
        return true;
    });
    return files;
}

bool hasHiddenSymbols(const MachFile& file)
{
    bool found = false;
    forEachEntry(file, [&](const Entry& entry) {
        found = entry.name.starts_with(kHiddenPrefix);
        return !found;
    });
    return found;
}

} // namespace faultline::macho

#include "core/formats/macho/macho_symbols.h"

#include <set>

namespace faultline {

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
    std::uint8_t section = 0; ///< Ordinal from 1 over all segments.
    std::uint64_t value = 0;
};

/// Calls visit(entry) for each record until it returns false.
template <class Visit>
void forEachEntry(const MachFile& file, Visit visit)
{
    const auto& table = file.symbolTable();
    if (!table)
        return;
    ByteReader whole(file.file().span(), file.order());
    const auto records = whole.table(table->symbolOffset, table->symbolCount,
                                     file.is64() ? kEntryBytes64 : kEntryBytes32);
    const auto strings = file.file().slice(table->stringOffset, table->stringBytes);
    if (!records || !strings)
        return;
    ByteReader reader(*records, file.order());
    ByteReader names(strings->span());
    while (!reader.atEnd()) {
        Entry entry;
        names = ByteReader(strings->span());
        names.seek(reader.u32());
        entry.name = names.cString();
        entry.type = reader.u8();
        entry.section = reader.u8();
        reader.skip(2);
        entry.value = file.is64() ? reader.u64() : reader.u32();
        if (names.ok() && !visit(entry))
            return;
    }
}

/// Per section ordinal: whether symbols in it name functions.
std::vector<bool> functionSections(const MachFile& file)
{
    std::vector<bool> result(1, false); // Ordinals start at 1.
    for (const auto& section : file.sections()) {
        const bool isCode = section.name == "__text" || section.name == "__stubs";
        result.push_back(isCode && section.segmentName == "__TEXT");
    }
    return result;
}

std::string_view withoutUnderscore(std::string_view name)
{
    if (name.starts_with('_') && !name.starts_with(kHiddenPrefix))
        name.remove_prefix(1);
    return name;
}

} // namespace

std::vector<Symbol> readMachSymbols(const MachFile& file)
{
    const auto isFunctionSection = functionSections(file);
    const auto loadAddress = file.loadAddress();
    std::vector<Symbol> symbols;
    forEachEntry(file, [&](const Entry& entry) {
        const bool isDefined =
            (entry.type & kStabMask) == 0 && (entry.type & kTypeMask) == kTypeSection;
        const bool isFunction =
            entry.section < isFunctionSection.size() && isFunctionSection[entry.section];
        if (isDefined && isFunction && entry.value >= loadAddress && !entry.name.empty())
            symbols.push_back({.address = entry.value - loadAddress,
                               .sizeBytes = 0,
                               .name = withoutUnderscore(entry.name)});
        return true;
    });
    return symbols;
}

std::vector<std::string> readDebugMap(const MachFile& file)
{
    std::vector<std::string> files;
    std::set<std::string_view> seen;
    forEachEntry(file, [&](const Entry& entry) {
        if (entry.type == kStabObjectFile && !entry.name.empty() && seen.insert(entry.name).second)
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

} // namespace faultline

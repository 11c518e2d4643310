// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_layout.h"

#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/object/name_allowance.h"

#include <algorithm>

namespace faultline::elf {

namespace {

constexpr std::size_t kIdentBytes = 16;

/// The fields of Elf32_Ehdr and Elf64_Ehdr that locate the tables.
struct TableLocations
{
    std::uint64_t segmentOffset = 0;
    std::uint64_t sectionOffset = 0;
    std::uint64_t segmentEntryBytes = 0;
    std::uint64_t segmentCount = 0;
    std::uint64_t sectionEntryBytes = 0;
    std::uint64_t sectionCount = 0;
    std::uint32_t nameSection = 0;
};

ByteReader readerOf(Bytes file, const ElfLayout& layout)
{
    return ByteReader(file, layout.order);
}

std::uint64_t readWord(ByteReader& reader, const ElfLayout& layout)
{
    return layout.is64 ? reader.u64() : reader.u32();
}

Result<void> readIdent(Bytes file, ElfLayout& layout)
{
    ByteReader ident(file);
    const auto magic = ident.u32();
    const auto fileClass = ident.u8();
    const auto encoding = ident.u8();
    if (!ident.ok() || magic != 0x464c457f)
        return fail(ErrorKind::Unsupported, "no ELF magic at offset 0");
    if (fileClass != 1 && fileClass != 2)
        return fail(ErrorKind::Unsupported, "ELF class ", fileClass, ", expected 1 or 2");
    if (encoding != 1 && encoding != 2)
        return fail(ErrorKind::Unsupported, "ELF data encoding ", encoding, ", expected 1 or 2");
    layout.is64 = fileClass == 2;
    layout.order = encoding == 1 ? std::endian::little : std::endian::big;
    return {};
}

Result<TableLocations> readHeader(Bytes file, ElfLayout& layout)
{
    auto reader = readerOf(file, layout);
    reader.skip(kIdentBytes);
    layout.type = reader.u16();
    layout.machine = reader.u16();
    reader.u32();             // e_version
    readWord(reader, layout); // e_entry
    TableLocations tables;
    tables.segmentOffset = readWord(reader, layout);
    tables.sectionOffset = readWord(reader, layout);
    layout.flags = reader.u32();
    reader.u16(); // e_ehsize
    tables.segmentEntryBytes = reader.u16();
    tables.segmentCount = reader.u16();
    tables.sectionEntryBytes = reader.u16();
    tables.sectionCount = reader.u16();
    tables.nameSection = reader.u16();
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "ELF header: file has ", file.size(), " bytes");
    return tables;
}

ElfSection readSection(ByteReader& reader, const ElfLayout& layout, std::uint32_t& nameOffset)
{
    ElfSection section;
    nameOffset = reader.u32();
    section.type = reader.u32();
    section.flags = readWord(reader, layout);
    section.address = readWord(reader, layout);
    section.offset = readWord(reader, layout);
    section.sizeBytes = readWord(reader, layout);
    section.link = reader.u32();
    section.info = reader.u32();
    return section;
}

ElfSegment readSegment(ByteReader& reader, const ElfLayout& layout)
{
    ElfSegment segment;
    segment.type = reader.u32();
    if (layout.is64)
        segment.flags = reader.u32();
    segment.offset = readWord(reader, layout);
    segment.address = readWord(reader, layout);
    readWord(reader, layout); // p_paddr
    segment.fileSizeBytes = readWord(reader, layout);
    segment.memorySizeBytes = readWord(reader, layout);
    if (!layout.is64)
        segment.flags = reader.u32();
    segment.alignment = readWord(reader, layout);
    return segment;
}

/// gABI "ELF Header": counts that do not fit 16 bits are in section 0.
void resolveExtendedCounts(Bytes file, const ElfLayout& layout, TableLocations& tables)
{
    if (tables.sectionOffset == 0)
        return;
    auto reader = readerOf(file, layout);
    reader.seek(tables.sectionOffset);
    std::uint32_t nameOffset = 0;
    const auto null = readSection(reader, layout, nameOffset);
    if (!reader.ok())
        return;
    if (tables.sectionCount == 0)
        tables.sectionCount = null.sizeBytes;
    if (tables.nameSection == SHN_XINDEX)
        tables.nameSection = null.link;
    if (tables.segmentCount == PN_XNUM)
        tables.segmentCount = null.info;
}

/// One table of the file header: its entries as bytes, checked against file and limits.
Result<Bytes> tableBytes(Bytes file,
                         std::string_view what,
                         std::uint64_t offset,
                         std::uint64_t count,
                         std::uint64_t entryBytes,
                         std::uint64_t minimumEntryBytes,
                         const ParseLimits& limits)
{
    if (entryBytes < minimumEntryBytes)
        return fail(ErrorKind::Malformed, what, ": entries of ", entryBytes, " bytes, expected ",
                    minimumEntryBytes);
    const auto table = ByteReader(file).table(offset, count, entryBytes);
    if (!table || count > limits.maxSections)
        return fail(ErrorKind::Malformed, what, ": ", count, " entries of ", entryBytes,
                    " bytes at offset ", Hex{offset}, " do not fit ", file.size(), " bytes");
    return *table;
}

void nameSections(Bytes file,
                  ElfLayout& layout,
                  const std::vector<std::uint32_t>& nameOffsets,
                  std::uint32_t nameSection)
{
    if (nameSection == SHN_UNDEF)
        return;
    if (nameSection >= layout.sections.size()) {
        layout.warnings.push_back(concat("section names: section ", nameSection, " of ",
                                         layout.sections.size(), " does not exist"));
        return;
    }
    const auto& table = layout.sections[nameSection];
    if (table.type == SHT_NOBITS || !rangeFits(table.offset, table.sizeBytes, file.size())) {
        layout.warnings.push_back(concat("section names: ", table.sizeBytes, " bytes at offset ",
                                         Hex{table.offset}, " do not fit the file"));
        return;
    }
    const auto names = file.subspan(static_cast<std::size_t>(table.offset),
                                    static_cast<std::size_t>(table.sizeBytes));
    object::NameAllowance allowance(names.size(), layout.sections.size());
    for (std::size_t i = 0; i < layout.sections.size(); ++i)
        layout.sections[i].name = allowance.nameAt(names, nameOffsets[i]);
    if (allowance.lostNames() > 0)
        layout.warnings.push_back(concat("section names: ", allowance.lostNames(),
                                         " of them overlap too much in a table of ", names.size(),
                                         " bytes"));
}

Result<void>
readSections(Bytes file, const TableLocations& tables, ElfLayout& layout, const ParseLimits& limits)
{
    if (tables.sectionOffset == 0 || tables.sectionCount == 0)
        return {};
    const std::uint64_t minimum = layout.is64 ? 64 : 40;
    FL_TRY(const auto table,
           tableBytes(file, "section headers", tables.sectionOffset, tables.sectionCount,
                      tables.sectionEntryBytes, minimum, limits));
    std::vector<std::uint32_t> nameOffsets(static_cast<std::size_t>(tables.sectionCount));
    layout.sections.reserve(nameOffsets.size());
    auto reader = readerOf(table, layout);
    for (std::size_t i = 0; i < nameOffsets.size(); ++i) {
        reader.seek(i * tables.sectionEntryBytes);
        layout.sections.push_back(readSection(reader, layout, nameOffsets[i]));
    }
    nameSections(file, layout, nameOffsets, tables.nameSection);
    return {};
}

Result<void>
readSegments(Bytes file, const TableLocations& tables, ElfLayout& layout, const ParseLimits& limits)
{
    if (tables.segmentOffset == 0 || tables.segmentCount == 0)
        return {};
    const std::uint64_t minimum = layout.is64 ? 56 : 32;
    FL_TRY(const auto table,
           tableBytes(file, "program headers", tables.segmentOffset, tables.segmentCount,
                      tables.segmentEntryBytes, minimum, limits));
    auto reader = readerOf(table, layout);
    for (std::size_t i = 0; i < tables.segmentCount; ++i) {
        reader.seek(i * tables.segmentEntryBytes);
        layout.segments.push_back(readSegment(reader, layout));
        if (layout.segments.back().type == PT_LOAD)
            layout.loads.push_back(static_cast<std::uint32_t>(i));
    }
    std::ranges::stable_sort(layout.loads, {},
                             [&](std::uint32_t load) { return layout.segments[load].address; });
    return {};
}

/// File header and program headers; the tables' places with their extended counts.
Result<TableLocations> readTables(Bytes file, ElfLayout& layout, const ParseLimits& limits)
{
    FL_CHECK(readIdent(file, layout));
    FL_TRY(auto tables, readHeader(file, layout));
    resolveExtendedCounts(file, layout, tables);
    FL_CHECK(readSegments(file, tables, layout, limits));
    return tables;
}

/// Tells whether the file contains all bytes that the loader maps, including code. Programs that
/// hide from tools have wrong section headers but still run. A file that was cut off lacks bytes.
bool isLoadable(Bytes file, const ElfLayout& layout)
{
    bool hasCode = false;
    for (const auto& segment : layout.segments) {
        if (segment.type != PT_LOAD)
            continue;
        if (!rangeFits(segment.offset, segment.fileSizeBytes, file.size()))
            return false;
        hasCode = hasCode || ((segment.flags & PF_X) != 0 && segment.fileSizeBytes != 0);
    }
    return hasCode;
}

bool covers(const ElfSegment& segment, std::uint64_t address, std::uint64_t sizeBytes)
{
    return segment.type == PT_LOAD && address >= segment.address &&
           address - segment.address < sizeBytes;
}

} // namespace

std::uint64_t ElfLayout::loadAddress() const
{
    const auto first = std::ranges::find(segments, std::uint32_t{PT_LOAD}, &ElfSegment::type);
    return first == segments.end() ? 0 : first->address;
}

bool ElfLayout::hasSegment(std::uint32_t segmentType) const
{
    return std::ranges::find(segments, segmentType, &ElfSegment::type) != segments.end();
}

Bytes ElfLayout::mappedFrom(Bytes file, std::uint64_t address) const
{
    const auto inFile = [&](const ElfSegment& segment) {
        return segment.offset < file.size()
                   ? std::min(segment.fileSizeBytes, file.size() - segment.offset)
                   : 0;
    };
    const auto* segment = firstLoad(
        address, [&](const ElfSegment& load) { return covers(load, address, inFile(load)); });
    if (segment == nullptr)
        return {};
    const auto skipped = address - segment->address;
    return file.subspan(static_cast<std::size_t>(segment->offset + skipped),
                        static_cast<std::size_t>(inFile(*segment) - skipped));
}

bool ElfLayout::isExecutable(std::uint64_t address) const
{
    return firstLoad(address, [&](const ElfSegment& load) {
               return (load.flags & PF_X) != 0 && covers(load, address, load.memorySizeBytes);
           }) != nullptr;
}

/// The first PT_LOAD in the file for which `fits` holds. Loadable segments do not overlap (gABI,
/// "Program Header"), so a few that begin before the address are enough.
template <class Fits>
const ElfSegment* ElfLayout::firstLoad(std::uint64_t address, const Fits& fits) const
{
    constexpr std::size_t kMaxTried = 16;
    auto next = static_cast<std::size_t>(
        std::ranges::upper_bound(loads, address, {},
                                 [this](std::uint32_t load) { return segments[load].address; }) -
        loads.begin());
    const ElfSegment* first = nullptr;
    for (std::size_t tried = 0; next > 0 && tried < kMaxTried; ++tried) {
        const auto* const segment = &segments[loads[--next]];
        if (fits(*segment) && (first == nullptr || segment < first))
            first = segment;
    }
    return first;
}

Result<ElfLayout> readLayout(Bytes file, const ParseLimits& limits)
{
    ElfLayout layout;
    FL_TRY(const auto tables, readTables(file, layout, limits));
    auto sections = readSections(file, tables, layout, limits);
    if (!sections && !isLoadable(file, layout))
        return std::unexpected(std::move(sections).error());
    if (!sections)
        layout.warnings.push_back(std::move(sections).error().detail);
    return layout;
}

Result<ElfLayout> readSegmentLayout(Bytes file, const ParseLimits& limits)
{
    ElfLayout layout;
    FL_CHECK(readTables(file, layout, limits));
    return layout;
}

} // namespace faultline::elf

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_dynamic.h"

#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::elf {

namespace {

/// The entries of PT_DYNAMIC that matter here; 0 where absent.
struct DynamicTable
{
    std::uint64_t symbols = 0;
    std::uint64_t names = 0;
    std::uint64_t namesBytes = 0;
    std::uint64_t gnuHash = 0;
    std::uint64_t hash = 0;
    std::uint64_t rela = 0;
    std::uint64_t relaBytes = 0;
    std::uint64_t rel = 0;
    std::uint64_t relBytes = 0;
    std::uint64_t jumpRelocations = 0;
    std::uint64_t jumpRelocationBytes = 0;
    bool jumpRelocationsHaveAddends = false;
};

void assign(DynamicTable& table, std::uint64_t tag, std::uint64_t value)
{
    switch (tag) {
    case DT_SYMTAB: table.symbols = value; break;
    case DT_STRTAB: table.names = value; break;
    case DT_STRSZ: table.namesBytes = value; break;
    case DT_GNU_HASH: table.gnuHash = value; break;
    case DT_HASH: table.hash = value; break;
    case DT_RELA: table.rela = value; break;
    case DT_RELASZ: table.relaBytes = value; break;
    case DT_REL: table.rel = value; break;
    case DT_RELSZ: table.relBytes = value; break;
    case DT_JMPREL: table.jumpRelocations = value; break;
    case DT_PLTRELSZ: table.jumpRelocationBytes = value; break;
    case DT_PLTREL: table.jumpRelocationsHaveAddends = value == DT_RELA; break;
    default: break;
    }
}

std::optional<DynamicTable> readDynamic(Bytes file, const ElfLayout& layout)
{
    const auto segment =
        std::ranges::find(layout.segments, std::uint32_t{PT_DYNAMIC}, &ElfSegment::type);
    if (segment == layout.segments.end() ||
        !rangeFits(segment->offset, segment->fileSizeBytes, file.size()))
        return std::nullopt;
    ByteReader reader(file.subspan(static_cast<std::size_t>(segment->offset),
                                   static_cast<std::size_t>(segment->fileSizeBytes)),
                      layout.order);
    DynamicTable table;
    while (reader.remaining() >= 2 * layout.wordBytes()) {
        const auto tag = reader.unsignedOf(layout.wordBytes());
        const auto value = reader.unsignedOf(layout.wordBytes());
        if (tag == DT_NULL)
            break;
        assign(table, tag, value);
    }
    return table;
}

/// Layout: nbuckets, symoffset, bloom_size, bloom_shift, bloom words, buckets, chains. The last
/// chain entry of a bucket has bit 0 set; the last symbol ends the chain of the highest bucket.
std::uint64_t countFromGnuHash(Bytes mapped, const ElfLayout& layout)
{
    ByteReader reader(mapped, layout.order);
    const std::uint64_t bucketCount = reader.u32();
    const std::uint64_t firstHashed = reader.u32();
    const std::uint64_t bloomWords = reader.u32();
    reader.u32(); // bloom_shift
    reader.skip(bloomWords * layout.wordBytes());
    if (!reader.ok() || bucketCount > reader.remaining() / 4)
        return 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < bucketCount; ++i)
        last = std::max<std::uint64_t>(last, reader.u32());
    if (last < firstHashed)
        return firstHashed; // Only unhashed (imported) symbols.
    reader.skip((last - firstHashed) * 4);
    while (reader.ok() && (reader.u32() & 1) == 0)
        ++last;
    return reader.ok() ? last + 1 : 0;
}

/// gABI "Hash Table": nbucket, nchain; nchain equals the number of symbols.
std::uint64_t countFromHash(Bytes mapped, const ElfLayout& layout)
{
    ByteReader reader(mapped, layout.order);
    reader.u32();
    const std::uint64_t count = reader.u32();
    return reader.ok() ? count : 0;
}

std::uint64_t
highestSymbolUsed(Bytes mapped, const ElfLayout& layout, std::uint64_t sizeBytes, bool hasAddends)
{
    const auto entryBytes = layout.wordBytes() * (hasAddends ? 3 : 2);
    ByteReader reader(
        mapped.first(static_cast<std::size_t>(std::min<std::uint64_t>(sizeBytes, mapped.size()))),
        layout.order);
    std::uint64_t count = 0;
    while (reader.remaining() >= entryBytes) {
        reader.unsignedOf(layout.wordBytes()); // r_offset
        const auto info = reader.unsignedOf(layout.wordBytes());
        reader.skip(hasAddends ? layout.wordBytes() : 0);
        const auto symbol = layout.is64 ? info >> 32 : info >> 8;
        count = std::max(count, symbol + 1);
    }
    return count;
}

std::uint64_t countFromRelocations(Bytes file, const ElfLayout& layout, const DynamicTable& table)
{
    const auto highest = [&](std::uint64_t address, std::uint64_t sizeBytes, bool hasAddends) {
        if (address == 0)
            return std::uint64_t{0};
        return highestSymbolUsed(layout.mappedFrom(file, address), layout, sizeBytes, hasAddends);
    };
    return std::max({highest(table.rela, table.relaBytes, true),
                     highest(table.rel, table.relBytes, false),
                     highest(table.jumpRelocations, table.jumpRelocationBytes,
                             table.jumpRelocationsHaveAddends)});
}

std::uint64_t countSymbols(Bytes file, const ElfLayout& layout, const DynamicTable& table)
{
    std::uint64_t count = 0;
    if (table.gnuHash != 0)
        count = countFromGnuHash(layout.mappedFrom(file, table.gnuHash), layout);
    if (count == 0 && table.hash != 0)
        count = countFromHash(layout.mappedFrom(file, table.hash), layout);
    if (count == 0)
        count = countFromRelocations(file, layout, table);
    return count;
}

Bytes atMost(Bytes bytes, std::uint64_t sizeBytes)
{
    return bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(sizeBytes, bytes.size())));
}

} // namespace

std::size_t symbolBytes(const ElfLayout& layout)
{
    return layout.is64 ? 24 : 16;
}

std::optional<SymbolTable> findDynamicSymbols(Bytes file, const ElfLayout& layout)
{
    const auto table = readDynamic(file, layout);
    if (!table || table->symbols == 0)
        return std::nullopt;
    const auto mapped = layout.mappedFrom(file, table->symbols);
    const auto available = mapped.size() / symbolBytes(layout);
    const auto count = std::min<std::uint64_t>(countSymbols(file, layout, *table), available);
    if (count == 0)
        return std::nullopt;
    return SymbolTable{mapped.first(static_cast<std::size_t>(count) * symbolBytes(layout)),
                       atMost(layout.mappedFrom(file, table->names), table->namesBytes)};
}

} // namespace faultline::elf

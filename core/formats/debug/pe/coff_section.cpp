// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/coff_section.h"

namespace faultline::pe {

namespace {

// Microsoft PE/COFF specification, "Section Flags".
constexpr std::uint32_t kContainsCode = 0x00000020;
constexpr std::uint32_t kMemoryExecute = 0x20000000;
constexpr std::uint32_t kMemoryWrite = 0x80000000;

std::string_view untilNul(std::string_view text)
{
    return text.substr(0, text.find('\0'));
}

} // namespace

bool CoffSection::isExecutable() const
{
    return (characteristics & (kContainsCode | kMemoryExecute)) != 0;
}

bool CoffSection::isWritable() const
{
    return (characteristics & kMemoryWrite) != 0;
}

std::vector<CoffSection> readCoffSections(ByteReader& reader, std::size_t count)
{
    std::vector<CoffSection> sections;
    sections.reserve(std::min(count, reader.remaining() / kCoffSectionBytes));
    while (sections.size() < count && reader.remaining() >= kCoffSectionBytes) {
        CoffSection section;
        section.name = untilNul(asText(reader.bytes(8)));
        section.virtualSize = reader.u32();
        section.rva = reader.u32();
        section.rawSize = reader.u32();
        section.rawOffset = reader.u32();
        reader.skip(12); // Relocations and line numbers: only in object files.
        section.characteristics = reader.u32();
        sections.push_back(section);
    }
    return sections;
}

} // namespace faultline::pe

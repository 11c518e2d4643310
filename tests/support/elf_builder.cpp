// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/elf_builder.h"

namespace faultline::test {

ElfBuilder& ElfBuilder::type(std::uint16_t value)
{
    m_type = value;
    return *this;
}

ElfBuilder& ElfBuilder::machine(std::uint16_t value)
{
    m_machine = value;
    return *this;
}

ElfBuilder& ElfBuilder::flags(std::uint32_t value)
{
    m_flags = value;
    return *this;
}

ElfBuilder& ElfBuilder::add(Section section)
{
    m_sections.push_back(std::move(section));
    return *this;
}

ElfBuilder& ElfBuilder::add(Segment segment)
{
    m_segments.push_back(segment);
    return *this;
}

ElfBuilder& ElfBuilder::withoutSectionHeaders()
{
    m_hasSectionHeaders = false;
    return *this;
}

ElfBuilder& ElfBuilder::addSymbols(const std::string& name,
                                   std::uint32_t sectionType,
                                   const std::vector<Symbol>& symbols)
{
    auto names = assembler();
    names.u8(0);
    auto entries = assembler();
    entries.zeros(m_class == Class::Elf64 ? 24 : 16);
    for (const auto& symbol : symbols) {
        entries.u32(names.size());
        names.text(symbol.name).u8(0);
        if (m_class == Class::Elf64)
            entries.u8(symbol.info)
                .u8(0)
                .u16(symbol.section)
                .u64(symbol.value)
                .u64(symbol.sizeBytes);
        else
            entries.u32(symbol.value)
                .u32(symbol.sizeBytes)
                .u8(symbol.info)
                .u8(0)
                .u16(symbol.section);
    }
    const auto link = static_cast<std::uint32_t>(m_sections.size() + 2);
    add(Section{name, sectionType, 0, 0, entries.finish(), link});
    return add(Section{name == ".symtab" ? ".strtab" : ".dynstr", 3, 0, 0, names.finish()});
}

std::vector<std::byte>
ElfBuilder::note(std::string_view owner, std::uint32_t noteType, std::string_view descriptor) const
{
    auto out = assembler();
    out.u32(owner.size() + 1).u32(descriptor.size()).u32(noteType);
    out.text(owner).u8(0).align(4).text(descriptor).align(4);
    return out.finish();
}

std::vector<std::byte> ElfBuilder::compressed(std::uint32_t algorithm,
                                              std::uint64_t sizeBytes,
                                              std::string_view data) const
{
    auto out = assembler();
    out.u32(algorithm);
    if (m_class == Class::Elf64)
        out.u32(0);
    out.number(sizeBytes, wordBytes()).number(1, wordBytes()).text(data);
    return out.finish();
}

void ElfBuilder::writeSegment(ByteAssembler& out,
                              const Segment& segment,
                              const std::vector<std::uint64_t>& offsets,
                              std::uint64_t fileSizeBytes) const
{
    const auto index = static_cast<std::size_t>(segment.section);
    const auto offset = segment.section < 0 ? 0 : offsets[index];
    const auto sizeBytes = segment.section < 0 ? fileSizeBytes : m_sections[index].content.size();
    out.u32(segment.type);
    if (m_class == Class::Elf64)
        out.u32(segment.flags);
    out.number(offset, wordBytes())
        .number(segment.address, wordBytes())
        .number(segment.address, wordBytes());
    out.number(sizeBytes, wordBytes()).number(sizeBytes, wordBytes());
    if (m_class == Class::Elf32)
        out.u32(segment.flags);
    out.number(segment.alignment, wordBytes());
}

std::vector<std::byte> ElfBuilder::build() const
{
    const std::size_t headerBytes = m_class == Class::Elf64 ? 64 : 52;
    const std::size_t segmentBytes = m_class == Class::Elf64 ? 56 : 32;
    const std::size_t sectionBytes = m_class == Class::Elf64 ? 64 : 40;
    auto sections = m_sections;
    sections.push_back({".shstrtab", 3});
    auto names = assembler();
    names.u8(0);
    std::vector<std::uint64_t> nameOffsets;
    for (const auto& section : sections) {
        nameOffsets.push_back(names.size());
        names.text(section.name).u8(0);
    }
    sections.back().content = names.finish();

    auto body = assembler();
    std::vector<std::uint64_t> offsets;
    const auto bodyStart = headerBytes + m_segments.size() * segmentBytes;
    for (const auto& section : sections) {
        while ((bodyStart + body.size()) % 16 != 0)
            body.u8(0);
        offsets.push_back(bodyStart + body.size());
        body.bytes(section.content);
    }
    body.align(8);
    const auto sectionTable = bodyStart + body.size();

    auto out = assembler();
    out.text("\x7f"
             "ELF");
    out.u8(m_class == Class::Elf64 ? 2 : 1)
        .u8(m_order == std::endian::little ? 1 : 2)
        .u8(1)
        .zeros(9);
    out.u16(m_type).u16(m_machine).u32(1).number(0, wordBytes());
    out.number(m_segments.empty() ? 0 : headerBytes, wordBytes());
    out.number(m_hasSectionHeaders ? sectionTable : 0, wordBytes());
    out.u32(m_flags).u16(headerBytes).u16(segmentBytes).u16(m_segments.size());
    out.u16(sectionBytes).u16(m_hasSectionHeaders ? sections.size() + 1 : 0);
    out.u16(m_hasSectionHeaders ? sections.size() : 0);
    for (const auto& segment : m_segments)
        writeSegment(out, segment, offsets, sectionTable);
    out.bytes(body.finish());
    if (!m_hasSectionHeaders)
        return out.finish();
    out.zeros(sectionBytes);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const auto& section = sections[i];
        const auto sizeBytes = section.sizeBytes != 0 ? section.sizeBytes : section.content.size();
        out.u32(nameOffsets[i]).u32(section.type).number(section.flags, wordBytes());
        out.number(section.address, wordBytes())
            .number(offsets[i], wordBytes())
            .number(sizeBytes, wordBytes());
        out.u32(section.link).u32(0).number(1, wordBytes()).number(0, wordBytes());
    }
    return out.finish();
}

} // namespace faultline::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "tests/support/byte_assembler.h"

#include <string>
#include <vector>

namespace faultline::test {

/// Writes an ELF file from sections and segments. Section 0 and the section name table are added;
/// sections are numbered from 1 in the order given.
class ElfBuilder
{
public:
    enum class Class { Elf32, Elf64 };

    struct Section
    {
        std::string name;
        std::uint32_t type = 1; ///< SHT_PROGBITS.
        std::uint64_t flags = 0;
        std::uint64_t address = 0;
        std::vector<std::byte> content = {};
        std::uint32_t link = 0;
        std::uint64_t sizeBytes = 0; ///< Replaces the content's size unless it is 0.
    };

    /// A segment over the file bytes of a section, or over the whole file without one.
    struct Segment
    {
        std::uint32_t type = 1; ///< PT_LOAD.
        std::uint32_t flags = 5;
        std::uint64_t address = 0;
        int section = -1; ///< 0-based, in order of addition.
        std::uint64_t alignment = 4;
    };

    struct Symbol
    {
        std::string name;
        std::uint64_t value = 0;
        std::uint64_t sizeBytes = 0;
        std::uint8_t info = 0x12; ///< STB_GLOBAL, STT_FUNC.
        std::uint16_t section = 1;
    };

    explicit ElfBuilder(Class fileClass = Class::Elf64, std::endian order = std::endian::little)
        : m_class(fileClass), m_order(order)
    {
    }

    ElfBuilder& type(std::uint16_t value);
    ElfBuilder& machine(std::uint16_t value);
    ElfBuilder& flags(std::uint32_t value);
    ElfBuilder& add(Section section);
    ElfBuilder& add(Segment segment);
    /// A symbol table section and its string table.
    ElfBuilder& addSymbols(const std::string& name,
                           std::uint32_t sectionType,
                           const std::vector<Symbol>& symbols);
    ElfBuilder& withoutSectionHeaders();

    ByteAssembler assembler() const { return ByteAssembler(m_order); }

    /// A note as in .note.gnu.build-id.
    std::vector<std::byte>
    note(std::string_view owner, std::uint32_t noteType, std::string_view descriptor) const;
    /// An Elf_Chdr before the given compressed bytes.
    std::vector<std::byte>
    compressed(std::uint32_t algorithm, std::uint64_t sizeBytes, std::string_view data) const;

    std::vector<std::byte> build() const;

private:
    std::size_t wordBytes() const { return m_class == Class::Elf64 ? 8 : 4; }

    void writeSegment(ByteAssembler& out,
                      const Segment& segment,
                      const std::vector<std::uint64_t>& offsets,
                      std::uint64_t fileSizeBytes) const;

    Class m_class;
    std::endian m_order;
    std::uint16_t m_type = 3;     // ET_DYN
    std::uint16_t m_machine = 62; // EM_X86_64
    std::uint32_t m_flags = 0;
    bool m_hasSectionHeaders = true;
    std::vector<Section> m_sections;
    std::vector<Segment> m_segments;
};

} // namespace faultline::test

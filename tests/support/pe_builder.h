// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace faultline::test {

/// Writes small PE32 or PE32+ images: one section per call, file offsets equal to RVAs.
class PeBuilder
{
public:
    struct CodeView
    {
        std::array<std::uint8_t, 16> guid{};
        std::uint32_t age = 1;
        std::string name;
        bool isNb10 =
            false; ///< Writes a PDB 2.0 record; the first four GUID bytes are its timestamp.
        std::uint16_t minorVersion = 0;
        std::uint32_t entryTimestamp = 0;
    };

    struct Export
    {
        std::string name;
        std::uint32_t rva = 0;
    };

    struct CoffSymbol
    {
        std::string name;
        std::uint32_t value = 0;
        std::int16_t section = 1;
        std::uint16_t type = 0x20;
        std::uint8_t storageClass = 2;
    };

    bool is64 = true;
    std::uint16_t machine = 0x8664;
    std::uint32_t timestamp = 0x5ab38077;
    std::uint32_t sizeOfImage = 0x9000;
    std::uint64_t imageBase = 0x140000000;
    std::uint16_t characteristics = 0x22;
    bool hasExceptionDirectory = false;
    std::uint32_t exceptionDirectoryBytes = 12;
    std::optional<CodeView> codeView;
    std::string embeddedPdb; ///< Data of a debug directory entry of type 17; needs codeView.
    std::vector<Export> exports;
    std::vector<CoffSymbol> symbols;

    /// A section; long names go through the string table as MinGW's linker does it.
    void addSection(std::string name,
                    std::string content,
                    std::uint32_t characteristics,
                    std::optional<std::uint32_t> virtualSize = {});

    std::vector<std::byte> build() const;

    /// RVA of the n-th section.
    static std::uint32_t sectionRva(std::size_t index)
    {
        return 0x400u * static_cast<std::uint32_t>(index + 1);
    }

private:
    struct Section
    {
        std::string name;
        std::string content;
        std::uint32_t characteristics;
        std::uint32_t virtualSize;
    };

    std::string exportData(std::uint32_t rva) const;
    std::string debugData(std::uint32_t rva) const;

    std::uint32_t debugDirectoryBytes() const { return embeddedPdb.empty() ? 28 : 56; }

    void writeHeaders(ByteAssembler& out,
                      const std::vector<Section>& sections,
                      ByteAssembler::Label symbolTable,
                      const std::string& strings) const;

    std::vector<Section> m_sections;
};

} // namespace faultline::test

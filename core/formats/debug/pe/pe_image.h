// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/pe/coff_section.h"

#include <optional>
#include <string_view>
#include <vector>

namespace faultline::pe {

/// The headers of a PE32 or PE32+ file and the mapping from image addresses to its bytes.
/// Immutable; holds the file. Layout: Microsoft PE/COFF specification.
class PeImage
{
public:
    struct DataDirectory
    {
        std::uint32_t rva = 0;
        std::uint32_t sizeBytes = 0;
    };

    /// Indexes of the data directories that are read ("Optional Header Data Directories").
    enum Directory : std::size_t {
        kExportDirectory = 0,
        kExceptionDirectory = 3,
        kDebugDirectory = 6
    };

    /// True when the DOS stub points to a PE signature inside the file.
    static bool looksLike(Bytes file);

    /// Errors: Unsupported (not a PE file), Malformed (headers exceed the file).
    static Result<PeImage> open(ByteView file);

    const ByteView& file() const { return m_file; }

    Arch arch() const;

    bool isI386() const;

    bool isDll() const;

    std::uint32_t timestamp() const { return m_timestamp; }

    /// Absent when there is no optional header.
    std::optional<std::uint32_t> sizeOfImage() const { return m_sizeOfImage; }

    std::uint64_t imageBase() const { return m_imageBase; }

    DataDirectory directory(Directory index) const;

    const std::vector<CoffSection>& sections() const { return m_sections; }

    /// The full name of a section. Long names are in the COFF string table.
    std::string_view sectionName(const CoffSection& section) const;

    /// A section's bytes in the file without the padding after its virtual size.
    std::optional<ByteView> sectionBytes(const CoffSection& section) const;

    /// Up to `sizeBytes` bytes at an image address as the loader would map them; absent when the
    /// file has none of them.
    std::optional<ByteView> atRva(std::uint64_t rva, std::uint64_t sizeBytes) const;

    /// The COFF symbol records (18 bytes each); empty when there is no table or it exceeds the
    /// file.
    Bytes symbolRecords() const { return m_symbolRecords; }

    /// The COFF string table, and its part from an offset on; empty when that is outside.
    Bytes coffStrings() const { return m_stringTable; }

    Bytes coffStringsFrom(std::uint32_t offset) const;

private:
    explicit PeImage(ByteView file) : m_file(std::move(file)) {}

    Result<void> readHeaders();
    Result<void> readOptionalHeader(ByteReader& reader, std::size_t sizeBytes);
    void locateSymbolTable(std::uint32_t offset, std::uint32_t count);
    void sortByAddress();

    ByteView m_file;
    std::uint16_t m_machine = 0;
    std::uint16_t m_characteristics = 0;
    std::uint32_t m_timestamp = 0;
    std::optional<std::uint32_t> m_sizeOfImage;
    std::uint32_t m_sizeOfHeaders = 0;
    std::uint64_t m_imageBase = 0;
    std::vector<DataDirectory> m_directories;
    std::vector<CoffSection> m_sections;
    std::vector<std::uint32_t> m_byAddress; // Section indexes sorted by RVA.
    Bytes m_symbolRecords;
    Bytes m_stringTable; // Includes its leading size field, which string offsets count.
};

/// CPU of a COFF machine number ("Machine Types"); Unknown for all others.
Arch archOfCoffMachine(std::uint16_t machine);

} // namespace faultline::pe

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/ppdb/clr_schema.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::ppdb {

/// CLR metadata in assemblies and portable PDBs: heaps and tables, read in place. Immutable; holds
/// the bytes. Rows count from 1, as in the files. Layout: ECMA-335 II.24; dotnet/runtime
/// docs/design/specs/PortablePdb-Metadata.md ("#Pdb stream").
class ClrMetadata
{
public:
    static bool looksLike(Bytes file);

    /// Errors: Unsupported (no BSJB signature), Malformed (a header or table does not fit).
    static Result<ClrMetadata> open(ByteView file);

    const ByteView& file() const { return m_file; }

    /// The #Pdb stream, which begins with 20 bytes of id; empty when there is none.
    Bytes pdbStream() const { return m_pdb; }

    /// Names of streams that are in no specification.
    const std::vector<std::string>& unknownStreams() const { return m_unknownStreams; }

    std::uint32_t rowCount(ClrTable table) const { return m_rows[static_cast<std::size_t>(table)]; }

    /// A column's value; 0 when the row does not exist. Columns count from 0.
    std::uint32_t cell(ClrTable table, std::uint32_t row, std::size_t column) const;

    /// Bytes of a heap's entry; empty for offset 0 and for offsets outside the heap.
    Bytes blob(std::uint32_t offset) const;
    /// The 16 bytes of the GUID with that number, as stored; empty for 0 and for numbers outside
    /// the heap.
    Bytes guid(std::uint32_t number) const;

    std::size_t blobHeapBytes() const { return m_blobs.size(); }

private:
    struct Layout
    {
        Bytes data;
        std::uint32_t rowBytes = 0;
        std::array<std::uint8_t, kClrMaxColumns> offsets{};
        std::array<std::uint8_t, kClrMaxColumns> widths{};
    };

    explicit ClrMetadata(ByteView file) : m_file(std::move(file)) {}

    Result<void> readStreams();
    Result<void> readReferencedRows();
    Result<void> readTables();
    std::uint8_t widthOf(const ClrColumn& column) const;
    void layOut(std::size_t table);
    /// The number of rows that decides the width of indexes: rows here or, for a portable PDB, in
    /// its assembly.
    std::uint32_t rowsForIndex(std::size_t table) const;

    ByteView m_file;
    Bytes m_tables; // Bytes of "#~". The members below are further streams.
    Bytes m_blobs;
    Bytes m_guids;
    Bytes m_pdb;
    std::vector<std::string> m_unknownStreams;
    std::uint8_t m_heapSizes = 0;
    std::array<std::uint32_t, kClrTableCount> m_rows{};
    std::array<std::uint32_t, kClrTableCount> m_referencedRows{};
    std::array<Layout, kClrTableCount> m_layouts{};
};

} // namespace faultline::ppdb

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/codeview/codeview_records.h"

#include <optional>
#include <vector>

namespace faultline::pdb {

/// The records of a type stream (TPI) or id stream (IPI), by index. Immutable and thread-safe.
/// Layout: llvm/llvm-project llvm/docs/PDB/TpiStream.rst.
class PdbTypeTable
{
public:
    PdbTypeTable() = default;
    /// Indexes the stream. Records before a damaged one stay available.
    explicit PdbTypeTable(ByteView stream);

    /// Absent for damaged records and for indexes outside the table, which include all simple
    /// types.
    std::optional<codeview::TypeRecord> find(std::uint32_t index) const;

    /// The bytes of a record; empty for indexes outside the table. They live as long as the table.
    Bytes bytes(std::uint32_t index) const
    {
        return index < m_firstIndex || index - m_firstIndex >= m_records.size()
                   ? Bytes()
                   : m_records[index - m_firstIndex].bytes;
    }

    /// The indexes of the table are [firstIndex, firstIndex + size).
    std::uint32_t firstIndex() const { return m_firstIndex; }

    std::size_t size() const { return m_records.size(); }

    /// Size of a record; 0 for indexes outside the table.
    std::size_t recordBytes(std::uint32_t index) const { return bytes(index).size(); }

private:
    ByteView m_stream;
    std::uint32_t m_firstIndex = 0;
    std::vector<codeview::CodeViewRecord> m_records;
};

} // namespace faultline::pdb

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace faultline::symcache {

/// Covers `start` to the next row of the same function. `scope` counts from the function's first
/// inline; object::kNoIndex stands for the function's own code.
struct CompactRow
{
    std::uint32_t start = 0;
    std::uint32_t scope = object::kNoIndex;
    std::uint32_t file = object::kNoIndex; ///< Index into the FileTable.
    std::uint32_t line = 0;
    std::uint16_t column = 0;

    bool hasPlaceOf(const CompactRow& other) const
    {
        return scope == other.scope && file == other.file && line == other.line &&
               column == other.column;
    }
};

/// The rows of a unit's functions as bytes. Each row stores only its differences from the row
/// before. This takes a fifth of the memory of the structures; a large module has millions of them
/// between reading and writing.
class PackedRows
{
public:
    /// Starts the rows of a function and returns their place. The first row starts at the
    /// function's begin.
    std::uint64_t beginFunction(std::uint32_t begin);

    /// Adds a row; starts must ascend. A row with the scope and position of the row before is
    /// dropped.
    void add(const CompactRow& row);

    /// Rows since beginFunction().
    std::uint32_t rowCount() const { return m_rowCount; }

    void reserve(std::size_t rowCount);

    void shrinkToFit() { m_bytes.shrink_to_fit(); }

private:
    friend class RowCursor;

    void putNumber(std::uint32_t value);

    std::vector<std::uint8_t> m_bytes;
    CompactRow m_last;
    std::uint32_t m_rowCount = 0;
};

/// Walks over the rows of one function, which has at least one row.
class RowCursor
{
public:
    /// `at` and `begin` have the values of beginFunction(), `rowCount` the value after the
    /// function's last row.
    RowCursor(const PackedRows& rows,
              std::uint64_t at,
              std::uint32_t begin,
              std::uint32_t rowCount);

    const CompactRow& row() const { return m_row; }

    bool hasNext() const { return m_left > 0; }

    /// The end of row(). Call only while there is a next row.
    std::uint32_t nextStart() const { return m_next.start; }

    void advance();

private:
    void readNext();
    std::uint32_t number();

    const std::uint8_t* m_at;
    CompactRow m_row;
    CompactRow m_next;
    std::uint32_t m_left; // Number of rows after m_row.
};

} // namespace faultline::symcache

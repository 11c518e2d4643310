// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

#include <optional>

namespace faultline::golang {

/// Steps through a table that gives each range of a function's code a number (a line, a file, the
/// size of the frame). A row is a signed change of the number, then how far it reaches in code
/// units. Source: golang.org/s/go12symtab, "Table encoding"; Go, src/runtime/symtab.go, `step`.
class PcValues
{
public:
    /// `rows` begins with the table and may continue beyond it. `entry` is the function's address.
    PcValues(Bytes rows, std::uint64_t entry, std::uint8_t codeUnitBytes)
        : m_reader(rows), m_end(entry), m_codeUnitBytes(codeUnitBytes)
    {
    }

    /// Takes each row from `rowsLeft`, which must outlive this, and ends as damaged when it is 0.
    /// Functions may share a table, so without a limit a small file could ask for endless work.
    void limitBy(std::uint64_t& rowsLeft) { m_rowsLeft = &rowsLeft; }

    /// Moves to the next range; to the first one at the first call. False after the last range and
    /// where the table is damaged.
    bool next();

    bool isDamaged() const { return !m_reader.ok(); }

    std::uint64_t begin() const { return m_begin; }

    std::uint64_t end() const { return m_end; }

    std::int32_t value() const { return m_value; }

private:
    std::optional<std::uint32_t> number();

    ByteReader m_reader;
    std::uint64_t m_begin = 0;
    std::uint64_t m_end = 0;
    std::int32_t m_value = -1;
    std::uint8_t m_codeUnitBytes = 1;
    bool m_isFirst = true;
    std::uint64_t* m_rowsLeft = nullptr; ///< Null: no limit.
};

/// The number at an address; absent outside all ranges.
std::optional<std::int32_t> valueAt(PcValues values, std::uint64_t address);

} // namespace faultline::golang

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <string_view>

namespace faultline::object {

/// Reads names that end with a NUL from a string table, and limits what they cost. Records refer to
/// names by offset, so the names of a hostile file overlap: a thousand offsets into one long text
/// are a thousand long names. The lengths of real names add up to one or two times their table, and
/// to less than 5 % of what this allows (measured on 2,800 tables of Debian's libraries and
/// programs). Not thread-safe.
class NameAllowance
{
public:
    /// The allowance for a string table of `tableBytes` bytes, to which `recordCount` records
    /// refer.
    NameAllowance(std::uint64_t tableBytes, std::uint64_t recordCount);

    /// The name at the beginning of `bytes`. Empty when nothing ends it, or when it would exceed
    /// the allowance. The latter names are counted.
    std::string_view nameIn(Bytes bytes);

    /// The same for a place in a table; empty when it lies outside.
    std::string_view nameAt(Bytes table, std::uint64_t offset)
    {
        return offset < table.size() ? nameIn(table.subspan(static_cast<std::size_t>(offset)))
                                     : std::string_view();
    }

    /// Number of names that exceeded the allowance.
    std::uint64_t lostNames() const { return m_lost; }

private:
    std::uint64_t m_bytesLeft;
    std::uint64_t m_lost = 0;
};

} // namespace faultline::object

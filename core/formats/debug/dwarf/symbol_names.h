// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"

namespace faultline::dwarf {

/// Symbol names by exact relative address. Immutable.
class SymbolNames
{
public:
    explicit SymbolNames(std::vector<object::Symbol> symbols);

    /// Of several symbols at the address, the first in the table counts that the debug info names,
    /// perhaps with other underscores before it ("copysign" for "__copysign"), else the first:
    /// the code is the function that the debug info describes, whatever else it is called. Empty
    /// when no symbol begins exactly at the address.
    std::string_view at(std::uint32_t address, std::string_view debugName) const;

    /// Does a symbol begin in [begin, end)?
    bool beginsWithin(std::uint32_t begin, std::uint32_t end) const;

private:
    std::vector<object::Symbol> m_symbols; // Sorted by address; in table order at each.
};

} // namespace faultline::dwarf

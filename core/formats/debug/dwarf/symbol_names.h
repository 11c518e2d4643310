// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"

namespace faultline::dwarf {

/// Symbol names by exact relative address. Immutable.
class SymbolNames
{
public:
    explicit SymbolNames(std::vector<object::Symbol> symbols);

    /// The symbol at the address. When there are several, returns the first in the table that has
    /// the debug info's name, where underscores at the beginning do not count ("copysign" has the
    /// name "__copysign"). When no symbol has that name, returns the first one. Empty when no
    /// symbol begins exactly at the address.
    std::string_view at(std::uint32_t address, std::string_view debugName) const;

    /// Does a symbol begin in [begin, end)?
    bool beginsWithin(std::uint32_t begin, std::uint32_t end) const;

private:
    std::vector<object::Symbol> m_symbols; // Sorted by address; in table order at each.
};

} // namespace faultline::dwarf

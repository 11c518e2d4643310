// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"

namespace faultline::dwarf {

/// Symbol names by exact relative address. If several symbols have one address, the first in the
/// table counts. Immutable.
class SymbolNames
{
public:
    explicit SymbolNames(std::vector<object::Symbol> symbols);

    /// Empty when no symbol begins exactly at the address.
    std::string_view at(std::uint32_t address) const;

    /// Does a symbol begin in [begin, end)?
    bool beginsWithin(std::uint32_t begin, std::uint32_t end) const;

private:
    std::vector<object::Symbol> m_symbols; // Sorted by address, one per address.
};

} // namespace faultline::dwarf

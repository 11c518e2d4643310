// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/symbol_names.h"

#include <algorithm>

namespace faultline::dwarf {

SymbolNames::SymbolNames(std::vector<object::Symbol> symbols) : m_symbols(std::move(symbols))
{
    std::erase_if(m_symbols, [](const object::Symbol& symbol) { return symbol.name.empty(); });
    std::ranges::stable_sort(m_symbols, {}, &object::Symbol::address);
    const auto duplicates = std::ranges::unique(m_symbols, {}, &object::Symbol::address);
    m_symbols.erase(duplicates.begin(), duplicates.end());
    m_symbols.shrink_to_fit();
}

std::string_view SymbolNames::at(std::uint32_t address) const
{
    const auto found =
        std::ranges::lower_bound(m_symbols, std::uint64_t{address}, {}, &object::Symbol::address);
    return found != m_symbols.end() && found->address == address ? found->name : std::string_view();
}

bool SymbolNames::beginsWithin(std::uint32_t begin, std::uint32_t end) const
{
    const auto found =
        std::ranges::lower_bound(m_symbols, std::uint64_t{begin}, {}, &object::Symbol::address);
    return found != m_symbols.end() && found->address < end;
}

} // namespace faultline::dwarf

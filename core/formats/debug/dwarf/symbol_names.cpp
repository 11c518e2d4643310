// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/symbol_names.h"

#include <algorithm>
#include <memory>

namespace faultline::dwarf {

namespace {

constexpr int kMaxAliases = 64; ///< A hostile table may put all of its symbols at one address.

std::string_view withoutUnderscores(std::string_view name)
{
    return name.substr(std::min(name.find_first_not_of('_'), name.size()));
}

} // namespace

SymbolNames::SymbolNames(std::vector<object::Symbol> symbols) : m_symbols(std::move(symbols))
{
    std::erase_if(m_symbols, [](const object::Symbol& symbol) { return symbol.name.empty(); });
    std::ranges::stable_sort(m_symbols, {}, &object::Symbol::address);
    m_symbols.shrink_to_fit();
}

std::string_view SymbolNames::at(std::uint32_t address, std::string_view debugName) const
{
    const auto first =
        std::ranges::lower_bound(m_symbols, std::uint64_t{address}, {}, &object::Symbol::address);
    if (first == m_symbols.end() || first->address != address)
        return {};
    const auto plain = withoutUnderscores(debugName);
    const auto* symbol = std::to_address(first);
    const auto* const end = m_symbols.data() + m_symbols.size();
    for (int i = 0; i < kMaxAliases && symbol != end && symbol->address == address; ++i, ++symbol) {
        if (withoutUnderscores(symbol->name) == plain)
            return symbol->name;
    }
    return first->name;
}

bool SymbolNames::beginsWithin(std::uint32_t begin, std::uint32_t end) const
{
    const auto found =
        std::ranges::lower_bound(m_symbols, std::uint64_t{begin}, {}, &object::Symbol::address);
    return found != m_symbols.end() && found->address < end;
}

} // namespace faultline::dwarf

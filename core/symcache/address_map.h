// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symcache/address_layout.h"
#include "core/symcache/compact_unit.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace faultline::symcache {

/// A function in the symcache, from debug info or a symbol table.
struct MappedFunction
{
    static constexpr std::uint32_t kSymbolTable = 0xffffffff;

    std::uint32_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t entry = 0;
    std::uint32_t name = object::kNoIndex; ///< Interned; object::kNoIndex when unknown.
    Language language = Language::Unknown;
    std::uint32_t unit = kSymbolTable; ///< The unit with its rows and inlines.
    std::uint32_t function = 0;        ///< Index into the unit's functions.
    std::uint32_t inlineBase = 0;      ///< Index of its first inline in the symcache.
};

/// Rows of a unit that belong to no function.
struct BareLines
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t unit = 0;
    std::uint32_t index = 0; ///< Index into the unit's bareLines.
};

/// Which function owns which addresses. `segments` are ascending and disjoint. Their claims are
/// indexes into `functions`, which are ascending by begin.
struct AddressMap
{
    std::vector<MappedFunction> functions;
    std::vector<AddressSegment> segments;
    std::vector<BareLines> bareLines; ///< Ascending by begin.
    std::uint32_t hiddenFunctions = 0;
    std::uint32_t symbols = 0;
};

/// A function symbol with its name interned.
struct NamedSymbol
{
    std::uint32_t address = 0;
    std::uint64_t sizeBytes = 0; ///< 0: extends to the next symbol.
    std::uint32_t name = object::kNoIndex;
    /// End of its section. No code of a symbol without size lies after it.
    std::uint64_t sectionEnd = std::numeric_limits<std::uint64_t>::max();
};

/// Debug info comes first; symbols only fill gaps. A symbol covers the addresses from its own to
/// the next function of the debug info. A symbol that begins inside such a function is ignored,
/// because the debug info knows better. Lines that a unit has in a symbol's range belong to the
/// symbol. (Symbolicator cuts the function at the symbol, docs/spec/native.md §9.4 rule 8: a local
/// label then hides line and inline information.) `symbols` are ascending by address, one per
/// address.
AddressMap makeAddressMap(const std::vector<CompactUnit>& units,
                          const std::vector<NamedSymbol>& symbols);

} // namespace faultline::symcache

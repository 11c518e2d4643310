// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/code_space.h"
#include "core/formats/debug/dwarf/value_units.h"

namespace faultline::dwarf {

/// Finds the entry of the function that contains an address. Units are found by .debug_aranges,
/// otherwise by the ranges of their root entries. A unit's functions are listed when it is first
/// asked for. Not thread-safe.
class CodeFinder
{
public:
    CodeFinder(ValueUnits& units, const DwarfInput& input, const ParseLimits& limits)
        : m_units(units), m_space(input), m_bias(input.loadAddress - input.addressBias),
          m_limits(limits)
    {
    }

    /// False when no function of the file contains the linked address.
    bool functionAt(std::uint64_t linkedAddress, Entry& out);

    /// The unit of the main file that contains the linked address, a skeleton too. Null when none
    /// does.
    const ValueUnit* mainUnitAt(std::uint64_t linkedAddress);

    /// Has the function's unit another function with the same abstract origin, such as the part
    /// that a compiler splits off?
    bool hasOtherInstance(const Entry& function);

private:
    /// Code of a unit (its index) or of a function (its entry's offset), linked addresses.
    struct Piece
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t of = 0;
    };

    /// Pieces sorted by address, which may overlap.
    class Pieces
    {
    public:
        void add(const Piece& piece) { m_pieces.push_back(piece); }

        void sort();

        /// Calls `visit` for each piece that contains the address, the one with the last beginning
        /// first, until it returns true.
        template <class Visit>
        bool anyAround(std::uint64_t address, const Visit& visit) const;

        const std::vector<Piece>& all() const { return m_pieces; }

    private:
        std::vector<Piece> m_pieces;
        std::vector<std::uint64_t> m_highestEnd; // Of a piece and all before it.
    };

    template <class Visit>
    bool anyUnitAt(std::uint64_t linkedAddress, const Visit& visit);
    void listUnits();
    void listArranged(std::vector<bool>& isListed);
    bool functionIn(const ValueUnit& unit, std::uint64_t linkedAddress, Entry& out);
    const Pieces& functionsOf(const ValueUnit& unit);
    void listFunctions(const ValueUnit& unit, Pieces& out) const;

    ValueUnits& m_units;
    CodeSpace m_space;
    std::uint64_t m_bias; ///< Linked minus relative address.
    ParseLimits m_limits;
    bool m_isListed = false;
    Pieces m_unitPieces;
    std::vector<std::size_t> m_unitsWithoutRanges;
    std::unordered_map<const ValueUnit*, Pieces> m_functions;
};

} // namespace faultline::dwarf

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/code_finder.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"
#include "core/formats/debug/dwarf/entry_ranges.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

/// How many entries of range lists a unit may read; as in function_walker.cpp.
std::uint64_t rangesAllowed(const ValueUnit& unit)
{
    return 256 + (unit.unit.header.end - unit.unit.header.offset);
}

/// One set of .debug_aranges: the unit it is for, and its pairs of address and length (DWARF 5
/// §6.1.2).
struct Arrangement
{
    std::uint64_t unitOffset = 0;
    std::uint64_t end = 0;
    unsigned addressBytes = 0;
};

/// Leaves the cursor at the first pair.
std::optional<Arrangement> readArrangement(DwarfCursor& cursor)
{
    Arrangement set;
    const auto begin = cursor.offset();
    std::uint64_t length = cursor.u32();
    const bool is64 = length == 0xffffffff;
    if (is64)
        length = cursor.u64();
    if (!cursor.ok() || length > cursor.remaining())
        return std::nullopt;
    set.end = cursor.offset() + length;
    cursor.u16(); // The version, 2 in all versions of DWARF.
    set.unitOffset = cursor.unsignedOf(is64 ? 8 : 4);
    set.addressBytes = cursor.u8();
    const auto segmentBytes = cursor.u8();
    if (!cursor.ok() || segmentBytes != 0 || (set.addressBytes != 4 && set.addressBytes != 8))
        return std::nullopt;
    const auto pairBytes = 2 * std::uint64_t{set.addressBytes};
    const auto headerBytes = cursor.offset() - begin;
    cursor.skip((pairBytes - headerBytes % pairBytes) % pairBytes);
    return cursor.ok() ? std::optional(set) : std::nullopt;
}

} // namespace

void CodeFinder::Pieces::sort()
{
    std::ranges::sort(m_pieces, {}, &Piece::begin);
    m_highestEnd.clear();
    std::uint64_t highest = 0;
    for (const auto& piece : m_pieces) {
        highest = std::max(highest, piece.end);
        m_highestEnd.push_back(highest);
    }
}

template <class Visit>
bool CodeFinder::Pieces::anyAround(std::uint64_t address, const Visit& visit) const
{
    const auto after = std::ranges::upper_bound(m_pieces, address, {}, &Piece::begin);
    for (auto i = static_cast<std::size_t>(after - m_pieces.begin()); i > 0; --i) {
        if (m_highestEnd[i - 1] <= address)
            return false;
        if (m_pieces[i - 1].end > address && visit(m_pieces[i - 1]))
            return true;
    }
    return false;
}

/// Calls `visit` with the index of each unit that may contain the address until it returns true.
template <class Visit>
bool CodeFinder::anyUnitAt(std::uint64_t linkedAddress, const Visit& visit)
{
    listUnits();
    return m_unitPieces.anyAround(linkedAddress, [&](const Piece& piece) {
        return visit(static_cast<std::size_t>(piece.of));
    }) || std::ranges::any_of(m_unitsWithoutRanges, visit);
}

bool CodeFinder::functionAt(std::uint64_t linkedAddress, Entry& out)
{
    return anyUnitAt(linkedAddress, [&](std::size_t index) {
        const auto* unit = m_units.codeUnit(index);
        return unit != nullptr && functionIn(*unit, linkedAddress, out);
    });
}

const ValueUnit* CodeFinder::mainUnitAt(std::uint64_t linkedAddress)
{
    const ValueUnit* found = nullptr;
    Entry function;
    anyUnitAt(linkedAddress, [&](std::size_t index) {
        const auto* unit = m_units.codeUnit(index);
        if (unit == nullptr || !functionIn(*unit, linkedAddress, function))
            return false;
        found = m_units.mainUnit(index);
        return true;
    });
    return found;
}

void CodeFinder::listUnits()
{
    if (std::exchange(m_isListed, true))
        return;
    std::vector<bool> isListed(m_units.mainStore().index().units.size());
    listArranged(isListed);
    for (const auto index : m_units.codeUnitIndexes()) {
        const auto* unit = isListed[index] ? nullptr : m_units.mainUnit(index);
        Entry root;
        if (unit == nullptr || !m_units.read(*unit, unit->unit.header.firstEntry, root))
            continue;
        auto left = rangesAllowed(*unit);
        const auto ranges = rangesOf(unit->sections(), unit->unit, root.fields, left);
        for (const auto& range : ranges)
            m_unitPieces.add({range.begin, range.end, index});
        if (ranges.empty() && unit->unit.hasChildren && !root.has(Field::Ranges))
            m_unitsWithoutRanges.push_back(index);
    }
    m_unitPieces.sort();
}

void CodeFinder::listArranged(std::vector<bool>& isListed)
{
    const auto& sections = m_units.mainStore().sections();
    const auto& units = m_units.mainStore().index().units;
    DwarfCursor cursor(sections.aranges.span(), 0, sections.aranges.size(), sections.order);
    while (cursor.remaining() > 0) {
        const auto set = readArrangement(cursor);
        if (!set)
            return;
        const auto unit = std::ranges::lower_bound(units, set->unitOffset, {}, &UnitHeader::offset);
        const bool isKnown = unit != units.end() && unit->offset == set->unitOffset;
        const auto index = static_cast<std::size_t>(unit - units.begin());
        while (isKnown && cursor.offset() + 2 * std::uint64_t{set->addressBytes} <= set->end) {
            const auto begin = cursor.unsignedOf(set->addressBytes);
            const auto length = cursor.unsignedOf(set->addressBytes);
            if (begin == 0 && length == 0)
                break;
            if (length <= ~begin && length > 0) {
                m_unitPieces.add({begin, begin + length, index});
                isListed[index] = true;
            }
        }
        cursor.seek(set->end);
    }
}

bool CodeFinder::functionIn(const ValueUnit& unit, std::uint64_t linkedAddress, Entry& out)
{
    return functionsOf(unit).anyAround(linkedAddress, [&](const Piece& piece) {
        return m_units.read(unit, piece.of, out) && out.tag != 0;
    });
}

bool CodeFinder::hasOtherInstance(const Entry& function)
{
    if (!function.has(Field::AbstractOrigin))
        return false;
    const auto origin = m_units.originOf(function.ref());
    Entry other;
    return std::ranges::any_of(functionsOf(*function.unit).all(), [&](const Piece& piece) {
        return piece.of != function.offset && m_units.read(*function.unit, piece.of, other) &&
               other.has(Field::AbstractOrigin) && m_units.originOf(other.ref()) == origin;
    });
}

const CodeFinder::Pieces& CodeFinder::functionsOf(const ValueUnit& unit)
{
    const auto [found, isNew] = m_functions.try_emplace(&unit);
    if (isNew) {
        listFunctions(unit, found->second);
        found->second.sort();
    }
    return found->second;
}

/// Visits every entry but the descendants of leaves: lambdas and local classes have their functions
/// inside others.
void CodeFinder::listFunctions(const ValueUnit& unit, Pieces& out) const
{
    const auto& header = unit.unit.header;
    const auto& sections = unit.sections();
    DwarfCursor cursor(sections.info.span(), unit.unit.firstChild, header.end, sections.order);
    auto left = rangesAllowed(unit);
    DieFields fields;
    for (std::uint64_t depth = 1; unit.unit.hasChildren && depth > 0 && !cursor.atEnd();) {
        const auto offset = cursor.offset();
        const auto code = cursor.uleb128();
        if (code == 0) {
            --depth;
            continue;
        }
        const auto* abbreviation = unit.abbreviations->find(code);
        if (abbreviation == nullptr)
            return;
        if (abbreviation->role == TagRole::Leaf) {
            const auto sibling = skipEntry(cursor, *unit.abbreviations, *abbreviation, header);
            if (abbreviation->hasChildren)
                passChildren(cursor, *unit.abbreviations, header, sibling);
            continue;
        }
        readAllFields(cursor, *unit.abbreviations, *abbreviation, header, fields);
        if (abbreviation->hasChildren)
            ++depth;
        if (abbreviation->role != TagRole::Function || !cursor.ok())
            continue;
        for (const auto& range : rangesOf(sections, unit.unit, fields, left)) {
            if (const auto piece = m_space.function(range, header.addressBytes))
                out.add({piece->begin + m_bias, piece->end + m_bias, offset});
        }
    }
}

} // namespace faultline::dwarf

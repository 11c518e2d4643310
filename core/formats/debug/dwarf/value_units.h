// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/debug/dwarf/neighbour_stores.h"
#include "core/formats/debug/dwarf/split_files.h"
#include "core/formats/debug/object/value_info.h"

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace faultline::dwarf {

/// A unit opened for its types and variables. Lives as long as ValueUnits.
struct ValueUnit
{
    const UnitStore* store = nullptr;
    std::uint32_t part = 0; ///< EntryRef::part of its entries.
    Unit unit;
    std::shared_ptr<const AbbreviationTable> abbreviations; ///< Wanted::Values.
    std::uint64_t loclistsBase = 0;
    std::uint64_t languageCode = 0; ///< DW_LANG_*; 0 when it is not recorded in that form.

    const DwarfSections& sections() const { return store->sections(); }

    object::EntryRef ref(std::uint64_t infoOffset) const { return {part, infoOffset}; }
};

/// One entry with its attributes.
struct Entry
{
    const ValueUnit* unit = nullptr; ///< Null: there is no entry.
    std::uint64_t offset = 0;
    std::uint16_t tag = 0;
    bool hasChildren = false;
    std::uint64_t next = 0; ///< Offset after the entry, of its first child if it has children.
    DieFields fields;

    object::EntryRef ref() const
    {
        return unit == nullptr ? object::EntryRef() : unit->ref(offset);
    }

    bool has(Field field) const { return fields.has(field); }
};

/// An attribute and the unit that decides what it means.
struct Attribute
{
    const ValueUnit* unit = nullptr;
    DieValue value;
};

/// All units of a file and of its companions, opened when they are first needed, and their entries.
/// Not thread-safe.
class ValueUnits
{
public:
    ValueUnits(DwarfSections sections,
               UnitIndex index,
               const DwarfInput& input,
               const ParseLimits& limits);

    /// The main file's units that may have code, by their index.
    const std::vector<std::size_t>& codeUnitIndexes() const { return m_codeUnits; }

    const UnitStore& mainStore() const { return *m_parts.front().store; }

    /// A unit of the main file; the split unit instead of its skeleton if that is available. Null
    /// when it cannot be opened.
    const ValueUnit* codeUnit(std::size_t index);

    /// The same, but the skeleton stays.
    const ValueUnit* mainUnit(std::size_t index) { return open(1, index); }

    /// The unit that contains an entry; null when there is none.
    const ValueUnit* unitOf(object::EntryRef entry);

    /// False when the entry cannot be read. At the end of a list of children the tag is 0.
    bool read(const ValueUnit& unit, std::uint64_t infoOffset, Entry& out) const;
    bool read(object::EntryRef entry, Entry& out);

    /// The offset after an entry and all below it; absent when that cannot be read.
    std::optional<std::uint64_t> after(const Entry& entry) const;

    /// Calls `visit(entry)` for each child until it returns false. False when the children cannot
    /// be read to their end.
    template <class Visit>
    bool forEachChild(const Entry& parent, const Visit& visit) const
    {
        if (!parent.hasChildren)
            return true;
        Entry child;
        for (auto offset = parent.next;;) {
            if (!read(*parent.unit, offset, child))
                return false;
            if (child.tag == 0 || !visit(child))
                return true;
            const auto next = after(child);
            if (!next)
                return false;
            offset = *next;
        }
    }

    /// The entry that an attribute refers to; none when its file is unavailable.
    object::EntryRef follow(const Attribute& reference);
    /// The same for an attribute of the entry itself.
    object::EntryRef follow(const Entry& entry, Field field);
    /// The attribute of the entry, else of its abstract origin or specification.
    std::optional<Attribute> attribute(const Entry& entry, Field field);
    std::string_view text(const Attribute& attribute) const;
    /// The text of an attribute(); empty when there is none.
    std::string_view text(const Entry& entry, Field field);
    /// Its number; absent for blocks and references.
    std::optional<std::uint64_t> number(const Entry& entry, Field field);
    /// The last entry of the chain of abstract origins and specifications: `entry` itself when
    /// there is none.
    object::EntryRef originOf(object::EntryRef entry);
    /// The bytes of a block.
    static std::optional<Bytes> block(const Attribute& attribute);

private:
    struct Part
    {
        std::shared_ptr<const UnitStore> store;
        std::unique_ptr<AbbreviationCache> abbreviations;
        std::map<std::size_t, std::unique_ptr<ValueUnit>> units;
    };

    std::uint32_t addPart(std::shared_ptr<const UnitStore> store);
    const ValueUnit* open(std::uint32_t part, std::size_t index);
    const ValueUnit* splitUnitOf(const ValueUnit& skeleton);
    std::unique_ptr<ValueUnit> completed(std::uint32_t part, Unit unit);
    std::uint32_t partOf(const UnitStore* store) const;

    ParseLimits m_limits;
    std::unique_ptr<const UnitStore> m_supplementary;
    std::unique_ptr<const UnitStore> m_types;
    std::vector<Part> m_parts; // The main file first; EntryRef::part counts from 1.
    std::unordered_map<const UnitStore*, std::uint32_t> m_partOf;
    std::unique_ptr<SplitFiles> m_split;
    std::map<std::uint64_t, const ValueUnit*> m_splitUnits; // By DWO id; null when unavailable.
    std::vector<std::size_t> m_codeUnits;
};

/// Does the attribute refer to an entry?
bool isReference(const DieValue& value);

} // namespace faultline::dwarf

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/value_units.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

namespace {

/// A store that somebody else keeps.
std::shared_ptr<const UnitStore> lent(const UnitStore* store)
{
    return {std::shared_ptr<const void>(), store};
}

std::uint64_t defaultLoclistsBase(const UnitHeader& header)
{
    if (header.version < 5)
        return 0;
    return header.is64 ? 20 : 12; // The size of the table's header (DWARF 5 §7.29).
}

} // namespace

ValueUnits::ValueUnits(DwarfSections sections,
                       UnitIndex index,
                       const DwarfInput& input,
                       const ParseLimits& limits)
    : m_limits(limits), m_supplementary(supplementaryStore(input))
{
    if (m_supplementary)
        sections.supplementaryStr = m_supplementary->sections().str;
    m_types = typeStore(sections, m_supplementary.get());
    addPart(std::make_shared<const UnitStore>(
        std::move(sections), std::move(index),
        UnitNeighbours{.supplementary = m_supplementary.get(), .types = m_types.get()}));
    for (const auto* store : {m_supplementary.get(), m_types.get()}) {
        if (store != nullptr)
            addPart(lent(store));
    }
    m_split = std::make_unique<SplitFiles>(input.companions, mainStore().sections());
    m_codeUnits = codeUnits(mainStore().index());
}

std::uint32_t ValueUnits::addPart(std::shared_ptr<const UnitStore> store)
{
    auto abbreviations = std::make_unique<AbbreviationCache>(store->sections().abbrev,
                                                             store->index(), Wanted::Values);
    m_parts.push_back({std::move(store), std::move(abbreviations), {}});
    const auto part = static_cast<std::uint32_t>(m_parts.size());
    m_partOf.emplace(m_parts.back().store.get(), part);
    return part;
}

std::uint32_t ValueUnits::partOf(const UnitStore* store) const
{
    const auto found = m_partOf.find(store);
    return found == m_partOf.end() ? 0 : found->second;
}

std::unique_ptr<ValueUnit> ValueUnits::completed(std::uint32_t part, Unit unit)
{
    auto made = std::make_unique<ValueUnit>();
    made->store = m_parts[part - 1].store.get();
    made->part = part;
    made->abbreviations = m_parts[part - 1].abbreviations->table(unit.header);
    made->unit = std::move(unit);
    Entry root;
    if (read(*made, made->unit.header.firstEntry, root)) {
        made->loclistsBase =
            root.fields.numberOr(Field::LoclistsBase, defaultLoclistsBase(made->unit.header));
        made->languageCode = root.fields.numberOr(Field::Language, 0);
    }
    return made;
}

const ValueUnit* ValueUnits::open(std::uint32_t part, std::size_t index)
{
    auto& units = m_parts[part - 1].units;
    const auto known = units.find(index);
    if (known != units.end())
        return known->second.get();
    auto unit = m_parts[part - 1].store->open(index);
    auto made = unit ? completed(part, *std::move(unit)) : nullptr;
    return units.emplace(index, std::move(made)).first->second.get();
}

const ValueUnit* ValueUnits::codeUnit(std::size_t index)
{
    const auto* unit = open(1, index);
    if (unit == nullptr || !unit->unit.isSkeleton())
        return unit;
    const auto* split = splitUnitOf(*unit);
    return split == nullptr ? unit : split;
}

const ValueUnit* ValueUnits::splitUnitOf(const ValueUnit& skeleton)
{
    const auto id = skeleton.unit.dwoId;
    if (const auto known = m_splitUnits.find(id); known != m_splitUnits.end())
        return known->second;
    const ValueUnit* result = nullptr;
    if (auto found = m_split->find(skeleton.unit)) {
        auto part = partOf(found->store.get());
        if (part == 0)
            part = addPart(found->store);
        const auto index = found->store->index().find(found->unit.header.firstEntry);
        if (index) {
            auto& slot = m_parts[part - 1].units[*index];
            slot = completed(part, std::move(found->unit));
            result = slot.get();
        }
    }
    m_splitUnits.emplace(id, result);
    return result;
}

const ValueUnit* ValueUnits::unitOf(object::EntryRef entry)
{
    if (entry.part == 0 || entry.part > m_parts.size())
        return nullptr;
    const auto index = m_parts[entry.part - 1].store->index().find(entry.offset);
    return index ? open(entry.part, *index) : nullptr;
}

bool ValueUnits::read(const ValueUnit& unit, std::uint64_t infoOffset, Entry& out) const
{
    const auto& header = unit.unit.header;
    out.unit = &unit;
    out.offset = infoOffset;
    out.tag = 0;
    out.hasChildren = false;
    if (infoOffset < header.firstEntry || infoOffset >= header.end)
        return false;
    DwarfCursor cursor(unit.sections().info.span(), infoOffset, header.end, unit.sections().order);
    const auto code = cursor.uleb128();
    if (code == 0) {
        out.next = cursor.offset();
        return cursor.ok();
    }
    const auto* abbreviation = unit.abbreviations->find(code);
    if (abbreviation == nullptr)
        return false;
    readAllFields(cursor, *unit.abbreviations, *abbreviation, header, out.fields);
    out.tag = abbreviation->tag;
    out.hasChildren = abbreviation->hasChildren;
    out.next = cursor.offset();
    return cursor.ok();
}

bool ValueUnits::read(object::EntryRef entry, Entry& out)
{
    const auto* unit = unitOf(entry);
    return unit != nullptr && read(*unit, entry.offset, out) && out.tag != 0;
}

std::optional<std::uint64_t> ValueUnits::after(const Entry& entry) const
{
    if (!entry.hasChildren)
        return entry.next;
    const auto& unit = *entry.unit;
    DwarfCursor cursor(unit.sections().info.span(), entry.next, unit.unit.header.end,
                       unit.sections().order);
    passChildren(cursor, *unit.abbreviations, unit.unit.header,
                 entry.fields.numberOr(Field::Sibling, 0));
    return cursor.ok() ? std::optional(cursor.offset()) : std::nullopt;
}

object::EntryRef ValueUnits::follow(const Attribute& reference)
{
    if (reference.unit == nullptr)
        return {};
    const auto place = reference.unit->store->follow(reference.value);
    const auto part = place ? partOf(place->store) : 0;
    return part == 0 ? object::EntryRef() : object::EntryRef{part, place->infoOffset};
}

object::EntryRef ValueUnits::follow(const Entry& entry, Field field)
{
    return entry.has(field) ? follow(Attribute{entry.unit, entry.fields[field]})
                            : object::EntryRef();
}

std::optional<Attribute> ValueUnits::attribute(const Entry& entry, Field field)
{
    if (entry.has(field))
        return Attribute{entry.unit, entry.fields[field]};
    auto next = follow(entry, Field::AbstractOrigin);
    if (!next)
        next = follow(entry, Field::Specification);
    Entry origin;
    for (std::uint32_t hop = 0; next && hop < m_limits.maxReferenceHops; ++hop) {
        if (!read(next, origin))
            return std::nullopt;
        if (origin.has(field))
            return Attribute{origin.unit, origin.fields[field]};
        next = follow(origin, Field::AbstractOrigin);
        if (!next)
            next = follow(origin, Field::Specification);
    }
    return std::nullopt;
}

std::string_view ValueUnits::text(const Attribute& attribute) const
{
    return textOf(attribute.unit->sections(), attribute.unit->unit, attribute.value);
}

std::string_view ValueUnits::text(const Entry& entry, Field field)
{
    const auto found = attribute(entry, field);
    return found ? text(*found) : std::string_view();
}

std::optional<std::uint64_t> ValueUnits::number(const Entry& entry, Field field)
{
    const auto found = attribute(entry, field);
    if (!found || found->value.form == DW_FORM_block || isReference(found->value))
        return std::nullopt;
    return found->value.number;
}

object::EntryRef ValueUnits::originOf(object::EntryRef entry)
{
    Entry read;
    for (std::uint32_t hop = 0; hop < m_limits.maxReferenceHops && this->read(entry, read); ++hop) {
        auto next = follow(read, Field::AbstractOrigin);
        if (!next)
            next = follow(read, Field::Specification);
        if (!next)
            break;
        entry = next;
    }
    return entry;
}

std::optional<Bytes> ValueUnits::block(const Attribute& attribute)
{
    if (attribute.value.form != DW_FORM_block)
        return std::nullopt;
    const auto info = attribute.unit->sections().info.span();
    if (!rangeFits(attribute.value.number, attribute.value.blockBytes, info.size()))
        return std::nullopt;
    return info.subspan(static_cast<std::size_t>(attribute.value.number),
                        attribute.value.blockBytes);
}

bool isReference(const DieValue& value)
{
    switch (value.form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
    case DW_FORM_ref_addr:
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_ref_sig8: return true;
    default: return false;
    }
}

} // namespace faultline::dwarf

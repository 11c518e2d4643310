// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/type_names.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"
#include "core/formats/debug/object/scoped_name.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

bool isNamedType(std::uint16_t tag)
{
    switch (tag) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_typedef:
    case DW_TAG_base_type: return true;
    default: return false;
    }
}

bool isScope(std::uint16_t tag)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
           tag == DW_TAG_union_type || tag == DW_TAG_module;
}

} // namespace

std::vector<object::EntryRef> TypeNames::types(std::string_view name, std::size_t most)
{
    fill();
    return find(m_named, name, most);
}

std::vector<object::EntryRef> TypeNames::variables(std::string_view name, std::size_t most)
{
    fill();
    return find(m_variables, name, most);
}

object::EntryRef TypeNames::definitionOf(const Entry& declaration)
{
    const auto name = m_types.qualifiedName(declaration);
    if (name.empty())
        return {};
    fill();
    Entry entry;
    const auto [first, end] = m_named.equal_range(object::withoutScopes(name));
    for (auto found = first; found != end; ++found) {
        if (m_units.read(found->second, entry) && entry.tag != DW_TAG_typedef &&
            entry.tag != DW_TAG_base_type && m_types.qualifiedName(entry) == name)
            return found->second;
    }
    return {};
}

std::vector<object::EntryRef>
TypeNames::find(const Index& index, std::string_view name, std::size_t most)
{
    std::vector<object::EntryRef> found;
    const auto last = object::withoutScopes(name);
    Entry entry;
    const auto [first, end] = index.equal_range(last);
    for (auto named = first; named != end && found.size() < most; ++named) {
        // A definition may stand outside of the scopes that declare it, as GCC writes variables.
        const bool isWanted =
            last.size() == name.size() || (m_units.read(m_units.originOf(named->second), entry) &&
                                           m_types.qualifiedName(entry) == name);
        if (isWanted)
            found.push_back(named->second);
    }
    // A declaration that says the value stands for the same variable as its definition.
    std::vector<object::EntryRef> defined;
    for (const auto each : found) {
        if (const auto origin = m_units.originOf(each); origin != each)
            defined.push_back(origin);
    }
    std::erase_if(found, [&](object::EntryRef each) {
        return std::ranges::find(defined, each) != defined.end();
    });
    std::ranges::sort(found);
    return found;
}

void TypeNames::fill()
{
    if (std::exchange(m_isFilled, true))
        return;
    for (const auto index : m_units.codeUnitIndexes()) {
        if (const auto* unit = m_units.codeUnit(index))
            list(*unit);
    }
}

void TypeNames::list(const ValueUnit& unit)
{
    std::uint64_t depth = 1;
    Entry entry;
    auto offset = unit.unit.firstChild;
    while (unit.unit.hasChildren && depth > 0 && m_units.read(unit, offset, entry)) {
        if (entry.tag == 0) {
            --depth;
            offset = entry.next;
            continue;
        }
        add(entry);
        if (entry.hasChildren && isScope(entry.tag)) {
            ++depth;
            offset = entry.next;
            continue;
        }
        const auto next = m_units.after(entry);
        if (!next)
            return;
        offset = *next;
    }
}

/// Has a variable a value that no code changes? Clang also gives declarations of variables that
/// may change the value that they begin with.
bool TypeNames::isConstant(const Entry& entry)
{
    Entry type;
    return entry.has(Field::ConstValue) &&
           (!entry.has(Field::Declaration) ||
            (m_units.read(m_units.follow(entry, Field::Type), type) &&
             type.tag == DW_TAG_const_type));
}

void TypeNames::add(const Entry& entry)
{
    const bool isType = isNamedType(entry.tag);
    if (!isType && entry.tag != DW_TAG_variable)
        return;
    if (isType && entry.has(Field::Declaration))
        return;
    if (!isType && !entry.has(Field::Location) && !isConstant(entry))
        return;
    const auto name = m_units.text(entry, Field::Name);
    if (!name.empty())
        (isType ? m_named : m_variables).emplace(object::withoutScopes(name), entry.ref());
}

} // namespace faultline::dwarf

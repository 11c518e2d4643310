// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/type_reader.h"

namespace faultline::dwarf {

/// Types and global variables by name, of all units that may have code. The index is made when it
/// is first asked for, in one pass over the file that skips functions. Not thread-safe.
class TypeNames
{
public:
    TypeNames(ValueUnits& units, TypeReader& types) : m_units(units), m_types(types) {}

    /// Definitions with this name, with all of its scopes or only the last part.
    std::vector<object::EntryRef> types(std::string_view name, std::size_t most);
    std::vector<object::EntryRef> variables(std::string_view name, std::size_t most);
    /// The definition with the same qualified name; none when there is none.
    object::EntryRef definitionOf(const Entry& declaration);

private:
    using Index = std::unordered_multimap<std::string_view, object::EntryRef>;

    void fill();
    void list(const ValueUnit& unit);
    bool isConstant(const Entry& entry);
    void add(const Entry& entry);
    std::vector<object::EntryRef> find(const Index& index, std::string_view name, std::size_t most);

    ValueUnits& m_units;
    TypeReader& m_types;
    Index m_named;     // By the last part of the name.
    Index m_variables; // Likewise.
    bool m_isFilled = false;
};

} // namespace faultline::dwarf

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/value_info.h"
#include "core/formats/debug/pdb/pdb_places.h"
#include "core/formats/debug/pdb/pdb_type_index.h"
#include "core/formats/debug/pdb/pdb_type_table.h"

#include <map>
#include <memory>

namespace faultline::pdb {

/// The types of a PDB as values need them, each read when it is asked for. Not thread-safe; the
/// arguments must outlive it.
class PdbValueTypes
{
public:
    /// EntryRef::part of types. The offset is the index in its low half; above it is the number of
    /// qualifiers of the record that are left out.
    static constexpr std::uint32_t kPart = 1;

    PdbValueTypes(const PdbTypeTable& types, PdbPlaces& places, std::uint8_t addressBytes)
        : m_types(types), m_places(places), m_addressBytes(addressBytes), m_index(types)
    {
    }

    static object::EntryRef ref(std::uint32_t index) { return {kPart, index}; }

    /// Never null; of kind Unknown for damaged and missing records.
    object::TypeInfoPtr type(object::EntryRef entry);
    /// Returns no entry when the file has no definition of the type, or several that differ.
    object::EntryRef definitionOf(object::EntryRef declaration);
    std::vector<object::EntryRef> named(std::string_view name, std::size_t most);
    /// Returns no entry when the file has no class with this name, or several that differ.
    object::EntryRef classMangled(std::string_view name);
    /// The size of the scalar that begins at an offset in a value; 0 when none begins there.
    std::uint64_t scalarSizeAt(object::EntryRef type, std::uint64_t offset);
    /// The number of a function type's arguments, with `this`; 0 when it is not known.
    std::size_t argumentCount(std::uint32_t functionType) const;

private:
    using Type = std::shared_ptr<object::TypeInfo>;

    Type read(object::EntryRef entry);
    Type readSimple(std::uint32_t index) const;
    void readRecord(const codeview::TypeDetails& details, object::TypeInfo& type);
    void readFields(std::uint32_t list, object::TypeInfo& type);
    void addField(const codeview::FieldRecord& field, object::TypeInfo& type);
    object::TypeMember member(const codeview::FieldRecord& field) const;
    object::TypeMember base(const codeview::FieldRecord& field);
    object::Enumerator enumerator(const codeview::FieldRecord& field,
                                  const object::TypeInfo& type) const;
    object::EntryRef onlyDefinition(const codeview::TypeDetails& reference);
    std::uint32_t underlying(std::uint32_t index) const;
    void readBounds(const codeview::TypeDetails& details, object::TypeInfo& type);
    void readParameters(std::uint32_t list, object::TypeInfo& type) const;
    object::TypeInfoPtr plain(object::EntryRef& entry);
    std::optional<std::uint64_t> sizeOf(object::EntryRef entry);
    std::uint64_t scalarSizeIn(object::EntryRef entry,
                               std::uint64_t offset,
                               std::uint32_t& steps,
                               std::uint32_t depth);
    bool areSame(object::EntryRef one, object::EntryRef other);
    std::uint32_t pointerToVoid() const;

    const PdbTypeTable& m_types;
    PdbPlaces& m_places;
    std::uint8_t m_addressBytes;
    PdbTypeIndex m_index;
    std::map<object::EntryRef, object::TypeInfoPtr> m_known;
};

} // namespace faultline::pdb

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/value_info.h"

#include <cstdint>
#include <optional>
#include <string>

namespace faultline::variables {

/// A type without its typedefs and qualifiers, and its entry.
struct PlainType
{
    object::EntryRef entry;
    object::TypeInfoPtr info; ///< Never null.
};

/// Questions about types of one debug file. Chains of types that the file makes endless end at a
/// limit.
class Types
{
public:
    /// `pointerBytes` is the size of an address in the process.
    Types(object::ValueInfoReader& info, unsigned pointerBytes)
        : m_info(info), m_pointerBytes(pointerBytes)
    {
    }

    object::ValueInfoReader& info() const { return m_info; }

    unsigned pointerBytes() const { return m_pointerBytes; }

    /// Typedefs and qualifiers are followed, and a declaration to its definition.
    PlainType plain(object::EntryRef entry) const;
    /// Absent for types without a fixed size (functions, arrays whose length the frame tells) and
    /// for sizes beyond 64 bits.
    std::optional<std::uint64_t> sizeOf(object::EntryRef entry) const;

    /// The type of a pointer's or reference's target, an array's elements; none for others.
    object::EntryRef targetOf(object::EntryRef entry) const { return plain(entry).info->target; }

    /// The name as the language writes it: "const char*", "int (*)[3]", "ns::Class". At most
    /// kMaxNameBytes; longer names are cut.
    std::string nameOf(object::EntryRef entry) const;

    static constexpr std::size_t kMaxNameBytes = 4096;

private:
    std::optional<std::uint64_t> sizeOf(object::EntryRef entry, std::uint32_t depth) const;

    object::ValueInfoReader& m_info;
    unsigned m_pointerBytes;
};

bool isStructure(const object::TypeInfo& type);
bool isPointerLike(const object::TypeInfo& type);
/// Are its values characters? `signed char` and `unsigned char` are more often numbers (int8_t).
bool isCharacter(const object::TypeInfo& type);

} // namespace faultline::variables

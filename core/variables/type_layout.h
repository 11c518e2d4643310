// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/value_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::variables {

/// One line of a type's layout: a base, a member, an enumerator, or bytes that belong to none.
struct LayoutPart
{
    enum class Kind : std::uint8_t {
        Base,
        VirtualBase,
        Member,
        BitField,
        Enumerator,
        Hole,
        Padding
    };
    Kind kind = Kind::Member;
    std::string name;
    std::string type;
    std::optional<std::uint64_t> offsetBytes; ///< Absent when only an object tells it.
    std::optional<std::uint64_t> sizeBytes;
    std::uint64_t bitOffset = 0; ///< Of a bit-field or of a hole between them, in the byte at
                                 ///< `offsetBytes`.
    std::uint64_t bitCount = 0;
    std::int64_t value = 0; ///< Of an enumerator.

    friend bool operator==(const LayoutPart&, const LayoutPart&) = default;
};

/// What a type is made of.
struct TypeLayout
{
    std::string kind; ///< "struct", "class", "union", "enum", "typedef", "base type".
    std::string name;
    std::string target; ///< Of a typedef: the type that it names. Of an enumeration: its numbers.
    std::optional<std::uint64_t> sizeBytes;
    std::uint64_t holeCount = 0;
    std::uint64_t holeBytes = 0; ///< Of whole bytes that no member has, without the padding.
    bool isCut = false;          ///< There are more parts than the limit.
    std::vector<LayoutPart> parts;

    friend bool operator==(const TypeLayout&, const TypeLayout&) = default;
};

/// `pointerBytes` is the size of an address in the file.
TypeLayout layoutOf(object::ValueInfoReader& info, object::EntryRef type, unsigned pointerBytes);

/// The word for a part's kind in JSON: "base", "member", "hole", …
std::string_view layoutPartName(LayoutPart::Kind kind);

} // namespace faultline::variables

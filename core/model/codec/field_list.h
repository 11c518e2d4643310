// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_count.h"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

namespace faultline::codec {

/// A member that is only written together with the event's memory.
template <class Struct, class Member>
struct WithMemory
{
    Member Struct::* pointer;
};

template <class Struct, class Member>
constexpr WithMemory<Struct, Member> withMemory(Member Struct::* pointer)
{
    return {pointer};
}

/// The members of a struct in the order of their bits (docs/report-format.md). A struct whose list
/// lacks a member does not compile.
template <class Struct, class... Members>
consteval auto fieldsOf(Members... members)
{
    static_assert(sizeof...(Members) == fieldCount<Struct>(),
                  "a member of this struct is missing in the codec's list: add it at the end");
    static_assert(sizeof...(Members) <= kMaxFields);
    return std::tuple(members...);
}

struct NotListed
{
};

/// Specialised for every struct that reports are made of.
template <class Struct>
inline constexpr auto kFields = NotListed{};

template <class Struct>
concept Listed = !std::is_same_v<std::remove_cvref_t<decltype(kFields<Struct>)>, NotListed>;

/// The last enumerator of an enumeration that counts from zero.
template <class Enum>
inline constexpr auto kLastEnumerator = NotListed{};

/// The number by which a file names an alternative of a variant; never 0, never used twice.
template <class Alternative>
inline constexpr std::uint32_t kTag = 0;

} // namespace faultline::codec

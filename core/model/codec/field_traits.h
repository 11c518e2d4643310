// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_list.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace faultline::codec {

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
inline constexpr bool kIsShared = false;
template <class T>
inline constexpr bool kIsShared<std::shared_ptr<T>> = true;

template <class T>
inline constexpr bool kMayBeAbsent = kIsOptional<T> || kIsShared<T>;

template <class T>
inline constexpr bool kIsVariant = false;
template <class... T>
inline constexpr bool kIsVariant<std::variant<T...>> = true;

template <class Struct, class Member>
constexpr Member Struct::* memberOf(Member Struct::* pointer)
{
    return pointer;
}

template <class Struct, class Member>
constexpr Member Struct::* memberOf(WithMemory<Struct, Member> field)
{
    return field.pointer;
}

template <class Struct, class Member>
constexpr bool belongsToMemory(Member Struct::*)
{
    return false;
}

template <class Struct, class Member>
constexpr bool belongsToMemory(WithMemory<Struct, Member>)
{
    return true;
}

/// Calls `visit(position, field)` for each field of a struct, in the order of its list.
template <class Struct>
void forEachField(auto visit)
{
    [&]<std::size_t... index>(std::index_sequence<index...>) {
        (visit(index, std::get<index>(kFields<Struct>)), ...);
    }(std::make_index_sequence<fieldCount<Struct>()>{});
}

/// A struct's values where a file says nothing.
template <class Struct>
const Struct& usual()
{
    static const Struct kUsual{};
    return kUsual;
}

/// Tells whether a value need not be written. Reading starts from `usualValue`.
template <class T>
bool isUsual(const T& value, const T& usualValue)
{
    if constexpr (Listed<T>) {
        bool all = true;
        forEachField<T>([&](std::size_t, auto field) {
            all = all && isUsual(value.*memberOf(field), usualValue.*memberOf(field));
        });
        return all;
    } else if constexpr (kMayBeAbsent<T>) {
        return !value && !usualValue;
    } else if constexpr (kIsVariant<T>) {
        return value.index() == 0 && usualValue.index() == 0 &&
               isUsual(std::get<0>(value), std::get<0>(usualValue));
    } else if constexpr (requires { value.empty(); }) {
        return value.empty() && usualValue.empty();
    } else if constexpr (std::is_floating_point_v<T>) {
        return std::bit_cast<std::array<std::byte, sizeof(T)>>(value) ==
               std::bit_cast<std::array<std::byte, sizeof(T)>>(usualValue); // Keeps NaN and -0.
    } else {
        return value == usualValue;
    }
}

} // namespace faultline::codec

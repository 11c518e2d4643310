// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>

namespace faultline::codec {

namespace detail {

/// Converts to whatever a member is initialised from; only ever used unevaluated.
struct AnyField
{
    template <class T>
    operator T() const;
};

template <class T, std::size_t... index>
consteval bool takes(std::index_sequence<index...>)
{
    return requires { T{(void(index), AnyField{})...}; };
}

} // namespace detail

/// The most fields that a struct may have: one bit of a 64-bit mask each.
inline constexpr std::size_t kMaxFields = 64;

/// How many members an aggregate without base classes and arrays has.
template <class T>
consteval std::size_t fieldCount()
{
    std::size_t most = 0;
    [&]<std::size_t... count>(std::index_sequence<count...>) {
        ((detail::takes<T>(std::make_index_sequence<count>{}) ? void(most = count) : void()), ...);
    }(std::make_index_sequence<kMaxFields + 2>{});
    return most;
}

} // namespace faultline::codec

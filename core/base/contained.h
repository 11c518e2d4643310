// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string_view>
#include <type_traits>
#include <utility>

namespace faultline {

/// The detail of an error that means that memory ran out. It is Internal and momentary.
inline constexpr std::string_view kOutOfMemory = "out of memory";

/// What is being caught, as an error: kOutOfMemory, or Internal with what the exception says. Call
/// it in a handler of all exceptions.
Error errorOfException();

namespace detail {

template <class T>
struct AsResult
{
    using Type = Result<T>;
};

template <class T>
struct AsResult<Result<T>>
{
    using Type = Result<T>;
};

} // namespace detail

/// Does the work and makes an error of what escapes from it. Our code throws nothing, but memory
/// and threads run out in the middle of anything: so everything that runs a task contains it, and a
/// task that fails ends neither the others nor the process. Result, when `work` gives a value or
/// none.
template <class Work>
auto contained(Work&& work) -> typename detail::AsResult<std::invoke_result_t<Work&>>::Type
{
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work&>>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (...) {
        return std::unexpected(errorOfException());
    }
}

/// The same for work whose failure concerns nobody. Callbacks of a stop token and what destructors
/// call are such work: nothing may escape from them.
template <class Work>
void containedAlone(Work&& work)
{
    static_cast<void>(contained(std::forward<Work>(work)));
}

} // namespace faultline

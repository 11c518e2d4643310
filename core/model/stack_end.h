// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline {

/// Why a stack ends where it does.
enum class StackEnd : std::uint8_t {
    NotReached,
    UnwindData,
    ZeroPc,
    ZeroFramePointer,
    NoMemory,
    NoProgress,
    NotFound,
    FrameLimit,
    TimeLimit,
    NoContext,
    KnownStart, ///< A function known by name as the start of threads.
    NotCode,    ///< The return address is not executable.
};

std::string_view stackEndName(StackEnd end);

} // namespace faultline

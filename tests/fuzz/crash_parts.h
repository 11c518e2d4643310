// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/container/crash_part.h"

#include <span>

namespace faultline::test {

/// Ends the fuzzer when the files of a container, which follow each other, are together larger than
/// the container.
inline void requireWithin(std::span<const container::CrashPart> parts, std::size_t containerBytes)
{
    std::size_t total = 0;
    for (const auto& part : parts)
        total += part.bytes.size();
    if (total > containerBytes)
        __builtin_trap();
}

} // namespace faultline::test

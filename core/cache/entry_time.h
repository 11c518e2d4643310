// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/entry_lifetime.h"

#include <algorithm>

namespace faultline::cache {

inline std::int64_t nanosecondsSinceEpoch(CacheTime time)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

/// Limits the number, which may come from a damaged file, to the clock's range.
inline CacheTime timeFromNanoseconds(std::int64_t nanoseconds)
{
    constexpr std::int64_t kLatest = std::int64_t{1} << 62;
    return CacheTime(std::chrono::nanoseconds(std::clamp<std::int64_t>(nanoseconds, 0, kLatest)));
}

} // namespace faultline::cache

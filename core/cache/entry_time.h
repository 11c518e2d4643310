#pragma once

#include "core/cache/entry_lifetime.h"

#include <algorithm>

namespace faultline {

inline std::int64_t millisecondsSinceEpoch(CacheTime time)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

/// The number may come from a damaged file; it is brought into a range that the clock can hold.
inline CacheTime timeFromMilliseconds(std::int64_t milliseconds)
{
    constexpr std::int64_t kLatest = std::int64_t{1} << 43;
    return CacheTime(std::chrono::milliseconds(std::clamp<std::int64_t>(milliseconds, 0, kLatest)));
}

} // namespace faultline

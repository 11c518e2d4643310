#pragma once

#include "core/cache/entry_lifetime.h"

#include <algorithm>

namespace faultline {

inline std::int64_t secondsSinceEpoch(CacheTime time)
{
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

/// The number may come from a damaged file; it is brought into a range that the clock can hold.
inline CacheTime timeFromSeconds(std::int64_t seconds)
{
    constexpr std::int64_t kLatest = std::int64_t{1} << 33;
    return CacheTime(std::chrono::seconds(std::clamp<std::int64_t>(seconds, 0, kLatest)));
}

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>

namespace faultline::cache {

/// The layer that an answer came from.
enum class CacheLayer : std::uint8_t {
    Memory,       ///< A value kept in memory.
    Disk,         ///< An entry of the current version.
    Shared,       ///< An entry made by another machine.
    DiskFallback, ///< An entry of an older version, used while a new one is made.
    Negative,     ///< A failure remembered in memory or on disk.
    Computed,     ///< Made just now from the item's inputs.
    Downloaded,   ///< Downloaded just now.
    InPlace,      ///< A local file used in place.
};

std::string_view cacheLayerName(CacheLayer layer);

/// Trace of a cache access, shown with a candidate.
struct CacheTrace
{
    CacheLayer layer = CacheLayer::Computed;
    std::uint64_t sizeBytes = 0;           ///< Size of the payload; 0 for failures.
    std::chrono::milliseconds duration{0}; ///< Time from request to answer.
    /// For an item that was computed, or failed to be: where its first input, or the failed input,
    /// came from. Status, attempts and expiry below then belong to that input.
    std::optional<CacheLayer> inputLayer;
    std::optional<std::uint32_t> httpStatus; ///< Only for downloads made just now.
    std::uint32_t attempts = 0;
    bool bypassedNegative = false; ///< A remembered failure was ignored (Retry).
    std::optional<std::chrono::seconds> failureExpiresIn; ///< Only for remembered failures.
    std::optional<std::chrono::system_clock::time_point>
        failedAt;                                   ///< Only for remembered failures.
    std::optional<std::chrono::seconds> blockedFor; ///< The host will not be asked for this long.
    std::uint32_t objectRank = 0;                   ///< The item's rank() when it was made.
    std::string notKept; ///< Why a new result was not stored on disk; empty when it was.
};

/// A value without its static type. The type is checked on access.
struct CacheValue
{
    std::shared_ptr<const void> value;
    const std::type_info* type = nullptr;
    std::size_t weight = 0; ///< Bytes that it counts for in the memory layer.
};

/// The answer for an item: exactly one for each fetch.
template <class T>
struct CacheAnswer
{
    Result<std::shared_ptr<const T>> value;
    CacheTrace trace;
};

struct UntypedCacheAnswer
{
    Result<CacheValue> value;
    CacheTrace trace;

    template <class T>
    CacheAnswer<T> as() const
    {
        if (!value)
            return {std::unexpected(value.error()), trace};
        if (*value->type != typeid(T))
            return {fail(ErrorKind::Internal, "cached value has type ", value->type->name(),
                         ", not ", typeid(T).name()),
                    trace};
        return {std::static_pointer_cast<const T>(value->value), trace};
    }
};

} // namespace faultline::cache

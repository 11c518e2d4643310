#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>

namespace faultline::cache {

/// Which layer an answer came from.
enum class CacheLayer : std::uint8_t {
    Memory,       ///< A value kept in memory.
    Disk,         ///< An entry of the current version.
    Shared,       ///< An entry that another machine has made.
    DiskFallback, ///< An entry of an older version; a new one is being made.
    Negative,     ///< A failure remembered in memory or on disk.
    Computed,     ///< Made just now from its inputs.
    Downloaded,   ///< Transferred just now.
    InPlace,      ///< A local file used where it is.
};

std::string_view cacheLayerName(CacheLayer layer);

/// What the trace of a candidate shows.
struct CacheTrace
{
    CacheLayer layer = CacheLayer::Computed;
    std::uint64_t sizeBytes = 0;           ///< Of the payload; 0 for failures.
    std::chrono::milliseconds duration{0}; ///< From asking to answering.
    /// Of what was computed or failed to be: where the first input, or the one that failed, came
    /// from. Status, attempts and expiry below are then that input's.
    std::optional<CacheLayer> inputLayer;
    std::optional<std::uint32_t> httpStatus; ///< Of downloads made just now.
    std::uint32_t attempts = 0;
    bool bypassedNegative = false; ///< A remembered failure was passed over (Retry).
    std::optional<std::chrono::seconds> failureExpiresIn; ///< Of remembered failures.
    std::uint32_t objectRank = 0;                         ///< The item's rank() when it was made.
    std::string notKept; ///< Why what was made just now is not on the disk; empty when it is.
};

/// A value without its type; the type is checked when it is taken out.
struct CacheValue
{
    std::shared_ptr<const void> value;
    const std::type_info* type = nullptr;
    std::size_t weight = 0; ///< Bytes of memory it stands for in the memory layer.
};

/// The answer for an item: exactly one per fetch.
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

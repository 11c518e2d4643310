#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace faultline::cache {

enum class CacheCategory : std::uint8_t { Downloaded, Derived, Index };

/// A kind of cached item: its folder and the versions of its format. Raise `current` whenever the
/// meaning or format of the payload changes. Add the old number to `fallbacks` if load() still
/// reads it, and always to `previous`.
struct CacheVersions
{
    std::string_view name; ///< Folder below the cache folder, e.g. "symcaches".
    CacheCategory category = CacheCategory::Derived;
    std::uint32_t current = 1;
    std::span<const std::uint32_t>
        fallbacks; ///< Newest first. Served while a recomputation runs in the background.
    std::span<const std::uint32_t>
        previous; ///< Entries of these versions are deleted when the current one is written.
};

} // namespace faultline::cache

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/static_text.h"

#include <cstdint>
#include <span>

namespace faultline::cache {

enum class CacheCategory : std::uint8_t { Downloaded, Derived, Index };

/// A kind of cached item: its folder and the versions of its format. Raise `current` whenever the
/// meaning or format of the payload changes, by one; put the old number into `fallbacks` when
/// load() still reads it. When an entry is written, those of all lower versions are deleted.
struct CacheVersions
{
    StaticText name; ///< Folder below the cache folder, e.g. "symcaches".
    CacheCategory category = CacheCategory::Derived;
    std::uint32_t current = 1;
    std::span<const std::uint32_t>
        fallbacks; ///< Newest first; served while a recomputation runs in the background.
};

} // namespace faultline::cache

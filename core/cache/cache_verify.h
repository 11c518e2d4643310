// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_folder.h"

#include <vector>

namespace faultline::cache {

/// Checks the content of a payload by kind and version. Accepts every payload of an unknown kind.
using PayloadCheck = std::function<Result<void>(
    std::string_view kind, std::uint32_t version, const ByteView& payload)>;

enum class DamagedEntries : std::uint8_t { Report, Remove };

struct DamagedEntry
{
    std::filesystem::path path;
    std::string kind;
    std::string reason;
    bool removed = false;
};

struct CacheVerifySummary
{
    std::uint64_t entries = 0; ///< Number of undamaged entries.
    std::uint64_t bytes = 0;   ///< Size of their payloads.
    std::uint64_t foreignFiles = 0;
    std::vector<DamagedEntry> damaged;
};

/// Reads every entry completely. Checks the head, the name against the key, the payload against its
/// checksum, and the payload's content with `inside`. Errors: NotFound (no such folder), Cancelled,
/// those of listing.
Result<CacheVerifySummary> verifyCache(const std::filesystem::path& folder,
                                       DamagedEntries damaged,
                                       const PayloadCheck& inside,
                                       const std::stop_token& stop);

} // namespace faultline::cache

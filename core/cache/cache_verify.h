#pragma once

#include "core/cache/cache_folder.h"

#include <vector>

namespace faultline::cache {

/// Looks inside a payload, by kind and version; for kinds it does not know, all is well.
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
    std::uint64_t entries = 0; ///< Sound ones.
    std::uint64_t bytes = 0;   ///< Of their payloads.
    std::uint64_t foreignFiles = 0;
    std::vector<DamagedEntry> damaged;
};

/// Reads every entry whole: head, name against key, payload against checksum, and what `inside`
/// finds. Errors: NotFound (no such folder), Cancelled, those of listing.
Result<CacheVerifySummary> verifyCache(const std::filesystem::path& folder,
                                       DamagedEntries damaged,
                                       const PayloadCheck& inside,
                                       const std::stop_token& stop);

} // namespace faultline::cache

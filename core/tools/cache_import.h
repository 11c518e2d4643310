#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

/// The failure that an entry's data of Symbolicator begins with; absent: a payload. Text ends at
/// the first NUL. Errors: Malformed (a timeout whose duration cannot be read). Source:
/// docs/spec/sources-and-caches.md §9.4 (getsentry/symbolicator, caching/cache_error.rs).
Result<std::optional<Error>> readMarkedFailure(Bytes data);

/// What the file beside an entry says of it.
struct ReferenceMetadata
{
    std::string scope;                     ///< Empty: unknown, so private.
    std::optional<std::int64_t> createdAt; ///< Seconds since the epoch.
    std::string keyText;                   ///< Empty: unknown.
};

/// Absent and damaged ones count as if nothing were known.
ReferenceMetadata readReferenceMetadata(std::string_view json);

struct ReferenceImport
{
    std::uint64_t payloads = 0;
    std::uint64_t failures = 0;
    std::uint64_t alreadyThere = 0;
    std::uint64_t leftOut = 0; ///< What Symbolicator could not read: our readers shall judge.

    struct Damaged
    {
        std::filesystem::path path;
        std::string reason;
    };

    std::vector<Damaged> damaged;
};

/// Takes over what a cache folder of Symbolicator holds as it came from the sources: objects,
/// auxiliary files, source texts, and what they do not have. Formats of its own are left alone. An
/// entry's key is known by its digest alone unless its metadata tell the text; times of creation
/// and last use stay. Safe beside running processes. Errors: NotFound (no such folder), Cancelled,
/// those of writing.
Result<ReferenceImport> importReferenceCache(const std::filesystem::path& from,
                                             const std::filesystem::path& to,
                                             const std::stop_token& stop);

} // namespace faultline::app

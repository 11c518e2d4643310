// SPDX-License-Identifier: GPL-3.0-or-later
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

/// The failure at the beginning of an entry of Symbolicator; absent for a payload. Text ends at the
/// first NUL. Errors: Malformed (a timeout whose duration cannot be read). Source:
/// docs/spec/sources-and-caches.md §9.4 (getsentry/symbolicator, caching/cache_error.rs).
Result<std::optional<Error>> readMarkedFailure(Bytes data);

/// The content of the metadata file beside an entry.
struct ReferenceMetadata
{
    std::string scope;                     ///< Empty when unknown; the entry is private then.
    std::optional<std::int64_t> createdAt; ///< Seconds since the epoch.
    std::string keyText;                   ///< Empty: unknown.
};

/// A missing or damaged file gives empty metadata.
ReferenceMetadata readReferenceMetadata(std::string_view json);

struct ReferenceImport
{
    std::uint64_t payloads = 0;
    std::uint64_t failures = 0;
    std::uint64_t alreadyThere = 0;
    std::uint64_t leftOut =
        0; ///< Files that Symbolicator could not read. They are left for our own readers to judge.

    struct Damaged
    {
        std::filesystem::path path;
        std::string reason;
    };

    std::vector<Damaged> damaged;
};

/// Imports the files that a cache folder of Symbolicator holds unchanged from the sources: objects,
/// auxiliary files, source texts, and their absences. Symbolicator's own formats are ignored. An
/// entry's key is known only by its digest unless its metadata contain the text. Times of creation
/// and last use are kept. Safe while other processes run. Errors: NotFound (no such folder),
/// Cancelled, those of writing.
Result<ReferenceImport> importReferenceCache(const std::filesystem::path& from,
                                             const std::filesystem::path& to,
                                             const std::stop_token& stop);

} // namespace faultline::app

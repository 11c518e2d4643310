// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/sentry_ask.h"
#include "core/net/transport/http_caller.h"
#include "core/net/transport/timed_answers.h"
#include "core/sources/object_lookup.h"
#include "core/sources/source.h"
#include "core/sources/source_listing.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::net {

/// The listing request for an object: the source's URL with the known ones of debug_id and code_id
/// (docs/spec/sources-and-caches.md §6). Absent when both are unknown; nothing is asked for such a
/// module.
std::optional<std::string> sentryListingUrl(const sources::SentrySource& source,
                                            const sources::ObjectLookup& lookup);

/// The request for one listed file.
std::string sentryFileUrl(const sources::SentrySource& source, std::string_view id);

/// The source's credentials as headers. They are returned only for URLs below the source's own.
HttpHeaders sentryCredentials(const sources::SentrySource& source, std::string_view url);

/// Parses the listing: an array of objects with `id` and `symbolType`. Files of an unknown type are
/// left out. Errors: Malformed (no array of such objects, an unusable id).
Result<std::vector<sources::ListedFile>> parseSentryListing(std::string_view json);

/// Asks Sentry for listings and keeps them for a while, by URL and credentials. Thread-safe; the
/// caller must outlive it.
class SentryListings
{
public:
    using Files = std::shared_ptr<const std::vector<sources::ListedFile>>;
    using Done = std::move_only_function<void(Result<Files>)>;

    using Settings = SentryAskSettings;

    SentryListings(HttpCaller& caller, Settings settings);

    /// No ignores the kept listing, so that a file uploaded meanwhile is found.
    enum class Reuse : std::uint8_t { Allowed, No };

    /// Calls `done` exactly once. Errors: DownloadFailed (any status other than 2xx), Timeout,
    /// Malformed, Cancelled.
    void list(const sources::SentrySource& source,
              const std::string& url,
              Reuse reuse,
              std::stop_token stop,
              Done done);

private:
    HttpCaller& m_caller;
    const Settings m_settings;
    TimedAnswers<Files> m_answers;
};

} // namespace faultline::net

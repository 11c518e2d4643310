// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/cloud/cloud_identity.h"
#include "core/net/download/sentry_listing.h"
#include "core/net/download/source_access_options.h"
#include "core/net/transport/http_caller.h"
#include "core/net/transport/request_access.h"
#include "core/sources/remote_file.h"
#include "core/sources/source_listing.h"

#include <atomic>

namespace faultline::net {

/// Signs requests to S3 and GCS sources, and asks Sentry sources for their files. Thread-safe.
class SourceAccess
{
public:
    using ListingDone = std::move_only_function<void(sources::SourceListing)>;

    SourceAccess(Transport& transport,
                 WorkerPool& io,
                 const HttpCallSettings& settings,
                 const SourceAccessOptions& options);

    /// Access to a file of an S3 or GCS source; null for other sources. Refers to this object.
    std::shared_ptr<RequestAccess> accessTo(const sources::RemoteFile& file);

    /// Asks a Sentry source for its files of an object. Calls `done` exactly once. Errors are part
    /// of the listing: DownloadFailed, Timeout, Malformed, Cancelled ("skipped (offline)").
    void list(const sources::SentrySource& source,
              const sources::ObjectLookup& lookup,
              SentryListings::Reuse reuse,
              std::stop_token stop,
              ListingDone done);

    /// Asks a Sentry source at a look-up URL (artifacts of scripts). Calls `done` exactly once.
    /// Errors: those of askSentry(), Cancelled ("skipped (offline)").
    void ask(const sources::SentrySource& source,
             const std::string& url,
             SentryAnswers::Reuse reuse,
             std::stop_token stop,
             SentryAnswers::Done done);

    void setOffline(bool offline) { m_isOffline = offline; }

private:
    std::atomic<bool> m_isOffline = false;
    HttpCaller m_caller;
    CloudIdentity m_identity;
    SentryListings m_listings;
    SentryAnswers m_answers;
};

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/source_access.h"

#include "core/net/cloud/gcs_protocol.h"
#include "core/net/cloud/object_access.h"
#include "core/net/cloud/s3_protocol.h"

namespace faultline::net {

namespace {

SentryListings::Settings listingSettings(const HttpCallSettings& calls,
                                         const SourceAccessOptions& options)
{
    SentryListings::Settings settings;
    settings.reuseFor = options.sentryIndexTtl;
    settings.capacity = options.sentryIndexCapacity;
    settings.totalTimeout = calls.totalTimeout;
    return settings;
}

/// How requests to a source are signed; null if they are not.
struct ProtocolOf
{
    using Protocol = std::shared_ptr<ObjectProtocol>;

    CloudIdentity& identity;

    Protocol operator()(const sources::FilesystemSource&) const { return nullptr; }

    Protocol operator()(const sources::FolderSource&) const { return nullptr; }

    Protocol operator()(const sources::HttpSource&) const { return nullptr; }

    Protocol operator()(const sources::SentrySource&) const { return nullptr; }

    Protocol operator()(const sources::S3Source& source) const
    {
        return std::make_shared<S3Protocol>(
            S3Bucket{source.bucket, source.region, source.endpoint},
            identity.awsKeys(source.provider,
                             {source.accessKey, source.secretKey, source.sessionToken}));
    }

    Protocol operator()(const sources::GcsSource& source) const
    {
        std::optional<GcsProtocol::Authority> authority;
        const bool hasPair = !source.privateKey.empty() && !source.clientEmail.empty();
        if (hasPair || (!source.isAnonymous && source.bearerToken.empty())) {
            GcsKey key{.clientEmail = source.clientEmail, .privateKey = source.privateKey};
            if (!source.tokenUrl.empty())
                key.tokenUrl = source.tokenUrl;
            authority = identity.googleAccount(std::move(key), GcsScope::ReadOnly);
        } else if (!source.bearerToken.empty()) {
            authority = identity.bearerToken(source.bearerToken);
        }
        return std::make_shared<GcsProtocol>(GcsProtocol::Bucket{source.bucket, source.endpoint},
                                             std::move(authority));
    }
};

} // namespace

SourceAccess::SourceAccess(Transport& transport,
                           WorkerPool& io,
                           const HttpCallSettings& settings,
                           const SourceAccessOptions& options)
    : m_caller(transport, io, settings),
      m_identity(m_caller, options.cloud, options.gcsTokenCapacity),
      m_listings(m_caller, listingSettings(settings, options)),
      m_answers(m_caller, listingSettings(settings, options))
{
}

std::shared_ptr<RequestAccess> SourceAccess::accessTo(const sources::RemoteFile& file)
{
    auto protocol = std::visit(ProtocolOf{m_identity}, file.source->where);
    if (protocol == nullptr)
        return nullptr;
    return std::make_shared<ObjectAccess>(std::move(protocol), *file.objectKey());
}

void SourceAccess::list(const sources::SentrySource& source,
                        const sources::ObjectLookup& lookup,
                        SentryListings::Reuse reuse,
                        std::stop_token stop,
                        ListingDone done)
{
    const auto url = sentryListingUrl(source, lookup);
    if (!url)
        return done({});
    if (m_isOffline)
        return done({{}, Error{ErrorKind::Cancelled, "skipped (offline)"}});
    m_listings.list(source, *url, reuse, std::move(stop),
                    [done = std::move(done)](Result<SentryListings::Files> files) mutable {
                        if (files)
                            done({**files, std::nullopt});
                        else
                            done({{}, std::move(files.error())});
                    });
}

void SourceAccess::ask(const sources::SentrySource& source,
                       const std::string& url,
                       SentryAnswers::Reuse reuse,
                       std::stop_token stop,
                       SentryAnswers::Done done)
{
    if (m_isOffline)
        return done(fail(ErrorKind::Cancelled, "skipped (offline)"));
    m_answers.ask(source, url, reuse, std::move(stop), std::move(done));
}

} // namespace faultline::net

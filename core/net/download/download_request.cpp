// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/field_digest.h"
#include "core/net/download/download.h"
#include "core/net/download/sentry_listing.h"

namespace faultline::net {

namespace {

using From = decltype(DownloadRequest::from);

struct TargetOf
{
    const sources::RemoteFile& file;

    Result<From> operator()(const sources::HttpSource& source) const
    {
        auto url = sources::httpFileUrl(source.url, file.path);
        if (!url)
            return fail(ErrorKind::NotFound, "the source's URL cannot carry a path");
        HttpTarget target;
        target.url = *std::move(url);
        target.headers = source.headers;
        target.acceptInvalidCerts = source.acceptInvalidCerts;
        if (file.source->origin != sources::SourceOrigin::BuiltIn)
            target.denyWay = file.source->identity();
        if (file.checksum) {
            // NuGet refuses requests without them.
            target.headers.emplace_back("SymbolChecksum", *file.checksum);
            target.headers.emplace_back("SymbolChecksumValidationSupported", "1");
        }
        return target;
    }

    Result<From> operator()(const sources::FilesystemSource&) const
    {
        return LocalTarget{*file.localPath()};
    }

    Result<From> operator()(const sources::FolderSource&) const
    {
        return LocalTarget{*file.localPath()};
    }

    Result<From> operator()(const sources::SentrySource& source) const
    {
        auto url = sentryFileUrl(source, file.path);
        auto credentials = sentryCredentials(source, url);
        // Self-hosted servers stand in private networks (docs/spec/sources-and-caches.md §8.8).
        return HttpTarget{
            .url = std::move(url), .headers = std::move(credentials), .ignoreAddressFilter = true};
    }

    Result<From> operator()(const sources::S3Source&) const { return SignedTarget{file}; }

    Result<From> operator()(const sources::GcsSource&) const { return SignedTarget{file}; }
};

} // namespace

std::string placeIdentity(const HttpTarget& target)
{
    // All members are named, so that a new one does not compile until it has its place here. A
    // request that is signed belongs to a source, and the deny list keeps nothing that stays.
    const auto& [url, headers, redirectHosts, acceptInvalidCerts, ignoreAddressFilter, access,
                 denyWay] = target;
    if (headers.empty() && !redirectHosts && !acceptInvalidCerts && !ignoreAddressFilter &&
        sources::withoutCredentials(url) == url)
        return {};
    FieldDigest digest;
    digest.add(url).addNumber(acceptInvalidCerts ? 1 : 0).addNumber(ignoreAddressFilter ? 1 : 0);
    digest.addNumber(headers.size());
    for (const auto& [name, value] : headers)
        digest.add(name).add(value);
    digest.addNumber(redirectHosts ? 1 : 0);
    for (const auto& host : redirectHosts.value_or(std::vector<std::string>()))
        digest.add(host);
    return digest.hex();
}

Result<DownloadRequest> downloadRequestFor(const sources::RemoteFile& file, TempFile target)
{
    FL_TRY(auto from, std::visit(TargetOf{file}, file.source->where));
    return DownloadRequest{.from = std::move(from),
                           .target = std::move(target),
                           .decompress = true,
                           .source = file.source->id,
                           .location = file.uri(),
                           .label = {}};
}

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source.h"

#include "core/base/field_digest.h"
#include "core/sources/remote_file.h"

#include <algorithm>
#include <utility>

namespace faultline::sources {

namespace {

/// Can the header choose a site, a tenant or a user? All count but those with a name of one letter,
/// which no server is known to use: for them Symbolicator's rule holds that headers do not matter.
bool mayChoose(const std::pair<std::string, std::string>& header)
{
    return header.first.size() > 1;
}

/// Adds what decides which bytes a place has. Each function names all fields of its kind: with a
/// new field it does not compile until somebody has decided whether that field belongs here.
class PlaceFields
{
public:
    explicit PlaceFields(FieldDigest& digest) : m_digest(digest) {}

    void operator()(const FilesystemSource& source) const
    {
        const auto& [path] = source;
        m_digest.add("filesystem").add(path);
    }

    void operator()(const FolderSource& source) const
    {
        const auto& [path, recursive] = source;
        m_digest.add("folder").add(path); // `recursive` says which files are listed.
    }

    void operator()(const HttpSource& source) const
    {
        const auto& [url, headers, acceptInvalidCerts] = source;
        m_digest.add("http").add(url).addNumber(acceptInvalidCerts ? 1 : 0);
        m_digest.addNumber(static_cast<std::uint64_t>(std::ranges::count_if(headers, mayChoose)));
        for (const auto& header : headers) {
            if (mayChoose(header))
                m_digest.add(header.first).add(header.second);
        }
    }

    void operator()(const S3Source& source) const
    {
        const auto& [bucket, prefix, region, endpoint, accessKey, secretKey, provider,
                     sessionToken] = source;
        m_digest.add("s3").add(bucket).add(prefix).add(region).add(endpoint);
        m_digest.addNumber(static_cast<std::uint64_t>(provider));
        m_digest.add(accessKey).add(secretKey).add(sessionToken);
    }

    void operator()(const GcsSource& source) const
    {
        const auto& [bucket, prefix, privateKey, clientEmail, bearerToken, isAnonymous, endpoint,
                     tokenUrl] = source;
        m_digest.add("gcs").add(bucket).add(prefix).add(endpoint).add(tokenUrl);
        m_digest.add(privateKey).add(clientEmail).add(bearerToken).addNumber(isAnonymous ? 1 : 0);
    }

    void operator()(const SentrySource& source) const
    {
        const auto& [url, token, cookies] = source;
        m_digest.add("sentry").add(url).add(token).add(cookies);
    }

private:
    FieldDigest& m_digest;
};

/// Does a file's URI say all that is asked? For object stores it lacks the endpoint, for Sentry the
/// server.
struct IsToldByUri
{
    bool operator()(const FilesystemSource&) const { return true; }

    bool operator()(const FolderSource&) const { return true; }

    bool operator()(const HttpSource& source) const
    {
        return std::ranges::none_of(source.headers, mayChoose) && !source.acceptInvalidCerts &&
               withoutCredentials(source.url) == source.url;
    }

    bool operator()(const S3Source&) const { return false; }

    bool operator()(const GcsSource&) const { return false; }

    bool operator()(const SentrySource&) const { return false; }
};

/// Like PlaceFields, names all fields.
std::string digestOf(const SourceConfig& config)
{
    // The id has its own line in keys, and the scope has the publicity. The others say which paths
    // are asked for, or what happens to the bytes afterwards.
    const auto& [id, origin, filters, layout, isPublic, hasIndex, probes, filePtrRoots, copyTo,
                 where] = config;
    FieldDigest digest;
    std::visit(PlaceFields(digest), where);
    // They decide whether a `file.ptr` leads to a file or to a refusal.
    for (const auto& root : filePtrRoots)
        digest.add(root);
    return digest.hex();
}

} // namespace

Source::Source(SourceConfig config) : SourceConfig(std::move(config)), m_identity(digestOf(*this))
{
    if (!filePtrRoots.empty() || !std::visit(IsToldByUri(), where))
        m_place = m_identity;
}

SourcePtr makeSource(SourceConfig config)
{
    return std::make_shared<const Source>(std::move(config));
}

std::string identityOf(const SentrySource& source)
{
    SourceConfig config;
    config.where = source;
    return Source(std::move(config)).identity();
}

} // namespace faultline::sources

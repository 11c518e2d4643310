// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_traits.h"

#include "core/base/result.h"
#include "core/sources/remote_file.h"
#include "core/sources/url.h"

#include <algorithm>

namespace faultline::sources {

namespace {

RequestRight rightFor(AwsCredentialsProvider provider)
{
    switch (provider) {
    case AwsCredentialsProvider::Static:
    case AwsCredentialsProvider::Anonymous: return RequestRight::Nothing;
    case AwsCredentialsProvider::Container:
    case AwsCredentialsProvider::Instance: break;
    }
    return RequestRight::MachineIdentity;
}

/// Each function names all members, so a new kind and a new trait do not compile until they are
/// decided.
struct TraitsOf
{
    SourceTraits operator()(const FilesystemSource& source) const
    {
        return {.type = "filesystem",
                .folder = &source.path,
                .readsSubfolders = true,
                .listedBy = ListedBy::Layout,
                .lister = nullptr,
                .web = nullptr,
                .bucketPrefix = nullptr,
                .takesOptions = true,
                .requestRight = RequestRight::Folder};
    }

    SourceTraits operator()(const FolderSource& source) const
    {
        return {.type = "folder",
                .folder = &source.path,
                .readsSubfolders = source.recursive,
                .listedBy = ListedBy::Scan,
                .lister = nullptr,
                .web = nullptr,
                .bucketPrefix = nullptr,
                .takesOptions = true,
                .requestRight = RequestRight::Folder};
    }

    SourceTraits operator()(const HttpSource& source) const
    {
        return {.type = "http",
                .folder = nullptr,
                .readsSubfolders = false,
                .listedBy = ListedBy::Layout,
                .lister = nullptr,
                .web = &source,
                .bucketPrefix = nullptr,
                .takesOptions = true,
                .requestRight = RequestRight::Nothing};
    }

    SourceTraits operator()(const S3Source& source) const
    {
        return {.type = "s3",
                .folder = nullptr,
                .readsSubfolders = false,
                .listedBy = ListedBy::Layout,
                .lister = nullptr,
                .web = nullptr,
                .bucketPrefix = &source.prefix,
                .takesOptions = true,
                .requestRight = rightFor(source.provider)};
    }

    SourceTraits operator()(const GcsSource& source) const
    {
        return {.type = "gcs",
                .folder = nullptr,
                .readsSubfolders = false,
                .listedBy = ListedBy::Layout,
                .lister = nullptr,
                .web = nullptr,
                .bucketPrefix = &source.prefix,
                .takesOptions = true,
                .requestRight = RequestRight::Nothing};
    }

    SourceTraits operator()(const SentrySource& source) const
    {
        return {.type = "sentry",
                .folder = nullptr,
                .readsSubfolders = false,
                .listedBy = ListedBy::Server,
                .lister = &source,
                .web = nullptr,
                .bucketPrefix = nullptr,
                .takesOptions = false,
                .requestRight = RequestRight::Nothing};
    }
};

struct ShownPlace
{
    std::string operator()(const FilesystemSource& source) const { return source.path; }

    std::string operator()(const FolderSource& source) const { return source.path; }

    std::string operator()(const HttpSource& source) const
    {
        return withoutCredentials(source.url);
    }

    std::string operator()(const S3Source& source) const
    {
        return concat("s3://", source.bucket, "/", source.prefix);
    }

    std::string operator()(const GcsSource& source) const
    {
        return concat("gs://", source.bucket, "/", source.prefix);
    }

    std::string operator()(const SentrySource& source) const
    {
        return withoutCredentials(source.url);
    }
};

/// Each function names all fields, so a new one does not compile until it is decided.
struct SecretsOf
{
    using Secrets = std::vector<std::string>;

    Secrets operator()(const FilesystemSource&) const { return {}; }

    Secrets operator()(const FolderSource&) const { return {}; }

    Secrets operator()(const HttpSource& source) const
    {
        const auto& [url, headers, acceptInvalidCerts] = source;
        Secrets secrets{std::string(credentialsIn(url)), std::string(passwordIn(url))};
        for (const auto& [name, value] : headers)
            secrets.push_back(value);
        return secrets;
    }

    Secrets operator()(const S3Source& source) const
    {
        const auto& [bucket, prefix, region, endpoint, accessKey, secretKey, provider,
                     sessionToken] = source;
        return {secretKey, sessionToken};
    }

    Secrets operator()(const GcsSource& source) const
    {
        const auto& [bucket, prefix, privateKey, clientEmail, bearerToken, isAnonymous, endpoint,
                     tokenUrl] = source;
        return {privateKey, bearerToken};
    }

    Secrets operator()(const SentrySource& source) const
    {
        const auto& [url, token, cookies] = source;
        return {std::string(credentialsIn(url)), std::string(passwordIn(url)), token, cookies};
    }
};

/// The traits of a source that may be changed.
struct Changeable
{
    std::string* folder = nullptr;
    HttpSource* web = nullptr;
};

struct ChangeableOf
{
    Changeable operator()(FilesystemSource& source) const { return {.folder = &source.path}; }

    Changeable operator()(FolderSource& source) const { return {.folder = &source.path}; }

    Changeable operator()(HttpSource& source) const { return {.web = &source}; }

    Changeable operator()(S3Source&) const { return {}; }

    Changeable operator()(GcsSource&) const { return {}; }

    Changeable operator()(SentrySource&) const { return {}; }
};

} // namespace

SourceTraits traitsOf(const SourceConfig& source)
{
    return std::visit(TraitsOf(), source.where);
}

bool isOnThisMachine(const SourceConfig& source)
{
    return traitsOf(source).folder != nullptr;
}

bool isScanned(const SourceConfig& source)
{
    return traitsOf(source).listedBy == ListedBy::Scan;
}

const HttpSource* debuginfodServer(const SourceConfig& source)
{
    return source.layout.type == LayoutType::Debuginfod ? traitsOf(source).web : nullptr;
}

std::vector<std::string> secretsOf(const SourceConfig& source)
{
    auto secrets = std::visit(SecretsOf(), source.where);
    std::erase(secrets, std::string());
    return secrets;
}

std::string shownPlace(const SourceConfig& source)
{
    return std::visit(ShownPlace(), source.where);
}

void forEachOwnPath(SourceConfig& source, const std::function<void(std::string&)>& change)
{
    if (auto* folder = std::visit(ChangeableOf(), source.where).folder)
        change(*folder);
    std::ranges::for_each(source.filePtrRoots, change);
    std::ranges::for_each(source.copyTo, change);
}

void addHeader(SourceConfig& source, const std::pair<std::string, std::string>& header)
{
    if (auto* web = std::visit(ChangeableOf(), source.where).web)
        web->headers.push_back(header);
}

} // namespace faultline::sources

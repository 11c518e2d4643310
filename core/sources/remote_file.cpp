// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/remote_file.h"

#include "core/base/result.h"
#include "core/sources/source_traits.h"
#include "core/sources/url.h"

namespace faultline::sources {

namespace {

std::string joinedPath(std::string_view root, std::string_view path)
{
    if (root.empty() || root.ends_with('/'))
        return concat(root, path);
    return concat(root, "/", path);
}

/// Key in a bucket: the prefix without its outer slashes, then the path.
std::string bucketKey(std::string_view prefix, std::string_view path)
{
    while (prefix.starts_with('/'))
        prefix.remove_prefix(1);
    while (prefix.ends_with('/'))
        prefix.remove_suffix(1);
    return prefix.empty() ? std::string(path) : concat(prefix, "/", path);
}

struct UriOf
{
    const std::string& path;

    std::string operator()(const FilesystemSource& s) const
    {
        return concat("file://", joinedPath(s.path, path));
    }

    std::string operator()(const FolderSource& s) const
    {
        return concat("file://", joinedPath(s.path, path));
    }

    std::string operator()(const HttpSource& s) const
    {
        return withoutCredentials(httpFileUrl(s.url, path).value_or(s.url));
    }

    std::string operator()(const S3Source& s) const
    {
        return concat("s3://", s.bucket, "/", encodedPath(bucketKey(s.prefix, path)));
    }

    std::string operator()(const GcsSource& s) const
    {
        return concat("gs://", s.bucket, "/", encodedPath(bucketKey(s.prefix, path)));
    }

    std::string operator()(const SentrySource&) const
    {
        return concat("sentry://project_debug_file/", path);
    }
};

struct HostOf
{
    std::string operator()(const FilesystemSource&) const { return "local file"; }

    std::string operator()(const FolderSource&) const { return "local file"; }

    std::string operator()(const HttpSource& s) const { return urlHost(s.url); }

    std::string operator()(const S3Source& s) const { return s.bucket; }

    std::string operator()(const GcsSource& s) const { return s.bucket; }

    std::string operator()(const SentrySource& s) const { return urlHost(s.url); }
};

} // namespace

std::string RemoteFile::uri() const
{
    return std::visit(UriOf{path}, source->where);
}

std::string RemoteFile::placeIdentity() const
{
    if (!checksum || traitsOf(*source).web == nullptr)
        return source->place();
    // The checksum goes with the request, and servers refuse a wrong one.
    return concat(source->place(), source->place().empty() ? "" : " ", "checksum ", *checksum);
}

std::string RemoteFile::hostLabel() const
{
    return std::visit(HostOf{}, source->where);
}

std::optional<std::filesystem::path> RemoteFile::localPath() const
{
    const auto* folder = traitsOf(*source).folder;
    return folder == nullptr ? std::nullopt
                             : std::optional<std::filesystem::path>(joinedPath(*folder, path));
}

std::optional<std::string> RemoteFile::objectKey() const
{
    const auto* prefix = traitsOf(*source).bucketPrefix;
    return prefix == nullptr ? std::nullopt : std::optional(bucketKey(*prefix, path));
}

std::string RemoteFile::cacheScope(std::string_view requestScope) const
{
    if ((source->isPublic && traitsOf(*source).takesOptions) || requestScope.empty())
        return "global";
    return std::string(requestScope);
}

} // namespace faultline::sources

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_item.h"
#include "core/formats/debug/artifactbundle/artifact_bundle.h"
#include "core/formats/debug/script/syntax_tree.h"
#include "core/formats/debug/sourcemap/map_cache.h"
#include "core/formats/debug/sourcemap/mappings.h"
#include "core/formats/debug/sourcemap/source_map.h"
#include "core/net/download/downloader.h"
#include "core/sources/remote_file.h"
#include "core/symbolicate/js/file_text.h"

#include <string>

namespace faultline::js {

/// A file at a place that a Sentry source's answer or a web URL names.
struct RemoteScriptFile
{
    std::string source; ///< Id of the source, or "web-scraping".
    std::string uri;    ///< Its name in answers and cache keys.
    std::string place;  ///< What decides beside `uri` which bytes it has, as in placeIdentity().
    net::HttpTarget target;
    bool isShareable = true; ///< May be shared with other machines.
};

/// Downloads such a file. Base of the items below.
template <class T>
class RemoteScriptItem : public cache::DownloadItem<T>
{
public:
    RemoteScriptItem(RemoteScriptFile file,
                     std::string scope,
                     net::Downloader& downloader,
                     const ParseLimits& limits)
        : m_file(std::move(file)), m_scope(std::move(scope)), m_downloader(downloader),
          m_limits(limits)
    {
    }

    cache::CacheKey key() const override
    {
        return cache::CacheKeyBuilder(m_scope)
            .addFile(m_file.source, sources::withoutCredentials(m_file.uri))
            .addPlace(m_file.place)
            .build();
    }

    bool isShareable() const override { return m_file.isShareable; }

    void start(TempFile target, std::stop_token stop, cache::DownloadWork::Done done) override
    {
        net::DownloadRequest request{.from = m_file.target,
                                     .target = std::move(target),
                                     .source = m_file.source,
                                     .location = sources::withoutCredentials(m_file.uri),
                                     .label = {}};
        m_downloader.start(std::move(request), std::move(stop),
                           [done = std::move(done)](net::DownloadOutcome outcome) mutable {
                               done({.content = std::move(outcome.content),
                                     .httpStatus = outcome.httpStatus,
                                     .attempts = outcome.attempts,
                                     .blockedFor = outcome.blockedFor});
                           });
    }

protected:
    const ParseLimits& limits() const { return m_limits; }

private:
    RemoteScriptFile m_file;
    std::string m_scope;
    net::Downloader& m_downloader;
    ParseLimits m_limits;
};

using ArtifactBundlePtr = std::shared_ptr<const artifacts::ArtifactBundle>;

/// An opened artifact bundle. Errors of load(): those of ArtifactBundle::open().
class BundleItem final : public RemoteScriptItem<ArtifactBundlePtr>
{
public:
    using RemoteScriptItem::RemoteScriptItem;

    const cache::CacheVersions& versions() const override;
    Result<ArtifactBundlePtr> load(ByteView bytes) const override;
};

/// The text of one file in UTF-8. An answer in another encoding is Malformed.
class ScriptFileItem final : public RemoteScriptItem<FileTextPtr>
{
public:
    using RemoteScriptItem::RemoteScriptItem;

    const cache::CacheVersions& versions() const override;
    Result<FileTextPtr> load(ByteView bytes) const override;
    std::size_t weight(const FileTextPtr& file) const override;
};

/// The source map cache of a script and its map, both of which are in memory.
class MapCacheItem final : public cache::CacheItemRequest<sourcemap::MapCache>
{
public:
    /// Distinguishes this pair of texts from others; see docs/spec/javascript.md §4.10.
    struct Identity
    {
        std::string script;
        std::string map;
        bool isLocal = false; ///< Failures are not stored on disk.
        /// Says whether a bad segment makes the whole map fail, as in the reference.
        sourcemap::Leniency leniency = sourcemap::Leniency::Strict;
        /// The maps that its sections name by URL; null when they name none.
        std::shared_ptr<const sourcemap::LinkedMaps> linked;
        /// For scripts whose name may stand for a part of a RAM bundle.
        std::optional<sourcemap::BundlePart> part;
    };

    MapCacheItem(ByteView script, ByteView map, Identity identity, std::string scope)
        : m_script(std::move(script)), m_map(std::move(map)), m_identity(std::move(identity)),
          m_scope(std::move(scope))
    {
    }

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    Result<void>
    compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<sourcemap::MapCache> load(ByteView bytes) const override;

private:
    ByteView m_script;
    ByteView m_map;
    Identity m_identity;
    std::string m_scope;
};

} // namespace faultline::js

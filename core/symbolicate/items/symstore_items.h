// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_item.h"
#include "core/cache/cache_store.h"
#include "core/net/download/downloader.h"
#include "core/sources/remote_file.h"
#include "core/sources/symstore_index.h"

#include <chrono>

namespace faultline::symbolicate {

/// Files of a symbol store's own records. They are the same for every request, so their scope is
/// global (docs/spec/sources-and-caches.md §7).
sources::RemoteFile symstoreRecord(sources::SourcePtr source, std::string path);

/// The number of a store's last transaction on one day. Tomorrow's is a different item, so that new
/// transactions are seen.
class SymstoreLastIdItem final : public cache::DownloadItem<std::uint32_t>
{
public:
    SymstoreLastIdItem(sources::SourcePtr source,
                       std::chrono::sys_days day,
                       net::Downloader& downloader);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    Result<std::uint32_t> load(ByteView bytes) const override;

private:
    sources::RemoteFile m_file;
    std::chrono::sys_days m_day;
    net::Downloader& m_downloader;
};

/// The files that one transaction added.
class SymstoreSegmentItem final : public cache::DownloadItem<sources::SymstoreIndex>
{
public:
    SymstoreSegmentItem(sources::SourcePtr source,
                        std::uint32_t segment,
                        net::Downloader& downloader);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    /// Replaces the list by its stored form.
    Result<void> accept(TempFile& file, std::stop_token stop) override;
    Result<sources::SymstoreIndex> load(ByteView bytes) const override;

    std::size_t weight(const sources::SymstoreIndex& index) const override;

private:
    sources::RemoteFile m_file;
    std::uint32_t m_segment;
    net::Downloader& m_downloader;
};

/// All files of a store: all its transactions, fetched one after the other because servers limit
/// the rate. If one cannot be fetched, the item fails; earlier ones stay cached.
class SymstoreIndexItem final : public cache::DownloadItem<sources::SymstoreIndex>
{
public:
    SymstoreIndexItem(sources::SourcePtr source,
                      std::uint32_t lastId,
                      cache::CacheStore& cache,
                      cache::CacheFetchOptions options,
                      net::Downloader& downloader);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    Result<sources::SymstoreIndex> load(ByteView bytes) const override;

    std::size_t weight(const sources::SymstoreIndex& index) const override;

private:
    sources::SourcePtr m_source;
    std::uint32_t m_lastId;
    cache::CacheStore& m_cache;
    cache::CacheFetchOptions m_options;
    net::Downloader& m_downloader;
};

} // namespace faultline::symbolicate

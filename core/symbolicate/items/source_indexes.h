// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/items/symstore_items.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace faultline::symbolicate {

/// The indexes of sources that publish one (`has_index`). Thread-safe. Cache and downloader must
/// outlive it.
class SourceIndexes
{
public:
    SourceIndexes(cache::CacheStore& cache, net::Downloader& downloader)
        : m_cache(cache), m_downloader(downloader)
    {
    }

    /// Must a source's files be looked up in its index? Only for symbol stores, of any kind that is
    /// not a listing itself.
    static bool hasIndex(const sources::SourceConfig& source);

    using Done =
        std::move_only_function<void(Result<std::shared_ptr<const sources::SymstoreIndex>>)>;

    /// Fetches an index or finds it in the cache. Calls `done` exactly once, from any thread,
    /// possibly before this returns. If today's last transaction cannot be determined, the last
    /// known one is used.
    void fetch(const sources::SourcePtr& source,
               cache::CacheFetchOptions options,
               std::stop_token stop,
               Done done);

private:
    void fetchIndex(const sources::SourcePtr& source,
                    std::uint32_t lastId,
                    cache::CacheFetchOptions options,
                    const std::stop_token& stop,
                    Done done);
    std::optional<std::uint32_t> knownLastId(const std::string& store);
    void rememberLastId(const std::string& store, std::uint32_t lastId);

    cache::CacheStore& m_cache;
    net::Downloader& m_downloader;
    std::mutex m_mutex;                             // Guards the members after it.
    std::map<std::string, std::uint32_t> m_lastIds; // By Source::identity().
};

} // namespace faultline::symbolicate

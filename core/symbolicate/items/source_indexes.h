#pragma once

#include "core/symbolicate/items/symstore_items.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace faultline::symbolicate {

/// The indexes of sources that publish one (`has_index`). Thread-safe. Cache and downloader outlive
/// it.
class SourceIndexes
{
public:
    SourceIndexes(cache::CacheStore& cache, net::Downloader& downloader)
        : m_cache(cache), m_downloader(downloader)
    {
    }

    /// Whether what a source has is to be looked up in its index: symbol stores only, of any kind
    /// that is no listing by itself.
    static bool hasIndex(const sources::SourceConfig& source);

    using Done =
        std::move_only_function<void(Result<std::shared_ptr<const sources::SymstoreIndex>>)>;

    /// Fetches an index, or finds it cached. Calls `done` exactly once, from any thread, also
    /// before this returns. When today's last transaction cannot be learned, the last one known
    /// counts.
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
    std::optional<std::uint32_t> knownLastId(const std::string& location);
    void rememberLastId(const std::string& location, std::uint32_t lastId);

    cache::CacheStore& m_cache;
    net::Downloader& m_downloader;
    std::mutex m_mutex; // Guards the following.
    std::map<std::string, std::uint32_t> m_lastIds;
};

} // namespace faultline::symbolicate

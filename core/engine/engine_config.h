// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/metrics.h"
#include "core/base/parse_limits.h"
#include "core/cache/cache_lifetimes.h"
#include "core/cache/shared_cache.h"
#include "core/net/download/download_policy.h"
#include "core/net/download/source_access_options.h"
#include "core/net/transport/transport_options.h"
#include "core/remote/server_address.h"
#include "core/sources/source_config.h"
#include "core/symbolicate/options/options.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace faultline::engine {

/// Settings that limit the size of the cache folder.
struct CacheCleaningConfig
{
    bool enabled = false; ///< A thread of the engine cleans at every interval. A quota or minimum
                          ///< also enables it.
    std::chrono::milliseconds interval = std::chrono::minutes(15);
    std::optional<std::uint64_t> quotaBytes; ///< Absent means no limit.
    std::optional<std::uint64_t> minFreeBytes;
};

/// A bucket of S3 or of a compatible store.
struct SharedS3Config
{
    std::string bucket;
    std::string prefix;
    std::string region;
    std::string endpoint; ///< Absolute URL; empty means Amazon's.
    bool pathStyle =
        true; ///< Only with an endpoint: the bucket is part of the path, not of the host.
    sources::AwsCredentialsProvider provider = sources::AwsCredentialsProvider::Static;
    std::string accessKey; ///< Secret, like the next member. For the provider Static.
    std::string secretKey;
};

/// A bucket of Google Cloud Storage.
struct SharedGcsConfig
{
    std::string bucket;
    std::string prefix;
    std::string endpoint;                          ///< Empty means Google's.
    std::optional<std::string> serviceAccountFile; ///< Absent: the account that the environment
                                                   ///< names, otherwise the machine's account.
};

/// Where derived and downloaded files are shared with other machines.
struct SharedCacheConfig
{
    std::variant<std::monostate, std::filesystem::path, SharedS3Config, SharedGcsConfig> where;
    /// For buckets. Short, because computing is better than waiting
    /// (docs/spec/sources-and-caches.md §11).
    std::chrono::milliseconds connectTimeout{500};
    std::chrono::milliseconds headTimeout{500};
    cache::SharedCacheLimits limits;
};

/// The engine's settings as plain values. app/ reads settings and files.
struct EngineConfig
{
    std::optional<std::filesystem::path> cacheDir; ///< Absent: no disk caches.
    std::vector<sources::SourceConfig> sources;
    bool connectToReservedIps = true;
    bool offline = false;
    bool useLocalFiles =
        false; ///< Desktop: SymbolicateOptions::useLocalFiles and useLocalSources for all events.
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds headTimeout{10000};
    std::chrono::milliseconds maxDownloadTimeout{300000};
    std::chrono::milliseconds stallTimeout{60000};
    std::uint64_t maxDownloadBytes = 15ull << 30;
    std::uint32_t maxDownloadsPerHost = 8;
    std::uint32_t maxDownloadAttempts = 3; ///< The first one included.
    net::DenyListPolicy denyList{};
    bool filterTrustedClients = false;
    net::TransportOptions transport{};
    net::SourceAccessOptions sourceAccess;
    cache::CacheLifetimeSet lifetimes;
    std::size_t cacheMemoryBytes = 256u << 20; ///< Memory limit for all caches together.
    /// Server: what was just found about a module also serves the requests of the next quarter of a
    /// second, and runFromMemory() can answer.
    bool repeatsLookups = false;
    std::uint32_t maxLazyRedownloads =
        50; ///< Number of entries renewed in the background at the same time.
    std::uint32_t maxLazyRecomputations = 20;
    CacheCleaningConfig cleanup;
    SharedCacheConfig shared;
    ParseLimits limits;
    std::size_t computeThreads = 0; ///< 0 means one per core.
    std::vector<std::pair<std::string, std::string>> pathMappings;
    std::vector<symbolicate::ModuleFile>
        moduleFiles;                          ///< SymbolicateOptions::moduleFiles for all events.
    std::filesystem::path summaryFolder = {}; ///< Of the user's Natvis files; empty: none.
    bool framePointerFirst = false;  ///< SymbolicateOptions::framePointerFirst for all events.
    bool requireMatchingIds = false; ///< SymbolicateOptions::requireMatchingIds for all events.
    symbolicate::LinkedSourcePolicy linkedSources; ///< On the desktop, no host is allowed at first.
    /// Opened events are symbolicated there; absent: here. Files are read here in any case.
    std::optional<remote::ServerAddress> server{};
    MetricSink* metrics = nullptr; ///< Outlives the engine; null: nothing is counted.
};

} // namespace faultline::engine

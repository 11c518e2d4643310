#pragma once

#include "core/base/parse_limits.h"
#include "core/cache/cache_lifetimes.h"
#include "core/sources/source_config.h"
#include "core/symbolicate/options.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// Everything the engine is told, as plain values; settings and files are read by app/.
struct EngineConfig
{
    std::optional<std::filesystem::path> cacheDir; ///< Absent: no disk caches.
    std::vector<SourceConfig> sources;
    bool connectToReservedIps = true;
    bool offline = false;
    bool useLocalFiles =
        false; ///< Desktop: SymbolicateOptions::useLocalFiles and useLocalSources for all events.
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds headTimeout{10000};
    std::chrono::milliseconds maxDownloadTimeout{300000};
    std::uint64_t maxDownloadBytes = 15ull << 30;
    std::uint32_t maxDownloadsPerHost = 8;
    CacheLifetimes downloaded;
    CacheLifetimes derived;
    ParseLimits limits;
    std::size_t computeThreads = 0; ///< 0: one per core.
    std::vector<std::pair<std::string, std::string>> pathMappings;
    bool requireMatchingIds = false;  ///< SymbolicateOptions::requireMatchingIds for all events.
    LinkedSourcePolicy linkedSources; ///< The desktop starts with no host.
};

} // namespace faultline

#pragma once

#include "core/net/download/source_access_options.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::net {

/// "faultline/<version>".
std::string defaultUserAgent();

/// When a host that keeps failing is left alone; defaults: docs/spec/sources-and-caches.md §8.1.
struct DenyListPolicy
{
    bool enabled = true;
    std::chrono::milliseconds timeWindow{60'000};
    std::chrono::milliseconds bucketSize{5'000};
    std::uint32_t threshold = 60;
    std::chrono::milliseconds blockTime{3'600'000};
    std::vector<std::string> neverBlockHosts{};
};

/// Rules of all downloads; defaults are those of docs/spec/sources-and-caches.md §8.1, §8.2 and
/// §8.5.
struct DownloadPolicy
{
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds headTimeout{10000};
    std::chrono::milliseconds stallTimeout{60000};  ///< Without a byte of the body; 0: no limit.
    std::chrono::milliseconds totalTimeout{300000}; ///< Including every attempt.
    std::chrono::milliseconds retryDelay{20};       ///< Before the second attempt; then it doubles.
    std::uint32_t maxAttempts = 3;
    std::optional<std::uint64_t> maxBytes = 15ull
                                            << 30; ///< On the wire and, separately, decompressed.
    std::uint64_t rangeBytes = 128ull << 20; ///< Of the first range and about the others'; 0: whole
                                             ///< files only.
    std::uint32_t maxPerHost = 8;
    std::uint32_t maxTotal = 64;
    bool connectToReservedIps = true;
    bool filterTrustedClients = false; ///< The address filter counts for trusted targets too.
    bool offline = false; ///< Network targets fail at once with Cancelled ("skipped (offline)"),
                          ///< which no cache remembers.
    std::string userAgent = defaultUserAgent();
    DenyListPolicy denyList{};
    SourceAccessOptions access{};
};

} // namespace faultline::net

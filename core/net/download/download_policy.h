// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/metrics.h"
#include "core/net/download/source_access_options.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::net {

/// "faultline/<version>".
std::string defaultUserAgent();

/// When to stop asking a host that keeps failing. Defaults: docs/spec/sources-and-caches.md §8.1.
struct DenyListPolicy
{
    bool enabled = true;
    std::chrono::milliseconds timeWindow{60'000};
    std::chrono::milliseconds bucketSize{5'000};
    std::uint32_t threshold = 60;
    std::chrono::milliseconds blockTime{3'600'000};
    std::vector<std::string> neverBlockHosts{};
};

/// Rules for all downloads. Defaults: docs/spec/sources-and-caches.md §8.1, §8.2 and §8.5.
struct DownloadPolicy
{
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds headTimeout{10000};
    std::chrono::milliseconds stallTimeout{
        60000}; ///< Longest time without a byte of the body; 0: no limit.
    std::chrono::milliseconds totalTimeout{300000}; ///< Includes all attempts.
    std::chrono::milliseconds retryDelay{
        20}; ///< Wait before the second attempt. It doubles for each further one.
    std::uint32_t maxAttempts = 3;
    std::optional<std::uint64_t> maxBytes =
        15ull
        << 30; ///< Applies to the bytes on the wire and, separately, to the decompressed bytes.
    std::uint64_t rangeBytes =
        128ull
        << 20; ///< Size of the first range and approximate size of the others; 0: whole files only.
    std::uint32_t maxPerHost = 8;
    std::uint32_t maxTotal = 64;
    /// Files that were begun and that their receiver has not yet kept or dropped. Further transfers
    /// wait.
    std::uint32_t maxOpenFiles = 256;
    bool connectToReservedIps = true;
    bool filterTrustedClients = false; ///< Applies the address filter to trusted targets too.
    bool offline = false; ///< Network targets fail at once with Cancelled ("skipped (offline)"),
                          ///< which no cache remembers.
    std::string userAgent = defaultUserAgent();
    DenyListPolicy denyList{};
    SourceAccessOptions access{};
    MetricSink* metrics = nullptr; ///< Outlives the downloader; null: nothing is counted.
};

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/listen_address.h"
#include "core/config/metrics_config.h"
#include "core/config/protocol_config.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace faultline::config {

/// `bind_https`, `tls_cert`, `tls_key`: the server also listens with TLS.
struct HttpsConfig
{
    ListenAddress bind;
    std::filesystem::path certificate; ///< PEM, with the certificates of its issuers.
    std::filesystem::path key;         ///< PEM, without a passphrase.
};

/// Settings that only `faultline serve` reads.
struct ServeConfig
{
    ListenAddress bind{.address = "127.0.0.1", .port = 3021};
    std::optional<HttpsConfig> https;
    /// Absent: no authentication. Empty: nobody may use the API.
    std::optional<std::vector<std::string>> bearerTokens;
    std::optional<std::size_t> maxConcurrentRequests = 200; ///< Absent means no limit.
    std::uint64_t crashFileBodyMaxBytes = 250ull << 20;
    /// Largest unpacked size of a compressed crash file; 0: compressed files are refused, as
    /// Symbolicator does.
    std::uint64_t crashFileUnpackedMaxBytes = 4ull << 30;
    std::uint64_t symbolicateBodyMaxBytes = 55ull << 20;
    /// Absent: any path if the server listens on a loopback address, otherwise none.
    std::optional<std::vector<std::filesystem::path>> requestFilesystemRoots;
    /// Requests may name sources that sign as this machine, for whatever endpoint they name.
    bool requestMachineIdentity = false;
    /// Limits for one request (docs/spec/http-api.md §5.7).
    std::size_t maxRequestSources = 100;
    std::size_t maxRequestPathPatterns = 256;
    std::size_t maxRequestPathPatternBytes = 16 * 1024;
    std::size_t maxRequestFrames = 500'000;
    std::size_t maxRequestLookups = 20'000;
    /// Names or addresses with ports of all instances of a fleet; empty: the server stands alone.
    std::vector<std::string> peers;
    std::string peerToken; ///< What they share; empty only without peers.
    /// Lower-case names by which browsers may ask for pages; absent: addresses and localhost.
    std::optional<std::vector<std::string>> allowedHosts;
    bool statusPage = false;
    std::string requestIdHeader;                       ///< Empty: ids are only in the log.
    std::chrono::milliseconds slowRequestTime{10'000}; ///< 0: none is slow.
    /// At SIGTERM: how long new requests are still accepted while /ready says no, and how long what
    /// runs then may take.
    std::chrono::milliseconds drainDelay{0};
    std::chrono::milliseconds shutdownGrace{3000};
    bool symstoreProxy = true; ///< Debug files of the configured sources at /proxy.
    ProtocolsConfig protocols;
    MetricsConfig metrics;
};

/// Reads the settings from the root of the file. Mistakes are recorded as errors of the cursor. The
/// variables FAULTLINE_DRAIN_DELAY and FAULTLINE_SHUTDOWN_GRACE give the defaults of the keys with
/// these names: an image has its own, whatever file it is started with.
void readServe(const json::JsonCursor& root,
               const std::function<std::optional<std::string>(const std::string&)>& variable,
               ServeConfig& config);

} // namespace faultline::config

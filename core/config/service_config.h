#pragma once

#include "core/base/log.h"
#include "core/config/metrics_config.h"
#include "core/config/protocol_config.h"
#include "core/engine/engine_config.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace faultline::config {

enum class LogFormat : std::uint8_t { Auto, Pretty, Simplified, Json };

struct LoggingConfig
{
    LogLevel level = LogLevel::Info;
    LogFormat format = LogFormat::Auto;
};

/// Settings that only `faultline serve` reads.
struct ServeConfig
{
    std::string address = "127.0.0.1";
    std::uint16_t port = 3021;
    std::optional<std::size_t> maxConcurrentRequests = 200; ///< Absent means no limit.
    std::uint64_t crashFileBodyMaxBytes = 250ull << 20;
    /// Largest unpacked size of a compressed crash file; 0: compressed files are refused, as
    /// Symbolicator does.
    std::uint64_t crashFileUnpackedMaxBytes = 4ull << 30;
    std::uint64_t symbolicateBodyMaxBytes = 55ull << 20;
    /// Absent: any path if the server listens on a loopback address, otherwise none.
    std::optional<std::vector<std::filesystem::path>> requestFilesystemRoots;
    /// Limits for one request (docs/spec/http-api.md §5.7).
    std::size_t maxRequestSources = 100;
    std::size_t maxRequestPathPatterns = 256;
    std::size_t maxRequestPathPatternBytes = 16 * 1024;
    std::size_t maxRequestFrames = 500'000;
    std::size_t maxRequestLookups = 20'000;
    bool symstoreProxy = true; ///< Debug files of the configured sources at /proxy.
    ProtocolsConfig protocols;
    MetricsConfig metrics;
};

/// A configuration file with Symbolicator's keys (docs/spec/http-api.md §11) and our own (§11.2
/// there).
struct ServiceConfig
{
    engine::EngineConfig engine;
    ServeConfig serve;
    LoggingConfig logging;
    std::vector<std::string> remarks; ///< On keys of the file that are unknown or have no effect.
};

} // namespace faultline::config

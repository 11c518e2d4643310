// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_cursor.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace faultline::config {

/// `mozilla.upload`: who may upload symbols, and where they are stored.
struct MozillaUploadConfig
{
    std::filesystem::path directory;
    std::vector<std::string> tokens;
    std::vector<std::string> allowHosts; ///< Hosts from which archives may be fetched.
};

/// `mozilla.profiler`: sources and machine code for Firefox's profiler, below a secret path.
struct MozillaProfilerConfig
{
    /// Web pages that may ask, as browsers name them: scheme, host, port.
    std::vector<std::string> allowOrigins{"https://profiler.firefox.com"};
};

/// `mozilla`: Mozilla's symbolication API.
struct MozillaConfig
{
    bool enabled = true;
    /// Size of the cache of look-up tables; 0 means no limit.
    std::uint64_t cacheBytes = 1ull << 30;
    std::uint32_t evictionBatch = 5;
    std::optional<MozillaUploadConfig> upload;
    std::optional<MozillaProfilerConfig> profiler; ///< Absent: the routes do not exist.
};

/// `symbfile`: uploads of symbols in Elastic's form. The routes exist only if this is present.
struct SymbfileConfig
{
    std::vector<std::string> apiKeys; ///< Empty means that every upload is refused.
    std::filesystem::path directory;
};

/// A program that makes a .symcache of one format version.
struct SymcacheTranscoder
{
    std::vector<std::string> command; ///< Program and arguments.
    std::string version;
};

/// `symcache`: the SymCache protocol. The routes exist only if this is present.
struct SymcacheConfig
{
    std::filesystem::path directory;
    /// Those of `transcoders`, then that of `transcoder`. Empty: only existing files are served.
    std::vector<SymcacheTranscoder> transcoders;
    std::optional<std::string> upstream; ///< Base URL; absent means the configured sources.
    std::chrono::milliseconds timeout{120'000};
    std::uint64_t maxOutputBytes = 2ull << 30;
    std::chrono::seconds negativeTtl{3600};
    bool readOnly = false;
};

/// Protocols in addition to Symbolicator's (docs/spec/mozilla-api.md, docs/spec/symbfile.md,
/// docs/spec/symcache-http.md).
struct ProtocolsConfig
{
    MozillaConfig mozilla;
    std::optional<SymbfileConfig> symbfile;
    std::optional<SymcacheConfig> symcache;
};

/// Reads the protocols from the root of the file. Mistakes are recorded as errors of the cursor.
void readProtocols(const json::JsonCursor& root, ProtocolsConfig& config);

} // namespace faultline::config

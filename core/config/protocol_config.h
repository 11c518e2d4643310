#pragma once

#include "core/json/json_cursor.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace faultline::config {

/// `mozilla.upload`: who may bring symbols, and where they are kept.
struct MozillaUploadConfig
{
    std::filesystem::path directory;
    std::vector<std::string> tokens;
    std::vector<std::string> allowHosts; ///< From which archives may be fetched.
};

/// `mozilla`: Mozilla's symbolication API.
struct MozillaConfig
{
    bool enabled = true;
    std::uint64_t cacheBytes = 1ull << 30; ///< Of look-up tables; 0: no limit.
    std::uint32_t evictionBatch = 5;
    std::optional<MozillaUploadConfig> upload;
};

/// `symbfile`: uploads of symbols in Elastic's form. Absent: the routes are not there.
struct SymbfileConfig
{
    std::vector<std::string> apiKeys; ///< Empty: every upload is refused.
    std::filesystem::path directory;
};

/// `symcache`: the SymCache protocol. Absent: the routes are not there.
struct SymcacheConfig
{
    std::filesystem::path directory;
    std::vector<std::string> transcoder; ///< Program and arguments; empty: none.
    std::string transcoderVersion;
    std::optional<std::string> upstream; ///< Base URL; absent: the configured sources.
    std::chrono::milliseconds timeout{120'000};
    std::uint64_t maxOutputBytes = 2ull << 30;
    std::chrono::seconds negativeTtl{3600};
    bool readOnly = false;
};

/// Protocols beside Symbolicator's (docs/spec/mozilla-api.md, docs/spec/symbfile.md,
/// docs/spec/symcache-http.md).
struct ProtocolsConfig
{
    MozillaConfig mozilla;
    std::optional<SymbfileConfig> symbfile;
    std::optional<SymcacheConfig> symcache;
};

/// Reads them from the file's root; what is wrong is recorded in the cursor's errors.
void readProtocols(const json::JsonCursor& root, ProtocolsConfig& config);

} // namespace faultline::config

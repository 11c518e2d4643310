// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/protocol_config.h"

#include "core/config/config_values.h"

#include <algorithm>
#include <string_view>

namespace faultline::config {

namespace {

bool isGiven(const json::JsonCursor& value)
{
    return !value.isAbsent() && !value.isNull();
}

void setSize(const json::JsonCursor& value, std::uint64_t& target)
{
    if (!value.isAbsent())
        target = readSize(value);
}

std::filesystem::path readDirectory(const json::JsonCursor& section)
{
    return section.member("directory").string();
}

/// None: nobody may upload.
std::vector<std::string> readTokensOrNone(const json::JsonCursor& list)
{
    return isGiven(list) ? readTokens(list) : std::vector<std::string>();
}

/// An origin as browsers send it (RFC 6454 §6.2), which is never "*": scheme, host, perhaps a port,
/// in lower case and without a path.
bool isOrigin(std::string_view text)
{
    for (const std::string_view scheme : {"https://", "http://"}) {
        if (!text.starts_with(scheme))
            continue;
        const auto rest = text.substr(scheme.size());
        return !rest.empty() && std::ranges::all_of(rest, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                   std::string_view(".-:[]_").contains(c);
        });
    }
    return false;
}

void readOrigins(const json::JsonCursor& list, std::vector<std::string>& origins)
{
    if (list.isAbsent())
        return;
    origins.clear();
    list.forEachItem([&](const json::JsonCursor& item) {
        origins.push_back(item.string());
        if (!isOrigin(origins.back()))
            item.refuse("expected an origin such as \"https://profiler.example\"");
    });
}

void readUpload(const json::JsonCursor& section, std::optional<MozillaUploadConfig>& config)
{
    if (isGiven(section))
        config = MozillaUploadConfig{.directory = readDirectory(section),
                                     .tokens = readTokensOrNone(section.member("tokens")),
                                     .allowHosts = section.member("allow_hosts").stringsOrNone()};
}

void readProfiler(const json::JsonCursor& section, std::optional<MozillaProfilerConfig>& config)
{
    if (isGiven(section))
        readOrigins(section.member("allow_origins"), config.emplace().allowOrigins);
}

void readMozilla(const json::JsonCursor& section, MozillaConfig& config)
{
    if (!isGiven(section))
        return;
    setBool(section.member("enabled"), config.enabled);
    setSize(section.member("cache_bytes"), config.cacheBytes);
    setUnsigned(section.member("eviction_batch"), config.evictionBatch);
    readUpload(section.member("upload"), config.upload);
    readProfiler(section.member("profiler"), config.profiler);
}

void readSymbfile(const json::JsonCursor& section, std::optional<SymbfileConfig>& config)
{
    if (isGiven(section))
        config = SymbfileConfig{.apiKeys = readTokensOrNone(section.member("api_keys")),
                                .directory = readDirectory(section)};
}

void readSymcache(const json::JsonCursor& section, std::optional<SymcacheConfig>& target)
{
    if (!isGiven(section))
        return;
    auto& config = target.emplace();
    config.directory = readDirectory(section);
    if (const auto list = section.member("transcoders"); !list.isAbsent())
        list.forEachItem([&](const json::JsonCursor& item) {
            config.transcoders.push_back({.command = item.member("command").strings(),
                                          .version = item.member("version").string()});
        });
    const auto version = section.member("transcoder_version");
    if (auto command = section.member("transcoder").stringsOrNone(); !command.empty())
        config.transcoders.push_back(
            {.command = std::move(command),
             .version = version.isAbsent() ? std::string() : version.string()});
    config.upstream = section.member("upstream").optionalString();
    setDuration(section.member("timeout"), config.timeout);
    setSize(section.member("max_output"), config.maxOutputBytes);
    setDuration(section.member("negative_ttl"), config.negativeTtl);
    setBool(section.member("read_only"), config.readOnly);
}

} // namespace

void readProtocols(const json::JsonCursor& root, ProtocolsConfig& config)
{
    readMozilla(root.member("mozilla"), config.mozilla);
    readSymbfile(root.member("symbfile"), config.symbfile);
    readSymcache(root.member("symcache"), config.symcache);
}

} // namespace faultline::config

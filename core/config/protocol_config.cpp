#include "core/config/protocol_config.h"

#include "core/config/config_values.h"

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

void readMozilla(const json::JsonCursor& section, MozillaConfig& config)
{
    if (!isGiven(section))
        return;
    setBool(section.member("enabled"), config.enabled);
    setSize(section.member("cache_bytes"), config.cacheBytes);
    setUnsigned(section.member("eviction_batch"), config.evictionBatch);
    const auto upload = section.member("upload");
    if (!isGiven(upload))
        return;
    config.upload = MozillaUploadConfig{.directory = readDirectory(upload),
                                        .tokens = upload.member("tokens").stringsOrNone(),
                                        .allowHosts = upload.member("allow_hosts").stringsOrNone()};
}

void readSymbfile(const json::JsonCursor& section, std::optional<SymbfileConfig>& config)
{
    if (isGiven(section))
        config = SymbfileConfig{.apiKeys = section.member("api_keys").stringsOrNone(),
                                .directory = readDirectory(section)};
}

void readSymcache(const json::JsonCursor& section, std::optional<SymcacheConfig>& target)
{
    if (!isGiven(section))
        return;
    auto& config = target.emplace();
    config.directory = readDirectory(section);
    config.transcoder = section.member("transcoder").stringsOrNone();
    if (const auto version = section.member("transcoder_version"); !version.isAbsent())
        config.transcoderVersion = version.string();
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

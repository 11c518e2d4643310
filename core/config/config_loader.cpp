// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_loader.h"

#include "core/base/text.h"
#include "core/config/caches_config.h"
#include "core/config/config_keys.h"
#include "core/config/config_values.h"
#include "core/json/json_cursor.h"
#include "core/json/json_writer.h"

#include <algorithm>
#include <limits>

namespace faultline::config {

namespace {

void readLogging(const json::JsonCursor& logging, LoggingConfig& config)
{
    if (logging.isAbsent() || logging.isNull())
        return;
    constexpr std::array<std::pair<std::string_view, LogLevel>, 6> kLevels{
        {{"off", LogLevel::Off},
         {"error", LogLevel::Error},
         {"warn", LogLevel::Warning},
         {"info", LogLevel::Info},
         {"debug", LogLevel::Debug},
         {"trace", LogLevel::Trace}}};
    constexpr std::array<std::pair<std::string_view, LogFormat>, 4> kFormats{
        {{"auto", LogFormat::Auto},
         {"pretty", LogFormat::Pretty},
         {"simplified", LogFormat::Simplified},
         {"json", LogFormat::Json}}};
    const auto choose = [](const json::JsonCursor& value, const auto& choices, auto& target) {
        if (value.isAbsent())
            return;
        const auto text = toLowerAscii(value.string());
        const auto found =
            std::ranges::find_if(choices, [&](const auto& choice) { return choice.first == text; });
        if (found == choices.end())
            value.refuse("unknown value");
        else
            target = found->second;
    };
    choose(logging.member("level"), kLevels, config.level);
    choose(logging.member("format"), kFormats, config.format);
}

void readSources(const json::JsonCursor& sources,
                 const ConfigEnvironment& environment,
                 std::vector<sources::SourceConfig>& target)
{
    if (sources.isAbsent() || sources.isNull())
        return;
    if (kindOf(sources) != json::JsonKind::Array) {
        sources.refuseKind("a list");
        return;
    }
    std::string json;
    if (const auto& list = sources.value())
        json::JsonWriter(json).value(*list);
    if (auto parsed = environment.readSources(json))
        target = *std::move(parsed);
    else
        sources.refuse(parsed.error().detail);
}

void setFile(const json::JsonCursor& value, std::optional<std::filesystem::path>& target)
{
    if (value.isNull())
        target.reset();
    else if (!value.isAbsent())
        target = value.string();
}

void readDenyList(const json::JsonCursor& root, net::DenyListPolicy& policy)
{
    setBool(root.member("deny_list_enabled"), policy.enabled);
    setDuration(root.member("deny_list_time_window"), policy.timeWindow);
    setDuration(root.member("deny_list_bucket_size"), policy.bucketSize);
    setUnsigned(root.member("deny_list_threshold"), policy.threshold);
    setDuration(root.member("deny_list_block_time"), policy.blockTime);
    if (const auto hosts = root.member("deny_list_never_block_hosts"); !hosts.isAbsent()) {
        policy.neverBlockHosts.clear();
        for (const auto& host : hosts.strings())
            policy.neverBlockHosts.push_back(toLowerAscii(host));
    }
}

/// Ours: sources from the environment and well-known servers, after those of the file. A source
/// that is already in the list is not added again.
void readImports(const json::JsonCursor& imports,
                 const ConfigEnvironment& environment,
                 std::vector<sources::SourceConfig>& target)
{
    if (imports.isAbsent() || imports.isNull() || !environment.importSources)
        return;
    for (const auto& name : imports.strings()) {
        auto imported = environment.importSources(name);
        if (!imported) {
            imports.refuse(imported.error().detail);
            return;
        }
        for (auto& source : *imported) {
            if (std::ranges::find(target, source.id, &sources::SourceConfig::id) == target.end())
                target.push_back(std::move(source));
        }
    }
}

/// Ours: certificates in addition to the system's.
void readDownloadTls(const json::JsonCursor& tls, net::TlsOptions& options)
{
    if (tls.isAbsent() || tls.isNull())
        return;
    setFile(tls.member("ca_file"), options.caFile);
    setFile(tls.member("client_cert"), options.clientCert);
    setFile(tls.member("client_key"), options.clientKey);
}

/// Ours: which method of unwinding comes first (docs/spec/stackwalk.md §20.6).
void readUnwindPreference(const json::JsonCursor& value, bool& framePointerFirst)
{
    if (value.isAbsent())
        return;
    const auto text = value.string();
    framePointerFirst = text == "frame_pointer_first";
    if (!framePointerFirst && text != "cfi_first")
        value.refuse("is neither cfi_first nor frame_pointer_first");
}

/// true: any host; false: none; or a list of hosts.
void readLinkedSources(const json::JsonCursor& value, symbolicate::LinkedSourcePolicy& policy)
{
    if (value.isAbsent())
        return;
    policy = {.anyHost = false, .hosts = {}};
    if (kindOf(value) == json::JsonKind::Array) {
        for (const auto& host : value.strings())
            policy.hosts.push_back(toLowerAscii(host));
        return;
    }
    policy.anyHost = value.boolean();
}

/// Ours: present places of recorded source paths, {from: to}.
void readPathMappings(const json::JsonCursor& mappings,
                      std::vector<std::pair<std::string, std::string>>& target)
{
    if (mappings.isAbsent() || mappings.isNull())
        return;
    target.clear();
    mappings.forEachMember([&](std::string_view from, const json::JsonCursor& to) {
        target.emplace_back(from, to.string());
    });
}

/// Ours: files assigned to modules, {name: file}.
void readModuleFiles(const json::JsonCursor& files, std::vector<symbolicate::ModuleFile>& target)
{
    if (files.isAbsent() || files.isNull())
        return;
    target.clear();
    files.forEachMember([&](std::string_view name, const json::JsonCursor& file) {
        target.push_back({std::string(name), file.string()});
    });
}

void readTransfers(const json::JsonCursor& root, engine::EngineConfig& config)
{
    setBool(root.member("require_matching_ids"), config.requireMatchingIds);
    readUnwindPreference(root.member("unwind_preference"), config.framePointerFirst);
    readLinkedSources(root.member("linked_sources"), config.linkedSources);
    readPathMappings(root.member("path_mappings"), config.pathMappings);
    readModuleFiles(root.member("module_files"), config.moduleFiles);
    setBool(root.member("connect_to_reserved_ips"), config.connectToReservedIps);
    setBool(root.member("offline"), config.offline);
    setDuration(root.member("connect_timeout"), config.connectTimeout);
    setDuration(root.member("head_timeout"), config.headTimeout);
    setDuration(root.member("max_download_timeout"), config.maxDownloadTimeout);
    setLimit(root.member("max_download_size"), config.maxDownloadBytes);
    setUnsigned(root.member("max_downloads_per_host"), config.maxDownloadsPerHost);
    setDuration(root.member("download_stall_timeout"), config.stallTimeout);
    setBool(root.member("filter_trusted_clients"), config.filterTrustedClients);
    readDenyList(root, config.denyList);
    readDownloadTls(root.member("download_tls"), config.transport.tls);
}

void readLimits(const json::JsonCursor& root, ParseLimits& limits)
{
    setLimit(root.member("object_file_max_decompressed_section_size"),
             limits.maxDecompressedSectionBytes);
    setLimit(root.member("object_file_max_decompressed_source_size"),
             limits.maxDecompressedSourceBytes);
    if (const auto chain = root.member("max_unwind_chain_len"); chain.isNull())
        limits.maxUnwindChain = std::numeric_limits<std::uint32_t>::max();
    else
        setUnsigned(chain, limits.maxUnwindChain);
}

/// Ours: what clients of `faultline mcp` may open.
void readAssistants(const json::JsonCursor& assistants, std::vector<std::filesystem::path>& folders)
{
    if (assistants.isAbsent() || assistants.isNull())
        return;
    const auto list = assistants.member("folders");
    if (list.isAbsent() || list.isNull())
        return;
    folders.clear();
    for (auto& folder : list.strings())
        folders.emplace_back(std::move(folder));
}

void readConfig(const json::JsonCursor& root,
                const ConfigEnvironment& environment,
                ServiceConfig& config)
{
    if (const auto folder = root.member("cache_dir"); folder.isNull())
        config.engine.cacheDir.reset();
    else if (!folder.isAbsent())
        config.engine.cacheDir = folder.string();
    readServe(root, environment.variable, config.serve);
    readProtocols(root, config.serve.protocols);
    readMetrics(root, environment.variable, config.serve.metrics);
    readLogging(root.member("logging"), config.logging);
    readAssistants(root.member("assistants"), config.assistantFolders);
    readCaches(root, config.engine);
    readTransfers(root, config.engine);
    if (!config.engine.cacheDir) // As in Symbolicator: nothing is kept then.
        config.engine.sourceAccess.sentryIndexTtl = std::chrono::seconds(0);
    readLimits(root, config.engine.limits);
    readSources(root.member("sources"), environment, config.engine.sources);
    readImports(root.member("import_sources"), environment, config.engine.sources);
}

} // namespace

Result<ServiceConfig>
parseConfig(const std::string& text, const ConfigEnvironment& environment, ServiceConfig defaults)
{
    if (trimAscii(text).empty())
        return fail(ErrorKind::Malformed, "config file empty");
    defaults.hidden = {};
    FL_TRY(const auto document, parseYaml(text, [&](const std::string& name) {
               auto value = environment.variable(name);
               if (value)
                   defaults.hidden.add(name, *value);
               return value;
           }));
    json::JsonErrors errors(
        [&](std::string_view reason) { return defaults.hidden.concealIn(reason); });
    const json::JsonCursor root(document.root(), errors);
    readConfig(root, environment, defaults);
    if (errors.ok())
        defaults.remarks = judgeKeys(root);
    if (const auto& mistake = errors.first())
        return std::unexpected(*mistake);
    return defaults;
}

} // namespace faultline::config

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_keys.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/config/config_values.h"

#include <algorithm>
#include <array>

namespace faultline::config {

namespace {

constexpr auto kKeys = std::to_array<ConfigKey>({
    {.name = "_crash_db", .use = KeyUse::Ignored},
    {.name = "allowed_hosts"},
    {.name = "assistants.folders"},
    {.name = "bearer_tokens"},
    {.name = "bind"},
    {.name = "bind_https"},
    {.name = "cache_cleanup_interval"},
    {.name = "cache_dir"},
    {.name = "caches.derived.max_lazy_recomputations"},
    {.name = "caches.derived.max_unused_for"},
    {.name = "caches.derived.retry_malformed_after"},
    {.name = "caches.derived.retry_misses_after"},
    {.name = "caches.derived.retry_misses_after_public"},
    {.name = "caches.derived.retry_transient_after"},
    {.name = "caches.diagnostics", .use = KeyUse::Ignored},
    {.name = "caches.downloaded.max_lazy_redownloads"},
    {.name = "caches.downloaded.max_unused_for"},
    {.name = "caches.downloaded.retry_malformed_after"},
    {.name = "caches.downloaded.retry_misses_after"},
    {.name = "caches.downloaded.retry_misses_after_public"},
    {.name = "caches.downloaded.retry_transient_after"},
    {.name = "caches.in_memory.cficaches_capacity", .use = KeyUse::Ignored},
    {.name = "caches.in_memory.fileinbundle_capacity", .use = KeyUse::Ignored},
    {.name = "caches.in_memory.gcs_token_capacity"},
    {.name = "caches.in_memory.object_meta_capacity", .use = KeyUse::Ignored},
    {.name = "caches.in_memory.s3_client_capacity", .use = KeyUse::Ignored},
    {.name = "caches.in_memory.sentry_index_capacity"},
    {.name = "caches.in_memory.sentry_index_ttl"},
    {.name = "caches.index.max_unused_for"},
    {.name = "caches.index.retry_malformed_after"},
    {.name = "caches.index.retry_misses_after"},
    {.name = "caches.index.retry_misses_after_public"},
    {.name = "caches.index.retry_transient_after"},
    {.name = "caches.memory"},
    {.name = "caches.min_free"},
    {.name = "caches.profile"},
    {.name = "caches.quota"},
    {.name = "connect_timeout"},
    {.name = "connect_to_reserved_ips"},
    {.name = "crash_file_body_max_bytes"},
    {.name = "crash_file_unpacked_max_bytes"},
    {.name = "deny_list_block_time"},
    {.name = "deny_list_bucket_size"},
    {.name = "deny_list_enabled"},
    {.name = "deny_list_never_block_hosts"},
    {.name = "deny_list_threshold"},
    {.name = "deny_list_time_window"},
    {.name = "download_stall_timeout"},
    {.name = "download_tls.ca_file"},
    {.name = "download_tls.client_cert"},
    {.name = "download_tls.client_key"},
    {.name = "drain_delay"},
    {.name = "enable_cache_cleanup"},
    {.name = "filter_trusted_clients"},
    {.name = "head_timeout"},
    {.name = "import_sources"},
    {.name = "linked_sources"},
    {.name = "logging.enable_backtraces", .use = KeyUse::Ignored},
    {.name = "logging.format"},
    {.name = "logging.level"},
    {.name = "max_concurrent_requests"},
    {.name = "max_download_size"},
    {.name = "max_download_timeout"},
    {.name = "max_downloads_per_host"},
    {.name = "max_request_frames"},
    {.name = "max_request_lookups"},
    {.name = "max_request_path_pattern_bytes"},
    {.name = "max_request_path_patterns"},
    {.name = "max_request_sources"},
    {.name = "max_unwind_chain_len"},
    {.name = "metrics.custom_tags"},
    {.name = "metrics.environment_tag", .use = KeyUse::Ignored},
    {.name = "metrics.hostname_tag"},
    {.name = "metrics.platform_tag"},
    {.name = "metrics.prefix"},
    {.name = "metrics.prometheus_bind"},
    {.name = "metrics.statsd"},
    {.name = "module_files"},
    {.name = "mozilla.cache_bytes"},
    {.name = "mozilla.enabled"},
    {.name = "mozilla.eviction_batch"},
    {.name = "mozilla.profiler.allow_origins"},
    {.name = "mozilla.upload.allow_hosts"},
    {.name = "mozilla.upload.directory"},
    {.name = "mozilla.upload.tokens"},
    {.name = "object_file_max_decompressed_section_size"},
    {.name = "object_file_max_decompressed_source_size"},
    {.name = "offline"},
    {.name = "path_mappings"},
    {.name = "peer_token"},
    {.name = "peers"},
    {.name = "propagate_traces", .use = KeyUse::Ignored},
    {.name = "request_filesystem_roots"},
    {.name = "request_id_header"},
    {.name = "request_machine_identity"},
    {.name = "require_matching_ids"},
    {.name = "sentry_dsn", .use = KeyUse::Ignored},
    {.name = "server_config", .use = KeyUse::Refused},
    {.name = "shared_cache.connect_timeout"},
    {.name = "shared_cache.filesystem.path"},
    {.name = "shared_cache.gcs.bucket"},
    {.name = "shared_cache.gcs.endpoint"},
    {.name = "shared_cache.gcs.prefix"},
    {.name = "shared_cache.gcs.service_account_path"},
    {.name = "shared_cache.head_timeout"},
    {.name = "shared_cache.max_concurrent_uploads"},
    {.name = "shared_cache.max_upload_queue_size"},
    {.name = "shared_cache.s3.access_key"},
    {.name = "shared_cache.s3.aws_credentials_provider"},
    {.name = "shared_cache.s3.bucket"},
    {.name = "shared_cache.s3.endpoint"},
    {.name = "shared_cache.s3.path_style"},
    {.name = "shared_cache.s3.prefix"},
    {.name = "shared_cache.s3.region"},
    {.name = "shared_cache.s3.secret_key"},
    {.name = "shutdown_grace"},
    {.name = "slow_request_time"},
    {.name = "sources[].accept_invalid_certs"},
    {.name = "sources[].access_key"},
    {.name = "sources[].anonymous"},
    {.name = "sources[].aws_credentials_provider"},
    {.name = "sources[].bearer_token"},
    {.name = "sources[].bucket"},
    {.name = "sources[].client_email"},
    {.name = "sources[].cookies"},
    {.name = "sources[].copy_to"},
    {.name = "sources[].endpoint"},
    {.name = "sources[].file_ptr_roots"},
    {.name = "sources[].filters.filetypes"},
    {.name = "sources[].filters.path_patterns"},
    {.name = "sources[].filters.requires_checksum"},
    {.name = "sources[].has_index"},
    {.name = "sources[].headers"},
    {.name = "sources[].id"},
    {.name = "sources[].is_public"},
    {.name = "sources[].layout.casing"},
    {.name = "sources[].layout.type"},
    {.name = "sources[].path"},
    {.name = "sources[].prefix"},
    {.name = "sources[].private_key"},
    {.name = "sources[].probe"},
    {.name = "sources[].region"},
    {.name = "sources[].secret_key"},
    {.name = "sources[].session_token"},
    {.name = "sources[].token"},
    {.name = "sources[].token_endpoint"},
    {.name = "sources[].type"},
    {.name = "sources[].url"},
    {.name = "status_page"},
    {.name = "streaming_timeout", .use = KeyUse::Ignored},
    {.name = "symbfile.api_keys"},
    {.name = "symbfile.directory"},
    {.name = "symbolicate_body_max_bytes"},
    {.name = "symcache.directory"},
    {.name = "symcache.max_output"},
    {.name = "symcache.negative_ttl"},
    {.name = "symcache.read_only"},
    {.name = "symcache.timeout"},
    {.name = "symcache.transcoder"},
    {.name = "symcache.transcoder_version"},
    {.name = "symcache.transcoders[].command"},
    {.name = "symcache.transcoders[].version"},
    {.name = "symcache.upstream"},
    {.name = "symstore_proxy"},
    {.name = "tls_cert"},
    {.name = "tls_key"},
    {.name = "traces_sample_rate", .use = KeyUse::Ignored},
    {.name = "transaction_sample_rate", .use = KeyUse::Ignored},
    {.name = "unwind_preference"},
});
static_assert(std::ranges::is_sorted(kKeys, {}, &ConfigKey::name));

/// Null when the list has no such key.
const ConfigKey* findKey(std::string_view name)
{
    const auto* found = std::ranges::lower_bound(kKeys, name, {}, &ConfigKey::name);
    return found != kKeys.end() && found->name == name ? found : nullptr;
}

bool isSection(std::string_view name)
{
    return std::ranges::any_of(kKeys, [name](const ConfigKey& key) {
        return key.name.starts_with(name) && key.name.size() > name.size() &&
               (key.name[name.size()] == '.' || key.name[name.size()] == '[');
    });
}

/// Whoever writes another key that begins like those of the server's encryption means it to protect
/// something.
bool isRefused(std::string_view name)
{
    const auto* key = findKey(name);
    return key != nullptr ? key->use == KeyUse::Refused : name.starts_with("tls_");
}

std::string placeOf(const json::JsonCursor& value)
{
    const auto& place = value.value();
    return place ? concat(" at line ", place->line(), " column ", place->column()) : std::string();
}

class Judge
{
public:
    void members(const json::JsonCursor& object, const std::string& section)
    {
        object.forEachMember([&](std::string_view name, const json::JsonCursor& value) {
            judge(section.empty() ? std::string(name) : concat(section, ".", name), value);
        });
    }

    std::vector<std::string> take() { return std::move(m_lines); }

private:
    void judge(const std::string& name, const json::JsonCursor& value)
    {
        if (isRefused(name))
            return value.refuse("this version does not have what the key promises, so it does not "
                                "start with it");
        const auto* key = findKey(name);
        if (key != nullptr && key->use == KeyUse::Ignored)
            m_lines.push_back(concat(value.path(), ": the key has no effect", placeOf(value)));
        else if (isSection(name))
            below(value, name);
        else if (key == nullptr)
            m_lines.push_back(
                concat(escapeControls(value.path()), ": unknown key, ignored", placeOf(value)));
    }

    void below(const json::JsonCursor& section, const std::string& name)
    {
        if (kindOf(section) == json::JsonKind::Object)
            members(section, name);
        else if (kindOf(section) == json::JsonKind::Array)
            section.forEachItem([&](const json::JsonCursor& item) {
                if (kindOf(item) == json::JsonKind::Object)
                    members(item, concat(name, "[]"));
            });
    }

    std::vector<std::string> m_lines;
};

} // namespace

std::span<const ConfigKey> configKeys()
{
    return kKeys;
}

std::vector<std::string> judgeKeys(const json::JsonCursor& root)
{
    Judge judge;
    judge.members(root, "");
    return judge.take();
}

} // namespace faultline::config

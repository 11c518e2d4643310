#include "core/config/config_keys.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace faultline::config {

namespace {

constexpr auto kKeys = std::to_array<ConfigKey>({
    {"_crash_db", KeyUse::Ignored},
    {"allowed_hosts", KeyUse::Refused},
    {"bearer_tokens"},
    {"bind"},
    {"bind_https"},
    {"cache_cleanup_interval"},
    {"cache_dir"},
    {"caches.derived.max_lazy_recomputations"},
    {"caches.derived.max_unused_for"},
    {"caches.derived.retry_malformed_after"},
    {"caches.derived.retry_misses_after"},
    {"caches.derived.retry_misses_after_public"},
    {"caches.derived.retry_transient_after"},
    {"caches.diagnostics", KeyUse::Ignored},
    {"caches.downloaded.max_lazy_redownloads"},
    {"caches.downloaded.max_unused_for"},
    {"caches.downloaded.retry_malformed_after"},
    {"caches.downloaded.retry_misses_after"},
    {"caches.downloaded.retry_misses_after_public"},
    {"caches.downloaded.retry_transient_after"},
    {"caches.in_memory.cficaches_capacity", KeyUse::Ignored},
    {"caches.in_memory.fileinbundle_capacity", KeyUse::Ignored},
    {"caches.in_memory.gcs_token_capacity"},
    {"caches.in_memory.object_meta_capacity", KeyUse::Ignored},
    {"caches.in_memory.s3_client_capacity", KeyUse::Ignored},
    {"caches.in_memory.sentry_index_capacity"},
    {"caches.in_memory.sentry_index_ttl"},
    {"caches.index.max_unused_for"},
    {"caches.index.retry_malformed_after"},
    {"caches.index.retry_misses_after"},
    {"caches.index.retry_misses_after_public"},
    {"caches.index.retry_transient_after"},
    {"caches.memory"},
    {"caches.min_free"},
    {"caches.profile"},
    {"caches.quota"},
    {"connect_timeout"},
    {"connect_to_reserved_ips"},
    {"crash_file_body_max_bytes"},
    {"crash_file_unpacked_max_bytes"},
    {"deny_list_block_time"},
    {"deny_list_bucket_size"},
    {"deny_list_enabled"},
    {"deny_list_never_block_hosts"},
    {"deny_list_threshold"},
    {"deny_list_time_window"},
    {"download_stall_timeout"},
    {"download_tls.ca_file"},
    {"download_tls.client_cert"},
    {"download_tls.client_key"},
    {"enable_cache_cleanup"},
    {"filter_trusted_clients"},
    {"head_timeout"},
    {"import_sources"},
    {"linked_sources"},
    {"logging.enable_backtraces", KeyUse::Ignored},
    {"logging.format"},
    {"logging.level"},
    {"max_concurrent_requests"},
    {"max_download_size"},
    {"max_download_timeout"},
    {"max_downloads_per_host"},
    {"max_request_frames"},
    {"max_request_lookups"},
    {"max_request_path_pattern_bytes"},
    {"max_request_path_patterns"},
    {"max_request_sources"},
    {"max_unwind_chain_len"},
    {"metrics.custom_tags"},
    {"metrics.environment_tag", KeyUse::Ignored},
    {"metrics.hostname_tag"},
    {"metrics.platform_tag"},
    {"metrics.prefix"},
    {"metrics.prometheus_bind"},
    {"metrics.statsd"},
    {"module_files"},
    {"mozilla.cache_bytes"},
    {"mozilla.enabled"},
    {"mozilla.eviction_batch"},
    {"mozilla.upload.allow_hosts"},
    {"mozilla.upload.directory"},
    {"mozilla.upload.tokens"},
    {"object_file_max_decompressed_section_size"},
    {"object_file_max_decompressed_source_size"},
    {"offline"},
    {"path_mappings"},
    {"propagate_traces", KeyUse::Ignored},
    {"request_filesystem_roots"},
    {"request_id_header"},
    {"require_matching_ids"},
    {"sentry_dsn", KeyUse::Ignored},
    {"server_config", KeyUse::Refused},
    {"shared_cache.connect_timeout"},
    {"shared_cache.filesystem.path"},
    {"shared_cache.gcs.bucket"},
    {"shared_cache.gcs.endpoint"},
    {"shared_cache.gcs.prefix"},
    {"shared_cache.gcs.service_account_path"},
    {"shared_cache.head_timeout"},
    {"shared_cache.max_concurrent_uploads"},
    {"shared_cache.max_upload_queue_size"},
    {"shared_cache.s3.access_key"},
    {"shared_cache.s3.aws_credentials_provider"},
    {"shared_cache.s3.bucket"},
    {"shared_cache.s3.endpoint"},
    {"shared_cache.s3.path_style"},
    {"shared_cache.s3.prefix"},
    {"shared_cache.s3.region"},
    {"shared_cache.s3.secret_key"},
    {"slow_request_time"},
    {"sources[].accept_invalid_certs"},
    {"sources[].access_key"},
    {"sources[].anonymous"},
    {"sources[].aws_credentials_provider"},
    {"sources[].bearer_token"},
    {"sources[].bucket"},
    {"sources[].client_email"},
    {"sources[].cookies"},
    {"sources[].copy_to"},
    {"sources[].endpoint"},
    {"sources[].file_ptr_roots"},
    {"sources[].filters.filetypes"},
    {"sources[].filters.path_patterns"},
    {"sources[].filters.requires_checksum"},
    {"sources[].has_index"},
    {"sources[].headers"},
    {"sources[].id"},
    {"sources[].is_public"},
    {"sources[].layout.casing"},
    {"sources[].layout.type"},
    {"sources[].path"},
    {"sources[].prefix"},
    {"sources[].private_key"},
    {"sources[].probe"},
    {"sources[].region"},
    {"sources[].secret_key"},
    {"sources[].session_token"},
    {"sources[].token"},
    {"sources[].token_endpoint"},
    {"sources[].type"},
    {"sources[].url"},
    {"streaming_timeout", KeyUse::Ignored},
    {"symbfile.api_keys"},
    {"symbfile.directory"},
    {"symbolicate_body_max_bytes"},
    {"symcache.directory"},
    {"symcache.max_output"},
    {"symcache.negative_ttl"},
    {"symcache.read_only"},
    {"symcache.timeout"},
    {"symcache.transcoder"},
    {"symcache.transcoder_version"},
    {"symcache.upstream"},
    {"symstore_proxy"},
    {"tls_cert"},
    {"tls_key"},
    {"traces_sample_rate", KeyUse::Ignored},
    {"transaction_sample_rate", KeyUse::Ignored},
    {"unwind_preference"},
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
    return value.value()
               ? concat(" at line ", value.value()->line(), " column ", value.value()->column())
               : std::string();
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
        if (!section.value())
            return;
        if (section.value()->kind() == json::JsonKind::Object)
            members(section, name);
        else if (section.value()->kind() == json::JsonKind::Array)
            section.forEachItem([&](const json::JsonCursor& item) {
                if (item.value()->kind() == json::JsonKind::Object)
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

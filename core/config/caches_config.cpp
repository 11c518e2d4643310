// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/caches_config.h"

#include "core/config/config_values.h"

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::config {

namespace {

bool isGiven(const json::JsonCursor& section)
{
    return !section.isAbsent() && !section.isNull();
}

void readLifetimes(const json::JsonCursor& section, cache::CacheLifetimes& lifetimes)
{
    if (!isGiven(section))
        return;
    setLifetime(section.member("max_unused_for"), lifetimes.maxUnusedFor);
    setLifetime(section.member("retry_misses_after"), lifetimes.retryMissesAfter);
    setLifetime(section.member("retry_misses_after_public"), lifetimes.retryMissesAfterPublic);
    setLifetime(section.member("retry_malformed_after"), lifetimes.retryMalformedAfter);
    setLifetime(section.member("retry_transient_after"), lifetimes.retryTransientAfter);
}

/// Symbolicator's present values (docs/spec/http-api.md §11.3). Single keys may still change them.
void useReferenceLifetimes(cache::CacheLifetimeSet& lifetimes)
{
    using std::chrono::hours;
    lifetimes.downloaded = {.maxUnusedFor = hours(24),
                            .retryMissesAfter = hours(1),
                            .retryMissesAfterPublic = hours(24),
                            .retryMalformedAfter = hours(24),
                            .retryTransientAfter = std::nullopt};
    lifetimes.derived = lifetimes.downloaded;
    lifetimes.derived.maxUnusedFor = hours(7 * 24);
    lifetimes.index.retryTransientAfter = std::nullopt;
}

void readProfile(const json::JsonCursor& profile, cache::CacheLifetimeSet& lifetimes)
{
    if (profile.isAbsent())
        return;
    const auto name = profile.string();
    if (name == "reference")
        useReferenceLifetimes(lifetimes);
    else if (name != "documented")
        profile.refuse("unknown profile, expected documented or reference");
}

/// How many entries may be renewed in the background at the same time; at least one, as in
/// Symbolicator.
void setLazyLimit(const json::JsonCursor& section, std::string_view name, std::uint32_t& target)
{
    if (!isGiven(section))
        return;
    const auto limit = section.member(name);
    setUnsigned(limit, target);
    if (!limit.isAbsent() && target == 0)
        limit.refuse("expected at least 1");
}

/// Symbolicator's other limits of this section mean nothing here: one bound, `caches.memory`, holds
/// for all kinds.
void readInMemory(const json::JsonCursor& section, net::SourceAccessOptions& options)
{
    if (!isGiven(section))
        return;
    setDuration(section.member("sentry_index_ttl"), options.sentryIndexTtl);
    setUnsigned(section.member("sentry_index_capacity"), options.sentryIndexCapacity);
    setUnsigned(section.member("gcs_token_capacity"), options.gcsTokenCapacity);
}

void readSection(const json::JsonCursor& caches, engine::EngineConfig& config)
{
    if (!isGiven(caches))
        return;
    readProfile(caches.member("profile"), config.lifetimes);
    readLifetimes(caches.member("downloaded"), config.lifetimes.downloaded);
    readLifetimes(caches.member("derived"), config.lifetimes.derived);
    readLifetimes(caches.member("index"), config.lifetimes.index);
    setLazyLimit(caches.member("downloaded"), "max_lazy_redownloads", config.maxLazyRedownloads);
    setLazyLimit(caches.member("derived"), "max_lazy_recomputations", config.maxLazyRecomputations);
    readInMemory(caches.member("in_memory"), config.sourceAccess);
    if (const auto memory = caches.member("memory"); !memory.isAbsent())
        config.cacheMemoryBytes = readSize(memory);
    setOptionalSize(caches.member("quota"), config.cleanup.quotaBytes);
    setOptionalSize(caches.member("min_free"), config.cleanup.minFreeBytes);
}

engine::SharedS3Config readS3(const json::JsonCursor& s3)
{
    constexpr std::array<std::pair<std::string_view, sources::AwsCredentialsProvider>, 4>
        kProviders{{{"static", sources::AwsCredentialsProvider::Static},
                    {"container", sources::AwsCredentialsProvider::Container},
                    {"instance", sources::AwsCredentialsProvider::Instance},
                    {"anonymous", sources::AwsCredentialsProvider::Anonymous}}};
    engine::SharedS3Config config;
    config.bucket = s3.member("bucket").string();
    config.prefix = s3.member("prefix").optionalString().value_or("");
    config.endpoint = s3.member("endpoint").optionalString().value_or("");
    // Most other stores ignore the region, but a signature must name one.
    config.region = s3.member("region").optionalString().value_or("us-east-1");
    setBool(s3.member("path_style"), config.pathStyle);
    config.accessKey = s3.member("access_key").optionalString().value_or("");
    config.secretKey = s3.member("secret_key").optionalString().value_or("");
    const auto provider = s3.member("aws_credentials_provider");
    const auto name = provider.optionalString().value_or("static");
    const auto found =
        std::ranges::find(kProviders, name, &decltype(kProviders)::value_type::first);
    if (found == kProviders.end())
        provider.refuse("unknown value");
    else
        config.provider = found->second;
    return config;
}

engine::SharedGcsConfig readGcs(const json::JsonCursor& gcs)
{
    return {.bucket = gcs.member("bucket").string(),
            .prefix = gcs.member("prefix").optionalString().value_or(""),
            .endpoint = gcs.member("endpoint").optionalString().value_or(""),
            .serviceAccountFile = gcs.member("service_account_path").optionalString()};
}

/// Exactly one back end. `filesystem` is Symbolicator's word for a folder.
void readShared(const json::JsonCursor& shared, engine::SharedCacheConfig& config)
{
    if (!isGiven(shared))
        return;
    const auto folder = shared.member("filesystem");
    const auto s3 = shared.member("s3");
    const auto gcs = shared.member("gcs");
    if (int{isGiven(folder)} + int{isGiven(s3)} + int{isGiven(gcs)} != 1) {
        shared.refuse("expected one of filesystem, s3 and gcs");
        return;
    }
    setDuration(shared.member("connect_timeout"), config.connectTimeout);
    setDuration(shared.member("head_timeout"), config.headTimeout);
    setUnsigned(shared.member("max_concurrent_uploads"), config.limits.maxConcurrentUploads);
    setUnsigned(shared.member("max_upload_queue_size"), config.limits.maxUploadQueue);
    if (isGiven(folder))
        config.where = std::filesystem::path(folder.member("path").string());
    else if (isGiven(s3))
        config.where = readS3(s3);
    else
        config.where = readGcs(gcs);
}

} // namespace

void readCaches(const json::JsonCursor& root, engine::EngineConfig& config)
{
    readSection(root.member("caches"), config);
    readShared(root.member("shared_cache"), config.shared);
    setBool(root.member("enable_cache_cleanup"), config.cleanup.enabled);
    setDuration(root.member("cache_cleanup_interval"), config.cleanup.interval);
}

} // namespace faultline::config

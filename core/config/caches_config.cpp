#include "core/config/caches_config.h"

#include "core/config/config_values.h"
#include "core/sources/url.h"

namespace faultline {

namespace {

bool isGiven(const JsonCursor& section)
{
    return !section.isAbsent() && !section.isNull();
}

void readLifetimes(const JsonCursor& section, CacheLifetimes& lifetimes)
{
    if (!isGiven(section))
        return;
    setLifetime(section.member("max_unused_for"), lifetimes.maxUnusedFor);
    setLifetime(section.member("retry_misses_after"), lifetimes.retryMissesAfter);
    setLifetime(section.member("retry_misses_after_public"), lifetimes.retryMissesAfterPublic);
    setLifetime(section.member("retry_malformed_after"), lifetimes.retryMalformedAfter);
    setLifetime(section.member("retry_transient_after"), lifetimes.retryTransientAfter);
}

/// Symbolicator's present values (spec/http-api.md §11.3), which single keys may still change.
void useReferenceLifetimes(CacheLifetimeSet& lifetimes)
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

void readProfile(const JsonCursor& profile, CacheLifetimeSet& lifetimes)
{
    if (profile.isAbsent())
        return;
    const auto name = profile.string();
    if (name == "reference")
        useReferenceLifetimes(lifetimes);
    else if (name != "documented")
        profile.refuse("unknown profile, expected documented or reference");
}

/// How many may be renewed in the background at one time; at least one, as the reference has it.
void setLazyLimit(const JsonCursor& section, std::string_view name, std::uint32_t& target)
{
    if (!isGiven(section))
        return;
    const auto limit = section.member(name);
    setUnsigned(limit, target);
    if (!limit.isAbsent() && target == 0)
        limit.refuse("expected at least 1");
}

void readSection(const JsonCursor& caches, EngineConfig& config)
{
    if (!isGiven(caches))
        return;
    readProfile(caches.member("profile"), config.lifetimes);
    readLifetimes(caches.member("downloaded"), config.lifetimes.downloaded);
    readLifetimes(caches.member("derived"), config.lifetimes.derived);
    readLifetimes(caches.member("index"), config.lifetimes.index);
    setLazyLimit(caches.member("downloaded"), "max_lazy_redownloads", config.maxLazyRedownloads);
    setLazyLimit(caches.member("derived"), "max_lazy_recomputations", config.maxLazyRecomputations);
    if (const auto memory = caches.member("memory"); !memory.isAbsent())
        config.cacheMemoryBytes = readSize(memory);
    setOptionalSize(caches.member("quota"), config.cleanup.quotaBytes);
    setOptionalSize(caches.member("min_free"), config.cleanup.minFreeBytes);
}

std::string textOr(const JsonCursor& value, std::string_view otherwise)
{
    return value.optionalString().value_or(std::string(otherwise));
}

/// Empty when the key is absent.
std::string urlOf(const JsonCursor& value)
{
    auto url = textOr(value, "");
    if (!url.empty() && splitUrl(url).host.empty())
        value.refuse("not an absolute URL");
    return url;
}

AwsCredentialsProvider providerOf(const JsonCursor& value)
{
    const auto name = textOr(value, "static");
    if (name == "container")
        return AwsCredentialsProvider::Container;
    if (name == "instance")
        return AwsCredentialsProvider::Instance;
    if (name != "static")
        value.refuse("unknown provider, expected static, container or instance");
    return AwsCredentialsProvider::Static;
}

S3StoreConfig readS3Store(const JsonCursor& section)
{
    S3StoreConfig store;
    store.bucket.name = section.member("bucket").string();
    store.bucket.region = section.member("region").string();
    store.bucket.endpoint = urlOf(section.member("endpoint"));
    store.bucket.pathStyle = section.member("path_style").booleanOr(true);
    store.prefix = textOr(section.member("prefix"), "");
    store.provider = providerOf(section.member("aws_credentials_provider"));
    store.keys = {textOr(section.member("access_key"), ""),
                  textOr(section.member("secret_key"), ""),
                  textOr(section.member("session_token"), "")};
    return store;
}

/// `prefix` and `endpoint` are ours.
GcsStoreConfig readGcsStore(const JsonCursor& section)
{
    GcsStoreConfig store;
    store.bucket = {section.member("bucket").string(), urlOf(section.member("endpoint"))};
    store.prefix = textOr(section.member("prefix"), "");
    store.serviceAccountFile = section.member("service_account_path").optionalString();
    return store;
}

/// `filesystem` and `gcs` are the reference's; exactly one back end.
void readShared(const JsonCursor& shared, SharedCacheConfig& config)
{
    if (!isGiven(shared))
        return;
    setUnsigned(shared.member("max_concurrent_uploads"), config.limits.maxConcurrentUploads);
    setUnsigned(shared.member("max_upload_queue_size"), config.limits.maxUploadQueue);
    const auto folder = shared.member("filesystem");
    const auto gcs = shared.member("gcs");
    const auto s3 = shared.member("s3");
    if (isGiven(folder) + isGiven(gcs) + isGiven(s3) != 1)
        shared.refuse("expected one back end: filesystem, gcs or s3");
    else if (isGiven(folder))
        config.folder = folder.member("path").string();
    else if (isGiven(gcs))
        config.store = readGcsStore(gcs);
    else
        config.store = readS3Store(s3);
}

} // namespace

void readCaches(const JsonCursor& root, EngineConfig& config)
{
    readSection(root.member("caches"), config);
    readShared(root.member("shared_cache"), config.shared);
    setBool(root.member("enable_cache_cleanup"), config.cleanup.enabled);
    setDuration(root.member("cache_cleanup_interval"), config.cleanup.interval);
}

} // namespace faultline

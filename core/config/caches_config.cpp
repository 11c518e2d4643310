#include "core/config/caches_config.h"

#include "core/config/config_values.h"

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

/// The folder is the reference's `filesystem`; exactly one back end.
void readShared(const JsonCursor& shared, SharedCacheConfig& config)
{
    if (!isGiven(shared))
        return;
    setUnsigned(shared.member("max_concurrent_uploads"), config.limits.maxConcurrentUploads);
    setUnsigned(shared.member("max_upload_queue_size"), config.limits.maxUploadQueue);
    if (const auto folder = shared.member("filesystem"); isGiven(folder))
        config.folder = folder.member("path").string();
    else
        shared.refuse("expected a back end: filesystem");
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

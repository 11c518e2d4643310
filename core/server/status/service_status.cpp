// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/service_status.h"

#include "core/base/result.h"
#include "core/cache/cache_store.h"
#include "core/net/download/host_deny_list.h"
#include "core/server/status/log_tail.h"
#include "core/server/status/process_facts.h"
#include "core/sources/source_traits.h"
#include "core/sources/url.h"
#include "core/symbolicate/items/services.h"

namespace faultline::server {

namespace {

/// Measuring reads the header of every entry.
constexpr std::chrono::seconds kMeasureAgainAfter{60};

std::uint64_t secondsSince(std::chrono::steady_clock::time_point time)
{
    const auto passed = std::chrono::steady_clock::now() - time;
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(passed).count());
}

CacheFacts::Kind kindFacts(const cache::CacheKindCleanup& kind)
{
    const auto removable = kind.expired.bytes + kind.damaged.bytes + kind.evicted.bytes;
    return {.name = kind.kind,
            .entries = kind.kept.entries + kind.expired.entries + kind.damaged.entries +
                       kind.evicted.entries,
            .bytes = kind.kept.bytes + removable,
            .removableBytes = removable};
}

/// Buckets are asked at hosts that the region decides; they have no host of their own here.
std::string hostOf(const sources::SourceTraits& traits)
{
    if (traits.web != nullptr)
        return sources::urlHost(traits.web->url);
    return traits.lister != nullptr ? sources::urlHost(traits.lister->url) : std::string();
}

SourceFacts sourceFacts(const sources::SourceConfig& source)
{
    const auto traits = sources::traitsOf(source);
    return {.id = source.id,
            .type = std::string(traits.type),
            .location = sources::shownPlace(source),
            .isPublic = source.isPublic,
            .host = hostOf(traits)};
}

/// How full the disk is that has the caches.
void addDisk(CacheFacts& facts, const std::filesystem::path& folder)
{
    std::error_code error;
    const auto space = std::filesystem::space(folder, error);
    if (error)
        return;
    facts.diskBytes = space.capacity;
    facts.freeBytes = space.available;
}

} // namespace

ServerFacts ServiceStatus::collect(const std::stop_token& stop)
{
    ServerFacts facts;
    facts.version = m_options.version;
    facts.uptimeSeconds = secondsSince(m_options.started);
    facts.address = m_options.address;
    if (m_options.configuration)
        facts.configuration = m_options.configuration->string();
    facts.configurationHash = m_options.configurationHash;
    facts.isControllable = m_options.isControllable;
    facts.process = readProcessFacts();
    if (m_options.log != nullptr)
        facts.log = m_options.log->lines();
    facts.caches = measureCaches(stop);
    for (const auto& source : m_options.sources)
        facts.sources.push_back(sourceFacts(source));
    for (auto& blocked : m_services.downloader.blockedHosts())
        facts.blockedHosts.push_back(
            {.host = std::move(blocked.host),
             .secondsLeft = static_cast<std::uint64_t>(blocked.left.count()),
             .reason = std::move(blocked.trigger)});
    return facts;
}

bool ServiceStatus::unblock(const std::string& host)
{
    return m_services.downloader.unblock(host);
}

void ServiceStatus::clearMemory()
{
    m_services.cache.clearMemory();
}

void ServiceStatus::reload()
{
    if (m_options.reload)
        m_options.reload();
}

Result<void> ServiceStatus::cleanCaches(const std::stop_token& stop)
{
    if (!m_options.cacheFolder)
        return fail(ErrorKind::Unsupported, "nothing is kept on disk");
    FL_TRY(const auto summary,
           cache::cleanUpCache(*m_options.cacheFolder, m_options.cleanup, stop));
    const std::lock_guard lock(m_mutex);
    m_measured.reset();
    return summary.error ? Result<void>(std::unexpected(*summary.error)) : Result<void>();
}

CacheFacts ServiceStatus::measureCaches(const std::stop_token& stop)
{
    if (!m_options.cacheFolder)
        return {};
    const std::lock_guard lock(m_mutex);
    if (m_measured && Clock::now() - *m_measured < kMeasureAgainAfter) {
        m_caches.ageSeconds = secondsSince(*m_measured);
        return m_caches;
    }
    auto options = m_options.cleanup;
    options.dryRun = true;
    const auto summary = cache::cleanUpCache(*m_options.cacheFolder, options, stop);
    m_caches = {};
    m_caches.folder = m_options.cacheFolder->string();
    m_caches.quotaBytes = m_options.cleanup.quotaBytes;
    addDisk(m_caches, *m_options.cacheFolder);
    if (!summary) {
        m_caches.error = summary.error().detail;
        return m_caches;
    }
    for (const auto& kind : summary->kinds)
        m_caches.kinds.push_back(kindFacts(kind));
    m_measured = Clock::now();
    return m_caches;
}

} // namespace faultline::server

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine_services.h"

#include "core/base/descriptor_limit.h"
#include "core/engine/file_identifier.h"
#include "core/engine/shared_backends.h"

#include <algorithm>

namespace faultline::engine {

namespace {

constexpr std::size_t kIoThreads = 4;

/// Divides the process's descriptors: connections of clients get a third, transfers about half,
/// and the rest is for everything else. A transfer needs a socket for each of up to four ranges,
/// and two files while it is unpacked.
void limitDescriptors(net::DownloadPolicy& policy)
{
    constexpr std::size_t kOthers = 64;
    constexpr std::size_t kMostPerTransfer = 6;
    const auto limit = descriptorLimit();
    const auto forTransfers = limit > 2 * kOthers ? (limit - kOthers) / 2 : kOthers / 2;
    const auto most = [](std::uint32_t wanted, std::size_t possible) {
        return static_cast<std::uint32_t>(
            std::clamp<std::size_t>(possible, 1, std::max<std::uint32_t>(wanted, 1)));
    };
    policy.maxTotal = most(policy.maxTotal, forTransfers / kMostPerTransfer);
    policy.maxOpenFiles = most(policy.maxOpenFiles, forTransfers / 2);
}

net::DownloadPolicy policyOf(const EngineConfig& config)
{
    net::DownloadPolicy policy;
    policy.connectTimeout = config.connectTimeout;
    policy.headTimeout = config.headTimeout;
    policy.stallTimeout = config.stallTimeout;
    policy.totalTimeout = config.maxDownloadTimeout;
    policy.maxBytes = config.maxDownloadBytes;
    policy.maxPerHost = config.maxDownloadsPerHost;
    policy.maxAttempts = config.maxDownloadAttempts;
    policy.denyList = config.denyList;
    policy.connectToReservedIps = config.connectToReservedIps;
    policy.filterTrustedClients = config.filterTrustedClients;
    policy.offline = config.offline;
    policy.access = config.sourceAccess;
    policy.metrics = config.metrics;
    limitDescriptors(policy);
    return policy;
}

cache::CacheStoreConfig storeConfigOf(const EngineConfig& config,
                                      std::shared_ptr<cache::SharedBackend> shared)
{
    cache::CacheStoreConfig store;
    store.folder = config.cacheDir;
    store.lifetimes = config.lifetimes;
    store.memoryBytes = config.cacheMemoryBytes;
    store.maxLazyRedownloads = config.maxLazyRedownloads;
    store.maxLazyRecomputations = config.maxLazyRecomputations;
    store.offline = config.offline;
    store.metrics = config.metrics;
    store.shared = std::move(shared);
    store.sharedLimits = config.shared.limits;
    return store;
}

bool wantsCleaning(const CacheCleaningConfig& config)
{
    return config.enabled || config.quotaBytes || config.minFreeBytes;
}

cache::CacheCleanupOptions cleanupOptionsOf(const EngineConfig& config)
{
    return {.lifetimes = config.lifetimes,
            .quotaBytes = config.cleanup.quotaBytes,
            .minFreeBytes = config.cleanup.minFreeBytes};
}

TransferProgress::State stateOf(net::TransferState state)
{
    using From = net::TransferState;
    using To = TransferProgress::State;
    switch (state) {
    case From::Queued: return To::Queued;
    case From::Connecting: return To::Connecting;
    case From::Downloading: return To::Downloading;
    case From::Paused: return To::Paused;
    case From::Unpacking: return To::Unpacking;
    case From::Done: return To::Done;
    case From::Failed: return To::Failed;
    case From::Cancelled: return To::Cancelled;
    case From::Skipped: return To::Skipped;
    }
    return To::Failed;
}

TransferProgress progressOf(const net::TransferStatus& status)
{
    return {.transfer = status.transfer,
            .sequence = status.sequence,
            .source = status.source,
            .location = status.location,
            .module = status.label,
            .state = stateOf(status.state),
            .receivedBytes = status.receivedBytes,
            .totalBytes = status.totalBytes,
            .bytesPerSecond = status.bytesPerSecond,
            .result = status.result};
}

} // namespace

EngineServices::EngineServices(const EngineConfig& config, LogSink& log, OnTransfer onTransfer)
    : m_compute(config.computeThreads), m_io(kIoThreads),
      m_transport(net::makeCurlTransport(config.transport, &m_io)),
      m_downloader(policyOf(config),
                   *m_transport,
                   m_io,
                   [onTransfer = std::move(onTransfer)](const net::TransferStatus& status) {
                       onTransfer(progressOf(status));
                   }),
      m_indexes(m_cache, m_downloader),
      m_cache(storeConfigOf(
                  config,
                  makeSharedBackend(config.shared, config.sourceAccess.cloud, *m_transport, m_io)),
              m_compute,
              m_io,
              log),
      m_folders(identifyFile(config.limits)),
      m_services{m_compute, m_io, m_cache, m_downloader, m_folders, m_indexes, log, config.limits}
{
    m_nativeCaches.repeatsLookups = config.repeatsLookups;
    m_nativeCaches.summaries.setFolder(config.summaryFolder);
    if (config.cacheDir && wantsCleaning(config.cleanup))
        m_cleaner.emplace(*config.cacheDir, cleanupOptionsOf(config), config.cleanup.interval, log);
}

Result<void> EngineServices::ensureThreads()
{
    FL_CHECK(m_compute.ensureThread());
    return m_io.ensureThread();
}

void EngineServices::setOffline(bool offline)
{
    m_downloader.setOffline(offline);
    m_cache.setOffline(offline);
}

} // namespace faultline::engine

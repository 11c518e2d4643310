// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_store.h"

#include "core/cache/store_impl.h"

#include <ctime>
#include <unistd.h>

namespace faultline::cache {

namespace {

std::string memoryId(const CacheVersions& kind, const CacheKey& key)
{
    return concat(kind.name, "/", key.relativePath(kind.current));
}

CacheTime machineStart()
{
    timespec sinceStart = {};
    ::clock_gettime(CLOCK_BOOTTIME, &sinceStart);
    return std::chrono::system_clock::now() - std::chrono::seconds(sinceStart.tv_sec);
}

} // namespace

CacheStore::Impl::Impl(CacheStoreConfig config, WorkerPool& compute, WorkerPool& io, LogSink& log)
    : m_backend(std::move(config.shared)), m_config(std::move(config)), m_compute(compute),
      m_io(io), m_log(log), m_processStart(now()), m_memory(m_config.memoryBytes),
      m_disk(m_config.folder,
             m_config.machineStart.value_or(machineStart()),
             m_config.user.value_or(::geteuid()),
             log),
      m_ends(m_config, m_memory, m_disk, log), m_offline(m_config.offline)
{
    if (m_backend)
        m_shared = std::make_unique<SharedCache>(
            *m_backend, m_config.sharedLimits, [this] { return m_disk.makeTemp({}); }, m_compute,
            m_io, m_log);
}

/// Flights keep the store's state alive through `self`. The token lets shutDown() wait for them.
void CacheStore::Impl::post(WorkerPool& pool, FlightPtr flight, Step step)
{
    const WorkLaneScope lane(flight->lane);
    pool.post([self = shared_from_this(), token = m_activity.begin(), flight = std::move(flight),
               step] { self->guarded(flight, [&] { (self.get()->*step)(flight); }); });
}

void CacheStore::Impl::start(std::shared_ptr<CacheItem> item,
                             CacheFetchOptions options,
                             std::stop_token stop,
                             Waiter::Done done)
{
    const auto key = item->key();
    const auto id = memoryId(item->versions(), key);
    const auto mode = options.bypassNegative ? FlightMode::Retry : FlightMode::Normal;
    bool bypassed = false;
    if (m_ends.answerFromMemory(mode, id, done, bypassed))
        return;
    // Counts this call too: work that it joins may end during the call, and with it the store's
    // last wait.
    const auto busy = m_activity.begin();
    const auto make = [&] { return std::make_shared<Flight>(item, key, id, mode); };
    const auto [flight, added] =
        m_ends.flights().join(id, mode, make, std::move(stop), std::move(done));
    if (!flight || !added)
        return;
    flight->trace.bypassedNegative = bypassed;
    post(m_io, flight, &Impl::lookUp);
}

void CacheStore::Impl::forget(const CacheItem& item)
{
    const auto key = item.key();
    m_memory.remove(memoryId(item.versions(), key));
    m_disk.remove(item.versions(), key);
    markChange();
}

CacheStore::CacheStore(CacheStoreConfig config, WorkerPool& compute, WorkerPool& io, LogSink& log)
    : m_impl(std::make_shared<Impl>(std::move(config), compute, io, log))
{
}

CacheStore::~CacheStore()
{
    m_impl->shutDown();
}

void CacheStore::start(std::shared_ptr<CacheItem> item,
                       CacheFetchOptions options,
                       std::stop_token stop,
                       std::move_only_function<void(UntypedCacheAnswer)> done)
{
    m_impl->start(std::move(item), options, std::move(stop), std::move(done));
}

void CacheStore::forget(const CacheItem& item)
{
    m_impl->forget(item);
}

void CacheStore::clearMemory()
{
    m_impl->clearMemory();
}

void CacheStore::markChange()
{
    m_impl->markChange();
}

std::uint64_t CacheStore::changes() const
{
    return m_impl->changes();
}

bool CacheStore::remembersMisses(std::chrono::milliseconds time) const
{
    return m_impl->remembersMisses(time);
}

void CacheStore::setOffline(bool offline)
{
    m_impl->setOffline(offline);
}

bool CacheStore::isOffline() const
{
    return m_impl->isOffline();
}

SharedCacheCounts CacheStore::sharedCounts() const
{
    return m_impl->sharedCounts();
}

} // namespace faultline::cache

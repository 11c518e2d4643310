#include "core/cache/cache_store.h"

#include "core/base/activity.h"
#include "core/cache/disk_layer.h"
#include "core/cache/entry_time.h"
#include "core/cache/flight.h"
#include "core/cache/input_round.h"
#include "core/cache/memory_layer.h"

#include <array>

namespace faultline {

namespace {

std::string memoryId(const CacheVersions& kind, const CacheKey& key)
{
    return concat(kind.name, "/", key.relativePath(kind.current));
}

bool isRemembered(const Error& error)
{
    return error.kind != ErrorKind::Cancelled && error.kind != ErrorKind::Internal &&
           !error.momentary;
}

/// Whoever asks for something computed wants to know where its input came from.
void takeTrace(Flight& flight, const CacheTrace& input)
{
    flight.trace.inputLayer = input.inputLayer.value_or(input.layer);
    flight.trace.httpStatus = input.httpStatus;
    flight.trace.attempts = input.attempts;
    flight.trace.failureExpiresIn = input.failureExpiresIn;
    flight.trace.bypassedNegative |= input.bypassedNegative;
}

/// Calls the store back exactly once, also when an item drops the callback it was given.
class DownloadEnd
{
public:
    using Done = std::move_only_function<void(DownloadProduct)>;

    explicit DownloadEnd(Done done) : m_done(std::move(done)) {}

    DownloadEnd(DownloadEnd&& other) noexcept : m_done(std::exchange(other.m_done, nullptr)) {}

    DownloadEnd& operator=(DownloadEnd&&) = delete;

    ~DownloadEnd()
    {
        (*this)({fail(ErrorKind::Internal, "transfer ended without a result"), std::nullopt, 0});
    }

    void operator()(DownloadProduct product)
    {
        if (auto done = std::exchange(m_done, nullptr))
            done(std::move(product));
    }

private:
    Done m_done;
};

} // namespace

class CacheStore::Impl : public std::enable_shared_from_this<CacheStore::Impl>
{
public:
    Impl(CacheStoreConfig config, WorkerPool& compute, WorkerPool& io, LogSink& log)
        : m_config(std::move(config)), m_compute(compute), m_io(io), m_processStart(now()),
          m_memory(m_config.memoryBytes), m_disk(m_config.folder, log)
    {
    }

    void shutDown()
    {
        m_flights->close();
        m_activity.waitUntilIdle();
    }

    void start(std::shared_ptr<CacheItem> item,
               CacheFetchOptions options,
               std::stop_token stop,
               Waiter::Done done);
    void forget(const CacheItem& item);

    void clearMemory() { m_memory.clear(); }

private:
    using Step = void (Impl::*)(const FlightPtr&);

    CacheTime now() const
    {
        return m_config.now ? m_config.now() : std::chrono::system_clock::now();
    }

    const CacheLifetimes& lifetimesOf(CacheCategory category) const;

    bool answerFromMemory(const FlightMode mode,
                          const std::string& id,
                          Waiter::Done& done,
                          bool& bypassed);
    void post(WorkerPool& pool, FlightPtr flight, Step step);

    // The steps of a flight, one after the other.
    void lookUp(const FlightPtr& flight);
    bool lookUpMemory(const FlightPtr& flight);
    bool lookUpCurrent(const FlightPtr& flight);
    bool lookUpFallback(const FlightPtr& flight);
    void produce(const FlightPtr& flight);
    void startDownload(const FlightPtr& flight, DownloadWork& work);
    void downloaded(const FlightPtr& flight, DownloadWork& work, DownloadProduct product);
    void startInputs(const FlightPtr& flight, ComputedWork& work);
    void compute(const FlightPtr& flight, ComputedWork& work, const CacheInputs& inputs);
    Result<void> computeInto(const FlightPtr& flight,
                             ComputedWork& work,
                             const CacheInputs& inputs,
                             TempFile& file);
    void keepFile(const FlightPtr& flight, TempFile file, CacheLayer layer);

    // How a flight ends.
    void servePayload(const FlightPtr& flight,
                      CacheLayer layer,
                      Result<CacheValue> value,
                      std::uint64_t sizeBytes,
                      std::chrono::seconds keepFor);
    void serveFailure(const FlightPtr& flight, Error error);
    void serveRemembered(const FlightPtr& flight, Error error, std::chrono::seconds remaining);
    void finish(const FlightPtr& flight, CacheLayer layer, Result<CacheValue> value);

    EntryHeader headerOf(const FlightPtr& flight) const;
    std::atomic<std::uint32_t>& refreshesLike(const Flight& flight);
    void startRefresh(const FlightPtr& flight);

    const CacheStoreConfig m_config;
    WorkerPool& m_compute;
    WorkerPool& m_io;
    const CacheTime m_processStart;
    MemoryLayer m_memory;
    DiskLayer m_disk;
    std::shared_ptr<FlightTable> m_flights = std::make_shared<FlightTable>();
    Activity m_activity;
    std::array<std::atomic<std::uint32_t>, 2> m_refreshes{}; // Under way: downloads, computations.
};

const CacheLifetimes& CacheStore::Impl::lifetimesOf(CacheCategory category) const
{
    switch (category) {
    case CacheCategory::Downloaded: return m_config.downloaded;
    case CacheCategory::Derived: return m_config.derived;
    case CacheCategory::Index: return m_config.index;
    }
    return m_config.derived;
}

/// Flights keep the store's state alive through `self`; the token lets shutDown() wait for them.
void CacheStore::Impl::post(WorkerPool& pool, FlightPtr flight, Step step)
{
    pool.post([self = shared_from_this(), token = m_activity.begin(), flight = std::move(flight),
               step] { (self.get()->*step)(flight); });
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
    if (answerFromMemory(mode, id, done, bypassed))
        return;
    const auto make = [&] { return std::make_shared<Flight>(item, key, id, mode); };
    const auto [flight, added] = m_flights->join(id, mode, make, std::move(stop), std::move(done));
    if (!flight || !added)
        return;
    flight->trace.bypassedNegative = bypassed;
    post(m_io, flight, &Impl::lookUp);
}

bool CacheStore::Impl::answerFromMemory(const FlightMode mode,
                                        const std::string& id,
                                        Waiter::Done& done,
                                        bool& bypassed)
{
    const auto time = now();
    auto entry = m_memory.find(id, time);
    if (!entry)
        return false;
    if (!entry->value && mode == FlightMode::Retry) {
        bypassed = true;
        return false;
    }
    CacheTrace trace;
    trace.layer = entry->value ? CacheLayer::Memory : CacheLayer::Negative;
    trace.sizeBytes = entry->sizeBytes;
    trace.objectRank = entry->objectRank;
    if (!entry->value)
        trace.failureExpiresIn = std::chrono::ceil<std::chrono::seconds>(entry->deadline - time);
    done({std::move(entry->value), trace});
    return true;
}

// ---- Disk

void CacheStore::Impl::lookUp(const FlightPtr& flight)
{
    if (flight->stop.stop_requested())
        return finish(flight, CacheLayer::Disk, fail(ErrorKind::Cancelled, "no longer waited for"));
    if (lookUpMemory(flight) || lookUpCurrent(flight))
        return;
    if (flight->mode == FlightMode::Normal && lookUpFallback(flight))
        return;
    produce(flight);
}

/// Another flight may have ended between the first look into memory and the start of this one.
bool CacheStore::Impl::lookUpMemory(const FlightPtr& flight)
{
    const auto entry = m_memory.find(flight->id, now());
    if (!entry || (!entry->value && flight->mode == FlightMode::Retry))
        return false;
    flight->trace.sizeBytes = entry->sizeBytes;
    flight->trace.objectRank = entry->objectRank;
    finish(flight, entry->value ? CacheLayer::Memory : CacheLayer::Negative, entry->value);
    return true;
}

bool CacheStore::Impl::lookUpCurrent(const FlightPtr& flight)
{
    const auto& kind = flight->item->versions();
    const auto& lifetimes = lifetimesOf(kind.category);
    auto found = m_disk.find(kind, kind.current, flight->key);
    if (!found)
        return false;
    const auto time = now();
    flight->trace.objectRank = found->header.objectRank;
    if (found->header.failure) {
        const auto remaining = remainingFailureLifetime(
            found->header.failure->kind, timeFromSeconds(found->header.createdAt), time,
            m_processStart, lifetimes, flight->key.isGlobal());
        const bool valid = remaining > std::chrono::seconds(0);
        flight->trace.bypassedNegative |= valid && flight->mode == FlightMode::Retry;
        if (!valid || flight->mode == FlightMode::Retry)
            return false;
        serveRemembered(flight, *std::move(found->header.failure), remaining);
        return true;
    }
    const auto age = payloadAge(found->lastUsed, time, lifetimes);
    if (age == PayloadAge::Expired)
        return false;
    auto value = flight->item->loadValue(found->payload);
    if (!value) {
        m_disk.remove(kind, flight->key); // Never trusted; made anew.
        return false;
    }
    if (age == PayloadAge::NeedsTouch)
        m_disk.touch(found->path, time);
    const auto unused = std::chrono::duration_cast<std::chrono::seconds>(
        std::max(time - found->lastUsed, CacheTime::duration(0)));
    const auto keepFor = age == PayloadAge::NeedsTouch ? kTouchInterval : kTouchInterval - unused;
    servePayload(flight, CacheLayer::Disk, std::move(value), found->payload.size(), keepFor);
    return true;
}

/// An older version is served at once while the current one is made in the background.
bool CacheStore::Impl::lookUpFallback(const FlightPtr& flight)
{
    const auto& kind = flight->item->versions();
    for (const auto version : kind.fallbacks) {
        auto found = m_disk.find(kind, version, flight->key);
        if (!found || found->header.failure)
            continue;
        if (payloadAge(found->lastUsed, now(), lifetimesOf(kind.category)) == PayloadAge::Expired)
            continue;
        auto value = flight->item->loadValue(found->payload);
        if (!value)
            continue;
        // Not kept in memory: there it could hide the new one, which may be ready at any moment.
        startRefresh(flight);
        servePayload(flight, CacheLayer::DiskFallback, std::move(value), found->payload.size(),
                     std::chrono::seconds(0));
        return true;
    }
    return false;
}

std::atomic<std::uint32_t>& CacheStore::Impl::refreshesLike(const Flight& flight)
{
    return m_refreshes[std::holds_alternative<ComputedWork*>(flight.item->work()) ? 1 : 0];
}

/// Begins the replacement of a fall-back entry unless one is under way or too many others are; a
/// later look-up tries again.
void CacheStore::Impl::startRefresh(const FlightPtr& flight)
{
    auto& running = refreshesLike(*flight);
    const auto limit =
        &running == &m_refreshes[0] ? m_config.maxLazyRedownloads : m_config.maxLazyRecomputations;
    if (running.fetch_add(1) >= std::max(limit, 1u)) {
        running.fetch_sub(1);
        return;
    }
    const auto make = [&] {
        return std::make_shared<Flight>(flight->item, flight->key, flight->id, FlightMode::Refresh);
    };
    const auto [refresh, added] = m_flights->join(flight->id, FlightMode::Refresh, make, {},
                                                  [](const UntypedCacheAnswer&) {});
    if (refresh && added)
        post(m_io, refresh, &Impl::produce);
    else
        running.fetch_sub(1);
}

// ---- Making

void CacheStore::Impl::produce(const FlightPtr& flight)
{
    const auto work = flight->item->work();
    if (auto* const* download = std::get_if<DownloadWork*>(&work))
        startDownload(flight, **download);
    else
        startInputs(flight, *std::get<ComputedWork*>(work));
}

EntryHeader CacheStore::Impl::headerOf(const FlightPtr& flight) const
{
    EntryHeader header;
    header.createdAt = secondsSinceEpoch(now());
    header.lastUpgradeAttempt = header.createdAt;
    header.objectRank = flight->item->rank();
    header.scope = flight->key.scope();
    header.keyText = flight->key.text();
    return header;
}

void CacheStore::Impl::startDownload(const FlightPtr& flight, DownloadWork& work)
{
    auto target = m_disk.makeTemp(headerOf(flight));
    if (!target)
        return serveFailure(flight, std::move(target.error()));
    const auto ended = [self = shared_from_this(), token = m_activity.begin(), flight,
                        &work](DownloadProduct product) {
        // Parsing and checking is compute work, and the transfer's thread has other things to do.
        self->m_compute.post([self, token, flight, &work, product = std::move(product)]() mutable {
            self->downloaded(flight, work, std::move(product));
        });
    };
    work.start(*std::move(target), flight->stop.get_token(), DownloadEnd(ended));
}

void CacheStore::Impl::downloaded(const FlightPtr& flight,
                                  DownloadWork& work,
                                  DownloadProduct product)
{
    flight->trace.httpStatus = product.httpStatus;
    flight->trace.attempts = product.attempts;
    if (!product.content)
        return serveFailure(flight, std::move(product.content.error()));
    if (auto* inPlace = std::get_if<ByteView>(&*product.content)) {
        auto value = flight->item->loadValue(*inPlace);
        return servePayload(flight, CacheLayer::InPlace, std::move(value), inPlace->size(),
                            kTouchInterval);
    }
    auto& file = std::get<TempFile>(*product.content);
    if (auto accepted = work.accept(file, flight->stop.get_token()); !accepted)
        return serveFailure(flight, std::move(accepted.error()));
    keepFile(flight, std::move(file), CacheLayer::Downloaded);
}

void CacheStore::Impl::startInputs(const FlightPtr& flight, ComputedWork& work)
{
    const CacheFetchOptions options{.bypassNegative = flight->mode == FlightMode::Retry};
    auto fetch = [self = shared_from_this(), flight, options](std::shared_ptr<CacheItem> item,
                                                              InputRounds::Answered answered) {
        self->start(std::move(item), options, flight->stop.get_token(), std::move(answered));
    };
    auto done = [self = shared_from_this(), token = m_activity.begin(), flight,
                 &work](Result<CacheInputs> inputs, const CacheTrace& trace) {
        takeTrace(*flight, trace);
        if (!inputs)
            return self->finish(flight, CacheLayer::Computed,
                                std::unexpected(std::move(inputs.error())));
        self->m_compute.post([self, token, flight, &work, given = *std::move(inputs)] {
            self->compute(flight, work, given);
        });
    };
    std::make_shared<InputRounds>(work, std::move(fetch), std::move(done))->start();
}

Result<void> CacheStore::Impl::computeInto(const FlightPtr& flight,
                                           ComputedWork& work,
                                           const CacheInputs& inputs,
                                           TempFile& file)
{
    if (flight->stop.stop_requested())
        return fail(ErrorKind::Cancelled, "no longer waited for");
    return work.compute(inputs, file, flight->stop.get_token());
}

void CacheStore::Impl::compute(const FlightPtr& flight,
                               ComputedWork& work,
                               const CacheInputs& inputs)
{
    auto file = m_disk.makeTemp(headerOf(flight));
    if (!file)
        return serveFailure(flight, std::move(file.error()));
    if (auto made = computeInto(flight, work, inputs, *file); !made)
        return serveFailure(flight, std::move(made.error()));
    keepFile(flight, *std::move(file), CacheLayer::Computed);
}

/// Reads the new payload back before it is kept: what does not load is no entry. Of a transfer that
/// is the file's fault, of a computation ours.
void CacheStore::Impl::keepFile(const FlightPtr& flight, TempFile file, CacheLayer layer)
{
    const auto sizeBytes = file.sizeBytes();
    auto mapped = file.map();
    if (!mapped)
        return serveFailure(flight, std::move(mapped.error()));
    auto value = flight->item->loadValue(*std::move(mapped));
    if (!value && layer == CacheLayer::Computed)
        return serveFailure(
            flight, {ErrorKind::Internal, concat("does not read back: ", value.error().detail)});
    if (!value)
        return serveFailure(flight, std::move(value.error()));
    m_disk.keep(std::move(file), headerOf(flight), flight->item->versions(), flight->key);
    servePayload(flight, layer, std::move(value), sizeBytes, kTouchInterval);
}

// ---- Ends

void CacheStore::Impl::servePayload(const FlightPtr& flight,
                                    CacheLayer layer,
                                    Result<CacheValue> value,
                                    std::uint64_t sizeBytes,
                                    std::chrono::seconds keepFor)
{
    if (!value)
        return serveFailure(flight, std::move(value.error()));
    flight->trace.sizeBytes = sizeBytes;
    if (layer == CacheLayer::Computed || layer == CacheLayer::Downloaded)
        flight->trace.objectRank = flight->item->rank();
    if (keepFor > std::chrono::seconds(0))
        m_memory.put(flight->id, {value, now() + keepFor, sizeBytes, flight->trace.objectRank});
    finish(flight, layer, std::move(value));
}

/// A failure of making it: remembered by kind, on disk unless it may pass without notice.
void CacheStore::Impl::serveFailure(const FlightPtr& flight, Error error)
{
    if (isRemembered(error)) {
        const auto& kind = flight->item->versions();
        const auto lifetime =
            failureLifetime(error.kind, lifetimesOf(kind.category), flight->key.isGlobal());
        auto header = headerOf(flight);
        header.failure = error;
        if (!flight->key.failuresStayInMemory())
            m_disk.keepFailure(header, kind, flight->key);
        m_memory.put(flight->id, {std::unexpected(error), now() + lifetime, 0, header.objectRank});
    }
    const bool isComputed = std::holds_alternative<ComputedWork*>(flight->item->work());
    finish(flight, isComputed ? CacheLayer::Computed : CacheLayer::Downloaded,
           std::unexpected(std::move(error)));
}

void CacheStore::Impl::serveRemembered(const FlightPtr& flight,
                                       Error error,
                                       std::chrono::seconds remaining)
{
    flight->trace.failureExpiresIn = remaining;
    m_memory.put(flight->id,
                 {std::unexpected(error), now() + remaining, 0, flight->trace.objectRank});
    finish(flight, CacheLayer::Negative, std::unexpected(std::move(error)));
}

void CacheStore::Impl::finish(const FlightPtr& flight, CacheLayer layer, Result<CacheValue> value)
{
    if (flight->mode == FlightMode::Refresh)
        refreshesLike(*flight).fetch_sub(1);
    flight->trace.layer = layer;
    flight->trace.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - flight->started);
    m_flights->finish(flight, {std::move(value), flight->trace});
}

void CacheStore::Impl::forget(const CacheItem& item)
{
    const auto key = item.key();
    m_memory.remove(memoryId(item.versions(), key));
    m_disk.remove(item.versions(), key);
}

// ---- The store

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

} // namespace faultline

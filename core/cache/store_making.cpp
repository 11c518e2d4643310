// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store_impl.h"

namespace faultline::cache {

namespace {

/// The trace of a computed item shows where its input came from.
void takeTrace(Flight& flight, const CacheTrace& input)
{
    flight.trace.inputLayer = input.inputLayer.value_or(input.layer);
    flight.trace.httpStatus = input.httpStatus;
    flight.trace.attempts = input.attempts;
    flight.trace.failureExpiresIn = input.failureExpiresIn;
    flight.trace.failedAt = input.failedAt;
    flight.trace.blockedFor = input.blockedFor;
    flight.trace.bypassedNegative |= input.bypassedNegative;
}

/// Calls the store back exactly once, even if an item drops its callback.
class DownloadEnd
{
public:
    using Done = std::move_only_function<void(DownloadProduct)>;

    explicit DownloadEnd(Done done) : m_done(std::move(done)) {}

    DownloadEnd(DownloadEnd&& other) noexcept : m_done(std::exchange(other.m_done, nullptr)) {}

    DownloadEnd& operator=(DownloadEnd&&) = delete;

    ~DownloadEnd()
    {
        containedAlone([this] {
            (*this)(
                {fail(ErrorKind::Internal, "transfer ended without a result"), std::nullopt, 0});
        });
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

void CacheStore::Impl::produce(const FlightPtr& flight)
{
    const auto work = flight->item->work();
    if (auto* const* download = std::get_if<DownloadWork*>(&work))
        startDownload(flight, **download);
    else
        startInputs(flight, *std::get<ComputedWork*>(work));
}

void CacheStore::Impl::countComputation(const CacheItem& item) const
{
    if (m_config.metrics != nullptr)
        m_config.metrics->count("caches.computation", {"cache", item.versions().name});
}

void CacheStore::Impl::startDownload(const FlightPtr& flight, DownloadWork& work)
{
    countComputation(*flight->item);
    const auto ended = [self = shared_from_this(), token = m_activity.begin(), flight,
                        &work](DownloadProduct product) {
        // Parsing and checking is compute work, which must not block the transfer's thread.
        self->m_compute.post([self, token, flight, &work, product = std::move(product)]() mutable {
            self->guarded(flight, [&] { self->downloaded(flight, work, std::move(product)); });
        });
    };
    work.start(m_disk.makeTemp(m_ends.headerOf(flight)), flight->stop.get_token(),
               DownloadEnd(ended));
}

void CacheStore::Impl::downloaded(const FlightPtr& flight,
                                  DownloadWork& work,
                                  DownloadProduct product)
{
    flight->trace.httpStatus = product.httpStatus;
    flight->trace.attempts = product.attempts;
    flight->trace.blockedFor = product.blockedFor;
    if (!product.content)
        return m_ends.serveFailure(flight, std::move(product.content.error()));
    if (auto* inPlace = std::get_if<ByteView>(&*product.content)) {
        const MappedBytes from{*inPlace, missingPageCount()};
        auto value = flight->item->loadValue(*inPlace);
        return m_ends.servePayload(flight, CacheLayer::InPlace, std::move(value), from,
                                   kTouchInterval);
    }
    auto& file = std::get<TempFile>(*product.content);
    if (auto accepted = work.accept(file, flight->stop.get_token()); !accepted)
        return m_ends.serveFailure(flight, std::move(accepted.error()));
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
            return self->m_ends.finish(flight, CacheLayer::Computed,
                                       std::unexpected(std::move(inputs.error())));
        self->m_compute.post([self, token, flight, &work, given = *std::move(inputs)] {
            self->guarded(flight, [&] { self->compute(flight, work, given); });
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
    countComputation(*flight->item);
    return work.compute(inputs, file, flight->stop.get_token());
}

void CacheStore::Impl::compute(const FlightPtr& flight,
                               ComputedWork& work,
                               const CacheInputs& inputs)
{
    auto file = m_disk.makeTemp(m_ends.headerOf(flight));
    const auto missingPages = missingPageCount();
    auto made = computeInto(flight, work, inputs, file);
    if (missingPages != missingPageCount())
        return computeAgain(flight, work);
    if (!made)
        return m_ends.serveFailure(flight, std::move(made.error()));
    keepFile(flight, std::move(file), CacheLayer::Computed);
}

/// Another program cut a mapped file meanwhile, perhaps an input of this item, so the result cannot
/// be trusted. Inputs that are cut are fetched again.
void CacheStore::Impl::computeAgain(const FlightPtr& flight, ComputedWork& work)
{
    if (std::exchange(flight->hadCutInput, true))
        return m_ends.serveFailure(flight,
                                   {ErrorKind::Internal, "files are cut while they are read"});
    startInputs(flight, work);
}

/// Reads the new payload back before keeping it, because a payload that does not load must not
/// become an entry. A failure means a bad file for a transfer, and a bug of ours for a computation.
/// A payload from another machine is then made here instead.
void CacheStore::Impl::keepFile(const FlightPtr& flight, TempFile file, CacheLayer layer)
{
    const auto missingPages = missingPageCount();
    const auto mapped = file.map();
    if (!mapped)
        return m_ends.serveFailure(flight, mapped.error());
    auto value = flight->item->loadValue(*mapped);
    if (!value && layer == CacheLayer::Shared) {
        m_log.write(LogLevel::Warning, "cache",
                    concat("shared cache: ", flight->id, " is of no use: ", value.error().detail));
        return post(m_io, flight, &Impl::produce);
    }
    if (!value && layer == CacheLayer::Computed)
        return m_ends.serveFailure(
            flight, {ErrorKind::Internal, concat("does not read back: ", value.error().detail)});
    if (!value)
        return m_ends.serveFailure(flight, std::move(value.error()));
    keep(flight, std::move(file), layer, *mapped);
    m_ends.servePayload(flight, layer, std::move(value), {*mapped, missingPages}, kTouchInterval);
}

void CacheStore::Impl::keep(const FlightPtr& flight,
                            TempFile file,
                            CacheLayer layer,
                            const ByteView& payload)
{
    m_ends.keep(flight, std::move(file));
    if (layer != CacheLayer::Shared && isShared(*flight))
        m_shared->offer(flight->id, payload, SharedCache::Reason::New);
}

} // namespace faultline::cache

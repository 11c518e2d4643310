// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/curl_loop.h"
#include "core/net/transport/refusing_transport.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace faultline::net {

namespace {

/// The lowest bit of an id names its loop.
struct CurlLoops
{
    CurlLoop& of(Transport::ExchangeId id) { return id % 2 == 0 ? *open : *filtered; }

    std::unique_ptr<CurlLoop> open;
    std::unique_ptr<CurlLoop> filtered;
};

/// Errors: those of loadCurl() and startThread().
Result<CurlLoops> makeLoops()
{
    if (const auto& library = loadCurl(); !library)
        return std::unexpected(library.error());
    FL_TRY(auto open, CurlLoop::create());
    FL_TRY(auto filtered, CurlLoop::create());
    return CurlLoops{.open = std::move(open), .filtered = std::move(filtered)};
}

class CurlTransport final : public Transport
{
public:
    CurlTransport(TransportOptions options, WorkerPool* pool)
        : m_options(std::move(options)), m_pool(pool)
    {
    }

    ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) override
    {
        auto* const running = loops();
        if (running == nullptr) {
            m_instead->start(std::move(exchange), std::move(sink));
            return kRefused;
        }
        const bool filtered = exchange.refuseReservedAddresses;
        const auto id = m_nextId.fetch_add(1) * 2 + (filtered ? 1 : 0);
        running->of(id).start(
            std::make_unique<CurlExchange>(id, m_options, std::move(exchange), std::move(sink)));
        return id;
    }

    void cancel(ExchangeId id) override
    {
        if (id != kRefused)
            m_loops->of(id).cancel(id);
    }

    void resume(ExchangeId id) override
    {
        if (id != kRefused)
            m_loops->of(id).resume(id);
    }

private:
    static constexpr ExchangeId kRefused = 0; // Nothing runs that could be cancelled.

    /// Null when libcurl is missing, or there is no thread now.
    CurlLoops* loops()
    {
        const std::lock_guard lock(m_mutex);
        if (m_loops)
            return &*m_loops;
        auto made = makeLoops();
        if (made)
            return &m_loops.emplace(*std::move(made));
        if (!m_instead)
            m_instead.emplace(std::move(made.error()), m_pool);
        return nullptr;
    }

    const TransportOptions m_options;
    WorkerPool* const m_pool;
    std::atomic<ExchangeId> m_nextId{1};
    std::mutex m_mutex; // Guards the making of the next two members; neither goes away again.
    std::optional<CurlLoops> m_loops;
    std::optional<RefusingTransport> m_instead; // Made for the first exchange that has no loop.
};

} // namespace

std::unique_ptr<Transport> makeCurlTransport(TransportOptions options, WorkerPool* pool)
{
    return std::make_unique<CurlTransport>(std::move(options), pool);
}

} // namespace faultline::net

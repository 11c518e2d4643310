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
    CurlLoop& of(Transport::ExchangeId id) { return id % 2 == 0 ? open : filtered; }

    CurlLoop open;
    CurlLoop filtered;
};

class CurlTransport final : public Transport
{
public:
    explicit CurlTransport(TransportOptions options) : m_options(std::move(options)) {}

    ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) override
    {
        std::call_once(m_isBegun, [this] { begin(); });
        if (m_instead)
            return m_instead->start(std::move(exchange), std::move(sink));
        const bool filtered = exchange.refuseReservedAddresses;
        const auto id = m_nextId.fetch_add(1) * 2 + (filtered ? 1 : 0);
        m_loops->of(id).start(
            std::make_unique<CurlExchange>(id, m_options, std::move(exchange), std::move(sink)));
        return id;
    }

    void cancel(ExchangeId id) override
    {
        if (m_loops)
            m_loops->of(id).cancel(id);
    }

    void resume(ExchangeId id) override
    {
        if (m_loops)
            m_loops->of(id).resume(id);
    }

private:
    void begin()
    {
        if (const auto& library = loadCurl())
            m_loops.emplace();
        else
            m_instead.emplace(library.error());
    }

    const TransportOptions m_options;
    std::atomic<ExchangeId> m_nextId{1};
    std::once_flag m_isBegun; // The first exchange creates one of the next two members.
    std::optional<CurlLoops> m_loops;
    std::optional<RefusingTransport> m_instead;
};

} // namespace

std::unique_ptr<Transport> makeCurlTransport(TransportOptions options)
{
    return std::make_unique<CurlTransport>(std::move(options));
}

} // namespace faultline::net

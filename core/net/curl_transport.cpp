#include "core/net/curl_loop.h"

#include <atomic>
#include <mutex>

namespace faultline {

namespace {

class CurlTransport final : public Transport
{
public:
    explicit CurlTransport(TransportOptions options) : m_options(std::move(options)) {}

    ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) override
    {
        const bool filtered = exchange.refuseReservedAddresses;
        const auto id = m_nextId.fetch_add(1) * 2 + (filtered ? 1 : 0);
        loopOf(id).start(
            std::make_unique<CurlExchange>(id, m_options, std::move(exchange), std::move(sink)));
        return id;
    }

    void cancel(ExchangeId id) override { loopOf(id).cancel(id); }

    void resume(ExchangeId id) override { loopOf(id).resume(id); }

private:
    /// The lowest bit of an id names its loop.
    CurlLoop& loopOf(ExchangeId id) { return id % 2 == 0 ? m_open : m_filtered; }

    const TransportOptions m_options;
    std::atomic<ExchangeId> m_nextId{1};
    CurlLoop m_open;
    CurlLoop m_filtered;
};

} // namespace

std::unique_ptr<Transport> makeCurlTransport(TransportOptions options)
{
    static std::once_flag initialised;
    std::call_once(initialised, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    return std::make_unique<CurlTransport>(std::move(options));
}

} // namespace faultline

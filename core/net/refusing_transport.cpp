#include "core/net/refusing_transport.h"

namespace faultline {

Transport::ExchangeId RefusingTransport::start(HttpExchange, std::shared_ptr<ExchangeSink> sink)
{
    const std::lock_guard lock(m_mutex);
    m_threads.emplace_back(
        [this, sink = std::move(sink)] { sink->onEnd(std::unexpected(m_error)); });
    return m_nextId.fetch_add(1);
}

} // namespace faultline

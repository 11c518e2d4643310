// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/refusing_transport.h"

namespace faultline::net {

RefusingTransport::RefusingTransport(Error error, WorkerPool* pool)
    : m_error(std::move(error)), m_pool(pool != nullptr ? *pool : m_own)
{
}

RefusingTransport::~RefusingTransport()
{
    m_activity.waitUntilIdle();
}

Transport::ExchangeId RefusingTransport::start(HttpExchange, std::shared_ptr<ExchangeSink> sink)
{
    m_pool.post([error = m_error, token = m_activity.begin(), sink = std::move(sink)]() mutable {
        sink->onEnd(std::unexpected(std::move(error)));
        sink.reset();
    });
    return ++m_lastId;
}

} // namespace faultline::net

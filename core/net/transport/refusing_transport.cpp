// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/refusing_transport.h"

namespace faultline::net {

RefusingTransport::RefusingTransport(Error error)
    : m_error(std::move(error)), m_thread([this] { run(); })
{
}

RefusingTransport::~RefusingTransport()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

Transport::ExchangeId RefusingTransport::start(HttpExchange, std::shared_ptr<ExchangeSink> sink)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(sink));
    m_wake.notify_one();
    return ++m_lastId;
}

void RefusingTransport::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_isEnding || !m_waiting.empty(); });
        if (m_waiting.empty())
            return;
        auto sink = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();
        sink->onEnd(std::unexpected(m_error));
        sink.reset();
        lock.lock();
    }
}

} // namespace faultline::net

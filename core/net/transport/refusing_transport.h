// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/transport.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace faultline::net {

/// Ends every exchange with the same failure. Replaces a transport that cannot work on this
/// machine. The destructor answers the exchanges that are left.
class RefusingTransport final : public Transport
{
public:
    explicit RefusingTransport(Error error);
    ~RefusingTransport() override;
    RefusingTransport(const RefusingTransport&) = delete;
    RefusingTransport& operator=(const RefusingTransport&) = delete;

    /// The sink is called on the transport's thread, as with any transport.
    ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) override;

    /// Nothing to do: every exchange ends at once.
    void cancel(ExchangeId) override {}

    void resume(ExchangeId) override {}

private:
    void run();

    const Error m_error;
    std::mutex m_mutex; // Guards the next four.
    std::condition_variable m_wake;
    std::deque<std::shared_ptr<ExchangeSink>> m_waiting;
    ExchangeId m_lastId = 0;
    bool m_isEnding = false;
    std::thread m_thread;
};

} // namespace faultline::net

#pragma once

#include "core/net/transport.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace faultline {

/// Ends every exchange with the same failure: stands in for a transport that cannot work on this machine.
class RefusingTransport final : public Transport
{
public:
    explicit RefusingTransport(Error error) : m_error(std::move(error)) {}

    /// The sink is called on a thread of the transport's, as by any other.
    ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) override;

    /// Nothing to do: every exchange ends at once.
    void cancel(ExchangeId) override {}

    void resume(ExchangeId) override {}

private:
    const Error m_error;
    std::atomic<ExchangeId> m_nextId{1};
    std::mutex m_mutex; // Guards the next.
    std::vector<std::jthread> m_threads;
};

} // namespace faultline

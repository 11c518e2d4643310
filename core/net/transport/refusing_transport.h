// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/activity.h"
#include "core/base/worker_pool.h"
#include "core/net/transport/transport.h"

#include <atomic>

namespace faultline::net {

/// Ends every exchange with the same failure. Replaces a transport that cannot work on this
/// machine. The destructor answers the exchanges that are left.
class RefusingTransport final : public Transport
{
public:
    /// `pool` calls the sinks; null: a thread of its own. It must outlive the transport.
    explicit RefusingTransport(Error error, WorkerPool* pool = nullptr);
    ~RefusingTransport() override;
    RefusingTransport(const RefusingTransport&) = delete;
    RefusingTransport& operator=(const RefusingTransport&) = delete;

    /// The sink is called on another thread, as with any transport.
    ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) override;

    /// Nothing to do: every exchange ends at once.
    void cancel(ExchangeId) override {}

    void resume(ExchangeId) override {}

private:
    const Error m_error;
    WorkerPool m_own{1};
    WorkerPool& m_pool;
    std::atomic<ExchangeId> m_lastId = 0;
    Activity m_activity;
};

} // namespace faultline::net

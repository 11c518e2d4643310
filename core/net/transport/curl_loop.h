// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/thread_start.h"
#include "core/net/transport/curl_exchange.h"

#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace faultline::net {

/// A libcurl multi handle and the thread that drives it. Commands arrive through a queue. What
/// escapes from the handling of an exchange ends that exchange alone.
class CurlLoop
{
public:
    /// Errors: those of startThread().
    static Result<std::unique_ptr<CurlLoop>> create();
    /// Ends running exchanges with Cancelled.
    ~CurlLoop();
    CurlLoop(const CurlLoop&) = delete;
    CurlLoop& operator=(const CurlLoop&) = delete;

    void start(std::unique_ptr<CurlExchange> exchange);
    void cancel(Transport::ExchangeId id);
    void resume(Transport::ExchangeId id);

private:
    using Command = std::move_only_function<void()>;
    using Exchanges = std::unordered_map<Transport::ExchangeId, std::unique_ptr<CurlExchange>>;

    CurlLoop();

    void post(Command command);
    void run(const std::stop_token& stop);
    void turn();
    void enter(std::unique_ptr<CurlExchange> exchange);
    void runCommands();
    void add(Exchanges::iterator exchange);
    void beginDelayed();
    void handleEnded();
    void checkDeadlines();
    int pollTimeoutMs();
    void end(Exchanges::iterator exchange, CURLcode code);

    CURLM* m_multi;
    Exchanges m_exchanges; // Used on the thread only, like the next member.
    std::vector<Transport::ExchangeId> m_delayed;
    std::mutex m_mutex; // Guards m_commands.
    std::deque<Command> m_commands;
    Thread m_thread; // Must be the last member: it is joined before the others are destroyed.
};

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/curl_loop.h"

#include "core/base/descriptor_limit.h"
#include "core/net/transport/http_status.h"

#include <algorithm>

namespace faultline::net {

namespace {

/// Idle connections hold descriptors that other work may need.
CURLM* makeMulti()
{
    constexpr std::size_t kShare = 16;
    constexpr std::size_t kFewest = 4;
    constexpr std::size_t kMost = 256;
    auto* multi = curl().multiInit();
    const auto kept = std::clamp(descriptorLimit() / kShare, kFewest, kMost);
    curl().multiSetOpt(multi, CURLMOPT_MAXCONNECTS, static_cast<long>(kept));
    return multi;
}

} // namespace

CurlLoop::CurlLoop()
    : m_multi(makeMulti()), m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

CurlLoop::~CurlLoop()
{
    m_thread.request_stop();
    curl().multiWakeup(m_multi);
    m_thread.join();
    curl().multiCleanup(m_multi);
}

void CurlLoop::post(Command command)
{
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back(std::move(command));
    }
    curl().multiWakeup(m_multi);
}

void CurlLoop::start(std::unique_ptr<CurlExchange> exchange)
{
    post([this, exchange = std::move(exchange)]() mutable {
        const auto id = exchange->id();
        m_exchanges.emplace(id, std::move(exchange));
        m_delayed.push_back(id);
    });
}

void CurlLoop::cancel(Transport::ExchangeId id)
{
    post([this, id] {
        const auto found = m_exchanges.find(id);
        if (found == m_exchanges.end())
            return;
        found->second->failWith({ErrorKind::Cancelled, "no longer wanted"});
        end(found, CURLE_ABORTED_BY_CALLBACK);
    });
}

void CurlLoop::resume(Transport::ExchangeId id)
{
    post([this, id] {
        if (const auto found = m_exchanges.find(id); found != m_exchanges.end())
            found->second->resume();
    });
}

void CurlLoop::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        runCommands();
        beginDelayed();
        int running = 0;
        curl().multiPerform(m_multi, &running);
        handleEnded();
        checkDeadlines();
        curl().multiPoll(m_multi, nullptr, 0, pollTimeoutMs(), nullptr);
    }
    runCommands();
    while (!m_exchanges.empty()) {
        m_exchanges.begin()->second->failWith({ErrorKind::Cancelled, "shutting down"});
        end(m_exchanges.begin(), CURLE_ABORTED_BY_CALLBACK);
    }
}

void CurlLoop::runCommands()
{
    std::deque<Command> commands;
    {
        const std::lock_guard lock(m_mutex);
        commands.swap(m_commands);
    }
    for (auto& command : commands)
        command();
}

void CurlLoop::add(Exchanges::iterator exchange)
{
    if (exchange->second->prepare() &&
        curl().multiAddHandle(m_multi, exchange->second->handle()) == CURLM_OK)
        return;
    end(exchange, CURLE_FAILED_INIT);
}

void CurlLoop::beginDelayed()
{
    const auto now = CurlExchange::Clock::now();
    const auto waiting = std::exchange(m_delayed, {});
    for (const auto id : waiting) {
        const auto found = m_exchanges.find(id);
        if (found == m_exchanges.end())
            continue; // Cancelled meanwhile.
        if (found->second->startAt() > now)
            m_delayed.push_back(id);
        else
            add(found);
    }
}

void CurlLoop::handleEnded()
{
    int left = 0;
    while (const auto* message = curl().multiInfoRead(m_multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        const auto code = message->data.result;
        void* self = nullptr;
        curl().easyGetInfo(message->easy_handle, CURLINFO_PRIVATE, &self);
        const auto found = m_exchanges.find(static_cast<CurlExchange*>(self)->id());
        curl().multiRemoveHandle(m_multi, found->second->handle());
        if (found->second->continueAfter(code))
            curl().multiAddHandle(m_multi, found->second->handle());
        else
            end(found, code);
    }
}

void CurlLoop::checkDeadlines()
{
    const auto now = CurlExchange::Clock::now();
    std::vector<Exchanges::iterator> late;
    for (auto exchange = m_exchanges.begin(); exchange != m_exchanges.end(); ++exchange) {
        const auto deadline = exchange->second->deadline();
        if (deadline && *deadline <= now)
            late.push_back(exchange);
    }
    for (const auto exchange : late) {
        exchange->second->failLate();
        end(exchange, CURLE_OPERATION_TIMEDOUT);
    }
}

/// Time to our next deadline; libcurl shortens it for its own.
int CurlLoop::pollTimeoutMs()
{
    constexpr std::chrono::milliseconds kLongest(1000);
    const auto now = CurlExchange::Clock::now();
    auto wait = std::chrono::duration_cast<CurlExchange::Clock::duration>(kLongest);
    for (const auto& [id, exchange] : m_exchanges) {
        if (const auto deadline = exchange->deadline())
            wait = std::min(wait, *deadline - now);
    }
    for (const auto id : m_delayed) {
        if (const auto found = m_exchanges.find(id); found != m_exchanges.end())
            wait = std::min(wait, found->second->startAt() - now);
    }
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(
        std::max(wait, CurlExchange::Clock::duration(0)));
    return static_cast<int>(ms.count());
}

void CurlLoop::end(Exchanges::iterator exchange, CURLcode code)
{
    const auto ended = std::move(exchange->second);
    m_exchanges.erase(exchange);
    curl().multiRemoveHandle(m_multi, ended->handle());
    ended->end(code);
}

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/curl_loop.h"

#include "core/base/contained.h"
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

CurlLoop::CurlLoop() : m_multi(makeMulti()) {}

Result<std::unique_ptr<CurlLoop>> CurlLoop::create()
{
    std::unique_ptr<CurlLoop> loop(new CurlLoop);
    FL_TRY(loop->m_thread,
           startThread([raw = loop.get()](const std::stop_token& stop) { raw->run(stop); }));
    return loop;
}

CurlLoop::~CurlLoop()
{
    if (m_thread) {
        m_thread.requestStop();
        curl().multiWakeup(m_multi);
        m_thread.join();
    }
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
    post([this, exchange = std::move(exchange)]() mutable { enter(std::move(exchange)); });
}

void CurlLoop::enter(std::unique_ptr<CurlExchange> exchange)
{
    const auto id = exchange->id();
    const auto entered = contained([&] {
        m_delayed.push_back(id);
        m_exchanges[id].swap(exchange);
    });
    if (entered)
        return;
    exchange->failWith(entered.error());
    exchange->end(CURLE_OUT_OF_MEMORY);
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
        containedAlone([this] { turn(); });
        curl().multiPoll(m_multi, nullptr, 0, pollTimeoutMs(), nullptr);
    }
    runCommands();
    while (!m_exchanges.empty()) {
        m_exchanges.begin()->second->failWith({ErrorKind::Cancelled, "shutting down"});
        end(m_exchanges.begin(), CURLE_ABORTED_BY_CALLBACK);
    }
}

void CurlLoop::turn()
{
    runCommands();
    beginDelayed();
    int running = 0;
    curl().multiPerform(m_multi, &running);
    handleEnded();
    checkDeadlines();
}

void CurlLoop::runCommands()
{
    std::deque<Command> commands;
    {
        const std::lock_guard lock(m_mutex);
        commands.swap(m_commands);
    }
    for (auto& command : commands)
        containedAlone(command);
}

void CurlLoop::add(Exchanges::iterator exchange)
{
    const auto prepared = contained([&] { return exchange->second->prepare(); });
    if (!prepared)
        exchange->second->failWith(prepared.error());
    if (prepared.value_or(false) &&
        curl().multiAddHandle(m_multi, exchange->second->handle()) == CURLM_OK)
        return;
    end(exchange, CURLE_FAILED_INIT);
}

void CurlLoop::beginDelayed()
{
    const auto now = CurlExchange::Clock::now();
    std::erase_if(m_delayed, [&](Transport::ExchangeId id) {
        const auto found = m_exchanges.find(id);
        if (found == m_exchanges.end())
            return true; // Cancelled meanwhile.
        if (found->second->startAt() > now)
            return false;
        add(found);
        return true;
    });
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
        const auto goesOn = contained([&] { return found->second->continueAfter(code); });
        if (!goesOn)
            found->second->failWith(goesOn.error());
        if (goesOn.value_or(false))
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/http_caller.h"

#include "core/base/contained.h"

#include <mutex>

namespace faultline::net {

namespace {

class Call final : public ExchangeSink, public std::enable_shared_from_this<Call>
{
public:
    Call(Transport& transport,
         WorkerPool& io,
         std::size_t maxBytes,
         Activity::Token token,
         HttpCaller::Done done)
        : m_transport(transport), m_io(io), m_maxBytes(maxBytes), m_token(std::move(token)),
          m_done(std::move(done))
    {
    }

    void start(HttpExchange exchange, std::stop_token stop, std::stop_token closing)
    {
        const std::lock_guard lock(m_mutex);
        const auto id = m_transport.start(std::move(exchange), shared_from_this());
        m_stop.emplace(std::move(stop), Canceller{m_transport, id});
        m_closing.emplace(std::move(closing), Canceller{m_transport, id});
    }

    void onHead(const HttpHead& head) override { m_answer.head = head; }

    Flow onBytes(Bytes bytes) override
    {
        if (bytes.size() > m_maxBytes - m_answer.body.size()) {
            m_isTooLong = true;
            return Flow::Abort;
        }
        m_answer.body += asText(bytes);
        return Flow::Continue;
    }

    void onEnd(Result<void> outcome) override
    {
        m_io.post([self = shared_from_this(), outcome = std::move(outcome)]() mutable {
            self->finish(std::move(outcome));
        });
    }

private:
    struct Canceller
    {
        Transport& transport;
        Transport::ExchangeId id;

        void operator()() const
        {
            containedAlone([this] { transport.cancel(id); });
        }
    };

    void finish(Result<void> outcome)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stop.reset();
            m_closing.reset();
        }
        if (m_isTooLong)
            m_done(fail(ErrorKind::Malformed, "answer longer than ", m_maxBytes, " bytes"));
        else if (!outcome)
            m_done(std::unexpected(std::move(outcome.error())));
        else
            m_done(std::move(m_answer));
        m_done =
            nullptr; // Destroys its captures before the token reports that all calls have ended.
        m_token.reset();
    }

    Transport& m_transport;
    WorkerPool& m_io;
    const std::size_t m_maxBytes;
    Activity::Token m_token;
    HttpCaller::Done m_done;
    HttpAnswer m_answer;
    bool m_isTooLong = false;
    std::mutex m_mutex; // Guards the members after it: starting may still be running at the end.
    std::optional<std::stop_callback<Canceller>> m_stop;
    std::optional<std::stop_callback<Canceller>> m_closing;
};

} // namespace

HttpCaller::HttpCaller(Transport& transport, WorkerPool& io, HttpCallSettings settings)
    : m_settings(std::move(settings)), m_transport(transport), m_io(io)
{
}

HttpCaller::~HttpCaller()
{
    m_closing.request_stop();
    m_activity.waitUntilIdle();
}

HttpExchange HttpCaller::exchangeFor(std::string url, HttpTrust trust) const
{
    HttpExchange exchange;
    exchange.url = std::move(url);
    if (!m_settings.userAgent.empty())
        exchange.headers.emplace_back("User-Agent", m_settings.userAgent);
    const bool isFiltered = trust == HttpTrust::Filtered ||
                            (trust == HttpTrust::Trusted && m_settings.filterTrustedClients);
    exchange.refuseReservedAddresses = isFiltered && !m_settings.connectToReservedIps;
    exchange.connectTimeout = m_settings.connectTimeout;
    exchange.headTimeout = m_settings.headTimeout;
    exchange.totalTimeout = m_settings.totalTimeout;
    return exchange;
}

void HttpCaller::call(HttpExchange exchange, std::size_t maxBytes, std::stop_token stop, Done done)
{
    const auto call =
        std::make_shared<Call>(m_transport, m_io, maxBytes, m_activity.begin(), std::move(done));
    call->start(std::move(exchange), std::move(stop), m_closing.get_token());
}

} // namespace faultline::net

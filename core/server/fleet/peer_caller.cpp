// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/peer_caller.h"

#include "core/base/hex.h"
#include "core/base/random_id.h"
#include "core/base/text.h"
#include "core/base/worker_pool.h"
#include "core/net/transport/http_caller.h"

#include <span>

namespace faultline::server {

namespace {

/// An instance of the fleet is near; one that has gone must not hold up a client.
constexpr std::chrono::milliseconds kConnectTimeout{400};
constexpr std::size_t kThreads = 2;

class HttpPeerCaller final : public PeerCaller
{
public:
    explicit HttpPeerCaller(FleetKey key)
        : m_key(std::move(key)), m_io(kThreads), m_transport(net::makeCurlTransport({})),
          m_caller(*m_transport, m_io, {.connectTimeout = kConnectTimeout, .userAgent = {}})
    {
    }

    void ask(const std::string& address, const PeerQuestion& question, Done done) override
    {
        const auto random = randomUuidBytes();
        const auto nonce = hexOfBytes(std::as_bytes(std::span(random)));
        auto exchange = m_caller.exchangeFor(concat("http://", address, question.target),
                                             net::HttpTrust::AlwaysTrusted);
        exchange.headers.emplace_back(kPeerHeader,
                                      writePeerQuestion(m_key, nonce, question.target));
        exchange.redirectHosts.emplace();
        exchange.headTimeout = question.limit;
        exchange.totalTimeout = question.limit;
        m_caller.call(std::move(exchange), kPeerAnswerLineBytes + question.mostContentBytes, {},
                      [this, nonce, done = std::move(done)](Result<net::HttpAnswer> got) mutable {
                          done(read(nonce, std::move(got)));
                      });
    }

    void close() override { m_caller.close(); }

private:
    Result<PeerAnswer> read(const std::string& nonce, Result<net::HttpAnswer> got) const
    {
        if (!got)
            return std::unexpected(std::move(got.error()));
        constexpr std::uint32_t kHttpOk = 200;
        if (got->head.status != kHttpOk)
            return fail(ErrorKind::PermissionDenied, "the peer answered ", got->head.status);
        return readPeerAnswer(m_key, nonce, std::move(got->body));
    }

    FleetKey m_key;
    WorkerPool m_io;
    std::unique_ptr<net::Transport> m_transport;
    net::HttpCaller m_caller;
};

} // namespace

std::unique_ptr<PeerCaller> makeHttpPeerCaller(FleetKey key)
{
    return std::make_unique<HttpPeerCaller>(std::move(key));
}

} // namespace faultline::server

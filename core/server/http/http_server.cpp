// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/http_server.h"

#include "core/base/contained.h"
#include "core/base/thread_start.h"
#include "core/server/http/http_session.h"

#include <algorithm>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <tuple>

namespace faultline::server {

namespace asio = boost::asio;
using tcp = boost::asio::ip::tcp;

namespace {

/// Pause after a failed accept, for example when no descriptors are left.
constexpr std::chrono::milliseconds kAcceptPause{100};
/// Additional connections, so that a health check still gets an answer under full load.
constexpr std::size_t kExtraConnections = 32;
/// Pause before checking again whether an additional connection has closed.
constexpr std::chrono::milliseconds kExtraPause{10};
/// How often connections are checked for operations that take too long.
constexpr std::chrono::milliseconds kExpiryPause{100};

} // namespace

class HttpServer::Impl
{
public:
    Impl(HttpServerOptions options, HttpHandler& handler, LogSink& log)
        : m_options(std::move(options)), m_handler(handler), m_log(log)
    {
        m_shared = std::make_shared<HttpSessionShared>(m_options, m_handler, m_bodies);
        // Without memory for that, acceptLater() has been called.
        m_shared->onSessionEnded = [this] {
            containedAlone([this] { asio::post(m_strand, [this] { accept(); }); });
        };
    }

    Result<void> listen()
    {
        if (m_options.tls)
            FL_CHECK(changeTls(*m_options.tls));
        boost::system::error_code error;
        const auto address = asio::ip::make_address(m_options.address, error);
        if (error)
            return fail(ErrorKind::Unsupported, "not an ip address: ", m_options.address);
        const tcp::endpoint endpoint(address, m_options.port);
        if (m_options.listener)
            std::ignore = m_acceptor.assign(endpoint.protocol(), *m_options.listener, error);
        else
            bind(endpoint, error);
        if (error)
            return fail(ErrorKind::Internal, "cannot listen on ", m_options.address, ":",
                        m_options.port, ": ", error.message());
        m_port = m_acceptor.local_endpoint(error).port();
        return {};
    }

    Result<void> changeTls(const TlsFiles& files)
    {
        FL_TRY(auto context, loadTlsContext(files));
        const std::lock_guard lock(m_shared->mutex);
        m_shared->tls.swap(context);
        return {};
    }

    void ping(std::move_only_function<void()> answered)
    {
        asio::post(m_strand, [this, answered = std::move(answered)]() mutable {
            asio::post(m_bodies, std::move(answered));
        });
    }

    /// Goes on with fewer threads than the options want, but not without one of each kind.
    Result<void> start()
    {
        FL_CHECK(addThreads(m_bodies, m_bodyThreads, m_options.workThreads));
        FL_CHECK(addThreads(m_io, m_threads, m_options.threads));
        asio::post(m_strand, [this] { accept(); });
        return {};
    }

    void stopAccepting()
    {
        m_shared->stopping = true;
        asio::post(m_strand, [this] {
            boost::system::error_code ignored;
            std::ignore = m_acceptor.close(ignored);
        });
        forEachSession([](HttpSession& session) { session.closeIfIdle(); });
    }

    void stop()
    {
        if (m_bodyThreads.empty())
            return;
        stopAccepting();
        forEachSession([](HttpSession& session) { session.close(); });
        m_io.stop();
        m_threads.clear();
        m_bodies.stop();
        m_bodyThreads.clear();
    }

    std::uint16_t port() const { return m_port; }

    std::size_t activeRequests() const { return m_shared->activeRequests; }

private:
    void bind(const tcp::endpoint& endpoint, boost::system::error_code& error)
    {
        std::ignore = m_acceptor.open(endpoint.protocol(), error);
        if (!error)
            std::ignore = m_acceptor.set_option(tcp::acceptor::reuse_address(true), error);
        if (!error)
            std::ignore = m_acceptor.bind(endpoint, error);
        if (!error)
            std::ignore = m_acceptor.listen(asio::socket_base::max_listen_connections, error);
    }

    Result<void> addThreads(asio::io_context& work, std::vector<Thread>& threads, std::size_t count)
    {
        threads.reserve(std::max<std::size_t>(count, 1));
        while (threads.size() < threads.capacity()) {
            auto thread = startThread([this, &work](const std::stop_token&) { run(work); });
            if (!thread && threads.empty())
                return std::unexpected(std::move(thread.error()));
            if (!thread)
                break;
            threads.push_back(*std::move(thread));
        }
        return {};
    }

    /// What escapes ends only the connection for which something was done.
    void run(asio::io_context& work)
    {
        while (true) {
            const auto ran = contained([&] { work.run(); });
            if (ran)
                return;
            containedAlone([&] {
                m_log.write(LogLevel::Error, "server",
                            concat("a connection ends: ", ran.error().detail));
            });
        }
    }

    std::size_t connections() const
    {
        const std::lock_guard lock(m_shared->mutex);
        return m_shared->sessions.size();
    }

    /// Whatever goes wrong, connections are accepted again later.
    void accept()
    {
        if (contained([this] { acceptNow(); }))
            return;
        m_isAccepting = false;
        acceptLater(kAcceptPause);
    }

    void acceptNow()
    {
        if (m_shared->stopping || m_isAccepting)
            return;
        if (connections() >= m_options.maxConnections + kExtraConnections) {
            closeLongestIdle();
            return acceptLater(kExtraPause);
        }
        m_isAccepting = true;
        m_acceptor.async_accept(
            asio::make_strand(m_io),
            asio::bind_executor(
                m_strand, [this](boost::system::error_code error, ConnectionStream::Socket socket) {
                    onAccepted(error, std::move(socket));
                }));
    }

    void onAccepted(boost::system::error_code error, ConnectionStream::Socket socket)
    {
        m_isAccepting = false;
        if (m_shared->stopping)
            return;
        if (error) {
            m_log.write(LogLevel::Warning, "server", concat("accept: ", error.message()));
            closeLongestIdle();
            acceptLater(kAcceptPause);
            return;
        }
        if (contained([&] { beginSession(std::move(socket)); }))
            accept();
        else
            acceptLater(kAcceptPause);
    }

    void beginSession(ConnectionStream::Socket socket)
    {
        using Place = HttpSession::Place;
        if (!m_isChecking)
            checkExpiry();
        const bool isExtra = connections() >= m_options.maxConnections && !closeLongestIdle();
        std::make_shared<HttpSession>(std::move(socket), m_shared,
                                      isExtra ? Place::Extra : Place::Regular)
            ->run();
    }

    /// Returns false when no connection is idle.
    bool closeLongestIdle()
    {
        std::shared_ptr<HttpSession> longest;
        std::optional<HttpSession::Clock::time_point> since;
        std::vector<std::shared_ptr<HttpSession>> released; // Released without the lock.
        {
            const std::lock_guard lock(m_shared->mutex);
            for (auto* session : m_shared->sessions) {
                const auto time = session->idleSince();
                if (!time || (since && *time >= *since))
                    continue;
                if (auto owner = session->weak_from_this().lock()) {
                    released.push_back(std::exchange(longest, std::move(owner)));
                    since = time;
                }
            }
        }
        if (!longest)
            return false;
        longest->closeIfIdle();
        return true;
    }

    void acceptLater(std::chrono::milliseconds pause)
    {
        m_retry.expires_after(pause);
        m_retry.async_wait(asio::bind_executor(m_strand, [this](boost::system::error_code error) {
            if (!error)
                accept();
        }));
    }

    /// Goes on while there are connections. Begins anew with the next one when that fails.
    void checkExpiry()
    {
        m_expiry.expires_after(kExpiryPause);
        m_expiry.async_wait(asio::bind_executor(m_strand, [this](boost::system::error_code error) {
            m_isChecking = false;
            if (error || connections() == 0)
                return;
            checkExpiry();
            const auto now = HttpSession::Clock::now();
            forEachSession([now](HttpSession& session) { session.closeIfExpired(now); });
        }));
        m_isChecking = true;
    }

    void forEachSession(const std::function<void(HttpSession&)>& visit)
    {
        // A session whose destructor waits for this lock has no owner any more, so lock() fails for
        // it.
        std::vector<std::shared_ptr<HttpSession>> alive;
        {
            const std::lock_guard lock(m_shared->mutex);
            for (auto* session : m_shared->sessions) {
                if (auto owner = session->weak_from_this().lock())
                    alive.push_back(std::move(owner));
            }
        }
        for (const auto& session : alive)
            visit(*session);
    }

    HttpServerOptions m_options;
    HttpHandler& m_handler;
    LogSink& m_log;
    std::shared_ptr<HttpSessionShared> m_shared;
    asio::io_context m_io;
    asio::strand<asio::io_context::executor_type> m_strand{
        asio::make_strand(m_io)}; // Serialises the acceptor and the counts.
    tcp::acceptor m_acceptor{m_strand};
    asio::steady_timer m_retry{m_strand};
    asio::steady_timer m_expiry{m_strand};
    asio::executor_work_guard<asio::io_context::executor_type> m_work{asio::make_work_guard(m_io)};
    asio::io_context m_bodies; // What may wait for a disk or decodes. Its work posts to m_io.
    asio::executor_work_guard<asio::io_context::executor_type> m_bodyWork{
        asio::make_work_guard(m_bodies)};
    bool m_isAccepting = false;
    bool m_isChecking = false;
    std::uint16_t m_port = 0;
    // The last members, so that the threads are joined before the members that they use are
    // destroyed.
    std::vector<Thread> m_bodyThreads;
    std::vector<Thread> m_threads;
};

Result<std::unique_ptr<HttpServer>>
HttpServer::start(const HttpServerOptions& options, HttpHandler& handler, LogSink& log)
{
    auto impl = std::make_unique<Impl>(options, handler, log);
    FL_CHECK(impl->listen());
    if (auto started = impl->start(); !started) {
        impl->stop();
        return std::unexpected(std::move(started.error()));
    }
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

// NOLINTNEXTLINE(bugprone-exception-escape): only a system without memory or locks throws here.
HttpServer::~HttpServer()
{
    stop();
}

std::uint16_t HttpServer::port() const
{
    return m_impl->port();
}

Result<void> HttpServer::changeTls(const TlsFiles& files)
{
    return m_impl->changeTls(files);
}

void HttpServer::ping(std::move_only_function<void()> answered)
{
    m_impl->ping(std::move(answered));
}

void HttpServer::stopAccepting()
{
    m_impl->stopAccepting();
}

void HttpServer::stop()
{
    m_impl->stop();
}

std::size_t HttpServer::activeRequests() const
{
    return m_impl->activeRequests();
}

} // namespace faultline::server

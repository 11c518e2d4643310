// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/http_server.h"

#include "core/server/http/http_session.h"

#include <algorithm>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <thread>
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
        : m_options(std::move(options)), m_handler(handler), m_log(log),
          m_workers(std::max<std::size_t>(1, m_options.workThreads))
    {
        m_shared = std::make_shared<HttpSessionShared>(m_options, m_handler, m_workers);
        m_shared->onSessionEnded = [this] { asio::post(m_strand, [this] { onSessionEnded(); }); };
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
            asio::post(m_workers, std::move(answered));
        });
    }

    void start()
    {
        asio::post(m_strand, [this] { accept(); });
        for (std::size_t i = 0; i < std::max<std::size_t>(1, m_options.threads); ++i)
            m_threads.emplace_back([this] { m_io.run(); });
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
        if (m_threads.empty())
            return;
        stopAccepting();
        forEachSession([](HttpSession& session) { session.close(); });
        m_io.stop();
        m_threads.clear();
        m_workers.stop();
        m_workers.join();
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

    void accept()
    {
        if (m_shared->stopping || m_isAccepting)
            return;
        if (m_connections >= m_options.maxConnections + kExtraConnections) {
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
        using Place = HttpSession::Place;
        const bool isExtra = m_connections >= m_options.maxConnections && !closeLongestIdle();
        if (m_connections++ == 0)
            checkExpiry();
        std::make_shared<HttpSession>(std::move(socket), m_shared,
                                      isExtra ? Place::Extra : Place::Regular)
            ->run();
        accept();
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

    /// Goes on while there are connections.
    void checkExpiry()
    {
        m_expiry.expires_after(kExpiryPause);
        m_expiry.async_wait(asio::bind_executor(m_strand, [this](boost::system::error_code error) {
            if (error || m_connections == 0)
                return;
            const auto now = HttpSession::Clock::now();
            forEachSession([now](HttpSession& session) { session.closeIfExpired(now); });
            checkExpiry();
        }));
    }

    void onSessionEnded()
    {
        --m_connections;
        accept();
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
    std::size_t m_connections = 0;
    bool m_isAccepting = false;
    std::uint16_t m_port = 0;
    asio::thread_pool m_workers; // Its work posts to m_io.
    // The last member, so that the threads are joined before the members that they use are
    // destroyed.
    std::vector<std::jthread> m_threads;
};

Result<std::unique_ptr<HttpServer>>
HttpServer::start(const HttpServerOptions& options, HttpHandler& handler, LogSink& log)
{
    auto impl = std::make_unique<Impl>(options, handler, log);
    FL_CHECK(impl->listen());
    impl->start();
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

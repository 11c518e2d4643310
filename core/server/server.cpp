// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/server.h"

#include "core/server/status/process_facts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <ranges>
#include <thread>

namespace faultline::server {

namespace {

constexpr std::chrono::milliseconds kStopPoll{10};

JobTableOptions jobOptions(const ServerOptions& options, RequestBook& book)
{
    auto jobs = options.jobs;
    jobs.maxConcurrent = options.maxConcurrentJobs;
    if (options.fleet != nullptr)
        jobs.makeKey = [fleet = options.fleet] { return fleet->mint(); };
    jobs.onEnd = [&book](const RequestInfo& request, std::string_view answer) {
        book.jobEnded(request, answer);
    };
    std::error_code ignored;
    jobs.answers.folder = options.spoolFolder.empty()
                              ? std::filesystem::temp_directory_path(ignored)
                              : options.spoolFolder;
    return jobs;
}

} // namespace

HttpOpening Server::Switch::open(const HttpRequestHead& head)
{
    return current()->open(head);
}

std::shared_ptr<ServerSetup> Server::Switch::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_setup;
}

void Server::Switch::set(std::shared_ptr<ServerSetup> setup)
{
    const std::lock_guard lock(m_mutex);
    m_setup.swap(setup);
}

Result<std::unique_ptr<Server>>
Server::start(ServerOptions options, ServerParts parts, LogSink& log)
{
    options.http.answers.folder = options.spoolFolder;
    if (options.https)
        options.https->answers.folder = options.spoolFolder;
    auto server = std::unique_ptr<Server>(new Server(std::move(options), std::move(parts), log));
    if (const auto& ready = server->m_jobs.ready(); !ready)
        return std::unexpected(ready.error());
    FL_TRY(server->m_http, HttpServer::start(server->m_options.http, server->m_switch, log));
    server->m_port = server->m_http->port();
    if (const auto& https = server->m_options.https) {
        FL_TRY(server->m_https, HttpServer::start(*https, server->m_switch, log));
    }
    return server;
}

Server::Server(ServerOptions options, ServerParts parts, LogSink& log)
    : m_options(std::move(options)), m_log(log), m_readiness(m_options.readiness),
      m_jobs(jobOptions(m_options, m_book), log), m_runner(m_jobs)
{
    if (m_options.metrics != nullptr)
        m_options.metrics->count("server.starting");
    const ServerSetupOptions& setup = m_options;
    use(setup, std::move(parts));
}

void Server::use(ServerSetupOptions options, ServerParts parts)
{
    m_setups.push_back(ServerSetup::create(std::move(options), std::move(parts),
                                           {.jobs = m_jobs,
                                            .runner = m_runner,
                                            .log = m_log,
                                            .readiness = m_readiness,
                                            .book = m_book,
                                            .port = m_port,
                                            .fleet = m_options.fleet}));
    m_switch.set(m_setups.back());
}

Result<void>
Server::change(ServerSetupOptions options, std::optional<TlsFiles> tls, ServerParts parts)
{
    if (m_https && tls)
        FL_CHECK(m_https->changeTls(*tls));
    m_jobs.setMaxConcurrent(options.maxConcurrentJobs);
    use(std::move(options), std::move(parts));
    return {};
}

std::size_t Server::releaseUnused()
{
    // Only the list holds such a setup, so nobody can begin to use it again.
    std::erase_if(m_setups, [](const auto& setup) { return setup.use_count() == 1; });
    return m_setups.size() - 1;
}

void Server::ping(std::move_only_function<void()> answered)
{
    auto jobs = [this, answered = std::move(answered)]() mutable {
        m_jobs.ping(std::move(answered));
    };
    if (!m_https)
        return m_http->ping(std::move(jobs));
    m_http->ping([this, jobs = std::move(jobs)]() mutable { m_https->ping(std::move(jobs)); });
}

Server::~Server()
{
    stop();
}

std::uint16_t Server::port() const
{
    return m_http->port();
}

std::uint16_t Server::httpsPort() const
{
    return m_https ? m_https->port() : 0;
}

void Server::sample()
{
    m_book.sample(m_jobs.inFlight(), residentBytes(), RequestBook::Clock::now());
}

void Server::drain()
{
    m_readiness = Readiness::Draining;
}

/// Answers that clients have not asked for yet count for nothing: nobody knows whether they will.
bool Server::isBusy() const
{
    return m_jobs.inFlight() > 0 || m_http->activeRequests() > 0 ||
           (m_https && m_https->activeRequests() > 0);
}

void Server::stop()
{
    if (!m_http)
        return;
    drain();
    m_jobs.refuseNew();
    const auto deadline = std::chrono::steady_clock::now() + m_options.stopGrace;
    while (isBusy() && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(kStopPoll);
    const std::array servers{m_http.get(), m_https.get()};
    const auto each = [&](auto visit) {
        std::ranges::for_each(servers | std::views::filter(std::identity()), visit);
    };
    each([](HttpServer* server) { server->stopAccepting(); });
    // Calls every waiter, so that no job holds a session when the network threads end.
    m_jobs.stop();
    if (m_options.fleet != nullptr)
        m_options.fleet->stop(); // The same for questions to others.
    each([](HttpServer* server) { server->stop(); });
    m_http.reset();
    m_https.reset();
}

} // namespace faultline::server

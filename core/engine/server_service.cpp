// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/server_service.h"

#include "core/sources/url.h"

#include <utility>

namespace faultline::engine {

namespace {

bool isThisMachine(std::string_view host)
{
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

} // namespace

ServerService::ServerService(net::TransportOptions transport,
                             ParseLimits limits,
                             LogSink& log,
                             Callback callback)
    : m_transport(std::move(transport)), m_limits(limits), m_callback(std::move(callback)),
      m_jobs(log, [](const JobFinished&) {})
{
}

ServerService::~ServerService()
{
    m_jobs.close();
}

std::uint64_t ServerService::watch(remote::ServerAddress server)
{
    std::shared_ptr<remote::ServerClient> client;
    if (!server.url.empty()) {
        auto transport = m_transport;
        if (isThisMachine(sources::urlHost(server.url)))
            transport.proxies = {};
        client = std::make_shared<remote::ServerClient>(std::move(server), transport, m_limits);
    }
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(m_mutex);
        number = ++m_watched.number;
        std::swap(m_watched.client, client); // The earlier one is destroyed without the lock.
    }
    m_jobs.cancelAll();
    return number;
}

ServerService::Watched ServerService::watched()
{
    const std::lock_guard lock(m_mutex);
    return m_watched;
}

template <class Work>
void ServerService::post(Work work)
{
    auto to = watched();
    if (!to.client)
        return;
    m_jobs.start(EventId{}, {},
                 [this, to = std::move(to),
                  work = std::move(work)](JobId, const std::stop_token& stop) -> Result<void> {
                     auto notice = work(to.number, *to.client, stop);
                     if (!stop.stop_requested())
                         m_callback(std::move(notice));
                     return {};
                 });
}

void ServerService::askStatus()
{
    post([](std::uint64_t watch, remote::ServerClient& client,
            const std::stop_token& stop) -> ServerNotice {
        return ServerAnswer{.watch = watch, .status = client.status(stop)};
    });
}

void ServerService::askModules(std::string request)
{
    post([request = std::move(request)](std::uint64_t watch, remote::ServerClient& client,
                                        const std::stop_token& stop) -> ServerNotice {
        return ServerModules{
            .watch = watch, .request = request, .report = client.modulesOf(request, stop)};
    });
}

void ServerService::act(remote::ServerAction action, std::string host, std::string token)
{
    post([action, host = std::move(host),
          token = std::move(token)](std::uint64_t watch, remote::ServerClient& client,
                                    const std::stop_token& stop) -> ServerNotice {
        return ServerDone{
            .watch = watch, .action = action, .outcome = client.act(action, host, token, stop)};
    });
}

} // namespace faultline::engine

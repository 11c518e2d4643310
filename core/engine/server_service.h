// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/parse_limits.h"
#include "core/engine/job_runner.h"
#include "core/engine/server_desk.h"
#include "core/net/transport/transport_options.h"
#include "core/remote/server_client.h"

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace faultline::engine {

/// Asks a Faultline server about itself, on threads of its own that may wait. Thread-safe.
class ServerService final : public ServerDesk
{
public:
    /// Called on the service's threads.
    using Callback = std::function<void(ServerNotice)>;

    /// `log` must outlive the service. A server on this machine is asked without a proxy.
    ServerService(net::TransportOptions transport,
                  ParseLimits limits,
                  LogSink& log,
                  Callback callback);
    /// Gives up what is being asked. No callback is called afterwards.
    ~ServerService() override;
    ServerService(const ServerService&) = delete;
    ServerService& operator=(const ServerService&) = delete;

    std::uint64_t watch(remote::ServerAddress server) override;
    void askStatus() override;
    void askModules(std::string request) override;
    void act(remote::ServerAction action, std::string host, std::string token) override;

private:
    struct Watched
    {
        std::uint64_t number = 0;
        std::shared_ptr<remote::ServerClient> client; ///< Null: none is asked.
    };

    Watched watched();
    template <class Work>
    void post(Work work);

    const net::TransportOptions m_transport;
    const ParseLimits m_limits;
    const Callback m_callback;
    std::mutex m_mutex; // Guards m_watched.
    Watched m_watched;
    JobRunner m_jobs; // Last, because its jobs use the other members.
};

} // namespace faultline::engine

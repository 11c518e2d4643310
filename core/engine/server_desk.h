// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/remote/server_address.h"
#include "core/remote/server_status.h"

#include <cstdint>
#include <string>
#include <variant>

namespace faultline::engine {

/// What a server answered, or why it did not.
struct ServerAnswer
{
    std::uint64_t watch = 0; ///< Of the server that was asked.
    Result<remote::ServerStatus> status;
};

/// What became of the modules of one request.
struct ServerModules
{
    std::uint64_t watch = 0;
    std::string request{};
    Result<ReportPtr> report; ///< Never null.
};

/// Something that a server was asked to do.
struct ServerDone
{
    std::uint64_t watch = 0;
    remote::ServerAction action = remote::ServerAction::Unblock;
    Result<void> outcome{};
};

using ServerNotice = std::variant<ServerAnswer, ServerModules, ServerDone>;

/// The commands of a ServerService. They return at once; the answers are notices.
class ServerDesk
{
public:
    virtual ~ServerDesk() = default;

    /// Everything from now on is asked of this server; what others were asked is given up. Returns
    /// the number that its answers bear. An empty URL: none is asked.
    virtual std::uint64_t watch(remote::ServerAddress server) = 0;
    virtual void askStatus() = 0;
    virtual void askModules(std::string request) = 0;
    /// `token` is that of the server's status. Only Unblock has a host.
    virtual void act(remote::ServerAction action, std::string host, std::string token) = 0;
};

} // namespace faultline::engine

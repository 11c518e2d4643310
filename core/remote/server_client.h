// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/net/transport/transport.h"
#include "core/remote/server_address.h"
#include "core/remote/server_status.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace faultline::remote {

/// A server that symbolicates instead of this process. Thread-safe.
class ServerClient
{
public:
    ServerClient(ServerAddress server, const net::TransportOptions& transport, ParseLimits limits);

    /// Sends the file to a Faultline server and waits for the whole report. For machine code it has
    /// `event`, which was read from the same file here, because the server's has no memory. Errors:
    /// DownloadFailed, Timeout, PermissionDenied (the exchange failed), Malformed (the server
    /// cannot use the file, or answers with no report), Unsupported (no Faultline server),
    /// Cancelled.
    Result<ReportPtr>
    report(const ByteView& file, const EventPtr& event, const std::stop_token& stop);

    /// Sends the file in Symbolicator's protocol, to a Symbolicator or a Faultline, and returns its
    /// answer in JSON. `input` is what was read from the file here. An event with native stacks is
    /// made a request. Errors: as above, but Unsupported stands for an event that the protocol has
    /// no request for.
    Result<std::string>
    answer(const ByteView& file, const intake::Input& input, const std::stop_token& stop);

    /// What the server tells about itself; waits fifteen seconds at most. Errors: DownloadFailed,
    /// Timeout, PermissionDenied (a token is needed, or the page may not be asked from here),
    /// Unsupported (the server has no status page), Malformed (another answer, or a very long one),
    /// Cancelled.
    Result<ServerStatus> status(const std::stop_token& stop);

    /// A report with what became of the modules of one request (ServerStatus::Ended::hasModules),
    /// and without stacks. Errors: as above; Unsupported means that the server has forgotten it.
    Result<ReportPtr> modulesOf(std::string_view requestId, const std::stop_token& stop);

    /// Lets the server do something; `token` is that of its status. Only Unblock has a host.
    /// Errors: as above; PermissionDenied also for a server that has started anew since, and for
    /// actions that it allows to nobody.
    Result<void> act(ServerAction action,
                     const std::string& host,
                     const std::string& token,
                     const std::stop_token& stop);

private:
    Result<std::string> exchange(net::HttpExchange exchange, const std::stop_token& stop);
    Result<std::string> shortExchange(net::HttpExchange exchange, const std::stop_token& stop);
    Result<std::string>
    send(net::HttpExchange exchange, std::size_t maxBytes, const std::stop_token& stop);

    ServerAddress m_server;
    ParseLimits m_limits;
    std::unique_ptr<net::Transport> m_transport;
};

} // namespace faultline::remote

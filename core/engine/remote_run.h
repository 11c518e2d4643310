// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "core/net/transport/transport.h"

#include <memory>
#include <stop_token>

namespace faultline::engine {

/// Lets a Faultline server symbolicate. Thread-safe.
class RemoteRun
{
public:
    RemoteRun(EngineServer server, net::TransportOptions transport, ParseLimits limits);

    /// Sends the file and waits for the server's report. The report has `event`, which was read
    /// from the same file here, because the server's has no memory. Errors: DownloadFailed,
    /// Timeout, PermissionDenied (the exchange failed), Malformed (the server cannot use the file,
    /// or answers with no report), Unsupported (no Faultline server), Cancelled.
    Result<ReportPtr>
    symbolicate(const ByteView& file, const EventPtr& event, const std::stop_token& stop);

private:
    EngineServer m_server;
    ParseLimits m_limits;
    std::unique_ptr<net::Transport> m_transport;
};

} // namespace faultline::engine

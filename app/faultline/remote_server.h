// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/net/transport/transport.h"

#include <memory>
#include <string>

namespace faultline::app {

/// Symbolicates crash files on a server.
class RemoteServer
{
public:
    /// `url` is the root of the server's API. An empty token is not sent. It goes to no other host.
    RemoteServer(std::string url, std::string token, net::TransportOptions options);

    /// Sends a crash file to `/minidump` or `/applecrashreport`, or a JSON request to
    /// `/symbolicate`. Waits for the answer and returns its JSON text. Errors: DownloadFailed,
    /// Timeout, PermissionDenied (the exchange failed), Malformed (the server cannot use the file),
    /// Unsupported (an event of a script or of the JVM).
    Result<std::string> symbolicate(const ByteView& file);

private:
    std::string m_url;
    std::string m_token;
    std::unique_ptr<net::Transport> m_transport;
};

} // namespace faultline::app

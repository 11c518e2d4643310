#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/net/transport/transport.h"

#include <memory>
#include <string>

namespace faultline::app {

/// Lets a symbolication server do the work.
class RemoteServer
{
public:
    /// `url` is the server's root.
    RemoteServer(std::string url, net::TransportOptions options);

    /// Sends a crash file to `/minidump` or `/applecrashreport`, or a JSON request to
    /// `/symbolicate`, and waits for the answer as JSON text. Errors: DownloadFailed, Timeout,
    /// PermissionDenied of the exchange; Malformed when the server cannot use the file.
    Result<std::string> symbolicate(const ByteView& file);

private:
    std::string m_url;
    std::unique_ptr<net::Transport> m_transport;
};

} // namespace faultline::app

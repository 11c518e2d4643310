#pragma once

#include "core/base/result.h"
#include "core/net/transport.h"

#include <filesystem>
#include <memory>
#include <string>

namespace faultline::app {

/// Lets a symbolication server do the work.
class RemoteServer
{
public:
    /// `url` is the server's root.
    RemoteServer(std::string url, TransportOptions options);

    /// Sends a crash file to `/minidump`, or a JSON request to `/symbolicate`, and waits for the
    /// answer as JSON text. Errors: those of reading the file; DownloadFailed, Timeout,
    /// PermissionDenied of the exchange.
    Result<std::string> symbolicate(const std::filesystem::path& file);

private:
    std::string m_url;
    std::unique_ptr<Transport> m_transport;
};

} // namespace faultline::app

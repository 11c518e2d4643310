#pragma once

#include "core/net/transport/proxy_settings.h"

#include <filesystem>
#include <optional>

namespace faultline::net {

/// Certificates beyond the system's, all PEM. Verification itself is switched off per exchange
/// only, and only by a source that says so.
struct TlsOptions
{
    std::optional<std::filesystem::path> caFile;     ///< Instead of the system's authorities.
    std::optional<std::filesystem::path> clientCert; ///< Shown to servers that ask for one.
    std::optional<std::filesystem::path> clientKey;  ///< Absent: in the file of the certificate.
};

/// How a transport reaches servers.
struct TransportOptions
{
    ProxySettings proxies;
    TlsOptions tls;
};

} // namespace faultline::net

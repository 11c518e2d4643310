// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/proxy_settings.h"

#include <filesystem>
#include <optional>

namespace faultline::net {

/// Certificates in addition to the system's, all PEM. Verification can be switched off only for
/// single exchanges, and only by a source that asks for it.
struct TlsOptions
{
    std::optional<std::filesystem::path> caFile; ///< Replaces the system's authorities.
    std::optional<std::filesystem::path>
        clientCert; ///< Sent to servers that ask for a certificate.
    std::optional<std::filesystem::path>
        clientKey; ///< Absent: the key is in the certificate's file.
};

/// How a transport reaches servers.
struct TransportOptions
{
    ProxySettings proxies;
    TlsOptions tls;
};

} // namespace faultline::net

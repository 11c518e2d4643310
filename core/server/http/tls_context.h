// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>

namespace boost::asio::ssl {

class context;

} // namespace boost::asio::ssl

namespace faultline::server {

struct TlsFiles
{
    std::filesystem::path certificate; ///< PEM, with the certificates of its issuers.
    std::filesystem::path key;         ///< PEM, without a passphrase.
};

/// Reads a server's certificate and key. Connections have TLS 1.2 or later, with
/// forward secrecy. Errors: Unsupported
/// (names the file and the reason: unreadable, not PEM, passphrase, key of another certificate).
Result<std::shared_ptr<boost::asio::ssl::context>> loadTlsContext(const TlsFiles& files);

} // namespace faultline::server

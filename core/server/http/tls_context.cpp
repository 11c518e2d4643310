// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/tls_context.h"

#include <boost/asio/ssl/context.hpp>
#include <tuple>

namespace faultline::server {

namespace ssl = boost::asio::ssl;

Result<std::shared_ptr<ssl::context>> loadTlsContext(const TlsFiles& files)
{
    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    boost::system::error_code error;
    const auto describe = [&](const char* key, const std::filesystem::path& file) {
        return fail(ErrorKind::Unsupported, key, ": ", file.string(), ": ", error.message());
    };
    std::ignore = context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 |
                                           ssl::context::no_sslv3 | ssl::context::no_tlsv1 |
                                           ssl::context::no_tlsv1_1 | ssl::context::no_compression,
                                       error);
    // Forward secrecy: a key that is stolen later opens no connection of before. TLS 1.3 has
    // nothing else. Source: RFC 9325 §4.1 and §4.2.
    constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";
    if (!error && SSL_CTX_set_cipher_list(context->native_handle(), kCiphers) != 1)
        return fail(ErrorKind::Internal, "tls: no usable ciphers");
    // Without this, OpenSSL would ask for a passphrase at the terminal.
    if (!error)
        std::ignore =
            context->set_password_callback([](std::size_t, auto) { return std::string(); }, error);
    if (error)
        return fail(ErrorKind::Internal, "tls: ", error.message());
    std::ignore = context->use_certificate_chain_file(files.certificate.string(), error);
    if (error)
        return describe("tls_cert", files.certificate);
    std::ignore = context->use_private_key_file(files.key.string(), ssl::context::pem, error);
    if (error)
        return describe("tls_key", files.key);
    return context;
}

} // namespace faultline::server

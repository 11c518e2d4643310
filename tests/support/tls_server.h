// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

using SSL = struct ssl_st;
using SSL_CTX = struct ssl_ctx_st;

namespace faultline::test {

/// PEM files of a self-signed certificate for 127.0.0.1.
struct TestCertificate
{
    std::filesystem::path certificate;
    std::filesystem::path key;

    /// With a passphrase, the key is encrypted.
    static TestCertificate write(const std::filesystem::path& folder,
                                 const std::string& passphrase = {});
};

/// A connection to 127.0.0.1 that trusts one certificate only.
class TlsClient
{
public:
    /// With `ciphers` it offers TLS 1.2 and those only.
    TlsClient(std::uint16_t port,
              const std::filesystem::path& trusted,
              const char* ciphers = nullptr);
    ~TlsClient();
    TlsClient(const TlsClient&) = delete;
    TlsClient& operator=(const TlsClient&) = delete;

    bool isConnected() const { return m_isConnected; }

    bool send(std::string_view bytes);
    /// Returns the next answer, head and body, which must have a Content-Length; empty when the
    /// connection ends first.
    std::string receive();
    /// Did the server announce the end of the connection, as opposed to cutting it?
    bool endsProperly();

private:
    bool readMore();

    SSL_CTX* m_context = nullptr;
    SSL* m_connection = nullptr;
    int m_socket = -1;
    bool m_isConnected = false;
    std::string m_input;
};

/// An HTTPS server on 127.0.0.1 that answers every request with "secure", or with what a test sets.
/// Its certificate is self-signed, so only clients that were told to trust it do.
class TlsServer
{
public:
    enum class ClientCertificate { Ignored, Required };

    /// Writes its certificate and key into `folder`. If a client certificate is required,
    /// it is the server's own.
    explicit TlsServer(const std::filesystem::path& folder,
                       ClientCertificate client = ClientCertificate::Ignored);
    ~TlsServer();
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;

    std::string url() const { return "https://127.0.0.1:" + std::to_string(m_port); }

    /// Call it while no client asks.
    void setContent(std::string content) { m_content = std::move(content); }

    const std::filesystem::path& certificate() const { return m_files.certificate; }

    const std::filesystem::path& key() const { return m_files.key; }

private:
    void serve(void* context);

    const TestCertificate m_files;
    std::string m_content = "secure";
    int m_listener = -1;
    int m_port = 0;
    std::atomic<bool> m_isStopping = false;
    std::thread m_thread;
};

} // namespace faultline::test

#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

namespace faultline::test {

/// An HTTPS server on 127.0.0.1 that answers every request with "secure", or with what a test sets.
/// Its certificate is self-signed, so only clients that were told to trust it do.
class TlsServer
{
public:
    enum class ClientCertificate { Ignored, Required };

    /// Writes certificate and key as PEM files into `folder`. If a client certificate is required,
    /// it is the server's own.
    explicit TlsServer(const std::filesystem::path& folder,
                       ClientCertificate client = ClientCertificate::Ignored);
    ~TlsServer();
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;

    std::string url() const { return "https://127.0.0.1:" + std::to_string(m_port); }

    /// Call it while no client asks.
    void setContent(std::string content) { m_content = std::move(content); }

    std::filesystem::path certificate() const { return m_folder / "server.crt"; }

    std::filesystem::path key() const { return m_folder / "server.key"; }

private:
    void serve(void* context);

    const std::filesystem::path m_folder;
    std::string m_content = "secure";
    int m_listener = -1;
    int m_port = 0;
    std::atomic<bool> m_isStopping = false;
    std::thread m_thread;
};

} // namespace faultline::test

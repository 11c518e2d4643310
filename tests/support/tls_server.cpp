// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tls_server.h"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstdio>
#include <netinet/in.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace faultline::test {

namespace {

void addExtension(X509* certificate, int kind, const char* value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

X509* makeCertificate(EVP_PKEY* key)
{
    X509* certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 24 * 3600);
    X509_NAME* name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("loopback"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    addExtension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(certificate, NID_subject_alt_name, "IP:127.0.0.1");
    X509_sign(certificate, key, EVP_sha256());
    return certificate;
}

template <class Write>
void writeFile(const std::filesystem::path& path, Write write)
{
    std::FILE* file = std::fopen(path.c_str(), "w");
    write(file);
    std::fclose(file);
}

void answer(SSL_CTX* context, int socket, const std::string& content)
{
    SSL* connection = SSL_new(context);
    SSL_set_fd(connection, socket);
    std::string head;
    char piece[4096];
    if (SSL_accept(connection) == 1) {
        while (head.find("\r\n\r\n") == std::string::npos) {
            const int count = SSL_read(connection, piece, sizeof(piece));
            if (count <= 0)
                break;
            head.append(piece, static_cast<std::size_t>(count));
        }
        const std::string reply =
            "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(content.size()) +
            "\r\nConnection: close\r\n\r\n" + content;
        SSL_write(connection, reply.data(), static_cast<int>(reply.size()));
        SSL_shutdown(connection);
    }
    SSL_free(connection);
    ::close(socket);
}

} // namespace

TestCertificate TestCertificate::write(const std::filesystem::path& folder,
                                       const std::string& passphrase)
{
    TestCertificate files{.certificate = folder / "server.crt", .key = folder / "server.key"};
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* made = makeCertificate(key);
    writeFile(files.certificate, [&](std::FILE* file) { PEM_write_X509(file, made); });
    writeFile(files.key, [&](std::FILE* file) {
        PEM_write_PrivateKey(file, key, passphrase.empty() ? nullptr : EVP_aes_128_cbc(),
                             reinterpret_cast<const unsigned char*>(passphrase.data()),
                             static_cast<int>(passphrase.size()), nullptr, nullptr);
    });
    X509_free(made);
    EVP_PKEY_free(key);
    return files;
}

TlsClient::TlsClient(std::uint16_t port, const std::filesystem::path& trusted, const char* ciphers)
    : m_context(SSL_CTX_new(TLS_client_method())),
      m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    const timeval limit{.tv_sec = 120, .tv_usec = 0};
    ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    SSL_CTX_load_verify_locations(m_context, trusted.c_str(), nullptr);
    SSL_CTX_set_verify(m_context, SSL_VERIFY_PEER, nullptr);
    if (ciphers != nullptr) {
        SSL_CTX_set_max_proto_version(m_context, TLS1_2_VERSION);
        SSL_CTX_set_cipher_list(m_context, ciphers);
    }
    m_connection = SSL_new(m_context);
    SSL_set_fd(m_connection, m_socket);
    m_isConnected =
        ::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
        SSL_connect(m_connection) == 1;
}

TlsClient::~TlsClient()
{
    SSL_free(m_connection);
    SSL_CTX_free(m_context);
    ::close(m_socket);
}

bool TlsClient::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const int count = SSL_write(m_connection, bytes.data(), static_cast<int>(bytes.size()));
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

std::string TlsClient::receive()
{
    constexpr std::string_view kLength = "Content-Length: ";
    std::size_t end = 0;
    while ((end = m_input.find("\r\n\r\n")) == std::string::npos)
        if (!readMore())
            return {};
    const auto field = m_input.find(kLength);
    if (field == std::string::npos || field > end)
        return {};
    const auto size = end + 4 + std::stoul(m_input.substr(field + kLength.size()));
    while (m_input.size() < size)
        if (!readMore())
            return {};
    const auto reply = m_input.substr(0, size);
    m_input.erase(0, size);
    return reply;
}

bool TlsClient::endsProperly()
{
    char piece[4096];
    int count = 1;
    while (count > 0)
        count = SSL_read(m_connection, piece, sizeof(piece));
    return SSL_get_error(m_connection, count) == SSL_ERROR_ZERO_RETURN;
}

bool TlsClient::readMore()
{
    char piece[4096];
    const int count = SSL_read(m_connection, piece, sizeof(piece));
    m_input.append(piece, static_cast<std::size_t>(std::max(count, 0)));
    return count > 0;
}

TlsServer::TlsServer(const std::filesystem::path& folder, ClientCertificate client)
    : m_files(TestCertificate::write(folder)),
      m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    SSL_CTX* context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate_file(context, certificate().c_str(), SSL_FILETYPE_PEM);
    SSL_CTX_use_PrivateKey_file(context, key().c_str(), SSL_FILETYPE_PEM);
    if (client == ClientCertificate::Required) {
        // In TLS 1.3 a client learns of its refusal only after its own handshake has ended.
        SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        SSL_CTX_load_verify_locations(context, certificate().c_str(), nullptr);
    }

    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    ::bind(m_listener, reinterpret_cast<sockaddr*>(&address), length);
    ::listen(m_listener, SOMAXCONN);
    ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &length);
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this, context] { serve(context); });
}

TlsServer::~TlsServer()
{
    m_isStopping = true;
    ::shutdown(m_listener, SHUT_RDWR);
    m_thread.join();
    ::close(m_listener);
}

void TlsServer::serve(void* opaque)
{
    // A client may go away while OpenSSL writes.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    auto* context = static_cast<SSL_CTX*>(opaque);
    while (!m_isStopping) {
        const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket >= 0)
            answer(context, socket, m_content);
    }
    SSL_CTX_free(context);
}

} // namespace faultline::test

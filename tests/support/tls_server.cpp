#include "tests/support/tls_server.h"

#include <arpa/inet.h>
#include <cstdio>
#include <netinet/in.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
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

TlsServer::TlsServer(const std::filesystem::path& folder, ClientCertificate client)
    : m_folder(folder), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* made = makeCertificate(key);
    writeFile(certificate(), [&](std::FILE* file) { PEM_write_X509(file, made); });
    writeFile(this->key(), [&](std::FILE* file) {
        PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
    SSL_CTX* context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(context, made);
    SSL_CTX_use_PrivateKey(context, key);
    if (client == ClientCertificate::Required) {
        // In TLS 1.3 a client learns of its refusal only after its own handshake has ended.
        SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        SSL_CTX_load_verify_locations(context, certificate().c_str(), nullptr);
    }
    X509_free(made);
    EVP_PKEY_free(key);

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
    auto* context = static_cast<SSL_CTX*>(opaque);
    while (!m_isStopping) {
        const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket >= 0)
            answer(context, socket, m_content);
    }
    SSL_CTX_free(context);
}

} // namespace faultline::test

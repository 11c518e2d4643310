#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <optional>
#include <utility>

namespace faultline::server {

/// A connection with or without TLS, as a stream for Boost.Beast. Deadlines hold for the socket's
/// operations, so they hold for encrypted ones too. Only the session's adapter includes it.
class ConnectionStream
{
public:
    using Tcp = boost::beast::tcp_stream;
    using executor_type = Tcp::executor_type; // NOLINT(readability-identifier-naming): Asio's name.

    /// Without a context the connection is not encrypted. The context must outlive it.
    ConnectionStream(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context* tls)
        : m_tcp(std::move(socket))
    {
        if (tls != nullptr)
            m_tls.emplace(m_tcp, *tls);
    }

    executor_type get_executor() noexcept // NOLINT(readability-identifier-naming): Asio's name.
    {
        return m_tcp.get_executor();
    }

    /// What carries the encrypted bytes, or the connection itself.
    Tcp& tcp() { return m_tcp; }

    bool isEncrypted() const { return m_tls.has_value(); }

    void expiresAfter(std::chrono::milliseconds time) { m_tcp.expires_after(time); }

    void expiresNever() { m_tcp.expires_never(); }

    void close() { m_tcp.close(); }

    /// Requires isEncrypted().
    template <class Handler>
    void handshake(Handler&& handler)
    {
        m_tls->async_handshake(boost::asio::ssl::stream_base::server,
                               std::forward<Handler>(handler));
    }

    /// Says that nothing more will be sent, and waits for the other side to say so. Requires
    /// isEncrypted().
    template <class Handler>
    void shutDownTls(Handler&& handler)
    {
        m_tls->async_shutdown(std::forward<Handler>(handler));
    }

    template <class Buffers, class Handler>
    void async_read_some( // NOLINT(readability-identifier-naming): Asio's name.
        const Buffers& buffers,
        Handler&& handler)
    {
        if (m_tls)
            m_tls->async_read_some(buffers, std::forward<Handler>(handler));
        else
            m_tcp.async_read_some(buffers, std::forward<Handler>(handler));
    }

    template <class Buffers, class Handler>
    void async_write_some( // NOLINT(readability-identifier-naming): Asio's name.
        const Buffers& buffers,
        Handler&& handler)
    {
        if (m_tls)
            m_tls->async_write_some(buffers, std::forward<Handler>(handler));
        else
            m_tcp.async_write_some(buffers, std::forward<Handler>(handler));
    }

private:
    Tcp m_tcp;
    std::optional<boost::asio::ssl::stream<Tcp&>> m_tls;
};

} // namespace faultline::server

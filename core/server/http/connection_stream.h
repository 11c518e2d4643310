// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace faultline::server {

/// A connection with or without TLS, as a stream for Boost.Asio, and the time at which it is closed
/// unless its operation ends before. A timer for each operation would cost system calls; instead
/// the server looks at all connections now and then (closeIfExpired()). Only the session's adapter
/// and the server include it.
class ConnectionStream
{
public:
    // The types of sockets are named in full: a type that can hold any executor allocates memory
    // for each operation.
    using Executor = boost::asio::strand<boost::asio::io_context::executor_type>;
    using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
    using Clock = std::chrono::steady_clock;
    using executor_type = Executor; // NOLINT(readability-identifier-naming): Asio's name.

    /// Without a context the connection is not encrypted. The context must outlive it.
    ConnectionStream(Socket socket, boost::asio::ssl::context* tls) : m_socket(std::move(socket))
    {
        if (tls != nullptr)
            m_tls.emplace(m_socket, *tls);
    }

    executor_type get_executor() noexcept // NOLINT(readability-identifier-naming): Asio's name.
    {
        return m_socket.get_executor();
    }

    /// What carries the encrypted bytes, or the connection itself.
    Socket& socket() { return m_socket; }

    bool isEncrypted() const { return m_tls.has_value(); }

    void expiresAfter(std::chrono::milliseconds time)
    {
        m_expiry = (Clock::now() + time).time_since_epoch().count();
    }

    void expiresNever() { m_expiry = kNever; }

    /// Any thread may call it.
    bool isExpired(Clock::time_point now) const
    {
        return now.time_since_epoch().count() > m_expiry;
    }

    void close()
    {
        boost::system::error_code ignored;
        std::ignore = m_socket.close(ignored);
    }

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
            m_socket.async_read_some(buffers, std::forward<Handler>(handler));
    }

    template <class Buffers, class Handler>
    void async_write_some( // NOLINT(readability-identifier-naming): Asio's name.
        const Buffers& buffers,
        Handler&& handler)
    {
        if (m_tls)
            m_tls->async_write_some(buffers, std::forward<Handler>(handler));
        else
            m_socket.async_write_some(buffers, std::forward<Handler>(handler));
    }

private:
    static constexpr Clock::rep kNever = std::numeric_limits<Clock::rep>::max();

    Socket m_socket;
    std::optional<boost::asio::ssl::stream<Socket&>> m_tls;
    std::atomic<Clock::rep> m_expiry = kNever;
};

} // namespace faultline::server

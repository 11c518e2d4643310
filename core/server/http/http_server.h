// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/server/http/answer_spool.h"
#include "core/server/http/http_types.h"
#include "core/server/http/tls_context.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace faultline::server {

struct HttpServerOptions
{
    std::string address = "127.0.0.1"; ///< An IP address.
    std::uint16_t port = 0;            ///< 0 means any free port.
    /// A listening TCP socket that the server takes over instead of binding. Address and port are
    /// those that it has.
    std::optional<int> listener{};
    std::optional<TlsFiles> tls{}; ///< Absent: connections are not encrypted.
    /// Threads for connections and for requests that are answered from memory.
    std::size_t threads = std::max(2u, std::thread::hardware_concurrency());
    /// For a further connection the one that has been idle longest is closed. While none is idle, a
    /// few more are accepted, and only asked for `alwaysServed`; other requests get 503.
    std::size_t maxConnections = 4096;
    std::string alwaysServed = "/healthcheck";
    std::size_t workThreads = 4; ///< They take bodies and decode them.
    std::size_t maxHeaderBytes = 32 * 1024;
    std::uint64_t maxDiscardedBytes =
        64ull << 20; ///< Limit for a refused body; if it is longer, the connection is closed.
    AnswerSpool answers{};
    std::chrono::milliseconds handshakeTimeout{10'000}; ///< For TLS.
    std::chrono::milliseconds idleTimeout{
        75'000}; ///< Time until the complete head of a connection's next request.
    std::chrono::milliseconds readTimeout{30'000};  ///< For each piece of a body.
    std::chrono::milliseconds writeTimeout{60'000}; ///< For each answer.
};

/// HTTP/1.1, with or without TLS: accepts connections, reads requests piece by piece, keeps
/// connections alive. Network threads move bytes, open exchanges, and finish those that are quick
/// (RequestExchange::finishesQuickly()). What other exchanges do with a body happens on work
/// threads, so a request that is slow to decode delays no other answer.
class HttpServer
{
public:
    /// Binds and starts. `handler` must outlive the server. Errors: Unsupported (not an IP
    /// address, unusable certificate or key), Internal (cannot bind, no threads).
    static Result<std::unique_ptr<HttpServer>>
    start(const HttpServerOptions& options, HttpHandler& handler, LogSink& log);
    /// Calls stop().
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::uint16_t port() const;

    /// Reads certificate and key for new connections. Requires that the server was started with
    /// TLS. Errors: those of loadTlsContext(); the present ones stay in use then.
    Result<void> changeTls(const TlsFiles& files);

    /// Calls `answered` on a thread for bodies, after the thread that accepts connections has
    /// passed it on. Dropped when the server stops.
    void ping(std::move_only_function<void()> answered);

    /// Accepts no more connections and closes the idle ones. Running requests may still end.
    void stopAccepting();
    /// Closes everything and joins the threads. Idempotent.
    void stop();
    /// Number of requests being read or answered.
    std::size_t activeRequests() const;

private:
    class Impl;
    explicit HttpServer(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace faultline::server

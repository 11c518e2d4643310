// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/connection_stream.h"
#include "core/server/http/http_server.h"

#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>

namespace faultline::server {

class HttpSession;

/// What all sessions of a server share. Only the two Beast adapter files include it.
struct HttpSessionShared
{
    const HttpServerOptions& options;
    HttpHandler& handler;
    boost::asio::io_context& workers;
    std::atomic<bool> stopping{false};
    std::atomic<std::size_t> activeRequests{0};
    std::function<void()> onSessionEnded; ///< Called from a session's destructor, unless stopping.

    std::mutex mutex; // Guards the members below.
    std::unordered_set<HttpSession*> sessions;
    /// For new connections; null: they are not encrypted.
    std::shared_ptr<boost::asio::ssl::context> tls;

    std::shared_ptr<boost::asio::ssl::context> tlsNow()
    {
        const std::lock_guard lock(mutex);
        return tls;
    }
};

/// One connection: request after request on one strand. Keeps itself alive through its pending
/// operation or, while a handler works, through the handler's `respond`.
class HttpSession final : public std::enable_shared_from_this<HttpSession>
{
public:
    using Clock = std::chrono::steady_clock;

    /// A regular connection, or an additional one, which is closed after one answer.
    enum class Place : std::uint8_t { Regular, Extra };

    HttpSession(ConnectionStream::Socket socket,
                std::shared_ptr<HttpSessionShared> shared,
                Place place);
    ~HttpSession();
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    void run();
    /// Closes the connection if no request is running. Any thread may call it.
    void closeIfIdle();
    /// Any thread may call it.
    void close();
    /// Closes the connection if its operation has taken too long. Any thread may call it.
    void closeIfExpired(Clock::time_point now);
    /// The time at which the connection began to wait for a request. Absent while there is a
    /// request, and after closeIfIdle(). Any thread may call it.
    std::optional<Clock::time_point> idleSince() const;

private:
    enum class State : std::uint8_t { Idle, Reading, Waiting, Writing, Lingering };
    using Parser = boost::beast::http::request_parser<boost::beast::http::buffer_body>;
    using Buffers = std::array<boost::asio::const_buffer, 2>;

    void shakeHands();
    void readHead();
    void parseHead();
    void onHead(boost::beast::error_code error);
    void refuseProtocol(unsigned status);
    void openExchange();
    void continueBody();
    void sendContinue();
    void readBody();
    void onBody(boost::beast::error_code error);
    boost::beast::error_code parse();
    bool isFull() const;
    void readMore(std::size_t bytes, void (HttpSession::*next)());
    bool hasTooMuchFraming() const;
    void onPiece(std::size_t count);
    void giveToExchange(std::size_t count);
    void onReceived(std::optional<HttpResponse> refusal);
    void finishRequest();
    std::optional<HttpResponse> receive(Bytes piece);
    void finish(RequestExchange& exchange);
    RequestExchange::Respond responder();
    void respondTo(std::uint64_t request, HttpResponse response);
    void refuse(HttpResponse response);
    void respond(HttpResponse response);
    void write(Buffers buffers);
    void onWritten(boost::beast::error_code error);
    void leave();
    void linger();
    void onLingered(boost::beast::error_code error, std::size_t count);
    void beginRequest();
    void endRequest();

    /// There is one from readHead() on.
    Parser& parser() { return *m_parser; } // NOLINT(bugprone-unchecked-optional-access): see above.

    const Parser& parser() const { return *m_parser; } // NOLINT(bugprone-unchecked-optional-access)

    std::shared_ptr<boost::asio::ssl::context> m_tls; ///< Null: not encrypted.
    ConnectionStream m_stream;
    std::shared_ptr<HttpSessionShared> m_shared;
    boost::beast::flat_buffer m_buffer;
    std::optional<Parser> m_parser;
    std::unique_ptr<RequestExchange> m_exchange;
    bool m_isCopied = false; ///< The exchange only copies the body.
    std::optional<HttpResponse>
        m_refusal;         ///< Answer to send once the rest of the body has been thrown away.
    HttpResponse m_answer; ///< Being written; holds the body's characters.
    std::string m_answerHead;
    std::array<char, std::size_t{64} * 1024> m_piece{};
    std::uint64_t m_discardedBytes = 0;
    std::uint64_t m_wireBytes = 0; ///< Size of the body with its chunk headers and trailers.
    std::uint64_t m_bodyBytes = 0;
    std::uint64_t m_request = 0; ///< The number of the present request on this connection.
    std::atomic<State> m_state = State::Idle;
    std::atomic<Clock::rep> m_idleSince{0};
    std::atomic<bool> m_isLeaving = false; ///< closeIfIdle() was called.
    const Place m_place;
    bool m_isCounted = false;
    bool m_closeAfterAnswer = false;
    bool m_isHead = false;
};

} // namespace faultline::server

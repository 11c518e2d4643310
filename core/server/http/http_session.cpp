// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/http_session.h"

#include "core/base/contained.h"
#include "core/server/http/request_head.h"
#include "core/server/http/response_head.h"

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/status.hpp>
#include <iterator>
#include <tuple>

namespace faultline::server {

namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

constexpr std::chrono::milliseconds kLingerTime{2000};
constexpr std::chrono::milliseconds kExtraLingerTime{100};
/// How long an extra connection may take for its request.
constexpr std::chrono::seconds kExtraTime{5};
/// Room for a head or a chunk's header, and a piece of the body. What does not fit is refused:
/// chunk extensions, digits of a chunk's size and trailers have no other limit.
constexpr std::size_t kReadBufferBytes = std::size_t{128} * 1024;
/// Asked of the system at once: most requests arrive whole; long bodies in large pieces.
constexpr std::size_t kHeadReadBytes = std::size_t{16} * 1024;
constexpr std::size_t kBodyReadBytes = std::size_t{64} * 1024;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

} // namespace

HttpSession::HttpSession(ConnectionStream::Socket socket,
                         std::shared_ptr<HttpSessionShared> shared,
                         Place place)
    : m_tls(shared->tlsNow()), m_stream(std::move(socket), m_tls.get()),
      m_shared(std::move(shared)), m_buffer(kReadBufferBytes),
      m_idleSince(Clock::now().time_since_epoch().count()), m_place(place)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->sessions.insert(this);
}

HttpSession::~HttpSession()
{
    endRequest();
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->sessions.erase(this);
    }
    if (!m_shared->stopping)
        m_shared->onSessionEnded();
}

void HttpSession::run()
{
    boost::asio::dispatch(m_stream.get_executor(), [self = shared_from_this()] {
        beast::error_code ignored;
        auto& socket = self->m_stream.socket();
        std::ignore = socket.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
        std::ignore = socket.non_blocking(true, ignored); // write() tries before it waits.
        if (self->m_stream.isEncrypted())
            self->shakeHands();
        else
            self->readHead();
    });
}

void HttpSession::shakeHands()
{
    m_stream.expiresAfter(m_shared->options.handshakeTimeout);
    m_stream.handshake([self = shared_from_this()](beast::error_code error) {
        if (!error)
            self->readHead();
    });
}

void HttpSession::closeIfIdle()
{
    m_isLeaving = true;
    boost::asio::post(m_stream.get_executor(), [self = shared_from_this()] {
        self->m_isLeaving = false;
        if (self->m_state == State::Idle)
            self->m_stream.close();
    });
}

void HttpSession::closeIfExpired(Clock::time_point now)
{
    if (m_stream.isExpired(now))
        close();
}

std::optional<HttpSession::Clock::time_point> HttpSession::idleSince() const
{
    if (m_state != State::Idle || m_isLeaving)
        return std::nullopt;
    return Clock::time_point(Clock::duration(m_idleSince));
}

void HttpSession::close()
{
    boost::asio::post(m_stream.get_executor(),
                      [self = shared_from_this()] { self->m_stream.close(); });
}

void HttpSession::readHead()
{
    m_idleSince = Clock::now().time_since_epoch().count();
    m_state = State::Idle;
    m_exchange.reset();
    m_refusal.reset();
    m_discardedBytes = 0;
    m_wireBytes = 0;
    m_bodyBytes = 0;
    m_closeAfterAnswer = false;
    m_parser.emplace();
    parser().header_limit(static_cast<std::uint32_t>(m_shared->options.maxHeaderBytes));
    parser().body_limit(boost::none); // Each exchange has its own limit.
    const auto idleTimeout = m_shared->options.idleTimeout;
    m_stream.expiresAfter(m_place == Place::Regular
                              ? idleTimeout
                              : std::min<std::chrono::milliseconds>(idleTimeout, kExtraTime));
    if (m_buffer.capacity() > kHeadReadBytes)
        m_buffer.shrink_to_fit();
    parseHead();
}

/// Lets the parser have what has arrived, until it needs more. Beast's own operations would return
/// to the scheduler after each step.
beast::error_code HttpSession::parse()
{
    beast::error_code error;
    const auto used = parser().put(m_buffer.data(), error);
    m_buffer.consume(used);
    m_wireBytes += used;
    return error;
}

void HttpSession::parseHead()
{
    beast::error_code error;
    while (!error && m_buffer.size() > 0 && !parser().is_header_done())
        error = parse();
    if (parser().is_header_done() || (error && error != http::error::need_more))
        return onHead(error);
    if (isFull())
        return onHead(http::error::buffer_overflow);
    readMore(kHeadReadBytes, &HttpSession::parseHead);
}

/// Tells whether the parser needs more bytes than there may be at once.
bool HttpSession::isFull() const
{
    return m_buffer.size() == m_buffer.max_size();
}

/// Waits for more bytes and goes on with `next`. The session ends with the connection.
void HttpSession::readMore(std::size_t bytes, void (HttpSession::*next)())
{
    const auto room = m_buffer.max_size() - m_buffer.size();
    m_stream.async_read_some(
        m_buffer.prepare(std::min(bytes, room)),
        [self = shared_from_this(), next](beast::error_code error, std::size_t count) {
            if (error)
                return;
            self->m_buffer.commit(count);
            (self.get()->*next)();
        });
}

void HttpSession::onHead(beast::error_code error)
{
    m_wireBytes = 0; // Of the body, from here on.
    beginRequest();
    m_isHead = parser().get().method() == http::verb::head;
    const bool isTooLong =
        error == http::error::header_limit || error == http::error::buffer_overflow;
    if (error)
        return refuseProtocol(isTooLong ? 431 : 400);
    if (!isWellFramed(parser().get()))
        return refuseProtocol(400);
    openExchange();
}

/// After data that cannot be parsed, nothing more on this connection can be understood.
void HttpSession::refuseProtocol(unsigned status)
{
    m_closeAfterAnswer = true;
    m_exchange.reset();
    m_refusal.reset();
    respond(emptyResponse(status));
}

void HttpSession::openExchange()
{
    const bool isExtra = m_place == Place::Extra;
    m_closeAfterAnswer = isExtra || !parser().keep_alive();
    const auto head = requestHead(parser().get(), parser().content_length());
    if (isExtra && head.path != m_shared->options.alwaysServed) {
        auto busy = errorResponse(503, "too many connections");
        busy.headers.emplace_back("Retry-After", "1");
        return respond(std::move(busy));
    }
    auto opening = contained([&] { return m_shared->handler.open(head); });
    if (!opening)
        return refuse(failureResponse(opening.error()));
    if (auto* response = std::get_if<HttpResponse>(&*opening)) {
        m_shared->options.answers.keep(*response);
        return refuse(std::move(*response));
    }
    m_exchange = std::move(std::get<std::unique_ptr<RequestExchange>>(*opening));
    m_isCopied = head.contentLength && m_exchange->keepsInMemory(*head.contentLength);
    continueBody();
}

void HttpSession::continueBody()
{
    const bool isAwaited = beast::iequals(parser().get()[http::field::expect], "100-continue");
    if (isAwaited && !parser().is_done())
        sendContinue();
    else
        readBody();
}

void HttpSession::sendContinue()
{
    m_stream.expiresAfter(m_shared->options.writeTimeout);
    boost::asio::async_write(m_stream, boost::asio::buffer(kContinue),
                             [self = shared_from_this()](beast::error_code error, std::size_t) {
                                 if (!error)
                                     self->readBody();
                             });
}

void HttpSession::readBody()
{
    if (parser().is_done()) {
        finishRequest();
        return;
    }
    auto& body = parser().get().body();
    if (body.size == 0) {
        body.data = m_piece.data();
        body.size = m_piece.size();
        body.more = true;
    }
    beast::error_code error;
    while (!error && m_buffer.size() > 0 && !parser().is_done())
        error = parse();
    if (error == http::error::need_more)
        error = {};
    if (error || parser().is_done() || body.size < m_piece.size())
        return onBody(error);
    if (isFull())
        return onBody(http::error::buffer_overflow);
    m_stream.expiresAfter(m_shared->options.readTimeout);
    readMore(kBodyReadBytes, &HttpSession::readBody);
}

/// A chunk of one byte has five more bytes around it, and extensions have no limit.
bool HttpSession::hasTooMuchFraming() const
{
    constexpr std::uint64_t kSpareBytes = 1 << 20;
    constexpr std::uint64_t kMostPerByte = 8;
    return m_wireBytes > kSpareBytes + kMostPerByte * m_bodyBytes;
}

void HttpSession::onBody(beast::error_code error)
{
    // need_buffer only says that the piece is full.
    if (error && error != http::error::need_buffer) {
        m_closeAfterAnswer = true;
        m_exchange.reset();
        respond(errorResponse(400, "Failed to buffer the request body: damaged transfer encoding"));
        return;
    }
    const auto count = m_piece.size() - std::exchange(parser().get().body().size, 0);
    m_bodyBytes += count;
    if (hasTooMuchFraming())
        return refuseProtocol(400);
    onPiece(count);
}

void HttpSession::onPiece(std::size_t count)
{
    if (m_refusal) {
        m_discardedBytes += count;
        if (m_discardedBytes > m_shared->options.maxDiscardedBytes) {
            m_closeAfterAnswer = true;
            respond(*std::move(m_refusal));
            return;
        }
    } else if (count != 0) {
        return giveToExchange(count);
    }
    readBody();
}

void HttpSession::giveToExchange(std::size_t count)
{
    m_stream.expiresNever();
    const auto piece = asBytes(std::string_view(m_piece.data(), count));
    if (m_isCopied)
        return onReceived(receive(piece));
    // It may write to a disk or decode.
    boost::asio::post(m_shared->workers, [self = shared_from_this(), piece] {
        auto refusal = self->receive(piece);
        boost::asio::post(self->m_stream.get_executor(),
                          [self, refusal = std::move(refusal)]() mutable {
                              self->onReceived(std::move(refusal));
                          });
    });
}

std::optional<HttpResponse> HttpSession::receive(Bytes piece)
{
    auto refusal = contained([&] { return m_exchange->receive(piece); });
    return refusal ? *std::move(refusal) : failureResponse(refusal.error());
}

void HttpSession::onReceived(std::optional<HttpResponse> refusal)
{
    if (refusal) {
        m_refusal = std::move(refusal);
        m_exchange.reset();
    }
    readBody();
}

void HttpSession::finishRequest()
{
    if (m_refusal) {
        respond(*std::move(m_refusal));
        return;
    }
    m_state = State::Waiting;
    m_stream.expiresNever();
    auto exchange = std::move(m_exchange);
    const auto isQuick = contained([&] { return m_isCopied && exchange->finishesQuickly(); });
    if (isQuick.value_or(false))
        return finish(*exchange);
    boost::asio::post(m_shared->workers,
                      [self = shared_from_this(), exchange = std::move(exchange)]() mutable {
                          self->finish(*exchange);
                      });
}

/// A handler that fails may have answered before, or still answer later. Once it has answered, the
/// session goes on to the next request, which its failure does not concern.
void HttpSession::finish(RequestExchange& exchange)
{
    auto respond = responder();
    auto fail = responder();
    const auto finished = contained([&] { exchange.finish(std::move(respond)); });
    if (!finished)
        fail(failureResponse(finished.error()));
}

/// Dropped, it ends the connection: nothing else keeps a session that waits. What is left without
/// memory in the middle of an answer ends in the same way.
RequestExchange::Respond HttpSession::responder()
{
    return [self = shared_from_this(), request = m_request](HttpResponse response) {
        containedAlone([&] {
            self->m_shared->options.answers.keep(response);
            boost::asio::dispatch(self->m_stream.get_executor(),
                                  [self, request, answer = std::move(response)]() mutable {
                                      self->respondTo(request, std::move(answer));
                                  });
        });
    };
}

/// Only the first answer counts.
void HttpSession::respondTo(std::uint64_t request, HttpResponse response)
{
    if (m_request == request && m_state == State::Waiting)
        respond(std::move(response));
}

/// A client that sends its body without waiting for permission reads the answer only after the
/// body.
void HttpSession::refuse(HttpResponse response)
{
    const bool isAwaited = beast::iequals(parser().get()[http::field::expect], "100-continue");
    const auto length = parser().content_length();
    const bool isTooLong = length && *length > m_shared->options.maxDiscardedBytes;
    if (parser().is_done() || isAwaited || isTooLong) {
        m_closeAfterAnswer = m_closeAfterAnswer || !parser().is_done();
        respond(std::move(response));
        return;
    }
    m_refusal = std::move(response);
    readBody();
}

void HttpSession::respond(HttpResponse response)
{
    m_state = State::Writing;
    m_closeAfterAnswer = m_closeAfterAnswer || m_shared->stopping;
    m_answer = std::move(response);
    const auto content = m_answer.content();
    const bool isOld = parser().get().version() == 10;
    const auto reason = http::obsolete_reason(http::int_to_status(m_answer.status));
    m_answerHead = responseHead(m_answer, {.reason = {reason.data(), reason.size()},
                                           .isVersion10 = isOld,
                                           .closes = m_closeAfterAnswer});
    m_stream.expiresAfter(m_shared->options.writeTimeout);
    write({boost::asio::buffer(m_answerHead),
           boost::asio::buffer(content.data(), m_isHead ? 0 : content.size())});
}

/// Most answers fit into the system's buffer at once; only the rest of others has to wait.
void HttpSession::write(Buffers buffers)
{
    const auto total = boost::asio::buffer_size(buffers);
    std::size_t written = 0;
    if (!m_stream.isEncrypted()) {
        beast::error_code error;
        written = m_stream.socket().write_some(buffers, error);
        if (error && error != boost::asio::error::would_block)
            return onWritten(error);
        if (written == total)
            return onWritten({});
    }
    const auto ofHead = std::min(written, buffers[0].size());
    buffers[0] += ofHead;
    buffers[1] += written - ofHead;
    boost::asio::async_write(m_stream, buffers,
                             [self = shared_from_this()](beast::error_code error, std::size_t) {
                                 self->onWritten(error);
                             });
}

void HttpSession::onWritten(beast::error_code error)
{
    m_answer = {};
    endRequest();
    if (error)
        return;
    if (m_closeAfterAnswer)
        return leave();
    if (m_buffer.size() == 0)
        return readHead();
    // Not at once: a client that sends many requests together would fill the thread's stack.
    boost::asio::post(m_stream.get_executor(), [self = shared_from_this()] { self->readHead(); });
}

void HttpSession::leave()
{
    m_state = State::Lingering;
    m_stream.expiresAfter(m_place == Place::Regular ? kLingerTime : kExtraLingerTime);
    if (!m_stream.isEncrypted())
        return linger();
    // It fails when the client still sends a body. The end has been announced then, too.
    m_stream.shutDownTls([self = shared_from_this()](beast::error_code) { self->linger(); });
}

/// Closing a socket with unread input resets the connection, and the client may lose the answer. So
/// close the sending side first, and discard what still arrives for a short time.
void HttpSession::linger()
{
    beast::error_code error;
    std::ignore = m_stream.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, error);
    if (error)
        return;
    m_stream.socket().async_read_some(
        boost::asio::buffer(m_piece),
        [self = shared_from_this()](beast::error_code result, std::size_t count) {
            self->onLingered(result, count);
        });
}

void HttpSession::onLingered(beast::error_code error, std::size_t count)
{
    m_discardedBytes += count;
    if (error || m_discardedBytes > m_shared->options.maxDiscardedBytes)
        return;
    m_stream.socket().async_read_some(
        boost::asio::buffer(m_piece),
        [self = shared_from_this()](beast::error_code result, std::size_t more) {
            self->onLingered(result, more);
        });
}

void HttpSession::beginRequest()
{
    m_state = State::Reading;
    ++m_request;
    m_isCounted = true;
    ++m_shared->activeRequests;
}

void HttpSession::endRequest()
{
    if (std::exchange(m_isCounted, false))
        --m_shared->activeRequests;
}

} // namespace faultline::server

#pragma once

#include "core/net/transport.h"

#include <array>
#include <curl/curl.h>

namespace faultline {

/// One exchange on a libcurl easy handle: options, headers, redirects, and what an end means. Lives
/// on the network thread.
class CurlExchange
{
public:
    using Clock = std::chrono::steady_clock;

    CurlExchange(Transport::ExchangeId id,
                 HttpExchange exchange,
                 std::shared_ptr<ExchangeSink> sink);
    ~CurlExchange();
    CurlExchange(const CurlExchange&) = delete;
    CurlExchange& operator=(const CurlExchange&) = delete;

    Transport::ExchangeId id() const { return m_id; }

    CURL* handle() const { return m_easy; }

    Clock::time_point startAt() const { return m_startAt; }

    /// Sets the handle up for the present URL. False when the URL or options are refused; outcome()
    /// then says why.
    bool prepare();

    /// Puts the next URL in place when the answer was a redirect that is to be followed.
    bool followRedirect();

    /// When the head has to be there; absent once it is, or while the connection is made.
    std::optional<Clock::time_point> headDeadline();

    /// The head did not come in time.
    void failLate();

    void failWith(Error error) { m_failure = std::move(error); }

    /// Tells the sink how it ended.
    void end(CURLcode code);

private:
    static std::size_t onHeader(char* data, std::size_t size, std::size_t count, void* self);
    static std::size_t onBody(char* data, std::size_t size, std::size_t count, void* self);
    static curl_socket_t onOpenSocket(void* self, curlsocktype purpose, curl_sockaddr* address);

    void setOptions();
    void setHeaders();
    void readHeaderLine(std::string_view line);
    void headEnded();
    bool isRedirectToFollow() const;
    Result<void> outcomeOf(CURLcode code) const;

    const Transport::ExchangeId m_id;
    HttpExchange m_exchange;
    const std::shared_ptr<ExchangeSink> m_sink;
    const Clock::time_point m_startAt;
    CURL* m_easy = nullptr;
    curl_slist* m_headers = nullptr;
    std::array<char, CURL_ERROR_SIZE> m_errorText{};
    std::optional<Clock::time_point> m_sentAt;
    std::optional<Error> m_failure;
    HttpHead m_head;
    std::string m_location;
    unsigned m_redirects = 0;
    bool m_headDone = false;
};

} // namespace faultline

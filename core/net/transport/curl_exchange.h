// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/curl_library.h"
#include "core/net/transport/transport.h"

#include <array>

namespace faultline::net {

/// One exchange on a libcurl easy handle: options, headers, redirects, and the meaning of its end.
/// Lives on the network thread.
class CurlExchange
{
public:
    using Clock = std::chrono::steady_clock;

    /// The options must outlive it.
    CurlExchange(Transport::ExchangeId id,
                 const TransportOptions& options,
                 HttpExchange exchange,
                 std::shared_ptr<ExchangeSink> sink);
    ~CurlExchange();
    CurlExchange(const CurlExchange&) = delete;
    CurlExchange& operator=(const CurlExchange&) = delete;

    Transport::ExchangeId id() const { return m_id; }

    CURL* handle() const { return m_easy; }

    Clock::time_point startAt() const { return m_startAt; }

    /// Sets up the handle for the current URL. False when the URL or the options are refused;
    /// outcome() then gives the reason.
    bool prepare();

    /// Sets up the handle for the next step after a step has ended with `code`: the request after
    /// the check of its address, or the next hop of a redirect. False when the exchange has ended.
    bool continueAfter(CURLcode code);

    /// The time by which the head, or the next bytes of the body, must arrive. Absent while
    /// connecting and while paused.
    std::optional<Clock::time_point> deadline();

    /// Called when the deadline has passed.
    void failLate();

    void resume();

    void failWith(Error error) { m_failure = std::move(error); }

    /// Tells the sink the outcome.
    void end(CURLcode code);

private:
    static std::size_t onHeader(char* data, std::size_t size, std::size_t count, void* self);
    static std::size_t onBody(char* data, std::size_t size, std::size_t count, void* self);
    curl_socket_t openSocket(const curl_sockaddr& address);
    static curl_socket_t onOpenSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
    static curl_socket_t
    onOpenAllowedSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
    static curl_socket_t onCheckAddress(void* self, curlsocktype purpose, curl_sockaddr* address);

    template <class Value>
    void set(CURLoption option, Value value);
    void setProxy(const std::string& proxy);
    void setOptions();
    void setAddressCheck();
    void setRequest();
    void setTls();
    void setHeaders();
    bool followRedirect();
    bool mayBeRedirectedTo(const std::string& url) const;
    bool requestAfterCheck(CURLcode code);
    void forgetAnswer();
    void readHeaderLine(std::string_view line);
    std::string* keptHeader(std::string_view name);
    void headEnded();
    bool isRedirectToFollow() const;
    Result<void> outcomeOf(CURLcode code) const;

    const Transport::ExchangeId m_id;
    const TransportOptions& m_options;
    HttpExchange m_exchange;
    const std::shared_ptr<ExchangeSink> m_sink;
    const Clock::time_point m_startAt;
    CURL* m_easy = nullptr;
    curl_slist* m_headers = nullptr;
    std::array<char, CURL_ERROR_SIZE> m_errorText{};
    std::optional<Clock::time_point> m_sentAt;
    Clock::time_point m_lastByteAt;
    std::optional<Error> m_failure;
    std::string m_proxy; // Proxy for the current URL, without user and password; empty means none.
    std::string m_proxyCredentials; // As in the proxy's URL.
    std::optional<bool>
        m_sawReservedAddress; // Result of the address check; absent while no address was seen.
    HttpHead m_head;
    std::string m_location;
    unsigned m_redirects = 0;
    bool m_headDone = false;
    bool m_isChecking = false; // This step only resolves names.
    bool m_isChecked = false;  // A proxy may be asked for the current URL's addresses.
    bool m_isPaused = false;
};

} // namespace faultline::net

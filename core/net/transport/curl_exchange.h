#pragma once

#include "core/net/transport/curl_library.h"
#include "core/net/transport/transport.h"

#include <array>

namespace faultline::net {

/// One exchange on a libcurl easy handle: options, headers, redirects, and what an end means. Lives
/// on the network thread.
class CurlExchange
{
public:
    using Clock = std::chrono::steady_clock;

    /// The options outlive it.
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

    /// Sets the handle up for the present URL. False when the URL or options are refused; outcome()
    /// then says why.
    bool prepare();

    /// Sets the handle up for what comes next when one of its steps has ended with `code`: the
    /// request behind a check of its address, or the next hop of a redirect. False: it has ended.
    bool continueAfter(CURLcode code);

    /// When the head, or the next bytes of the body, have to be there; absent while the connection
    /// is made and while it is paused.
    std::optional<Clock::time_point> deadline();

    /// The deadline has passed.
    void failLate();

    void resume();

    void failWith(Error error) { m_failure = std::move(error); }

    /// Tells the sink how it ended.
    void end(CURLcode code);

private:
    static std::size_t onHeader(char* data, std::size_t size, std::size_t count, void* self);
    static std::size_t onBody(char* data, std::size_t size, std::size_t count, void* self);
    static curl_socket_t onOpenSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
    static curl_socket_t onCheckAddress(void* self, curlsocktype purpose, curl_sockaddr* address);

    template <class Value>
    void set(CURLoption option, Value value);
    void setOptions();
    void setAddressCheck();
    void setRequest();
    void setTls();
    void setHeaders();
    bool followRedirect();
    bool mayBeRedirectedTo(const std::string& url) const;
    bool requestBehindCheck(CURLcode code);
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
    std::string m_proxy;                      // Of the present URL; empty: none.
    std::optional<bool> m_sawReservedAddress; // While the address is checked: absent: saw none.
    HttpHead m_head;
    std::string m_location;
    unsigned m_redirects = 0;
    bool m_headDone = false;
    bool m_isChecking = false; // Only names are resolved in this step.
    bool m_isChecked = false;  // The present URL's addresses may be asked for by a proxy.
    bool m_isPaused = false;
};

} // namespace faultline::net

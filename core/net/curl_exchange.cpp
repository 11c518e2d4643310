#include "core/net/curl_exchange.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/net/address_filter.h"
#include "core/net/http_status.h"
#include "core/sources/url.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace faultline {

namespace {

constexpr unsigned kMaxRedirects = 10;

bool sameOrigin(std::string_view a, std::string_view b)
{
    const auto left = splitUrl(a);
    const auto right = splitUrl(b);
    return equalsIgnoreCase(left.scheme, right.scheme) && equalsIgnoreCase(left.host, right.host) &&
           left.port == right.port;
}

/// Names and values that cannot smuggle a second header.
bool isSendable(std::string_view name, std::string_view value)
{
    constexpr std::string_view kTokenSigns = "!#$%&'*+-.^_`|~";
    const auto isToken = [&](char c) {
        const bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return letter || kTokenSigns.find(c) != std::string_view::npos;
    };
    return !name.empty() && std::ranges::all_of(name, isToken) &&
           value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

bool goesToEveryHost(std::string_view name)
{
    return equalsIgnoreCase(name, "user-agent") || equalsIgnoreCase(name, "accept-encoding");
}

Bytes addressBytes(const sockaddr& address)
{
    if (address.sa_family == AF_INET)
        return std::as_bytes(std::span(&reinterpret_cast<const sockaddr_in&>(address).sin_addr, 1));
    if (address.sa_family == AF_INET6)
        return std::as_bytes(
            std::span(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, 1));
    return {};
}

} // namespace

CurlExchange::CurlExchange(Transport::ExchangeId id,
                           HttpExchange exchange,
                           std::shared_ptr<ExchangeSink> sink)
    : m_id(id), m_exchange(std::move(exchange)), m_sink(std::move(sink)),
      m_startAt(Clock::now() + m_exchange.startDelay), m_easy(curl_easy_init())
{
}

CurlExchange::~CurlExchange()
{
    curl_easy_cleanup(m_easy);
    curl_slist_free_all(m_headers);
}

bool CurlExchange::prepare()
{
    if (m_easy == nullptr) {
        m_failure = Error{ErrorKind::Internal, "no memory for a transfer"};
        return false;
    }
    setOptions();
    setHeaders();
    return true;
}

void CurlExchange::setOptions()
{
    const auto remaining =
        m_exchange.totalTimeout -
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_startAt);
    const auto set = [this](CURLoption option, auto value) {
        curl_easy_setopt(m_easy, option, value);
    };
    set(CURLOPT_URL, m_exchange.url.c_str());
    if (m_exchange.body) {
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_exchange.body->size()));
        // Without a body there still must be a pointer, or curl would ask a callback for one.
        set(CURLOPT_POSTFIELDS, m_exchange.body->empty() ? "" : m_exchange.body->text().data());
    }
    if (m_exchange.method == "HEAD")
        set(CURLOPT_NOBODY, 1L);
    else if (!m_exchange.method.empty())
        set(CURLOPT_CUSTOMREQUEST, m_exchange.method.c_str());
    set(CURLOPT_PRIVATE, static_cast<void*>(this));
    set(CURLOPT_ERRORBUFFER, m_errorText.data());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    set(CURLOPT_CONNECTTIMEOUT_MS,
        static_cast<long>(std::max<std::int64_t>(m_exchange.connectTimeout.count(), 1)));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(remaining.count(), 1)));
    constexpr long kIdleSeconds = 30;
    set(CURLOPT_MAXAGE_CONN, kIdleSeconds);
    set(CURLOPT_SSL_VERIFYPEER, m_exchange.acceptInvalidCerts ? 0L : 1L);
    set(CURLOPT_SSL_VERIFYHOST, m_exchange.acceptInvalidCerts ? 0L : 2L);
    set(CURLOPT_HEADERFUNCTION, &CurlExchange::onHeader);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, &CurlExchange::onBody);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    if (m_exchange.refuseReservedAddresses) {
        set(CURLOPT_OPENSOCKETFUNCTION, &CurlExchange::onOpenSocket);
        set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    }
}

void CurlExchange::setHeaders()
{
    curl_slist_free_all(m_headers);
    m_headers = nullptr;
    for (const auto& [name, value] : m_exchange.headers) {
        if (isSendable(name, value))
            m_headers =
                curl_slist_append(m_headers, value.empty() ? (name + ";").c_str()
                                                           : concat(name, ": ", value).c_str());
    }
    if (m_exchange.body) // Servers that know nothing of it would cost a second of waiting.
        m_headers = curl_slist_append(m_headers, "Expect:");
    curl_easy_setopt(m_easy, CURLOPT_HTTPHEADER, m_headers);
}

bool CurlExchange::followRedirect()
{
    if (!m_headDone || !isRedirectToFollow())
        return false;
    const char* target = nullptr;
    curl_easy_getinfo(m_easy, CURLINFO_REDIRECT_URL, &target);
    if (target == nullptr || ++m_redirects > kMaxRedirects) {
        m_failure = Error{ErrorKind::DownloadFailed,
                          target == nullptr ? "unusable redirect" : "too many redirects"};
        return false;
    }
    std::string next(target);
    if (!sameOrigin(next, m_exchange.url))
        std::erase_if(m_exchange.headers,
                      [](const auto& header) { return !goesToEveryHost(header.first); });
    m_exchange.url = std::move(next);
    m_head = {};
    m_location.clear();
    m_headDone = false;
    m_sentAt.reset();
    return prepare();
}

/// Azure DevOps answers unauthenticated requests with a redirect to its login page.
bool CurlExchange::isRedirectToFollow() const
{
    const auto status = m_head.status;
    if (m_location.empty() ||
        (status != 301 && status != 302 && status != 303 && status != 307 && status != 308))
        return false;
    return status != 302 || urlHost(m_exchange.url) != "dev.azure.com";
}

std::optional<CurlExchange::Clock::time_point> CurlExchange::headDeadline()
{
    if (m_headDone)
        return std::nullopt;
    if (!m_sentAt) {
        curl_off_t sentUs = 0;
        curl_easy_getinfo(m_easy, CURLINFO_PRETRANSFER_TIME_T, &sentUs);
        if (sentUs <= 0)
            return std::nullopt;
        m_sentAt = Clock::now();
    }
    return *m_sentAt + m_exchange.headTimeout;
}

void CurlExchange::failLate()
{
    m_failure = Error{ErrorKind::Timeout, durationText(m_exchange.headTimeout)};
}

std::size_t CurlExchange::onHeader(char* data, std::size_t size, std::size_t count, void* self)
{
    static_cast<CurlExchange*>(self)->readHeaderLine(std::string_view(data, size * count));
    return size * count;
}

void CurlExchange::readHeaderLine(std::string_view line)
{
    if (m_headDone)
        return; // Trailers.
    line = trimAscii(line);
    if (line.starts_with("HTTP/")) {
        m_head = {};
        m_location.clear();
    } else if (line.empty()) {
        headEnded();
    } else if (const auto colon = line.find(':'); colon != std::string_view::npos) {
        const auto name = line.substr(0, colon);
        const auto value = trimAscii(line.substr(colon + 1));
        if (equalsIgnoreCase(name, "content-encoding"))
            m_head.contentEncodings.push_back(toLowerAscii(value));
        else if (equalsIgnoreCase(name, "content-length"))
            m_head.contentLength = parseDecimal(value);
        else if (equalsIgnoreCase(name, "location"))
            m_location = value;
    }
}

void CurlExchange::headEnded()
{
    long status = 0;
    curl_easy_getinfo(m_easy, CURLINFO_RESPONSE_CODE, &status);
    if (status < 200)
        return; // Interim answers.
    m_head.status = static_cast<std::uint32_t>(status);
    m_headDone = true;
    if (!isRedirectToFollow())
        m_sink->onHead(m_head);
}

std::size_t CurlExchange::onBody(char* data, std::size_t size, std::size_t count, void* self)
{
    auto& exchange = *static_cast<CurlExchange*>(self);
    if (exchange.isRedirectToFollow())
        return size * count;
    switch (exchange.m_sink->onBytes(std::as_bytes(std::span(data, size * count)))) {
    case ExchangeSink::Flow::Continue: return size * count;
    case ExchangeSink::Flow::Pause: return CURL_WRITEFUNC_PAUSE;
    case ExchangeSink::Flow::Abort: break;
    }
    exchange.m_failure = Error{ErrorKind::Cancelled, "no longer wanted"};
    return size * count == 0 ? 1 : 0;
}

/// Asked with the resolved address of every connection, so that no name can lead around the filter.
curl_socket_t CurlExchange::onOpenSocket(void* self, curlsocktype, curl_sockaddr* address)
{
    if (isReservedAddress(addressBytes(address->addr))) {
        static_cast<CurlExchange*>(self)->m_failure =
            Error{ErrorKind::DownloadFailed, "destination is restricted"};
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

Result<void> CurlExchange::outcomeOf(CURLcode code) const
{
    // Success outweighs a recorded refusal: a name may have several addresses, and one that is
    // allowed.
    if (code == CURLE_OK && m_headDone && !isRedirectToFollow())
        return {};
    if (m_failure)
        return std::unexpected(*m_failure);
    const bool ranOut = Clock::now() - m_startAt >= m_exchange.totalTimeout;
    switch (code) {
    case CURLE_OK: return fail(ErrorKind::DownloadFailed, "empty answer");
    case CURLE_OPERATION_TIMEDOUT:
        if (ranOut)
            return fail(ErrorKind::Timeout, durationText(m_exchange.totalTimeout));
        return fail(ErrorKind::DownloadFailed, "connection timed out");
    case CURLE_PEER_FAILED_VERIFICATION:
        return fail(ErrorKind::DownloadFailed, "certificate verify failed");
    case CURLE_SSL_CONNECT_ERROR: return fail(ErrorKind::DownloadFailed, "SSL error");
    default:
        return fail(ErrorKind::DownloadFailed,
                    m_errorText[0] != 0 ? m_errorText.data() : curl_easy_strerror(code));
    }
}

void CurlExchange::end(CURLcode code)
{
    m_sink->onEnd(outcomeOf(code));
}

} // namespace faultline

#include "core/net/curl_exchange.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/net/address_filter.h"
#include "core/net/http_status.h"
#include "core/sources/url.h"

#include <algorithm>
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
                           const TransportOptions& options,
                           HttpExchange exchange,
                           std::shared_ptr<ExchangeSink> sink)
    : m_id(id), m_options(options), m_exchange(std::move(exchange)), m_sink(std::move(sink)),
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
    curl_easy_reset(m_easy);
    m_proxy = m_options.proxies.proxyFor(m_exchange.url);
    // Behind a proxy only the proxy's address is seen, so the target's is looked at before.
    m_isChecking = m_exchange.refuseReservedAddresses && !m_proxy.empty() && !m_isChecked;
    setOptions();
    if (m_isChecking)
        setAddressCheck();
    else
        setRequest();
    return true;
}

template <class Value>
void CurlExchange::set(CURLoption option, Value value)
{
    curl_easy_setopt(m_easy, option, value);
}

/// What every step has.
void CurlExchange::setOptions()
{
    const auto remaining =
        m_exchange.totalTimeout -
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_startAt);
    set(CURLOPT_URL, m_exchange.url.c_str());
    set(CURLOPT_PRIVATE, static_cast<void*>(this));
    set(CURLOPT_ERRORBUFFER, m_errorText.data());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_CONNECTTIMEOUT_MS,
        static_cast<long>(std::max<std::int64_t>(m_exchange.connectTimeout.count(), 1)));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(remaining.count(), 1)));
    // Ours, not libcurl's own reading of the environment.
    set(CURLOPT_NOPROXY, "");
}

/// Resolves the target's name as for a direct connection, which is then not made.
void CurlExchange::setAddressCheck()
{
    m_sawReservedAddress.reset();
    set(CURLOPT_PROXY, "");
    set(CURLOPT_CONNECT_ONLY, 1L);
    set(CURLOPT_FRESH_CONNECT, 1L);
    set(CURLOPT_OPENSOCKETFUNCTION, &CurlExchange::onCheckAddress);
    set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
}

void CurlExchange::setRequest()
{
    if (m_exchange.body) {
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_exchange.body->size()));
        // Without a body there still must be a pointer, or curl would ask a callback for one.
        set(CURLOPT_POSTFIELDS, m_exchange.body->empty() ? "" : m_exchange.body->text().data());
    }
    if (m_exchange.method == "HEAD")
        set(CURLOPT_NOBODY, 1L);
    else if (!m_exchange.method.empty())
        set(CURLOPT_CUSTOMREQUEST, m_exchange.method.c_str());
    set(CURLOPT_PROXY, m_proxy.c_str());
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    constexpr long kIdleSeconds = 30;
    set(CURLOPT_MAXAGE_CONN, kIdleSeconds);
    set(CURLOPT_HEADERFUNCTION, &CurlExchange::onHeader);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, &CurlExchange::onBody);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    if (m_exchange.refuseReservedAddresses && m_proxy.empty()) {
        set(CURLOPT_OPENSOCKETFUNCTION, &CurlExchange::onOpenSocket);
        set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    }
    setTls();
    setHeaders();
}

void CurlExchange::setTls()
{
    const auto setFile = [this](CURLoption option,
                                const std::optional<std::filesystem::path>& file) {
        if (file)
            set(option, file->c_str());
    };
    set(CURLOPT_SSL_VERIFYPEER, m_exchange.acceptInvalidCerts ? 0L : 1L);
    set(CURLOPT_SSL_VERIFYHOST, m_exchange.acceptInvalidCerts ? 0L : 2L);
    setFile(CURLOPT_CAINFO, m_options.tls.caFile);
    setFile(CURLOPT_SSLCERT, m_options.tls.clientCert);
    setFile(CURLOPT_SSLKEY, m_options.tls.clientKey);
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

bool CurlExchange::continueAfter(CURLcode code)
{
    if (m_isChecking)
        return requestBehindCheck(code);
    return code == CURLE_OK && m_headDone && isRedirectToFollow() && followRedirect();
}

/// Every address of the name must be allowed: which one the proxy takes is its own choice.
bool CurlExchange::requestBehindCheck(CURLcode code)
{
    m_isChecking = false;
    if (code == CURLE_OPERATION_TIMEDOUT)
        return false;
    if (!m_sawReservedAddress)
        m_failure = Error{ErrorKind::DownloadFailed,
                          concat("destination cannot be checked: ", m_errorText.data())};
    else if (*m_sawReservedAddress)
        m_failure = Error{ErrorKind::DownloadFailed, std::string(kRestrictedDestination)};
    if (m_failure)
        return false;
    m_isChecked = true;
    return prepare();
}

void CurlExchange::forgetAnswer()
{
    m_head = {};
    m_location.clear();
    m_headDone = false;
    m_sentAt.reset();
    m_isChecked = false;
}

bool CurlExchange::followRedirect()
{
    const char* target = nullptr;
    curl_easy_getinfo(m_easy, CURLINFO_REDIRECT_URL, &target);
    if (target == nullptr || ++m_redirects > kMaxRedirects) {
        m_failure = Error{ErrorKind::DownloadFailed,
                          target == nullptr ? "unusable redirect" : "too many redirects"};
        return false;
    }
    std::string next(target);
    if (!sameOrigin(next, m_exchange.url)) {
        if (m_exchange.body) {
            m_failure = Error{ErrorKind::DownloadFailed, "a request with a body was redirected"};
            return false;
        }
        std::erase_if(m_exchange.headers,
                      [](const auto& header) { return !goesToEveryHost(header.first); });
    }
    m_exchange.url = std::move(next);
    forgetAnswer();
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

std::optional<CurlExchange::Clock::time_point> CurlExchange::deadline()
{
    if (m_headDone) {
        if (m_isPaused || m_exchange.stallTimeout.count() == 0)
            return std::nullopt;
        return m_lastByteAt + m_exchange.stallTimeout;
    }
    if (!m_sentAt) {
        curl_off_t sentUs = 0;
        curl_easy_getinfo(m_easy, CURLINFO_PRETRANSFER_TIME_T, &sentUs);
        if (sentUs <= 0 || m_isChecking)
            return std::nullopt;
        m_sentAt = Clock::now();
    }
    return *m_sentAt + m_exchange.headTimeout;
}

void CurlExchange::failLate()
{
    const auto limit = m_headDone ? m_exchange.stallTimeout : m_exchange.headTimeout;
    m_failure = Error{ErrorKind::Timeout, durationText(limit)};
}

void CurlExchange::resume()
{
    m_isPaused = false;
    m_lastByteAt = Clock::now();
    curl_easy_pause(m_easy, CURLPAUSE_CONT);
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
        else if (auto* kept = keptHeader(name))
            *kept = value;
    }
}

std::string* CurlExchange::keptHeader(std::string_view name)
{
    if (equalsIgnoreCase(name, "content-range"))
        return &m_head.contentRange;
    if (equalsIgnoreCase(name, "etag"))
        return &m_head.eTag;
    if (equalsIgnoreCase(name, "retry-after"))
        return &m_head.retryAfter;
    return equalsIgnoreCase(name, "date") ? &m_head.date : nullptr;
}

void CurlExchange::headEnded()
{
    long status = 0;
    curl_easy_getinfo(m_easy, CURLINFO_RESPONSE_CODE, &status);
    if (status < 200)
        return; // Interim answers.
    m_head.status = static_cast<std::uint32_t>(status);
    m_headDone = true;
    m_lastByteAt = Clock::now();
    if (!isRedirectToFollow())
        m_sink->onHead(m_head);
}

std::size_t CurlExchange::onBody(char* data, std::size_t size, std::size_t count, void* self)
{
    auto& exchange = *static_cast<CurlExchange*>(self);
    exchange.m_lastByteAt = Clock::now();
    if (exchange.isRedirectToFollow())
        return size * count;
    switch (exchange.m_sink->onBytes(std::as_bytes(std::span(data, size * count)))) {
    case ExchangeSink::Flow::Continue: return size * count;
    case ExchangeSink::Flow::Pause: exchange.m_isPaused = true; return CURL_WRITEFUNC_PAUSE;
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
            Error{ErrorKind::DownloadFailed, std::string(kRestrictedDestination)};
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Looks at an address and connects to none; libcurl then goes on to the name's next one.
curl_socket_t CurlExchange::onCheckAddress(void* self, curlsocktype, curl_sockaddr* address)
{
    auto& seen = static_cast<CurlExchange*>(self)->m_sawReservedAddress;
    seen = seen.value_or(false) || isReservedAddress(addressBytes(address->addr));
    return CURL_SOCKET_BAD;
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

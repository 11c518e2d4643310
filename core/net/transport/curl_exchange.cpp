// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/curl_exchange.h"

#include "core/base/contained.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/net/transport/address_filter.h"
#include "core/net/transport/http_status.h"
#include "core/sources/url.h"

#include <algorithm>
#include <cerrno>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace faultline::net {

namespace {

constexpr unsigned kMaxRedirects = 10;

bool sameOrigin(std::string_view a, std::string_view b)
{
    const auto left = sources::splitUrl(a);
    const auto right = sources::splitUrl(b);
    return equalsIgnoreCase(left.scheme, right.scheme) && equalsIgnoreCase(left.host, right.host) &&
           left.port == right.port;
}

bool goesToEveryHost(std::string_view name)
{
    return equalsIgnoreCase(name, "user-agent") || equalsIgnoreCase(name, "accept-encoding");
}

Bytes addressBytes(const sockaddr& address)
{
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): what the system's calls give.
    if (address.sa_family == AF_INET)
        return std::as_bytes(std::span(&reinterpret_cast<const sockaddr_in&>(address).sin_addr, 1));
    if (address.sa_family == AF_INET6)
        return std::as_bytes(
            std::span(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, 1));
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
    return {};
}

} // namespace

CurlExchange::CurlExchange(Transport::ExchangeId id,
                           const TransportOptions& options,
                           HttpExchange exchange,
                           std::shared_ptr<ExchangeSink> sink)
    : m_id(id), m_options(options), m_exchange(std::move(exchange)), m_sink(std::move(sink)),
      m_startAt(Clock::now() + m_exchange.startDelay), m_easy(curl().easyInit())
{
}

CurlExchange::~CurlExchange()
{
    curl().easyCleanup(m_easy);
    curl().slistFreeAll(m_headers);
}

bool CurlExchange::continueAfter(CURLcode code)
{
    if (m_isChecking)
        return requestAfterCheck(code);
    return code == CURLE_OK && m_headDone && isRedirectToFollow() && followRedirect();
}

/// Every address of the name must be allowed, because the proxy chooses one of them.
bool CurlExchange::requestAfterCheck(CURLcode code)
{
    m_isChecking = false;
    if (code == CURLE_OPERATION_TIMEDOUT)
        return false;
    if (!m_sawReservedAddress)
        m_failure = Error{ErrorKind::DownloadFailed,
                          concat("destination cannot be checked: ", m_errorText.data())};
    else if (*m_sawReservedAddress)
        m_failure = Error{ErrorKind::Restricted, "destination is restricted"};
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

bool CurlExchange::mayBeRedirectedTo(const std::string& url) const
{
    const auto host = sources::urlHost(url);
    return !m_exchange.redirectHosts || host == sources::urlHost(m_exchange.url) ||
           std::ranges::find(*m_exchange.redirectHosts, host) != m_exchange.redirectHosts->end();
}

bool CurlExchange::followRedirect()
{
    const char* target = nullptr;
    curl().easyGetInfo(m_easy, CURLINFO_REDIRECT_URL, &target);
    if (target == nullptr || ++m_redirects > kMaxRedirects) {
        m_failure = Error{ErrorKind::DownloadFailed,
                          target == nullptr ? "unusable redirect" : "too many redirects"};
        return false;
    }
    std::string next(target);
    if (!mayBeRedirectedTo(next)) {
        m_failure = Error{
            ErrorKind::PermissionDenied,
            concat("redirected to ", sources::urlHost(next), ", a host that is not allowed"), true};
        return false;
    }
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
    return status != 302 || sources::urlHost(m_exchange.url) != "dev.azure.com";
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
        curl().easyGetInfo(m_easy, CURLINFO_PRETRANSFER_TIME_T, &sentUs);
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
    curl().easyPause(m_easy, CURLPAUSE_CONT);
}

std::size_t CurlExchange::onHeader(char* data, std::size_t size, std::size_t count, void* self)
{
    // Nothing may escape into libcurl.
    auto& exchange = *static_cast<CurlExchange*>(self);
    const auto read =
        contained([&] { exchange.readHeaderLine(std::string_view(data, size * count)); });
    if (read)
        return size * count;
    exchange.m_failure = read.error();
    return size * count == 0 ? 1 : 0;
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
    curl().easyGetInfo(m_easy, CURLINFO_RESPONSE_CODE, &status);
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
    const auto flow = contained(
        [&] { return exchange.m_sink->onBytes(std::as_bytes(std::span(data, size * count))); });
    if (flow == ExchangeSink::Flow::Continue)
        return size * count;
    if (flow == ExchangeSink::Flow::Pause) {
        exchange.m_isPaused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    exchange.m_failure =
        flow ? Error{.kind = ErrorKind::Cancelled, .detail = "no longer wanted"} : flow.error();
    return size * count == 0 ? 1 : 0;
}

curl_socket_t CurlExchange::openSocket(const curl_sockaddr& address)
{
    const int socket = ::socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
    if (socket < 0 && (errno == EMFILE || errno == ENFILE))
        m_failure = Error{ErrorKind::NoDescriptor, "no descriptor left for a connection", true};
    return socket < 0 ? CURL_SOCKET_BAD : socket;
}

curl_socket_t CurlExchange::onOpenSocket(void* self, curlsocktype, curl_sockaddr* address)
{
    return static_cast<CurlExchange*>(self)->openSocket(*address);
}

/// Called with the resolved address of every connection, so that no name can bypass the filter.
curl_socket_t CurlExchange::onOpenAllowedSocket(void* self, curlsocktype, curl_sockaddr* address)
{
    if (isReservedAddress(addressBytes(address->addr))) {
        static_cast<CurlExchange*>(self)->m_failure =
            Error{ErrorKind::Restricted, "destination is restricted"};
        return CURL_SOCKET_BAD;
    }
    return static_cast<CurlExchange*>(self)->openSocket(*address);
}

/// Checks an address without connecting to it; libcurl then goes on to the name's next address.
curl_socket_t CurlExchange::onCheckAddress(void* self, curlsocktype, curl_sockaddr* address)
{
    auto& seen = static_cast<CurlExchange*>(self)->m_sawReservedAddress;
    seen = seen.value_or(false) || isReservedAddress(addressBytes(address->addr));
    return CURL_SOCKET_BAD;
}

Result<void> CurlExchange::outcomeOf(CURLcode code) const
{
    // A success counts more than a recorded refusal: a name may have several addresses, of which
    // one is allowed.
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
    // libcurl's texts quote the paths, in whose place a configuration may have a secret.
    case CURLE_SSL_CERTPROBLEM:
        return fail(ErrorKind::DownloadFailed, "the client certificate or its key cannot be used");
    case CURLE_SSL_CACERT_BADFILE:
        return fail(ErrorKind::DownloadFailed, "the file of certificates (CA) cannot be used");
    default:
        return fail(ErrorKind::DownloadFailed,
                    m_errorText[0] != 0 ? m_errorText.data() : curl().easyStrError(code));
    }
}

void CurlExchange::end(CURLcode code)
{
    containedAlone([&] { m_sink->onEnd(outcomeOf(code)); });
}

} // namespace faultline::net

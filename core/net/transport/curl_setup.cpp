// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/net/transport/curl_exchange.h"
#include "core/sources/remote_file.h"
#include "core/sources/url.h"

#include <algorithm>

// Sets up a handle for one step of its exchange.

namespace faultline::net {

namespace {

/// Only names and values that cannot smuggle in a second header.
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

} // namespace

bool CurlExchange::prepare()
{
    if (m_easy == nullptr) {
        m_failure = Error{ErrorKind::Internal, "no memory for a transfer"};
        return false;
    }
    curl().easyReset(m_easy);
    setProxy(m_options.proxies.proxyFor(m_exchange.url));
    // With a proxy only the proxy's address is visible, so the target's is checked first.
    m_isChecking = m_exchange.refuseReservedAddresses && !m_proxy.empty() && !m_isChecked;
    setOptions();
    if (m_isChecking)
        setAddressCheck();
    else
        setRequest();
    return true;
}

/// libcurl's messages quote the proxy, so it gets user and password apart.
void CurlExchange::setProxy(const std::string& proxy)
{
    m_proxyCredentials = sources::credentialsIn(proxy);
    m_proxy = sources::withoutCredentials(proxy);
}

template <class Value>
void CurlExchange::set(CURLoption option, Value value)
{
    curl().easySetOpt(m_easy, option, value);
}

/// Sets the options that every step needs.
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
    // Uses our settings, not libcurl's own reading of the environment.
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
        // An empty body still needs a pointer; otherwise curl would call a callback for it.
        set(CURLOPT_POSTFIELDS, m_exchange.body->empty() ? "" : m_exchange.body->text().data());
    }
    if (m_exchange.method == "HEAD")
        set(CURLOPT_NOBODY, 1L);
    else if (!m_exchange.method.empty())
        set(CURLOPT_CUSTOMREQUEST, m_exchange.method.c_str());
    set(CURLOPT_PROXY, m_proxy.c_str());
    if (!m_proxyCredentials.empty())
        set(CURLOPT_PROXYUSERPWD, m_proxyCredentials.c_str());
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    constexpr long kIdleSeconds = 30;
    set(CURLOPT_MAXAGE_CONN, kIdleSeconds);
    set(CURLOPT_HEADERFUNCTION, &CurlExchange::onHeader);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, &CurlExchange::onBody);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    const bool isFiltered = m_exchange.refuseReservedAddresses && m_proxy.empty();
    set(CURLOPT_OPENSOCKETFUNCTION,
        isFiltered ? &CurlExchange::onOpenAllowedSocket : &CurlExchange::onOpenSocket);
    set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
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
    curl().slistFreeAll(m_headers);
    m_headers = nullptr;
    for (const auto& [name, value] : m_exchange.headers) {
        if (isSendable(name, value))
            m_headers =
                curl().slistAppend(m_headers, value.empty() ? (name + ";").c_str()
                                                            : concat(name, ": ", value).c_str());
    }
    if (m_exchange.body) // A server that does not know "Expect" would cost a second of waiting.
        m_headers = curl().slistAppend(m_headers, "Expect:");
    curl().easySetOpt(m_easy, CURLOPT_HTTPHEADER, m_headers);
}

} // namespace faultline::net

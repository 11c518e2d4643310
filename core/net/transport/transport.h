// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/net/transport/transport_options.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline {

class WorkerPool;

} // namespace faultline

namespace faultline::net {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// One HTTP exchange for the transport. Policy (retries, meaning of statuses) is the caller's.
struct HttpExchange
{
    std::string url;
    /// Sent only to the host of `url`. A redirect to another host gets only User-Agent and
    /// Accept-Encoding.
    HttpHeaders headers;
    std::string method; ///< Empty means GET, or POST with a body.
    /// Its Content-Type is among the headers. A redirect that would carry it to another host is not
    /// followed.
    std::optional<ByteView> body;
    /// Hosts in lower case that a redirect may lead to, in addition to the host of `url`; absent:
    /// any host.
    std::optional<std::vector<std::string>> redirectHosts;
    bool acceptInvalidCerts = false;
    bool refuseReservedAddresses = false;
    std::chrono::milliseconds startDelay{0};
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds headTimeout{10000};
    std::chrono::milliseconds stallTimeout{
        0}; ///< Longest time without a byte of the body; 0: no limit.
    std::chrono::milliseconds totalTimeout{300000}; ///< The delay does not count.
};

/// Status line and headers of the final answer (after redirects).
struct HttpHead
{
    std::uint32_t status = 0;
    std::optional<std::uint64_t> contentLength;
    std::vector<std::string> contentEncodings; ///< One per header, trimmed, lower case.
    std::string contentRange;
    std::string eTag;
    std::string retryAfter;
    std::string date;
};

/// Receives one exchange. All calls come from the network thread, one at a time, and must not
/// block.
class ExchangeSink
{
public:
    enum class Flow : std::uint8_t { Continue, Pause, Abort };

    virtual ~ExchangeSink() = default;
    virtual void onHead(const HttpHead& head) = 0;
    /// Pause: no bytes were accepted; the same bytes are offered again after resume(). Abort: the
    /// exchange ends with Cancelled.
    virtual Flow onBytes(Bytes bytes) = 0;
    /// The last call. Errors: Timeout (the detail is the limit that passed), DownloadFailed,
    /// Cancelled, PermissionDenied (a redirect to a forbidden host), Internal.
    virtual void onEnd(Result<void> outcome) = 0;
};

/// Moves bytes over HTTP(S). Each implementation owns its thread. Thread-safe.
class Transport
{
public:
    using ExchangeId = std::uint64_t;

    virtual ~Transport() = default;
    /// `sink` is kept alive until onEnd() has returned.
    virtual ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) = 0;
    /// Ends the exchange with Cancelled, unless it has ended.
    virtual void cancel(ExchangeId id) = 0;
    virtual void resume(ExchangeId id) = 0;
};

/// The transport over libcurl: connection reuse, proxies, HTTP/2 if the server supports it.
/// Exchanges that refuse reserved addresses have their own connections (and thread). So they cannot
/// reuse a connection that another exchange was allowed to make.
std::unique_ptr<Transport> makeCurlTransport(TransportOptions options = {},
                                             WorkerPool* pool = nullptr);

} // namespace faultline::net

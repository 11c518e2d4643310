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

namespace faultline::net {

/// The detail of a DownloadFailed for an address that may not be connected to.
inline constexpr std::string_view kRestrictedDestination = "destination is restricted";

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// One HTTP exchange as the transport is told to run it; policy (retries, mapping of statuses) is
/// above.
struct HttpExchange
{
    std::string url;
    /// Sent to the host of `url` only; a redirect to another host goes without them (but for
    /// User-Agent and Accept-Encoding).
    HttpHeaders headers;
    std::string method; ///< Empty: GET, or POST with a body.
    /// Its Content-Type is among the headers. Redirects that would carry it to another host are not
    /// followed.
    std::optional<ByteView> body;
    /// Where a redirect may lead besides the host of `url`, in lower case; absent: anywhere.
    std::optional<std::vector<std::string>> redirectHosts;
    bool acceptInvalidCerts = false;
    bool refuseReservedAddresses = false;
    std::chrono::milliseconds startDelay{0};
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds headTimeout{10000};
    std::chrono::milliseconds stallTimeout{0};      ///< Without a byte of the body; 0: no limit.
    std::chrono::milliseconds totalTimeout{300000}; ///< Without the delay.
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

/// Receives one exchange. All calls come from the network thread, one after the other, and must not
/// block.
class ExchangeSink
{
public:
    enum class Flow : std::uint8_t { Continue, Pause, Abort };

    virtual ~ExchangeSink() = default;
    virtual void onHead(const HttpHead& head) = 0;
    /// Pause: nothing was taken, the same bytes are offered again after resume(). Abort: ends with
    /// Cancelled.
    virtual Flow onBytes(Bytes bytes) = 0;
    /// Last call. Errors: Timeout (detail is the limit that passed), DownloadFailed, Cancelled,
    /// PermissionDenied (a redirect to a host that may not be asked), Internal.
    virtual void onEnd(Result<void> outcome) = 0;
};

/// Moves bytes over HTTP(S). Implementations own their thread. Thread-safe.
class Transport
{
public:
    using ExchangeId = std::uint64_t;

    virtual ~Transport() = default;
    /// `sink` is kept until onEnd() has returned.
    virtual ExchangeId start(HttpExchange exchange, std::shared_ptr<ExchangeSink> sink) = 0;
    /// Ends it with Cancelled, unless it has ended.
    virtual void cancel(ExchangeId id) = 0;
    virtual void resume(ExchangeId id) = 0;
};

/// The transport over libcurl: connection reuse, proxies, HTTP/2 where the server speaks it.
/// Exchanges that refuse reserved addresses have connections (and a thread) of their own, so that
/// they cannot ride on a connection which another one was allowed to make.
std::unique_ptr<Transport> makeCurlTransport(TransportOptions options = {});

} // namespace faultline::net

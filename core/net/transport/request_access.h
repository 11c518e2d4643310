#pragma once

#include "core/net/transport/transport.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace faultline::net {

/// The right to one file whose requests are signed: what is sent, and what the server's refusals
/// mean. Serves all attempts of a transfer. Thread-safe.
class RequestAccess
{
public:
    /// What one attempt sends. Holds secrets: for the transport only.
    struct Grant
    {
        std::string url;
        HttpHeaders headers;
    };

    using Done = std::move_only_function<void(Result<Grant>)>;

    /// So much of a refusal's body is shown to explain().
    static constexpr std::size_t kMaxExplainedBytes = 64 << 10;

    virtual ~RequestAccess() = default;

    /// Asked before every attempt, so that no signature grows old in a queue. Calls `done` exactly
    /// once, from any thread, perhaps before it returns; soon after `stop` has fired at the latest
    /// (with Cancelled). An error fails the attempt.
    virtual void grant(std::stop_token stop, Done done) = 0;

    /// What an answer other than 2xx means; `body` is its beginning.
    virtual Error explain(const HttpHead& head, std::string_view body) = 0;
};

} // namespace faultline::net

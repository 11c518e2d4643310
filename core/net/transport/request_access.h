// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/transport.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace faultline::net {

/// Access to one file that needs signed requests: what to send, and what the server's refusals
/// mean. Serves all attempts of a transfer. Thread-safe.
class RequestAccess
{
public:
    /// What one attempt sends. Contains secrets: for the transport only.
    struct Grant
    {
        std::string url;
        HttpHeaders headers;
    };

    using Done = std::move_only_function<void(Result<Grant>)>;

    /// explain() gets at most this much of a refusal's body.
    static constexpr std::size_t kMaxExplainedBytes = 64 << 10;

    virtual ~RequestAccess() = default;

    /// Called before every attempt, so that no signature ages in a queue. Calls `done` exactly
    /// once, from any thread, possibly before it returns. After `stop` fires it does so soon (with
    /// Cancelled). An error fails the attempt.
    virtual void grant(std::stop_token stop, Done done) = 0;

    /// The meaning of an answer other than 2xx; `body` is the beginning of its body.
    virtual Error explain(const HttpHead& head, std::string_view body) = 0;
};

} // namespace faultline::net

#pragma once

#include "core/net/transport/transport.h"

#include <string>

namespace faultline::app {

/// A complete answer of any status, in memory.
struct ExchangeAnswer
{
    std::uint32_t status = 0;
    std::string body;
};

/// Runs an exchange and waits for its end. Errors: those of the transport, and Malformed when the
/// body exceeds `maxBytes`.
Result<ExchangeAnswer> waitForAnswer(net::Transport& transport,
                                     net::HttpExchange exchange,
                                     std::size_t maxBytes = std::size_t{1} << 30);

} // namespace faultline::app

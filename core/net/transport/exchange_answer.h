// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/transport.h"

#include <stop_token>
#include <string>

namespace faultline::net {

/// A complete answer of any status, in memory.
struct ExchangeAnswer
{
    std::uint32_t status = 0;
    std::string body;
};

/// Runs an exchange and waits for its end, or until `stop` ends it. Errors: those of the transport,
/// and Malformed when the body exceeds `maxBytes`.
Result<ExchangeAnswer> waitForAnswer(Transport& transport,
                                     HttpExchange exchange,
                                     std::size_t maxBytes = std::size_t{1} << 30,
                                     const std::stop_token& stop = {});

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/fleet/peer_message.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace faultline::server {

struct PeerQuestion
{
    std::string target; ///< A path with its query.
    std::chrono::milliseconds limit{};
    /// Longer answers are given up, so that no stranger fills the memory.
    std::size_t mostContentBytes = 0;
};

/// Asks peers. Thread-safe.
class PeerCaller
{
public:
    using Done = std::move_only_function<void(Result<PeerAnswer>)>;

    virtual ~PeerCaller() = default;

    /// Asks the instance at `address` ("10.0.0.1:3021") once. Calls `done` once, from any thread.
    /// Errors: those of the connection, of readPeerAnswer(), and Malformed when the answer is too
    /// long.
    virtual void ask(const std::string& address, const PeerQuestion& question, Done done) = 0;
    /// Ends all questions with Cancelled, also later ones.
    virtual void close() = 0;
};

/// Over HTTP without proxies and without redirects to others.
std::unique_ptr<PeerCaller> makeHttpPeerCaller(FleetKey key);

} // namespace faultline::server

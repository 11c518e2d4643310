// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"

#include <cstddef>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace faultline::server {

/// So many addresses of peers are asked; further ones are passed over.
inline constexpr std::size_t kMostPeers = 64;

/// Asks the system's resolver where peers are. What is wrong with a name is in the log once, until
/// the name is known again. Must be called by one thread at a time.
class PeerResolver
{
public:
    /// `peers` are names or addresses with ports. The log must outlive the resolver.
    PeerResolver(std::vector<std::string> peers, LogSink& log)
        : m_peers(std::move(peers)), m_log(&log)
    {
    }

    /// The addresses ("10.0.0.1:3021", "[fd00::1]:3021") that the peers have now, each once. A name
    /// that nobody knows has none. Waits for the network, after the token is stopped for one name
    /// at most.
    std::vector<std::string> operator()(const std::stop_token& stop);

private:
    void add(std::vector<std::string> found, std::vector<std::string>& addresses);

    std::vector<std::string> m_peers;
    LogSink* m_log;
    std::set<std::string> m_unknown;
    bool m_hasToldOfMore = false;
};

} // namespace faultline::server

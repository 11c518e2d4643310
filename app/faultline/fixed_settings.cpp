// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/fixed_settings.h"

#include <optional>

namespace faultline::app {

namespace {

std::optional<config::ListenAddress> addressOf(const std::optional<config::HttpsConfig>& https)
{
    return https ? std::optional(https->bind) : std::nullopt;
}

} // namespace

std::vector<std::string_view> keepFixedSettings(const config::ServiceConfig& running,
                                                config::ServiceConfig& next)
{
    std::vector<std::string_view> changed;
    const auto keep = [&](std::string_view key, const auto& present, auto& wanted) {
        if (present == wanted)
            return;
        changed.push_back(key);
        wanted = present;
    };
    keep("bind", running.serve.bind, next.serve.bind);
    // Certificate and key may change, as long as there is a socket for them.
    if (addressOf(running.serve.https) != addressOf(next.serve.https)) {
        changed.emplace_back("bind_https");
        next.serve.https = running.serve.https;
    }
    keep("cache_dir", running.engine.cacheDir, next.engine.cacheDir);
    keep("drain_delay", running.serve.drainDelay, next.serve.drainDelay);
    keep("shutdown_grace", running.serve.shutdownGrace, next.serve.shutdownGrace);
    keep("peers", running.serve.peers, next.serve.peers);
    keep("peer_token", running.serve.peerToken, next.serve.peerToken);
    keep("metrics", running.serve.metrics, next.serve.metrics);
    keep("logging.format", running.logging.format, next.logging.format);
    return changed;
}

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace faultline::server {

/// Should new requests be sent to a server? `GET /ready` says so; `GET /healthcheck` only says that
/// it lives.
enum class Readiness : std::uint8_t {
    Ready,
    CannotStore, ///< At the start, nothing could be written where the caches are.
    Draining     ///< It is about to stop.
};

/// Thread-safe.
using SharedReadiness = std::atomic<Readiness>;

/// "ready", "draining", …
inline std::string_view readinessText(Readiness readiness)
{
    switch (readiness) {
    case Readiness::Ready: return "ready";
    case Readiness::CannotStore: return "the cache folder cannot be written";
    case Readiness::Draining: return "draining";
    }
    return "unknown";
}

} // namespace faultline::server

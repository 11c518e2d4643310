#pragma once

#include "core/server/symcache_http/format_version.h"

#include <optional>

namespace faultline::server::symcache_http {

/// What bears on the answer to a request.
struct Situation
{
    FormatVersion wanted;
    std::optional<FormatVersion> exceeds;    ///< The client has this one and wants a newer one.
    std::optional<FormatVersion> stored;     ///< The best file that the client understands.
    std::optional<FormatVersion> transcoder; ///< What would be made; absent: nothing can be.
    bool isKnownToFail = false;              ///< Making it failed lately, or has just been tried.
};

enum class Decision : std::uint8_t { NotFound, NotModified, Serve, Make };

/// The table of docs/spec/symcache-http.md §4.
Decision decide(const Situation& situation);

/// Formats before 3.0.0 had another protocol.
bool isServed(const FormatVersion& wanted);

/// Whether an old client is kept waiting because it does not know of asking again.
bool expectsWaiting(const FormatVersion& wanted);

} // namespace faultline::server::symcache_http

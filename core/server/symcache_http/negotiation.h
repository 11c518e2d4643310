// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/symcache_http/format_version.h"

#include <optional>

namespace faultline::server::symcache_http {

/// The facts that decide the answer to a request.
struct Situation
{
    FormatVersion wanted;
    /// The client has a file of this version and wants a newer one.
    std::optional<FormatVersion> exceeds;
    /// Version of the best stored file that the client understands.
    std::optional<FormatVersion> stored;
    /// Version that the transcoder would make; absent when none can be made.
    std::optional<FormatVersion> transcoder;
    bool isKnownToFail = false; ///< Making the file failed recently, or was just tried.
};

enum class Decision : std::uint8_t { NotFound, NotModified, Serve, Make };

/// Implements the table of docs/spec/symcache-http.md §4.
Decision decide(const Situation& situation);

/// Tells whether a version is served. Formats before 3.0.0 used another protocol.
bool isServed(const FormatVersion& wanted);

/// Tells whether the client is too old to know that it can ask again, so that it has to wait for
/// the file.
bool expectsWaiting(const FormatVersion& wanted);

} // namespace faultline::server::symcache_http

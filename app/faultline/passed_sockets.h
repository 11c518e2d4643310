// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/service_config.h"

#include <optional>

namespace faultline::app {

/// A listening TCP socket that the service manager opened.
struct PassedSocket
{
    int descriptor = -1;
    config::ListenAddress address; ///< To which it is bound.
};

/// Socket activation in systemd's protocol (sd_listen_fds(3)). A socket's name says what it is for:
/// "http", "https" or "metrics". The only socket may have any name, and is for HTTP then.
struct PassedSockets
{
    std::optional<PassedSocket> http;
    std::optional<PassedSocket> https;
    std::optional<PassedSocket> metrics;

    /// Takes the sockets that were passed to this process, none without LISTEN_FDS, and removes the
    /// variables. Call it before creating any thread or opening any file. Errors: Unsupported (an
    /// unknown or repeated name, not a listening TCP socket).
    static Result<PassedSockets> take();

    /// Puts the sockets' addresses in the place of the configured ones. Errors: Unsupported (a
    /// socket for what is not configured).
    Result<void> applyTo(config::ServeConfig& config) const;
};

} // namespace faultline::app

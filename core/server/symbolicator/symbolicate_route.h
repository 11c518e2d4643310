// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

// The endpoints for events with given frames.

/// `POST /symbolicate` (docs/spec/http-api.md §7.1).
HttpOpening openSymbolicate(ServerContext& context, const HttpRequestHead& head);

/// `POST /symbolicate-js` (docs/spec/javascript.md §1).
HttpOpening openSymbolicateJs(ServerContext& context, const HttpRequestHead& head);

/// `POST /symbolicate-jvm` (docs/spec/jvm.md §1).
HttpOpening openSymbolicateJvm(ServerContext& context, const HttpRequestHead& head);

} // namespace faultline::server

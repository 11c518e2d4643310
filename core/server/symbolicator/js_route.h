// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /symbolicate-js` (docs/spec/javascript.md §1).
HttpOpening openSymbolicateJs(ServerContext& context, const HttpRequestHead& head);

} // namespace faultline::server

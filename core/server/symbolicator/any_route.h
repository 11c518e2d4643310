// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /symbolicate-any`: crash files that the server fetches itself (docs/spec/http-api.md
/// §7.4).
HttpOpening openSymbolicateAny(ServerContext& context, const HttpRequestHead& head);

} // namespace faultline::server

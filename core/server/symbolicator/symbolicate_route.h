// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /symbolicate` (docs/spec/http-api.md §7.1).
HttpOpening openSymbolicate(ServerContext& context, const HttpRequestHead& head);

} // namespace faultline::server

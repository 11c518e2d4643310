// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /symbolicate-jvm` (docs/spec/jvm.md §1).
HttpOpening openSymbolicateJvm(ServerContext& context, const HttpRequestHead& head);

} // namespace faultline::server

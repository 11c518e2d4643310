// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/request_runner.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `GET /proxy/<name>/<signature>/<name>` returns debug files like a symbol server
/// (docs/spec/http-api.md §7.9). `path` is percent-decoded.
HttpOpening openProxy(ServerContext& context, RequestRunner& runner, const std::string& path);

} // namespace faultline::server

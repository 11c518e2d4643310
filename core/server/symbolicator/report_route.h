// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/http/request_runner.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /report`, our own: takes a crash file or event of any kind that the service can read, and
/// answers with the whole report (docs/report-format.md), without the event's memory.
HttpOpening openReport(ServerContext& context, RequestRunner& runner, const HttpRequestHead& head);

} // namespace faultline::server

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/crash_upload.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /applecrashreport` (docs/spec/http-api.md §7.3). Also accepts JSON reports (.ips).
HttpOpening openAppleCrashReport(ServerContext& context, const HttpRequestHead& head);

/// How Apple crash reports are read, for routes that receive them in another way.
const CrashUpload& appleUpload();

} // namespace faultline::server

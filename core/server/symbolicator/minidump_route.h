// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/crash_upload.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /minidump` (docs/spec/http-api.md §7.2). Unlike Symbolicator, it also accepts core files
/// and compressed crash files.
HttpOpening openMinidump(ServerContext& context, const HttpRequestHead& head);

/// How minidumps and core files are read, for routes that receive them in another way.
const CrashUpload& minidumpUpload();

} // namespace faultline::server

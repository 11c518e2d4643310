#pragma once

#include "core/server/http/http_types.h"
#include "core/server/symbolicator/crash_upload.h"
#include "core/server/symbolicator/server_context.h"

namespace faultline::server {

/// `POST /minidump` (docs/spec/http-api.md §7.2). Beyond the reference it takes core files as well,
/// and what crash files come packed in.
HttpOpening openMinidump(ServerContext& context, const HttpRequestHead& head);

/// How minidumps and core files are taken in, for those that come another way.
const CrashUpload& minidumpUpload();

} // namespace faultline::server

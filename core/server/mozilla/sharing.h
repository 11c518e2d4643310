// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"

namespace faultline::server::mozilla {

/// Lets web pages of any origin read the answer, even a refusal (CORS; docs/spec/mozilla-api.md
/// §11).
HttpOpening shareWithPages(const HttpRequestHead& head, HttpOpening opening);

/// Does the request have `Debug: true`? Accepts the truth values of Tecken
/// (docs/spec/mozilla-api.md §10).
bool wantsDebug(const HttpRequestHead& head);

/// Returns the answer to a browser's preflight request.
HttpResponse preflightResponse(const HttpRequestHead& head, std::string_view methods);

} // namespace faultline::server::mozilla

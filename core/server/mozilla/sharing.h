#pragma once

#include "core/server/http/http_types.h"

namespace faultline::server::mozilla {

/// Lets pages of any origin read the answer, also a refusal (CORS; docs/spec/mozilla-api.md §11).
HttpOpening shareWithPages(const HttpRequestHead& head, HttpOpening opening);

/// The answer to a browser that asks whether it may.
HttpResponse preflightResponse(const HttpRequestHead& head, std::string_view methods);

} // namespace faultline::server::mozilla

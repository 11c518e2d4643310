#pragma once

#include "core/server/http/http_types.h"

namespace faultline::server::mozilla {

/// `{"title": …, "error": …}`, both with the same text: newer clients read the first, older ones
/// the second (docs/spec/mozilla-api.md §3).
HttpResponse failure(unsigned status, std::string_view text);

} // namespace faultline::server::mozilla

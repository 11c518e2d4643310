#pragma once

#include "core/server/http/http_types.h"

#include <functional>

namespace faultline::server {

/// Has `change` see the answer of an opening before it is sent, now or at the end of its exchange.
HttpOpening filterResponse(HttpOpening opening, std::function<void(HttpResponse&)> change);

} // namespace faultline::server

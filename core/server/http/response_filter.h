// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"

#include <functional>

namespace faultline::server {

/// Calls `change` on the answer before it is sent. The answer may exist already or come from the
/// exchange.
HttpOpening filterResponse(HttpOpening opening, std::function<void(HttpResponse&)> change);

} // namespace faultline::server

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"

namespace faultline::server::mozilla {

/// Makes the answer `{"title": …, "error": …}`. Both members have the same text, because newer
/// clients read the first and older ones the second (docs/spec/mozilla-api.md §3).
HttpResponse failure(unsigned status, std::string_view text);

} // namespace faultline::server::mozilla

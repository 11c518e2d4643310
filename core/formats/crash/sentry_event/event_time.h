// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"

#include <cstdint>
#include <optional>

namespace faultline::sentry {

/// Unix seconds of a timestamp: a number of seconds, which may have a fraction, or an RFC 3339
/// text. Old SDKs wrote such texts without a zone (then UTC).
std::optional<std::int64_t> timeOf(const json::JsonValue& value);

} // namespace faultline::sentry

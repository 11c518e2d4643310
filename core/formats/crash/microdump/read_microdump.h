// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::microdump {

/// Does a text hold the beginning of a microdump? Judged by the first 256 KiB.
bool looksLikeMicrodump(std::string_view head);

/// Reads the first microdump of a text, whose lines may carry what a log adds before them. A
/// diagnostic counts further ones. What is damaged is left out with a diagnostic that names the
/// line. Errors: Unsupported (no microdump, or one with neither registers nor modules).
Result<EventPtr> readMicrodump(const ByteView& text, const ParseLimits& limits);

} // namespace faultline::microdump

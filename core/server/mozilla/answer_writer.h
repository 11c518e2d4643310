// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/mozilla/symbolication.h"

namespace faultline::server::mozilla {

enum class ShowsDebug : std::uint8_t { No, Yes };

/// Writes the body of an answer: docs/spec/mozilla-api.md §6 (v5), §7 (v4), §10 (debug).
std::string
renderAnswer(const SymbolicateRequest& request, const SymbolicateAnswer& answer, ShowsDebug debug);

} // namespace faultline::server::mozilla

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace faultline::report {

/// "2026-11-25 22:40:00 UTC"; the bare number for a time outside of the years 1970 to 9999.
std::string utcText(std::int64_t unixSeconds);

} // namespace faultline::report

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/report.h"

#include <cstdint>
#include <stop_token>

namespace faultline::library {

/// Does a library keep the environment of crashed processes? It may hold passwords.
enum class Environment : std::uint8_t { LeaveOut, Keep };

/// A report as a library keeps it: in the form of docs/report-format.md without the process's
/// memory, compressed with zstd. Errors: Internal (no memory).
Result<ByteView> packReport(const Report& report, Environment environment);

/// The report again. Errors: Malformed (damaged), Unsupported (written by a later version, or
/// larger than the limits), Cancelled.
Result<Report>
unpackReport(const ByteView& payload, const ParseLimits& limits, std::stop_token stop);

} // namespace faultline::library

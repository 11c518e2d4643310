// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mcp/open_crashes.h"

#include <string>
#include <string_view>

namespace faultline::mcp {

/// The result of "resources/list": the report, its text, and the log of what was tried, for each
/// open crash.
std::string resourceList(const OpenCrashes& crashes);

/// The result of "resources/templates/list".
std::string resourceTemplates();

/// The result of "resources/read". Text of the crash is marked: JSON below "untrusted", other text
/// by "| " before each line. At most 1 MiB. Errors: NotFound, Cancelled.
Result<std::string>
readResource(const OpenCrashes& crashes, std::string_view uri, const std::stop_token& stop);

} // namespace faultline::mcp

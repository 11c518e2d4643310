// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/report.h"

#include <filesystem>
#include <string>

namespace faultline::test {

/// Returns the engine's report on a crash file with `folder` as its only source. Errors: the
/// engine's.
Result<ReportPtr> symbolicateWithFolder(ByteView crashFile, const std::filesystem::path& folder);

/// Replaces a program by its Breakpad symbols, which are all that the server of a crash reporter
/// has. Returns an empty text, or the reason for a failure.
std::string replaceBySymbols(const std::filesystem::path& program);

} // namespace faultline::test

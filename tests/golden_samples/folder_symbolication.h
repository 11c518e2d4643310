#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/report.h"

#include <filesystem>
#include <string>

namespace faultline::test {

/// What the engine reports about a crash file with `folder` as its only source. Errors: the
/// engine's.
Result<ReportPtr> symbolicateWithFolder(ByteView crashFile, const std::filesystem::path& folder);

/// Puts Breakpad symbols in the place of a program: all that the server of a crash reporter has of
/// it. Empty, or what went wrong.
std::string replaceBySymbols(const std::filesystem::path& program);

} // namespace faultline::test

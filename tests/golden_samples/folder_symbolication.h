#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/symbolicate/report.h"

#include <filesystem>

namespace faultline::test {

/// What the engine reports about a crash file with `folder` as its only source. Errors: the
/// engine's.
Result<ReportPtr> symbolicateWithFolder(ByteView crashFile, const std::filesystem::path& folder);

} // namespace faultline::test

#pragma once

#include "core/base/temp_file.h"

#include <filesystem>

namespace faultline::app {

/// Renames a finished temporary file onto `path`, readable as other files that the user makes
/// (temporary files are their owner's alone). Errors: as TempFile::keepAs.
Result<void> keepForUser(TempFile& file, const std::filesystem::path& path);

} // namespace faultline::app

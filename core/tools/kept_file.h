#pragma once

#include "core/base/temp_file.h"

#include <filesystem>

namespace faultline::app {

/// Renames a finished temporary file to `path` and makes it readable like other files of the user
/// (temporary files are readable by their owner only). Errors: those of TempFile::keepAs.
Result<void> keepForUser(TempFile& file, const std::filesystem::path& path);

} // namespace faultline::app

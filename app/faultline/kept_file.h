#pragma once

#include "core/base/temp_file.h"

#include <filesystem>

namespace faultline::app {

/// Renames a finished temporary file onto `path`, readable for everybody like other files that
/// commands write (temporary files are their owner's alone). Errors: as TempFile::keepAs.
inline Result<void> keepForUser(TempFile& file, const std::filesystem::path& path)
{
    using std::filesystem::perms;
    std::error_code ignored; // On file systems without permissions there is nothing to set.
    std::filesystem::permissions(
        file.path(),
        perms::owner_read | perms::owner_write | perms::group_read | perms::others_read, ignored);
    return file.keepAs(path);
}

} // namespace faultline::app

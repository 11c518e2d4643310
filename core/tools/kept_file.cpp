#include "core/tools/kept_file.h"

#include <sys/stat.h>

namespace faultline::app {

namespace {

/// Asking for the mask means to set it; for that moment nobody else gets anything.
mode_t creationMask()
{
    const auto mask = ::umask(0077);
    ::umask(mask);
    return mask;
}

} // namespace

Result<void> keepForUser(TempFile& file, const std::filesystem::path& path)
{
    std::error_code ignored; // On file systems without permissions there is nothing to set.
    std::filesystem::permissions(
        file.path(), static_cast<std::filesystem::perms>(0666 & ~creationMask()), ignored);
    return file.keepAs(path);
}

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cache_size.h"

namespace faultline::engine {

CacheSnapshot measureCacheFolder(const std::filesystem::path& folder, const std::stop_token& stop)
{
    CacheSnapshot snapshot;
    snapshot.folder = folder;
    std::error_code error;
    std::filesystem::recursive_directory_iterator at(
        folder, std::filesystem::directory_options::skip_permission_denied, error);
    // Entries may vanish while we look: every step tolerates it.
    for (const std::filesystem::recursive_directory_iterator end;
         !error && at != end && !stop.stop_requested(); at.increment(error)) {
        std::error_code gone;
        if (!at->is_regular_file(gone) || gone)
            continue;
        const auto sizeBytes = at->file_size(gone);
        if (gone)
            continue;
        snapshot.totalBytes += sizeBytes;
        ++snapshot.entryCount;
    }
    return snapshot;
}

} // namespace faultline::engine

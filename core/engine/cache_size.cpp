// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cache_size.h"

#include "core/base/folder_walk.h"

namespace faultline::engine {

CacheSnapshot measureCacheFolder(const std::filesystem::path& folder, const std::stop_token& stop)
{
    CacheSnapshot snapshot;
    snapshot.folder = folder;
    // Entries may vanish while we look: every step tolerates it.
    auto walk = FolderWalk::begin(folder);
    while (const auto* entry = walk && !stop.stop_requested() ? walk->next() : nullptr) {
        std::error_code gone;
        if (!std::filesystem::is_regular_file(entry->path, gone) || gone)
            continue;
        const auto sizeBytes = std::filesystem::file_size(entry->path, gone);
        if (gone)
            continue;
        snapshot.totalBytes += sizeBytes;
        ++snapshot.entryCount;
    }
    return snapshot;
}

} // namespace faultline::engine

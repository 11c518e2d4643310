// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_verify.h"

#include "core/base/hash.h"
#include "core/cache/cache_root.h"

#include <unistd.h>

namespace faultline::cache {

namespace {

Result<void> verifyFile(const CacheFile& file, const PayloadCheck& inside)
{
    if (!file.entry)
        return std::unexpected(file.entry.error());
    const auto& keyText = file.entry->header.keyText;
    const auto named = sha256Hex(asBytes(keyText));
    if (!keyText.empty() && named != file.digest)
        return fail(ErrorKind::Malformed, "cache entry: its key belongs at ", named);
    FL_CHECK(checkPayload(*file.entry));
    if (file.entry->header.failure || !inside)
        return {};
    return inside(file.kind, file.version, file.entry->payload);
}

} // namespace

Result<CacheVerifySummary> verifyCache(const std::filesystem::path& folder,
                                       DamagedEntries damaged,
                                       const PayloadCheck& inside,
                                       const std::stop_token& stop)
{
    FL_TRY(const auto root, CacheRoot::examine(folder, ::geteuid()));
    CacheVerifySummary summary;
    FL_CHECK(forEachCacheFile(root, stop, [&](const CacheFile& file) {
        if (!file.isOurs) {
            ++summary.foreignFiles;
            return;
        }
        if (const auto sound = verifyFile(file, inside); !sound) {
            const bool removed = damaged == DamagedEntries::Remove && root.removeEntry(file.place);
            summary.damaged.push_back({file.path, file.kind, sound.error().detail, removed});
            return;
        }
        ++summary.entries;
        summary.bytes += file.entry->payload.size();
    }));
    return summary;
}

} // namespace faultline::cache

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_item.h"

namespace faultline::cache {

Result<void> DownloadWork::accept(TempFile&, std::stop_token)
{
    return {};
}

std::string_view cacheLayerName(CacheLayer layer)
{
    switch (layer) {
    case CacheLayer::Memory: return "memory";
    case CacheLayer::Disk: return "disk";
    case CacheLayer::Shared: return "shared cache";
    case CacheLayer::DiskFallback: return "disk, older version";
    case CacheLayer::Negative: return "remembered failure";
    case CacheLayer::Computed: return "computed";
    case CacheLayer::Downloaded: return "downloaded";
    case CacheLayer::InPlace: return "in place";
    }
    return "";
}

} // namespace faultline::cache

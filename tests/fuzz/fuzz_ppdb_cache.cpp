// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/managed/ppdb_cache.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto cache =
        symcache::PpdbCache::open(ByteView::copyOf(std::as_bytes(std::span(data, size))));
    if (!cache)
        return 0;
    for (std::uint32_t method = 0; method <= std::min(cache->methodCount() + 1, 64u); ++method) {
        for (const std::uint32_t offset : {0u, 1u, 7u, 500u, 0xffffffffu})
            static_cast<void>(cache->lookup(method, offset));
    }
    for (std::uint32_t file = 0; file <= std::min(cache->fileCount(), 64u); ++file)
        static_cast<void>(cache->file(file));
    static_cast<void>(cache->verify());
    return 0;
}

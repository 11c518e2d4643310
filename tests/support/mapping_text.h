// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/formats/debug/proguard/mapping_cache_writer.h"

#include <memory>
#include <string>
#include <string_view>

namespace faultline::test {

/// Makes the cache of a mapping that is given as text; null when that fails.
inline std::shared_ptr<const proguard::MappingCache> mappingFrom(std::string_view text)
{
    auto file = TempFile::createInMemory();
    if (!file || !proguard::writeMappingCache(text, *file, ParseLimits(), {}))
        return nullptr;
    const auto bytes = file->map();
    auto cache = bytes ? proguard::MappingCache::open(ByteView::copyOf(bytes->span()))
                       : Result<proguard::MappingCache>(std::unexpected(bytes.error()));
    return cache ? std::make_shared<const proguard::MappingCache>(*std::move(cache)) : nullptr;
}

} // namespace faultline::test

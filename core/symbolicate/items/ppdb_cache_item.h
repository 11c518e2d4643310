// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/items/object_item.h"
#include "core/symcache/managed/ppdb_cache.h"

namespace faultline::symbolicate {

/// The PPDB cache of one .NET module, derived from its portable PDB.
class PpdbCacheItem final : public ItemOfObject<symcache::PpdbCache>
{
public:
    using ItemOfObject::ItemOfObject;

    const cache::CacheVersions& versions() const override;
    /// Errors: Unsupported (any other kind of file), and those of writePpdbCache().
    Result<void>
    compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<symcache::PpdbCache> load(ByteView bytes) const override;
};

} // namespace faultline::symbolicate

#pragma once

#include "core/symbolicate/items/object_item.h"
#include "core/symcache/managed/ppdb_cache.h"

namespace faultline {

/// The PPDB cache of one .NET module, derived from its portable PDB.
class PpdbCacheItem final : public ItemOfObject<PpdbCache>
{
public:
    using ItemOfObject::ItemOfObject;

    const CacheVersions& versions() const override;
    /// Errors: Unsupported (any other kind of file), and those of writePpdbCache().
    Result<void> compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<PpdbCache> load(ByteView bytes) const override;
};

} // namespace faultline

#pragma once

#include "core/symbolicate/object_item.h"
#include "core/symcache/ppdb_cache.h"

#include <memory>

namespace faultline {

/// The PPDB cache of one .NET module, derived from its portable PDB.
class PpdbCacheItem final : public CacheItemRequest<PpdbCache>
{
public:
    PpdbCacheItem(std::shared_ptr<ObjectItem> debugFile, ObjectLookup wanted, std::string scope);

    const CacheVersions& versions() const override;
    CacheKey key() const override;
    std::vector<CacheInput> inputs() const override;
    /// Errors: Unsupported (any other kind of file), and those of writePpdbCache().
    Result<void> compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<PpdbCache> load(ByteView bytes) const override;

private:
    std::shared_ptr<ObjectItem> m_debugFile;
    ObjectLookup m_wanted;
    std::string m_scope;
};

} // namespace faultline

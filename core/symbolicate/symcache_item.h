#pragma once

#include "core/base/worker_pool.h"
#include "core/symbolicate/object_item.h"
#include "core/symcache/symcache.h"

#include <memory>
#include <vector>

namespace faultline {

/// What one module's symcache is derived from.
struct SymCacheFiles
{
    std::shared_ptr<ObjectItem> debugFile;
    std::vector<std::shared_ptr<ObjectItem>> symbolFiles; ///< Their symbol tables fill gaps.
    std::vector<std::shared_ptr<ObjectItem>> companions;  ///< What the debug info leans on.
};

/// The symcache of one module.
class SymCacheItem final : public CacheItemRequest<SymCache>
{
public:
    SymCacheItem(SymCacheFiles files,
                 ObjectLookup wanted,
                 std::string scope,
                 WorkerPool& compute);

    const CacheVersions& versions() const override;
    CacheKey key() const override;
    std::vector<CacheInput> inputs() const override;
    Result<void> compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<SymCache> load(ByteView bytes) const override;

private:
    SymCacheFiles m_files;
    ObjectLookup m_wanted;
    std::string m_scope;
    WorkerPool& m_compute;
};

} // namespace faultline

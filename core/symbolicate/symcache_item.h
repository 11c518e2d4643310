#pragma once

#include "core/base/worker_pool.h"
#include "core/symbolicate/companion_item.h"
#include "core/symbolicate/object_item.h"
#include "core/symcache/symcache.h"

#include <memory>
#include <vector>

namespace faultline {

/// The symcache of one module: derived from the chosen debug file, with the symbol tables of its
/// companions filling gaps.
class SymCacheItem final : public CacheItemRequest<SymCache>
{
public:
    SymCacheItem(std::shared_ptr<ObjectItem> debugFile,
                 std::vector<std::shared_ptr<ObjectItem>> symbolFiles,
                 Companions companions,
                 ObjectLookup wanted,
                 std::string scope,
                 WorkerPool& compute);

    const CacheVersions& versions() const override;
    CacheKey key() const override;
    std::vector<CacheInput> inputs() const override;
    Result<void> compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<SymCache> load(ByteView bytes) const override;

private:
    std::shared_ptr<ObjectItem> m_debugFile;
    std::vector<std::shared_ptr<ObjectItem>> m_symbolFiles;
    Companions m_companions;
    ObjectLookup m_wanted;
    std::string m_scope;
    WorkerPool& m_compute;
};

} // namespace faultline

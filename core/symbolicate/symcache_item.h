#pragma once

#include "core/base/worker_pool.h"
#include "core/symbolicate/companion_item.h"
#include "core/symbolicate/object_item.h"
#include "core/symcache/symcache.h"

#include <memory>
#include <vector>

namespace faultline {

/// What a symcache is made from.
struct SymCacheInputs
{
    std::shared_ptr<ObjectItem> debugFile;
    std::vector<std::shared_ptr<ObjectItem>> symbolFiles; ///< Fill gaps with their symbol tables.
    Companions companions{}; ///< Change names and lines.
    std::uint32_t rank = 0;                               ///< Of the debug file; 0: none is better.
    std::vector<std::shared_ptr<CacheItem>>
        better; ///< Absent ones that might be, for a rank above 0.
};

/// The symcache of one module: derived from the chosen debug file, with the symbol tables of its
/// companions filling gaps.
class SymCacheItem final : public CacheItemRequest<SymCache>
{
public:
    SymCacheItem(SymCacheInputs from, ObjectLookup wanted, std::string scope, WorkerPool& compute);

    const CacheVersions& versions() const override;
    CacheKey key() const override;

    std::uint32_t rank() const override { return m_from.rank; }

    std::vector<std::shared_ptr<CacheItem>> betterItems() const override { return m_from.better; }

    std::vector<CacheInput> inputs() const override;
    Result<void> compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<SymCache> load(ByteView bytes) const override;

private:
    SymCacheInputs m_from;
    ObjectLookup m_wanted;
    std::string m_scope;
    WorkerPool& m_compute;
};

} // namespace faultline

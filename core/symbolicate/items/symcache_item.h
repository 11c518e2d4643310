// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/worker_pool.h"
#include "core/symbolicate/items/name_map_item.h"
#include "core/symbolicate/items/object_item.h"
#include "core/symcache/symcache.h"

#include <memory>
#include <vector>

namespace faultline::symbolicate {

/// The inputs of a symcache.
struct SymCacheInputs
{
    std::shared_ptr<ObjectItem> debugFile;
    std::vector<std::shared_ptr<ObjectItem>> symbolFiles; ///< Their symbol tables fill gaps.
    std::vector<std::shared_ptr<ObjectItem>> companions;  ///< Files that the debug info needs.
    NameMaps maps{};                                      ///< These change names and lines.
    std::uint32_t rank = 0; ///< Rank of the debug file; 0 means that no file would be better.
    std::vector<std::shared_ptr<cache::CacheItem>>
        better; ///< Absent files that might be better, for a rank above 0.
};

/// The symcache of one module.
class SymCacheItem final : public cache::CacheItemRequest<symcache::SymCache>
{
public:
    SymCacheItem(SymCacheInputs from,
                 sources::ObjectLookup wanted,
                 std::string scope,
                 WorkerPool& compute);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;

    std::uint32_t rank() const override { return m_from.rank; }

    std::vector<std::shared_ptr<cache::CacheItem>> betterItems() const override
    {
        return m_from.better;
    }

    std::vector<cache::CacheInput> inputs() const override;
    Result<void>
    compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<symcache::SymCache> load(ByteView bytes) const override;

private:
    SymCacheInputs m_from;
    sources::ObjectLookup m_wanted;
    std::string m_scope;
    WorkerPool& m_compute;
};

} // namespace faultline::symbolicate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/mozilla/function_table.h"
#include "core/server/mozilla/symbolicate_request.h"
#include "core/symbolicate/items/object_item.h"

namespace faultline::server::mozilla {

/// Scope of the cache entries for Mozilla's API, which are kept apart from all others.
inline constexpr std::string_view kCacheScope = "mozilla";

/// The function table of one module, independent of the source of its symbols.
class FunctionTableItem final : public cache::CacheItemRequest<FunctionTable>
{
public:
    /// `id` is in upper case. `sources` identifies the list of sources. Without an object, a stored
    /// table can be loaded, but none can be made.
    FunctionTableItem(ModuleName module,
                      std::string sources,
                      std::shared_ptr<symbolicate::ObjectItem> object)
        : m_module(std::move(module)), m_sources(std::move(sources)), m_object(std::move(object))
    {
    }

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    std::vector<cache::CacheInput> inputs() const override;
    Result<void>
    compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<FunctionTable> load(ByteView bytes) const override;

private:
    ModuleName m_module;
    std::string m_sources;
    std::shared_ptr<symbolicate::ObjectItem> m_object;
};

} // namespace faultline::server::mozilla

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/function_table_item.h"

#include "core/server/mozilla/function_table_format.h"
#include "core/server/mozilla/function_table_writer.h"

namespace faultline::server::mozilla {

namespace {

constexpr cache::CacheVersions kFunctionTableVersions{.name = "mozilla_tables",
                                                      .category = cache::CacheCategory::Derived,
                                                      .current = table_format::kVersion,
                                                      .fallbacks = {}};

} // namespace

const cache::CacheVersions& FunctionTableItem::versions() const
{
    return kFunctionTableVersions;
}

cache::CacheKey FunctionTableItem::key() const
{
    cache::CacheKeyBuilder key(kCacheScope);
    key.addOption("module", m_module.key()).addOption("sources", m_sources);
    return key.build();
}

std::vector<cache::CacheInput> FunctionTableItem::inputs() const
{
    if (!m_object)
        return {};
    return {{.item = m_object, .required = true}};
}

Result<void>
FunctionTableItem::compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop)
{
    if (!m_object) // Internal errors are never stored, so a later request that has the object can
                   // make the table.
        return fail(ErrorKind::Internal, "function table is no longer in the cache");
    FL_TRY(const auto file, inputs.get<symbolicate::LoadedObject>(0));
    return writeFunctionTable(*file->object, out, std::move(stop));
}

Result<FunctionTable> FunctionTableItem::load(ByteView bytes) const
{
    return FunctionTable::open(std::move(bytes));
}

} // namespace faultline::server::mozilla

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/ppdb_cache_item.h"

#include "core/formats/debug/ppdb/portable_pdb.h"
#include "core/symcache/managed/ppdb_cache_format.h"
#include "core/symcache/managed/ppdb_cache_writer.h"

namespace faultline::symbolicate {

namespace {

constexpr cache::CacheVersions kPpdbCacheVersions{.name = "ppdb_caches",
                                                  .category = cache::CacheCategory::Derived,
                                                  .current = ppdb_cache_format::kVersion,
                                                  .fallbacks = {}};

} // namespace

const cache::CacheVersions& PpdbCacheItem::versions() const
{
    return kPpdbCacheVersions;
}

Result<void>
PpdbCacheItem::compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop)
{
    FL_TRY(const auto debugFile, inputs.get<LoadedObject>(0));
    const object::Object& object = *debugFile->object;
    if (object.format() != object::FileFormat::PortablePdb)
        return fail(ErrorKind::Unsupported,
                    "Only portable PDB files can be used for .NET symbolication");
    FL_TRY([[maybe_unused]] const auto stats,
           symcache::writePpdbCache(static_cast<const ppdb::PortablePdb&>(object), out, stop));
    return {};
}

Result<symcache::PpdbCache> PpdbCacheItem::load(ByteView bytes) const
{
    return symcache::PpdbCache::open(std::move(bytes));
}

} // namespace faultline::symbolicate

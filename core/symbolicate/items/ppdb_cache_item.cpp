#include "core/symbolicate/items/ppdb_cache_item.h"

#include "core/formats/debug/ppdb/portable_pdb.h"
#include "core/symcache/managed/ppdb_cache_format.h"
#include "core/symcache/managed/ppdb_cache_writer.h"

namespace faultline {

namespace {

constexpr CacheVersions kPpdbCacheVersions{.name = "ppdb_caches",
                                           .category = CacheCategory::Derived,
                                           .current = ppdb_cache_format::kVersion,
                                           .fallbacks = {},
                                           .previous = {}};

} // namespace

const CacheVersions& PpdbCacheItem::versions() const
{
    return kPpdbCacheVersions;
}

Result<void> PpdbCacheItem::compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop)
{
    FL_TRY(const auto debugFile, inputs.get<LoadedObject>(0));
    const Object& object = *debugFile->object;
    if (object.format() != FileFormat::PortablePdb)
        return fail(ErrorKind::Unsupported,
                    "Only portable PDB files can be used for .NET symbolication");
    FL_TRY([[maybe_unused]] const auto stats,
           writePpdbCache(static_cast<const PortablePdb&>(object), out, stop));
    return {};
}

Result<PpdbCache> PpdbCacheItem::load(ByteView bytes) const
{
    return PpdbCache::open(std::move(bytes));
}

} // namespace faultline

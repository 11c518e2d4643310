// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/symcache_item.h"

#include "core/symcache/symcache_writer.h"

namespace faultline::symbolicate {

namespace {

constexpr cache::CacheVersions kSymCacheVersions{.name = "symcaches",
                                                 .category = cache::CacheCategory::Derived,
                                                 .current = symcache_format::kVersion,
                                                 .fallbacks = {}};

} // namespace

SymCacheItem::SymCacheItem(SymCacheInputs from,
                           sources::ObjectLookup wanted,
                           std::string scope,
                           WorkerPool& compute)
    : m_from(std::move(from)), m_wanted(std::move(wanted)), m_scope(std::move(scope)),
      m_compute(compute)
{
}

const cache::CacheVersions& SymCacheItem::versions() const
{
    return kSymCacheVersions;
}

cache::CacheKey SymCacheItem::key() const
{
    cache::CacheKeyBuilder key(m_from.debugFile->file().cacheScope(m_scope));
    addToKey(key, m_from.debugFile->file(), m_wanted);
    for (const auto& file : m_from.symbolFiles)
        addToKey(key, file->file(), m_wanted, "symbols");
    for (const auto& file : m_from.companions)
        addToKey(key, file->file(), m_wanted, "companion");
    if (m_from.maps.symbolMap)
        addToKey(key, m_from.maps.symbolMap->file(), {}, "bcsymbolmap");
    if (m_from.maps.lineMapping)
        addToKey(key, m_from.maps.lineMapping->file(), {}, "il2cpp");
    return key.build();
}

std::vector<cache::CacheInput> SymCacheItem::inputs() const
{
    std::vector<cache::CacheInput> inputs{{.item = m_from.debugFile, .required = true}};
    for (const auto& file : m_from.symbolFiles)
        inputs.push_back({.item = file, .required = false});
    for (const auto& file : m_from.companions)
        inputs.push_back({.item = file, .required = false});
    // Without the map, hidden names would look like real ones. So a damaged map makes the symcache
    // fail.
    if (m_from.maps.symbolMap)
        inputs.push_back({.item = m_from.maps.symbolMap, .required = true});
    if (m_from.maps.lineMapping)
        inputs.push_back({.item = m_from.maps.lineMapping, .required = false});
    return inputs;
}

Result<void>
SymCacheItem::compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop)
{
    FL_TRY(const auto debugFile, inputs.get<LoadedObject>(0));
    symcache::SymCacheInput input{.object = debugFile->object};
    std::size_t next = 1;
    const auto addObjects = [&](std::size_t count, std::vector<object::ObjectPtr>& objects) {
        for (const auto end = next + count; next < end; ++next) {
            if (const auto file = inputs.get<LoadedObject>(next))
                objects.push_back((*file)->object);
        }
    };
    addObjects(m_from.symbolFiles.size(), input.symbolObjects);
    addObjects(m_from.companions.size(), input.companions);
    for (; next < inputs.size(); ++next) {
        const auto map = inputs.get<NameMapFile>(next);
        if (map && (*map)->symbolMap)
            input.transform.symbolMap = (*map)->symbolMap;
        if (map && (*map)->lineMapping)
            input.transform.lineMapping = (*map)->lineMapping;
    }
    FL_TRY([[maybe_unused]] const auto stats,
           symcache::writeSymCache(input, out, m_compute, std::move(stop)));
    return {};
}

Result<symcache::SymCache> SymCacheItem::load(ByteView bytes) const
{
    return symcache::SymCache::open(std::move(bytes));
}

} // namespace faultline::symbolicate

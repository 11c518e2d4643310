// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_items.h"

#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/formats/debug/sourcemap/map_cache_format.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"

namespace faultline::js {

namespace {

constexpr cache::CacheVersions kBundleVersions{.name = "artifact_bundles",
                                               .category = cache::CacheCategory::Downloaded,
                                               .current = 1,
                                               .fallbacks = {}};
constexpr cache::CacheVersions kFileVersions{.name = "scriptfiles",
                                             .category = cache::CacheCategory::Downloaded,
                                             .current = 1,
                                             .fallbacks = {}};
constexpr cache::CacheVersions kMapVersions{.name = "sourcemap_caches",
                                            .category = cache::CacheCategory::Derived,
                                            .current = sourcemap::map_cache_format::kVersion,
                                            .fallbacks = {}};

} // namespace

const cache::CacheVersions& BundleItem::versions() const
{
    return kBundleVersions;
}

Result<ArtifactBundlePtr> BundleItem::load(ByteView bytes) const
{
    return artifacts::ArtifactBundle::open(std::move(bytes), limits());
}

const cache::CacheVersions& ScriptFileItem::versions() const
{
    return kFileVersions;
}

Result<FileTextPtr> ScriptFileItem::load(ByteView bytes) const
{
    if (bytes.size() > limits().maxDecompressedSourceBytes)
        return fail(ErrorKind::Malformed, "file of ", bytes.size(), " bytes, limit ",
                    limits().maxDecompressedSourceBytes);
    if (!isValidUtf8(bytes.text()))
        return fail(ErrorKind::Malformed, "file is not utf-8");
    return std::make_shared<const FileText>(std::move(bytes));
}

/// The text is mapped, but a map that it embeds is decoded into memory.
std::size_t ScriptFileItem::weight(const FileTextPtr& file) const
{
    const auto reference = file->mapReference();
    const bool isEmbedded = reference && reference->starts_with("data:");
    return sizeof(FileText) + (isEmbedded ? reference->size() : 0);
}

const cache::CacheVersions& MapCacheItem::versions() const
{
    return kMapVersions;
}

cache::CacheKey MapCacheItem::key() const
{
    cache::CacheKeyBuilder key(m_scope);
    key.addOption("script", m_identity.script);
    key.addOption("sourcemap", m_identity.map);
    // A build without grammars cannot name functions, so its caches are kept apart.
    key.addOption("scopes", script::hasGrammar(script::Grammar::JavaScript) ? "1" : "0");
    if (m_identity.leniency == sourcemap::Leniency::Lenient)
        key.addOption("leniency", "1");
    if (m_identity.linked) {
        for (const auto& [url, map] : m_identity.linked->maps)
            key.addOption("section", concat(map ? sha256Hex(map->span()) : "absent", " ", url));
    }
    // Only the functions of the script depend on where its module begins.
    if (m_identity.part && !m_identity.part->segment.empty())
        key.addOption("segment", m_identity.part->segment);
    if (m_identity.part && m_identity.part->module && !m_script.empty())
        key.addOption("module", concat(*m_identity.part->module));
    if (m_identity.isLocal)
        key.keepFailuresInMemory();
    return key.build();
}

Result<void>
MapCacheItem::compute(const cache::CacheInputs& /*inputs*/, TempFile& out, std::stop_token stop)
{
    return sourcemap::writeMapCache({.script = m_script.span(),
                                     .map = m_map.span(),
                                     .options = {.leniency = m_identity.leniency,
                                                 .linked = m_identity.linked,
                                                 .part = m_identity.part}},
                                    out, std::move(stop));
}

Result<sourcemap::MapCache> MapCacheItem::load(ByteView bytes) const
{
    return sourcemap::MapCache::open(std::move(bytes));
}

} // namespace faultline::js

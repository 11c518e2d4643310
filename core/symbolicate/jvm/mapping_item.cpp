// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/mapping_item.h"

#include "core/formats/debug/proguard/mapping_cache_writer.h"
#include "core/symbolicate/items/object_item.h"

namespace faultline::jvm {

namespace {

constexpr cache::CacheVersions kFileVersions{.name = "mappings",
                                             .category = cache::CacheCategory::Downloaded,
                                             .current = 1,
                                             .fallbacks = {}};
constexpr cache::CacheVersions kCacheVersions{.name = "mapping_caches",
                                              .category = cache::CacheCategory::Derived,
                                              .current = proguard::cache_format::kVersion,
                                              .fallbacks = {}};

cache::CacheKey keyOf(const sources::RemoteFile& file, const std::string& scope)
{
    cache::CacheKeyBuilder key(file.cacheScope(scope));
    symbolicate::addToKey(key, file, {});
    return key.build();
}

} // namespace

MappingFileItem::MappingFileItem(sources::RemoteFile file,
                                 std::string scope,
                                 net::Downloader& downloader)
    : m_file(std::move(file)), m_scope(std::move(scope)), m_downloader(downloader)
{
}

const cache::CacheVersions& MappingFileItem::versions() const
{
    return kFileVersions;
}

cache::CacheKey MappingFileItem::key() const
{
    return keyOf(m_file, m_scope);
}

void MappingFileItem::start(TempFile target, std::stop_token stop, Done done)
{
    auto request = net::downloadRequestFor(m_file, std::move(target));
    if (!request)
        return done({.content = std::unexpected(request.error()),
                     .httpStatus = std::nullopt,
                     .attempts = 0});
    request->label = "mapping";
    request->maxBytes = proguard::kMaxMappingBytes;
    m_downloader.start(*std::move(request), std::move(stop),
                       [done = std::move(done)](net::DownloadOutcome outcome) mutable {
                           done({.content = std::move(outcome.content),
                                 .httpStatus = outcome.httpStatus,
                                 .attempts = outcome.attempts,
                                 .blockedFor = outcome.blockedFor});
                       });
}

Result<MappingFile> MappingFileItem::load(ByteView bytes) const
{
    return MappingFile{std::move(bytes)};
}

MappingItem::MappingItem(std::shared_ptr<MappingFileItem> file,
                         std::string scope,
                         const ParseLimits& limits)
    : m_file(std::move(file)), m_scope(std::move(scope)), m_limits(limits)
{
}

const cache::CacheVersions& MappingItem::versions() const
{
    return kCacheVersions;
}

cache::CacheKey MappingItem::key() const
{
    return keyOf(m_file->file(), m_scope);
}

std::vector<cache::CacheInput> MappingItem::inputs() const
{
    return {{.item = m_file, .required = true}};
}

Result<void>
MappingItem::compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop)
{
    FL_TRY(const auto file, inputs.get<MappingFile>(0));
    return proguard::writeMappingCache(file->bytes.text(), out, m_limits, stop);
}

Result<proguard::MappingCache> MappingItem::load(ByteView bytes) const
{
    return proguard::MappingCache::open(std::move(bytes));
}

} // namespace faultline::jvm

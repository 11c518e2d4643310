// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/name_map_item.h"

#include "core/formats/debug/companions/uuid_map.h"

namespace faultline::symbolicate {

namespace {

constexpr cache::CacheVersions kAuxiliaryVersions{
    .name = "auxdifs", .category = cache::CacheCategory::Downloaded, .current = 1, .fallbacks = {}};
constexpr cache::CacheVersions kLineMappingVersions{
    .name = "il2cpp", .category = cache::CacheCategory::Downloaded, .current = 1, .fallbacks = {}};

} // namespace

NameMapItem::NameMapItem(sources::RemoteFile file,
                         std::string scope,
                         net::Downloader& downloader,
                         const ParseLimits& limits)
    : m_file(std::move(file)), m_scope(std::move(scope)), m_downloader(downloader), m_limits(limits)
{
}

const cache::CacheVersions& NameMapItem::versions() const
{
    return m_file.type == sources::FileType::Il2cpp ? kLineMappingVersions : kAuxiliaryVersions;
}

cache::CacheKey NameMapItem::key() const
{
    cache::CacheKeyBuilder key(m_file.cacheScope(m_scope));
    addToKey(key, m_file, {});
    return key.build();
}

void NameMapItem::start(TempFile target, std::stop_token stop, Done done)
{
    auto request = net::downloadRequestFor(m_file, std::move(target));
    if (!request) {
        done({.content = std::unexpected(request.error()),
              .httpStatus = std::nullopt,
              .attempts = 0});
        return;
    }
    m_downloader.start(*std::move(request), std::move(stop),
                       [done = std::move(done)](net::DownloadOutcome outcome) mutable {
                           done({.content = std::move(outcome.content),
                                 .httpStatus = outcome.httpStatus,
                                 .attempts = outcome.attempts,
                                 .blockedFor = outcome.blockedFor});
                       });
}

Result<NameMapFile> NameMapItem::load(ByteView bytes) const
{
    NameMapFile file;
    if (m_file.type == sources::FileType::UuidMap) {
        FL_TRY(file.originalId, companions::parseUuidMap(bytes.span()));
    } else if (m_file.type == sources::FileType::BcSymbolMap) {
        FL_TRY(auto map, companions::BcSymbolMap::open(std::move(bytes), m_limits));
        file.symbolMap = std::make_shared<const companions::BcSymbolMap>(std::move(map));
    } else {
        FL_TRY(auto mapping, companions::LineMapping::parse(bytes.span()));
        file.lineMapping = std::make_shared<const companions::LineMapping>(std::move(mapping));
    }
    return file;
}

std::size_t NameMapItem::weight(const NameMapFile& file) const
{
    constexpr std::size_t kNameBytes = sizeof(std::string_view);
    return sizeof(file) + 256 + (file.symbolMap ? file.symbolMap->size() * kNameBytes : 0) +
           (file.lineMapping ? file.lineMapping->weightBytes() : 0);
}

} // namespace faultline::symbolicate

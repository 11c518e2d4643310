// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/pdb_source.h"

#include "core/sources/file_listing.h"
#include "core/symbolicate/items/object_item.h"

#include <array>
#include <optional>

namespace faultline::server::symcache_http {

namespace {

/// Tells whether another attempt may succeed.
bool mayPass(const Error& error)
{
    const auto kind = broadKind(error.kind);
    return kind == ErrorKind::Timeout || kind == ErrorKind::DownloadFailed ||
           kind == ErrorKind::Internal;
}

} // namespace

ServerPdbSource::ServerPdbSource(const symbolicate::Services& services,
                                 const std::vector<sources::SourceConfig>& sources)
    : m_services(services)
{
    for (const auto& source : sources)
        m_sources.push_back(sources::makeSource(source));
}

Result<ByteView> ServerPdbSource::fetch(const PdbKey& key, std::stop_token stop)
{
    sources::ObjectLookup wanted;
    wanted.type = sources::LookupType::Pe;
    wanted.debugId = key.debugId();
    wanted.debugFile = key.name;
    constexpr std::array kTypes{sources::FileType::Pdb};
    const auto listing =
        sources::listRemoteFiles(m_sources, wanted, kTypes, &m_services.folders, stop);
    std::optional<Error> trouble;
    for (const auto& file : listing.files) {
        const auto item = std::make_shared<symbolicate::ObjectItem>(
            file, wanted, std::string(), m_services.downloader, m_services.limits);
        const auto loaded = m_services.cache.fetch(item, stop).wait(stop);
        if (!loaded) {
            if (loaded.error().kind == ErrorKind::Cancelled)
                return std::unexpected(loaded.error());
            if (mayPass(loaded.error()))
                trouble = loaded.error();
            continue;
        }
        const auto& object = *(*loaded)->object;
        if (object.format() == object::FileFormat::Pdb && object.debugId().serves(*wanted.debugId))
            return object.bytes();
    }
    if (trouble)
        return std::unexpected(*trouble);
    return fail(ErrorKind::NotFound, "no source has the PDB");
}

sources::SourceConfig upstreamSource(const std::string& url)
{
    sources::SourceConfig source;
    source.id = "symcache upstream";
    source.layout = {.type = sources::LayoutType::Symstore, .casing = sources::PathCasing::Default};
    source.filters.fileTypes = {sources::FileType::Pdb};
    source.probes.filePtr = true;
    source.where = sources::HttpSource{.url = url, .headers = {}, .acceptInvalidCerts = false};
    return source;
}

} // namespace faultline::server::symcache_http

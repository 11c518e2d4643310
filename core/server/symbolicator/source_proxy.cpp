// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/source_proxy.h"

#include "core/symbolicate/items/object_item.h"
#include "core/symbolicate/lookup/file_lookup.h"
#include "core/symbolicate/lookup/object_selection.h"

#include <array>
#include <future>
#include <optional>

namespace faultline::server {

namespace {

bool hasSymbols(const symbolicate::ObjectMeta& meta)
{
    return meta.features.hasDebugInfo || meta.features.hasSymbols;
}

/// A location that may have the file and has been asked.
struct Asked
{
    std::shared_ptr<symbolicate::ObjectItem> item;
    cache::CacheFuture<symbolicate::ObjectMeta> meta;
};

} // namespace

SourceProxy::SourceProxy(const symbolicate::Services& services,
                         const std::vector<sources::SourceConfig>& sources)
    : m_services(services)
{
    for (const auto& source : sources)
        m_sources.push_back(sources::makeSource(source));
}

Result<ByteView> SourceProxy::fetch(const ProxyFile& file, std::stop_token stop)
{
    const auto context = std::make_shared<symbolicate::LookupContext>();
    context->sources = m_sources;
    context->stop = stop;
    const std::array types{file.type};
    std::promise<sources::FileListing> promise;
    auto listing = promise.get_future();
    symbolicate::listFilesOf(
        m_services, context, file.lookup, types,
        [&promise](sources::FileListing listed) { promise.set_value(std::move(listed)); });
    std::vector<Asked> asked;
    for (const auto& place : listing.get().files) {
        const auto item = std::make_shared<symbolicate::ObjectItem>(
            place, file.lookup, std::string(), m_services.downloader, m_services.limits);
        const auto meta =
            std::make_shared<symbolicate::ObjectMetaItem>(item, file.lookup, std::string());
        asked.push_back({item, m_services.cache.fetch(meta, stop)});
    }
    std::optional<Error> failure;
    for (const auto& [item, future] : asked) {
        const auto meta = future.wait(stop);
        if (meta && hasSymbols(**meta)) {
            FL_TRY(const auto loaded, m_services.cache.fetch(item, stop).wait(stop));
            return loaded->object->bytes();
        }
        if (!meta && (!failure || failure->kind == ErrorKind::NotFound))
            failure = meta.error();
    }
    if (failure)
        return std::unexpected(*failure);
    return fail(ErrorKind::NotFound, "no source has the file");
}

} // namespace faultline::server

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/http_attachments.h"

#include "core/sources/remote_file.h"

#include <future>

namespace faultline::server {

namespace {

Result<ByteView> contentOf(net::DownloadOutcome outcome)
{
    FL_TRY(auto content, std::move(outcome.content));
    if (const auto* bytes = std::get_if<ByteView>(&content))
        return *bytes;
    return std::get<TempFile>(content).map();
}

} // namespace

Result<ByteView> HttpAttachments::fetch(const std::string& url,
                                        const std::optional<std::string>& token,
                                        std::stop_token stop)
{
    net::HttpTarget target{.url = url};
    target.ignoreAddressFilter = !m_filtersAddresses;
    if (token)
        target.headers.emplace_back("Authorization", concat("Bearer ", *token));
    FL_TRY(auto file, TempFile::create(m_folder));
    net::DownloadRequest request{.from = std::move(target),
                                 .target = std::move(file),
                                 .decompress = false,
                                 .maxBytes = std::nullopt,
                                 .source = "attachment",
                                 .location = sources::withoutCredentials(url),
                                 .label = {}};
    std::promise<net::DownloadOutcome> promise;
    auto future = promise.get_future();
    // The downloader always calls back exactly once, and soon after `stop` fires.
    m_downloader.start(
        std::move(request), std::move(stop),
        [&promise](net::DownloadOutcome outcome) { promise.set_value(std::move(outcome)); });
    return contentOf(future.get());
}

} // namespace faultline::server

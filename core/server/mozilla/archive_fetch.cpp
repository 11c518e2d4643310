// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/archive_fetch.h"

#include "core/sources/remote_file.h"
#include "core/sources/url.h"

#include <algorithm>
#include <future>

namespace faultline::server::mozilla {

namespace {

Result<ByteView> contentOf(net::DownloadOutcome outcome, std::string_view url)
{
    if (outcome.content) {
        if (const auto* bytes = std::get_if<ByteView>(&*outcome.content))
            return *bytes;
        return std::get<TempFile>(*outcome.content).map();
    }
    const auto& error = outcome.content.error();
    if (error.kind == ErrorKind::Cancelled)
        return std::unexpected(error);
    if (outcome.httpStatus.value_or(200) != 200)
        return fail(ErrorKind::Malformed, url, " can't be found (", *outcome.httpStatus, ")");
    return fail(ErrorKind::Malformed, url, " can't be fetched: ", error.detail);
}

} // namespace

Result<void> checkArchiveUrl(std::string_view url, const std::vector<std::string>& allowedHosts)
{
    if (sources::splitUrl(url).scheme != "https")
        return fail(ErrorKind::Malformed, "Insecure URL");
    const auto host = sources::urlHost(url);
    if (std::ranges::find(allowedHosts, host) == allowedHosts.end())
        return fail(ErrorKind::Malformed, "Not an allowed domain ('", host, "') to download from.");
    return {};
}

Result<ByteView>
ArchiveFetch::fetch(const std::string& url, std::uint64_t maxBytes, std::stop_token stop) const
{
    FL_CHECK(checkArchiveUrl(url, m_allowedHosts));
    FL_TRY(auto file, TempFile::create(m_folder));
    const auto shown = sources::withoutCredentials(url);
    net::DownloadRequest request{.from =
                                     net::HttpTarget{.url = url, .redirectHosts = m_allowedHosts},
                                 .target = std::move(file),
                                 .decompress = false,
                                 .maxBytes = maxBytes,
                                 .source = "upload",
                                 .location = shown,
                                 .label = {}};
    std::promise<net::DownloadOutcome> promise;
    auto future = promise.get_future();
    // The downloader always calls back exactly once, and soon after `stop` fires.
    m_downloader.start(
        std::move(request), std::move(stop),
        [&promise](net::DownloadOutcome outcome) { promise.set_value(std::move(outcome)); });
    return contentOf(future.get(), shown);
}

} // namespace faultline::server::mozilla
